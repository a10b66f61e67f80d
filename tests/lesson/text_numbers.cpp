// Numbers in plain words: whatever stands in a step's texts as a digit or a word, and not as {=…}, is computed here from
// the step's graph, or has a stated reason, in tests/lessons/text-numbers.json. English from the lesson, the others from
// web/words. Not counted: 0 and 1 (where counting begins, sums of shares), indices and names of places (row 2, q₁).
#include <rapidjson/document.h>

#include <cmath>
#include <cstdlib>
#include <regex>
#include <set>

#include "lesson/read/markup.hpp"
#include "lesson/support.hpp"
#include "sanitized.hpp"
#include "support/languages.hpp"

namespace {

using Json = rapidjson::Value;

rapidjson::Document read_json(const std::string& path) {
  rapidjson::Document document;
  document.Parse(files::read_file(std::string(AE_SOURCE_DIR) + "/" + path).c_str());
  REQUIRE_MESSAGE(!document.HasParseError(), path);
  return document;
}

// ---- what a text says ----

const std::map<std::string, std::string, std::less<>> number_words = {
    {"two", "2"},     {"three", "3"},   {"four", "4"},     {"five", "5"},       {"six", "6"},     {"seven", "7"},
    {"eight", "8"},   {"nine", "9"},    {"ten", "10"},     {"eleven", "11"},    {"twelve", "12"}, {"hundred", "100"},
    {"half", "0.5"},  {"twice", "2"},   {"zwei", "2"},     {"zweier", "2"},     {"drei", "3"},    {"dreier", "3"},
    {"dreimal", "3"}, {"vier", "4"},    {"viermal", "4"},  {"fünf", "5"},       {"sechs", "6"},   {"sieben", "7"},
    {"acht", "8"},    {"neun", "9"},    {"zehn", "10"},    {"zehnfache", "10"}, {"elf", "11"},    {"zwölf", "12"},
    {"halb", "0.5"},  {"halbe", "0.5"}, {"hälfte", "0.5"}, {"doppelt", "2"},    {"zweimal", "2"}, {"dos", "2"},
    {"tres", "3"},    {"cuatro", "4"},  {"cinco", "5"},    {"seis", "6"},       {"siete", "7"},   {"ocho", "8"},
    {"nueve", "9"},   {"diez", "10"},   {"doce", "12"},    {"cien", "100"},     {"mitad", "0.5"}, {"doble", "2"},
    {"triple", "3"}};

std::string without_indices(const std::string& tex) {
  static const std::regex below(R"(_(\{[^{}]*\}|.))"), above(R"(\^\{\([^{}]*\)\})");
  return std::regex_replace(std::regex_replace(tex, below, ""), above, "");
}

// The plain words of a text, with its computed numbers, code, and all that names a place left out.
std::string plain_words(const std::string& text) {
  const auto paragraphs = lesson::parse_markup(text);
  REQUIRE_MESSAGE(paragraphs.has_value(), text);
  std::string words;
  for (const lesson::Paragraph& paragraph : *paragraphs) {
    for (const lesson::Run& run : paragraph.runs) {
      if (run.kind == lesson::Run::Kind::tex) words += without_indices(run.text);
      else if (run.kind == lesson::Run::Kind::number || run.kind == lesson::Run::Kind::code) words += " … ";
      else words += run.text;
    }
    words += "\n";
  }
  static const std::string noun =
      "(rows?|columns?|patch(?:es)?|inputs?|outputs?|query|queries|keys?|values?|tokens?|words?|heads?|places?|"
      "features?|version|"
      "Zeilen?|Spalten?|Eingaben?|Ausgaben?|Querys?|Wort|Kopf|Platz|Merkmale?|Fassung|"
      "filas?|columnas?|parches?|entradas?|salidas?|consultas?|claves?|valor(?:es)?|palabras?|cabezas?|lugar(?:es)?|"
      "características?|caract\\.|versión) ";
  static const std::string han = "(第|图块|特征|头|行|列|词|词元|输入|输出|查询|键|值|位置|版本) ";
  static const std::regex han_places(han + "\\d+(( 、|、|,| 和| 到| 至| 与) ?(" + han + ")?\\d+)*");
  // Spanish: both, a double click, and “la 6”, a feature's place.
  static const std::regex no_count("\\b((los|las) dos|doble clic|la \\d+( y la \\d+)*)\\b", std::regex::icase);
  static const std::regex cells(R"(\[\d+(, \d+)*\])");
  static const std::regex places(
      "\\b" + noun + "\\d+((,| and| to| und| bis| or| y| a| al| o| ni| como el) (" + noun + ")?\\d+)*",
      std::regex::icase);
  static const std::regex thousands("(\\d)(,| |\u00A0|\u202F)(\\d{3})(?!\\d)");
  for (const std::regex& left_out : {cells, places, han_places, no_count})
    words = std::regex_replace(words, left_out, " ");
  return std::regex_replace(words, thousands, "$1$3");
}

std::set<std::string> numbers_in(const std::string& text) {
  std::set<std::string> found;
  const std::string words = plain_words(text);
  static const std::regex digits("(^|[^A-Za-z0-9.])(-|\u2212)?(\\d+(\\.\\d+)?)");
  for (std::sregex_iterator at(words.begin(), words.end(), digits), end; at != end; ++at)
    found.insert(((*at)[2].matched ? "-" : "") + (*at)[3].str());
  static const std::regex word("[A-Za-z\x80-\xFF]+");
  for (std::sregex_iterator at(words.begin(), words.end(), word), end; at != end; ++at) {
    std::string lower = at->str();
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
    if (const auto known = number_words.find(lower); known != number_words.end()) found.insert(known->second);
  }
  found.erase("0");
  found.erase("1");
  return found;
}

// Every text of a step: what it is called for a message, and its words.
using Texts = std::vector<std::pair<std::string, std::string>>;

void add(Texts& texts, const std::string& name, const lesson::Text& text) {
  if (!text.empty()) texts.emplace_back("en " + name, lesson::in_language(text, "en"));
}

Texts english(const lesson::Step& step) {
  Texts texts;
  step.text.each([&](const lesson::Text& one) { add(texts, "text", one); });
  step.try_it.each([&](const lesson::Text& one) { add(texts, "tryIt", one); });
  step.watch_out.each([&](const lesson::Text& one) { add(texts, "watchOut", one); });
  if (!step.question) return texts;
  const auto asked = [&](const lesson::Asked& question) {
    add(texts, "prompt", question.prompt);
    for (const lesson::Text& hint : question.hints) add(texts, "hint", hint);
    add(texts, "answer", question.answer);
    for (const lesson::Part& part : question.parts) {
      add(texts, "label", part.label);
      add(texts, "say", part.say);
      for (const lesson::AnswerOption& option : part.options) {
        add(texts, "option " + option.id, option.label);
        add(texts, "say to option " + option.id, option.say);
      }
      for (const lesson::WrongAnswer& wrong : part.wrong) add(texts, "say to a wrong answer", wrong.say);
    }
  };
  asked(*step.question);
  for (const lesson::Asked& variant : step.question->variants) asked(variant);
  return texts;
}

Texts translated(const std::string& language, const rapidjson::Document& words, const std::string& step) {
  Texts texts;
  const std::string under = "steps/" + step + "/";
  for (const auto& entry : words.GetObject()) {
    const std::string key = entry.name.GetString();
    if (!key.starts_with(under) || key.ends_with("/title")) continue;
    const Json& text = entry.value["text"];
    std::string all = text.IsString() ? text.GetString() : "";
    if (text.IsArray())
      for (const Json& paragraph : text.GetArray()) all += std::string(paragraph.GetString()) + "\n\n";
    texts.emplace_back(language + " " + key.substr(under.size()), all);
  }
  return texts;
}

// ---- what the graph has ----

double evaluate(const Json& expression, const graph::Graph& graph) {
  if (expression.IsNumber()) return expression.GetDouble();
  REQUIRE(expression.MemberCount() == 1);
  const std::string kind = expression.MemberBegin()->name.GetString();
  const Json& of = expression.MemberBegin()->value;
  const auto each_cell_of = [&](const char* name) { return lessons::all_cells(graph, name); };
  const auto total = [](const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum;
  };
  if (kind == "sum") return total(each_cell_of(of.GetString()));
  if (kind == "different") {
    const graph::Shape& shape = graph.node(lessons::node(graph, of.GetString())).shape;
    std::set<std::vector<double>> rows;
    for (std::size_t row = 0; row < shape.at(0); ++row) rows.insert(lessons::row(graph, of.GetString(), row));
    return static_cast<double>(rows.size());
  }
  if (kind == "minus") return evaluate(of[0], graph) - evaluate(of[1], graph);
  if (kind == "times") return evaluate(of[0], graph) * evaluate(of[1], graph);
  if (kind == "over") return evaluate(of[0], graph) / evaluate(of[1], graph);
  if (kind == "size") {
    std::size_t count = 0;
    for (const Json& name : of.GetArray()) count += each_cell_of(name.GetString()).size();
    return static_cast<double>(count);
  }
  const std::string tensor = of[0].GetString();
  if (kind == "axis") return static_cast<double>(graph.node(lessons::node(graph, tensor)).shape.at(of[1].GetUint()));
  if (kind == "row") return total(lessons::row(graph, tensor, of[1].GetUint()));
  if (kind == "positive")
    return static_cast<double>(
        std::ranges::count_if(lessons::row(graph, tensor, of[1].GetUint()), [](double x) { return x > 0; }));
  REQUIRE_MESSAGE(kind == "cell", kind);
  graph::Index index;
  for (rapidjson::SizeType i = 1; i < of.Size(); ++i) index.push_back(of[i].GetUint());
  return static_cast<double>(graph.at(lessons::node(graph, tensor), index));
}

bool is_computed(const std::string& says, const Json& fact, const lesson::Lesson& opened) {
  lesson::Overrides overrides{{}, {}, "en"};
  const Json* expression = &fact;
  if (fact.HasMember("with")) {
    for (const auto& set : fact["with"].GetObject())
      overrides.parameters.emplace(set.name.GetString(), std::string(set.value.GetString()));
    expression = &fact["is"];
  }
  const double computed = evaluate(*expression, lessons::run(opened, overrides));
  const std::size_t point = says.find('.');
  const auto decimals = point == std::string::npos ? 0 : static_cast<int>(says.size() - point) - 1;
  // Half of the last digit that is said; whole numbers are counts or cells of whole numbers.
  const double off = decimals == 0 ? 1e-4 : 0.5 * std::pow(10.0, -decimals);
  return std::abs(computed - std::strtod(says.c_str(), nullptr)) <= off;
}

}  // namespace

