// The catalogue: English has every sentence that the code uses, and other languages have no others.
#include <cctype>
#include <set>

#include "explorer/language/english.hpp"
#include "explorer/support.hpp"
#include "graph/core/messages.hpp"

using namespace explorer;
using namespace explorers;

namespace {

// Ids in quotes, such as "top.undo", right after one of the calls that look a sentence up.
std::set<std::string> ids_in(const std::string& source, const std::vector<std::string>& calls) {
  std::set<std::string> ids;
  for (const std::string& call : calls)
    for (std::size_t at = source.find(call); at != std::string::npos; at = source.find(call, at + 1)) {
      std::size_t start = at + call.size();
      // Both sides of a choice inside the call: text(on ? "control.on" : "control.off").
      const std::size_t end = std::min(source.find(')', start), source.find(';', start));
      while ((start = source.find('"', start)) != std::string::npos && start < end) {
        const std::size_t close = source.find('"', start + 1);
        const std::string id = source.substr(start + 1, close - start - 1);
        const bool looks = id.contains('.') &&
                           id.find_first_not_of("abcdefghijklmnopqrstuvwxyz_.") == std::string::npos &&
                           !id.ends_with('.') && !id.starts_with('.');
        if (looks) ids.insert(id);
        start = close + 1;
      }
    }
  return ids;
}

// Whether the lessons or their list of words have the word, such as the name of an axis.
bool files_hold(const std::string& word) {
  for (const std::string& path : files_in("web/lessons", ".json"))
    if (read_file(path).contains("\"" + word + "\"")) return true;
  return false;
}

}  // namespace

TEST_CASE("every sentence that the code uses exists in English") {
  const Catalogue catalogue;
  std::size_t found = 0;
  const std::vector<std::string> calls = {"text(", "say(", "refused(", "tell(", "Message{", "words("};
  for (const char* folder : {"src/explorer", "src/ui", "src/bindings", "src/platform"})
    for (const char* ending : {".cpp", ".hpp"})
      for (const std::string& path : files_in(folder, ending))
        for (const std::string& id : ids_in(read_file(path), calls)) {
          CHECK_MESSAGE(catalogue.knows(id), path, " uses ", id);
          ++found;
        }
  CHECK(found > 40);
}

TEST_CASE("every sentence is used, by its full id or by an id composed in code") {
  // The sources, and the families of ids with the words that complete them.
  std::string sources;
  for (const auto& [folder, ending] :
       {std::pair("src", ".cpp"), std::pair("src", ".hpp"), std::pair("web/page", ".ts")})
    for (const std::string& path : files_in(folder, ending)) sources += read_file(path);
  const auto quoted = [&](const std::string& text) { return sources.contains("\"" + text + "\""); };
  const auto family = [&](const std::string& id) {
    const std::size_t cut = id.rfind('.') + 1;
    const std::string front = id.substr(0, cut), last = id.substr(cut);
    if (front == "place.") return last.find_first_not_of("ln") == std::string::npos;  // a letter for each axis
    const bool made = quoted(front) || sources.contains("`" + front + "${");
    return made && (quoted(last) || last == "other" || files_hold(last));
  };
  std::set<std::string> seen;
  for (const std::span<const graph::MessageText> table : {english_sentences(), graph::messages()})
    for (const graph::MessageText& one : table) {
      const std::string id(one.id);
      CHECK_MESSAGE(seen.insert(id).second, id, " is there twice");
      CHECK_MESSAGE((quoted(id) || family(id)), id, " is never used");
    }
  CHECK(seen.size() > 150);
}

TEST_CASE("a sentence is filled in, and an unknown id is returned unchanged") {
  const Catalogue catalogue;
  CHECK(catalogue.text("en", "rail.count", {"2", "9"}) == "2 of 9");
  CHECK(catalogue.text("en", "no.such.id") == "no.such.id");
  CHECK(catalogue.text("en", "refuse.not_a_number", {"@axis.query"}).contains("@axis.query"));
  CHECK(catalogue.text("en", graph::Message{"place.n", {"@axis.query", "1"}}) == "query 1");
  CHECK(catalogue.text("en", graph::Message{}) == "");
}

TEST_CASE("another language is loaded on top of English and falls back to it sentence by sentence") {
  Catalogue catalogue;
  REQUIRE(catalogue.load("de", R"({"$note": "x", "top.undo": "Rückgängig", "axis.query": "Anfrage"})").has_value());
  CHECK(catalogue.text("de", "top.undo") == "Rückgängig");
  CHECK(catalogue.text("de-AT", "top.undo") == "Rückgängig");
  CHECK(catalogue.text("de", "top.redo") == "Redo");
  CHECK(catalogue.text("fr", "top.undo") == "Undo");
  CHECK(catalogue.text("de", graph::Message{"place.n", {"@axis.query", "1"}}) == "Anfrage 1");
}

TEST_CASE(
    "a translation with an unknown id, a missing placeholder or no text is refused as a whole, with the location") {
  Catalogue catalogue;
  const auto path = [&](const char* json) {
    const auto loaded = catalogue.load("de", json);
    return loaded ? std::string("taken") : loaded.error().path;
  };
  CHECK(path(R"({"top.undo": "R", "top.udno": "x"})") == "/top.udno");
  CHECK(path(R"({"rail.count": "nur {0}"})") == "/rail.count");
  CHECK(path(R"({"rail.count": "{0} von {1} und {2}"})") == "/rail.count");
  CHECK(path(R"({"top.undo": 3})") == "/top.undo");
  CHECK(path("[]") == "");
  CHECK(path("{") != "taken");
  CHECK(catalogue.text("de", "top.undo") == "Undo");
  CHECK_FALSE(catalogue.load("../de", "{}").has_value());
}

TEST_CASE("a language that is loaded later is shown at once") {
  Explorer e = small();
  must(e, SetLanguage{"de"});
  CHECK(on_stage(e, "x")->axis_names[0] == "token");
  const unsigned version = e.version();
  REQUIRE(e.load_language("de", R"({"axis.token": "Wort"})").has_value());
  CHECK(on_stage(e, "x")->axis_names[0] == "Wort");
  CHECK(e.version() > version);
}

TEST_CASE("labels are the same whether a language is loaded before it is chosen or after") {
  const std::string_view german = R"({"axis.token": "Wort", "axis.batch": "Stapel"})";
  Catalogue catalogue;
  REQUIRE(catalogue.load("de", german).has_value());
  Explorer before = open_text(small_lesson, std::move(catalogue)), after = small();
  must(before, SetLanguage{"de"});
  must(after, SetLanguage{"de"});
  REQUIRE(after.load_language("de", german).has_value());
  for (Explorer* e : {&before, &after}) must(*e, GoToStep{"many"});
  CHECK(on_stage(before, "batch")->labels[0].front().starts_with("Stapel"));
  CHECK(on_stage(after, "batch")->labels == on_stage(before, "batch")->labels);
}
