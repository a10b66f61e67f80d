// The tutorial's letters on a lesson that is open: nothing that a reader sees has a letter of the page left, no number
// changes, and link, undo, restoring, languages and exported code go with it.
#include <set>

#include "explorer/support.hpp"
#include "support/tex_letters.hpp"

using namespace explorer;
using namespace explorers;

namespace {

const std::vector<std::string> with_choice = {"basic-self-attention", "sentence", "causal-ladder", "multi-head"};

const SetLetters tutorial{lesson::Letters::tutorial}, page{lesson::Letters::page};

// What a reader sees: TeX and symbols in the JSON of a page, but not the table of names and the corrections, which have the
// tutorial's letters anyway.
struct Seen {
  std::vector<std::string> tex, symbols;

  explicit Seen(const std::string& text) {
    const auto document = json::read(text);
    REQUIRE(document.has_value());
    look(document->root());
  }

 private:
  void look(const json::Value& value) {
    for (const json::Value& item : value.items()) look(item);
    if (value["kind"].text() == "tex") tex.emplace_back(*value["text"].text());
    for (const auto& [key, item] : value.members()) {
      const auto text = item.text();
      if (key == "names" || key == "corrections") continue;
      if (text && (key == "tex" || key == "element" || key == "poster")) tex.emplace_back(*text);
      else if (text && (key == "base" || key == "sub" || key == "sup" || key == "symbol")) symbols.emplace_back(*text);
      else if (!text) look(item);
    }
  }
};

std::size_t check_none_left(const files::PageLetters& letters, const std::string& text) {
  const Seen seen(text);
  for (const std::string& tex : seen.tex) CHECK_MESSAGE(letters.left_in_tex(tex) == "", tex);
  for (const std::string& symbol : seen.symbols) CHECK_MESSAGE(letters.left_in_symbol(symbol) == "", symbol);
  return seen.tex.size() + seen.symbols.size();
}

// The code as written without comments, which name the symbols.
std::string statements(const std::string& code) {
  std::string out;
  for (std::size_t at = 0; at < code.size();) {
    const std::size_t end = std::min(code.find('\n', at), code.size());
    const std::string line = code.substr(at, end - at);
    out += line.substr(0, line.find('#')) + "\n";
    at = end + 1;
  }
  return out;
}

}  // namespace

TEST_CASE(
    "with the tutorial's letters no step shows a letter of the page, and with the page's again all is as before") {
  for (const std::string& id : with_choice) {
    CAPTURE(id);
    Explorer e = open_page(id);
    const files::PageLetters letters(e.lesson().letters);
    std::vector<std::string> steps;
    for (const auto& entry : e.view().steps) steps.push_back(entry.id);
    const std::string start = e.reading_json();
    CHECK(e.view().letters == lesson::Letters::page);
    must(e, tutorial);
    CHECK(e.view().letters == lesson::Letters::tutorial);
    std::size_t seen = 0;
    for (const std::string& step : steps) {
      CAPTURE(step);
      must(e, GoToStep{step});
      seen += check_none_left(letters, e.reading_json());
      if (e.explanation()) seen += check_none_left(letters, e.explanation_json());
      must(e, PlayLesson{.on = true, .paused = true, .speed = {}});
      for (const Caption& caption : e.view().captions)
        for (const lesson::Paragraph& paragraph : caption.words)
          for (const lesson::Run& run : paragraph.runs)
            if (run.kind == lesson::Run::Kind::tex) CHECK_MESSAGE(letters.left_in_tex(run.text) == "", run.text);
      must(e, PlayLesson{.on = false, .paused = {}, .speed = {}});
      for (const MapNode& node : e.view().map)
        for (const std::string& part : {node.tensor.symbol.base, node.tensor.symbol.sub, node.tensor.symbol.sup})
          CHECK_MESSAGE(letters.left_in_symbol(part) == "", part);
    }
    seen += check_none_left(letters, e.article_json());
    CHECK(seen > 300);
    for (graph::NodeId node = 0; node < e.graph().size(); ++node) {
      const std::string symbol = graph::plain(e.graph().node(node).symbol);
      CHECK_MESSAGE(letters.left_in_symbol(symbol) == "", symbol);
    }
    must(e, GoToStep{steps.front()});
    must(e, page);
    Explorer fresh = open_page(id);
    CHECK(Seen(e.reading_json()).tex == Seen(start).tex);
    CHECK(Seen(e.reading_json()).symbols == Seen(start).symbols);
    CHECK(e.article_json() == fresh.article_json());
  }
}

