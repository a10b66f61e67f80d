// The English of the interface as a file, for translators and for checking translations. Run this test with
// AE_UPDATE_WORDS=1 to write it from the program's own tables.
#include <cstdlib>
#include <map>

#include "explorer/language/english.hpp"
#include "explorer/support.hpp"
#include "graph/core/messages.hpp"

using namespace explorers;

namespace {

std::string words_path(const std::string& name) { return std::string(AE_SOURCE_DIR) + "/web/words/" + name; }

std::string interface_words() {
  std::map<std::string, std::string> all;
  for (const graph::MessageText& sentence : explorer::english_sentences()) all.emplace(sentence.id, sentence.english);
  for (const graph::MessageText& sentence : graph::messages()) all.emplace(sentence.id, sentence.english);
  const explorer::json::Writer out;
  std::string text;
  for (const auto& [id, sentence] : all)
    text += (text.empty() ? "{\n  " : ",\n  ") + out.text(id) + ": " + out.text(sentence);
  return text + "\n}\n";
}

}  // namespace

TEST_CASE("the file of English interface sentences agrees with the program") {
  const std::string path = words_path("interface.json");
  const std::string wanted = interface_words();
  if (std::getenv("AE_UPDATE_WORDS") != nullptr) {
    std::FILE* file = std::fopen(path.c_str(), "wb");
    REQUIRE(file != nullptr);
    std::fwrite(wanted.data(), 1, wanted.size(), file);
    std::fclose(file);
  }
  const bool same = read_file(path) == wanted;
  CHECK_MESSAGE(same, "web/words/interface.json is out of date: run test_explorer with AE_UPDATE_WORDS=1");
}

// What a translator has made is loaded as the page loads it, each sentence by itself, so that a broken one is named.
TEST_CASE("every translated interface sentence is accepted by the catalogue") {
  std::size_t loaded = 0;
  for (const std::string& path : files_in("web/words", "/interface.json")) {
    const std::string folder = path.substr(0, path.rfind('/'));
    const std::string language = folder.substr(folder.rfind('/') + 1);
    if (!explorer::well_formed_language(language) || language == "words") continue;
    const auto document = parse(read_file(path));
    const explorer::json::Writer out;
    for (const auto& [id, entry] : document.root().members()) {
      if (id.starts_with("$")) continue;
      const auto text = entry["text"].text();
      REQUIRE_MESSAGE(text.has_value(), path, " ", std::string(id));
      explorer::Catalogue catalogue;
      const auto taken = catalogue.load(language, "{" + out.text(id) + ": " + out.text(*text) + "}");
      CHECK_MESSAGE(taken.has_value(), path, " ", std::string(id), ": ", taken ? "" : taken.error().message);
      ++loaded;
    }
  }
  CHECK(loaded > 200);
}
