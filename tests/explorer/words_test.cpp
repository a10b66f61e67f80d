// The files of the interface's sentences: English, from which the program's tables are made, and the translations.
#include "explorer/json/write.hpp"
#include "explorer/language/english.hpp"
#include "explorer/support.hpp"
#include "graph/core/messages.hpp"

using namespace explorers;

// The tables are made by replacing text; here the file is read as JSON.
TEST_CASE("the program has the sentences of the English file, and no other") {
  const auto document = parse(read_file(std::string(AE_SOURCE_DIR) + "/web/words/interface.json"));
  const explorer::Catalogue catalogue;
  for (const auto& [id, sentence] : document.root().members()) {
    CAPTURE(std::string(id));
    std::string_view found = graph::english_text(id);
    for (const graph::MessageText& one : explorer::english_sentences())
      if (one.id == id) found = one.english;
    CHECK(sentence.text() == found);
    CHECK(catalogue.knows(id));
  }
  CHECK(document.root().members().size() == explorer::english_sentences().size() + graph::messages().size());
}

// What a translator has made is loaded as the page loads it, each sentence by itself, so that a broken one is named.
TEST_CASE("every translated interface sentence is accepted by the catalogue") {
  std::size_t loaded = 0;
  for (const std::string& path : files_in("web/words", "/interface.json")) {
    const std::string folder = path.substr(0, path.rfind('/'));
    const std::string language = folder.substr(folder.rfind('/') + 1);
    if (!explorer::well_formed_language(language) || language == "words") continue;
    const auto document = parse(read_file(path));
    for (const auto& [id, entry] : document.root().members()) {
      if (id.starts_with("$")) continue;
      const auto text = entry["text"].text();
      REQUIRE_MESSAGE(text.has_value(), path, " ", std::string(id));
      explorer::Catalogue catalogue;
      const auto taken =
          catalogue.load(language, "{" + explorer::json::text_of(id) + ":" + explorer::json::text_of(*text) + "}");
      CHECK_MESSAGE(taken.has_value(), path, " ", std::string(id), ": ", taken ? "" : taken.error().message);
      ++loaded;
    }
  }
  CHECK(loaded > 200);
}