TEST_SUITE("numbers in texts") {
  TEST_CASE("digits and number words are found, names of places and computed numbers are not") {
    CHECK(numbers_in("Two scores in the row are positive.") == std::set<std::string>{"2"});
    CHECK(numbers_in("30,000 to 65 792, −0.5 and 1/8") == std::set<std::string>{"30000", "65792", "-0.5", "8"});
    CHECK(numbers_in("fünf Wörter, die Hälfte, $e^{-2}$") == std::set<std::string>{"5", "0.5", "-2"});
    CHECK(numbers_in("cinco palabras, la mitad; las dos filas 2 y 3") == std::set<std::string>{"5", "0.5"});
    CHECK(numbers_in("第 2 行和图块 4、5 的 8 个数") == std::set<std::string>{"8"});
    CHECK(numbers_in("Row 2, columns 3 and 4 of $S_{23}$[5, 6], {=s[7,8]|2}, `x[9]`, $x^{(2)}$").empty());
  }

  TEST_CASE("every number in a text of a step is computed from the graph or has a reason" * doctest::skip(sanitized)) {
    const rapidjson::Document facts = read_json("tests/lessons/text-numbers.json");
    std::set<std::string> steps;
    for (const std::string& path : files::bundled_lessons()) {
      const std::string id = std::filesystem::path(path).stem().string();
      const lesson::Lesson opened = lessons::open(id);
      std::map<std::string, rapidjson::Document> words;
      for (const std::string& language : languages::translations())
        words.emplace(language, read_json("web/words/" + language + "/" + id + ".json"));
      for (const lesson::Step& step : opened.steps) {
        const std::string place = id + "/" + step.id;
        const bool known = facts.HasMember(place.c_str());
        if (known) steps.insert(place);
        std::set<std::string> said;
        std::vector<Texts> every{english(step)};
        for (const auto& [language, document] : words) every.push_back(translated(language, document, step.id));
        for (const Texts& texts : every) {
          for (const auto& [name, text] : texts) {
            for (const std::string& number : numbers_in(text)) {
              said.insert(number);
              CHECK_MESSAGE((known && facts[place.c_str()].HasMember(number.c_str())), place, " (", name, ") says ",
                            number, ": compute it with {=…}, or list it in tests/lessons/text-numbers.json: ", text);
            }
          }
        }
        if (!known) continue;
        for (const auto& fact : facts[place.c_str()].GetObject()) {
          const std::string number = fact.name.GetString();
          CHECK_MESSAGE(said.contains(number), place, ": no text says ", number, " any more");
          if (fact.value.IsString()) CHECK_MESSAGE(fact.value.GetStringLength() > 0, place, ": ", number);
          else CHECK_MESSAGE(is_computed(number, fact.value, opened), place, ": the graph has not ", number);
        }
      }
    }
    for (const auto& entry : facts.GetObject())
      CHECK_MESSAGE(steps.contains(entry.name.GetString()), "there is no step ", entry.name.GetString());
  }
}