TEST_CASE("only lessons that list a tutorial's letters have the choice") {
  std::set<std::string> found;
  for (const std::string& path : bundled_lessons()) {
    Explorer e = open_text(read_file(path));
    if (e.view().letters) found.insert(e.lesson().id);
    else CHECK_FALSE(e.apply(tutorial).has_value());
  }
  CHECK(found == std::set<std::string>(with_choice.begin(), with_choice.end()));
}

TEST_CASE("the letters change no number, are one undo entry, and stay when the lesson is restored") {
  Explorer e = open_page("causal-ladder");
  must(e, SetParameter{"causal", false});
  const std::string before = e.link();
  must(e, tutorial);
  CHECK(e.changed_cells().empty());
  CHECK(e.state().document.parameters.contains("causal"));
  must(e, tutorial);  // nothing new to undo
  must(e, Undo{});
  CHECK(e.view().letters == lesson::Letters::page);
  CHECK(e.link() == before);
  must(e, Redo{});
  CHECK(e.view().letters == lesson::Letters::tutorial);
  must(e, RestoreLesson{});
  CHECK(e.view().letters == lesson::Letters::tutorial);
  CHECK_FALSE(e.state().document.parameters.contains("causal"));
  CHECK_FALSE(e.view().changed_from_lesson);
}

TEST_CASE("a link keeps the letters, and one that asks for letters that a lesson has not is told so") {
  Explorer e = open_page("basic-self-attention");
  must(e, tutorial);
  CHECK(e.link() == "lesson=basic-self-attention&names=tutorial");
  Explorer again = open_page("basic-self-attention");
  CHECK(again.open_link(e.link()).empty());
  CHECK(again.view().letters == lesson::Letters::tutorial);
  CHECK(Seen(again.reading_json()).tex == Seen(e.reading_json()).tex);
  CHECK(again.link() == e.link());
  CHECK(again.open_link("lesson=basic-self-attention").empty());
  CHECK(again.view().letters == lesson::Letters::page);
  CHECK(again.open_link("lesson=basic-self-attention&names=greek").size() == 1);
  Explorer none = open_page("worked-example");
  CHECK(none.open_link("lesson=worked-example&names=tutorial").size() == 1);
  CHECK(none.link() == "lesson=worked-example");
}

TEST_CASE("a lesson that is given in another language keeps the letters that are shown") {
  Explorer e = open_page("multi-head");
  must(e, tutorial);
  REQUIRE(e.translate(page_lesson("multi-head")).has_value());
  CHECK(e.lesson().shown == lesson::Letters::tutorial);
  const files::PageLetters letters(e.lesson().letters);
  check_none_left(letters, e.article_json());
  must(e, page);
  CHECK(e.lesson().shown == lesson::Letters::page);
}

TEST_CASE("exported code has the tutorial's names with either letters; its TeX has the letters that are shown") {
  // Of the tables of names: what the tutorials' code calls each thing, see their cells.
  const std::vector<std::pair<std::string, std::vector<std::string>>> names = {
      {"basic-self-attention", {"x", "raw_weights", "weights", "y"}},
      {"sentence", {"W_query", "W_key", "W_value", "keys", "values", "query_2", "omega_2", "context_vector_2"}},
      {"causal-ladder",
       {"tril", "k", "q", "v", "matmul_qk", "scores", "p_attn", "attention", "attention1", "attention2", "attention3"}},
      {"multi-head", {"queries", "keys", "values", "dot", "out"}}};
  for (const auto& [id, wanted] : names) {
    CAPTURE(id);
    Explorer e = open_page(id);
    const std::string code = e.code(graph::Language::pytorch), tex = e.code(graph::Language::tex);
    for (const std::string& name : wanted) {
      CAPTURE(name);
      CHECK(code.contains("\n" + name + " = "));
    }
    must(e, tutorial);
    CHECK(statements(e.code(graph::Language::pytorch)) == statements(code));
    CHECK(e.code(graph::Language::tex) != tex);
  }
}
