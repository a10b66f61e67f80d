// The closing page of a lesson: the table of names and the sources, their errors, and that every lesson has both.
#include <algorithm>

#include "lesson/run/class_code.hpp"
#include "lesson/support.hpp"

using lessons::changed;
using lessons::error_of;
using lessons::says;
using lessons::small;

namespace {

std::string with(const std::string& key, const std::string& value) {
  return changed("\"map\": [", "\"" + key + "\": [" + value + "], \"map\": [");
}

std::string course(const std::string& members) {
  return changed("\"map\": [", "\"course\": {" + members + "}, \"map\": [");
}

const std::string role_row = R"({ "role": "query", "here": "`q`, $q_1$", "usual": "$Q$", "pytorch": "`query`" })";

// The words between backticks.
std::vector<std::string> code_words(const std::string& markup) {
  std::vector<std::string> words;
  for (std::size_t at = markup.find('`'); at != std::string::npos; at = markup.find('`', at + 1)) {
    const std::size_t end = markup.find('`', at + 1);
    words.push_back(markup.substr(at + 1, end - at - 1));
    at = end;
  }
  return words;
}

}  // namespace

TEST_SUITE("what closes a lesson") {
  TEST_CASE("a row of names is read, with a role or in words") {
    const auto parsed = lesson::parse(with("names", role_row + R"(, { "what": { "en": "width" }, "here": "$k$" })"));
    REQUIRE(parsed.has_value());
    REQUIRE(parsed->names.size() == 2);
    CHECK(parsed->names[0].role == graph::Role::query);
    CHECK(parsed->names[0].here == "`q`, $q_1$");
    CHECK(parsed->names[0].pytorch == "`query`");
    CHECK(lesson::in_language(parsed->names[1].what, "en") == "width");
    CHECK(parsed->names[1].usual.empty());
    CHECK(lesson::has_closing(*parsed));
    CHECK_FALSE(lesson::has_closing(*lesson::parse(small)));
  }

  TEST_CASE("the layer as a class: its script has the numbers, the parameters' values, and checks its result") {
    const auto layer = [](const std::string& run, const std::string& gives) {
      return changed("\"map\": [", R"("class": { "code": ["class Layer:", "    pass"], "tensors": ["x"], "run": [)" +
                                       run + R"(], "gives": ")" + gives + R"(" }, "map": [)");
    };
    const lesson::Lesson many_heads = lessons::open("multi-head");
    const std::string start = lesson::class_code(many_heads, lessons::run(many_heads), {});
    CHECK(start.contains("class SelfAttention(nn.Module):"));
    CHECK(start.contains(R"(SelfAttention(k=8, heads=4, mask=False, scale="sqrt_k", temperature=1))"));
    CHECK(start.contains("assert torch.allclose(y, page, rtol=1e-4, atol=1e-5)"));
    const lesson::Overrides changes{{{"mask", true}, {"temperature", 0.5}}, {}};
    CHECK(lesson::class_code(many_heads, lessons::run(many_heads, changes), changes)
              .contains(R"(mask=True, scale="sqrt_k", temperature=0.5)"));
    // A result that a question asks for is not told.
    const auto all = [](const graph::CellRef&) { return true; };
    CHECK_FALSE(lesson::class_code(many_heads, lessons::run(many_heads), {}, all).contains("allclose"));
    CHECK(lesson::class_code(*lesson::parse(small), lessons::run(*lesson::parse(small)), {}).empty());

    CHECK(lesson::parse(layer(R"("y = x")", "y")).has_value());
    const auto braces = error_of(layer(R"("y = x * {twice}")", "y"));
    CHECK(braces.path == "/class/run");
    CHECK(says(braces, "“{twice}” stands for no parameter"));
    CHECK(error_of(layer(R"("y = x")", "nowhere")).path == "/class/gives");
  }

  TEST_CASE("the picture of the numbers names one to four tensors, and a formula") {
    const auto poster = [](const std::string& tensors, const std::string& formula) {
      return changed("\"map\": [", "\"poster\": {\"tensors\": [" + tensors + "]" + formula + "}, \"map\": [");
    };
    const std::string formula = R"(, "formula": { "tex": "y = x" })";
    const auto parsed = lesson::parse(poster(R"("x", "y")", formula));
    REQUIRE(parsed.has_value());
    CHECK(parsed->poster.tensors == std::vector<std::string>{"x", "y"});
    CHECK(parsed->poster.formula.plain.tex == "y = x");
    CHECK(lesson::has_closing(*parsed));
    CHECK(error_of(poster("", formula)).path == "/poster/tensors");
    CHECK(says(error_of(poster(R"("x", "x", "x", "x", "x")", formula)), "1 to 4"));
    CHECK(error_of(poster(R"("none")", formula)).path == "/poster/tensors/0");
    CHECK(says(error_of(poster(R"("x")", "")), "“formula”"));
  }

  TEST_CASE("a row describes its concept in exactly one way and has at least one name") {
    const auto neither = error_of(with("names", R"({ "here": "`q`" })"));
    CHECK(neither.code == "names");
    CHECK(neither.path == "/names/0");
    CHECK(says(neither, "“role”"));
    CHECK(error_of(with("names", role_row + R"(, { "role": "key", "what": { "en": "key" }, "here": "`k`" })")).path ==
          "/names/1");
    const auto none = error_of(with("names", R"({ "role": "query" })"));
    CHECK(none.path == "/names/0");
    CHECK(says(none, "“here”, “usual” and “pytorch”"));
  }

  TEST_CASE("an unknown role, broken markup and an unknown key are reported with location and how to fix them") {
    const auto role = error_of(with("names", R"({ "role": "qery", "here": "`q`" })"));
    CHECK(role.path == "/names/0/role");
    CHECK(says(role, "query"));
    CHECK(error_of(with("names", R"({ "role": "query", "here": "`q" })")).path == "/names/0/here");
    CHECK(error_of(with("names", R"({ "role": "query", "usual": "$Q" })")).path == "/names/0/usual");
    const auto key = error_of(with("names", R"({ "role": "query", "hier": "q" })"));
    CHECK(key.code == "unknown_key");
    CHECK(says(key, "here"));
  }

  TEST_CASE("a source is a text, optionally with an address that a browser opens as a page") {
    const auto parsed = lesson::parse(
        with("references", R"({ "en": "A book." }, { "text": { "en": "A page." }, "url": "https://example.org" })"));
    REQUIRE(parsed.has_value());
    CHECK(parsed->references[0].url.empty());
    CHECK(parsed->references[1].url == "https://example.org");
    for (const char* url : {"javascript:alert(1)", "file:///etc/passwd", "example.org", ""}) {
      CAPTURE(url);
      const auto refused =
          error_of(with("references", std::string(R"({ "text": { "en": "A page." }, "url": ")") + url + "\" }"));
      CHECK(refused.code == "url");
      CHECK(refused.path == "/references/0/url");
      CHECK(says(refused, "https://"));
    }
  }

  TEST_CASE("no step may use the id of the page after the last one") {
    const auto refused = error_of(changed("\"id\": \"first\"", "\"id\": \"end\""));
    CHECK(refused.path == "/steps/0/id");
    CHECK(says(refused, "another id"));
  }

  TEST_CASE("every step of every lesson has its line of code, and most print the result") {
    for (const std::string id :
         {"worked-example", "basic-self-attention", "sentence", "column-vectors", "causal-ladder", "multi-head"}) {
      const lesson::Lesson opened = lessons::open(id);
      std::size_t printed = 0;
      for (const lesson::Step& step : opened.steps) {
        CAPTURE(id + "/" + step.id);
        std::vector<lesson::CodeLine> lines;
        step.code.each([&](const lesson::CodeLine& line) { lines.push_back(line); });
        for (const lesson::CodeLine& line : lines) CHECK_FALSE(line.code.empty());
        printed += std::ranges::all_of(lines, [](const lesson::CodeLine& line) { return !line.printed.empty(); });
      }
      CHECK(printed + 2 >= opened.steps.size());
    }
  }

  TEST_CASE("a name attributed to the tutorial occurs in the lesson's code, tensors or texts") {
    for (const std::string id :
         {"worked-example", "basic-self-attention", "sentence", "column-vectors", "causal-ladder", "multi-head"}) {
      const lesson::Lesson opened = lessons::open(id);
      std::string words;
      for (const lesson::Tensor& tensor : opened.tensors) words += tensor.name + "\n";
      for (const lesson::Step& step : opened.steps) {
        step.code.each([&](const lesson::CodeLine& line) { words += line.code + "\n"; });
        for (const auto* text : {&step.text.plain, &step.watch_out.plain})
          words += lesson::in_language(*text, "en") + "\n";
      }
      CHECK(opened.names.size() >= 8);
      for (const lesson::NameRow& row : opened.names)
        for (const std::string& word : code_words(row.here)) CHECK_MESSAGE(words.contains(word), id, ": ", word);
    }
  }

  TEST_CASE("the course data is read, and a lesson without it has no minutes") {
    const auto parsed = lesson::parse(course(R"("minutes": 40, "objectives": { "en": "- Add." })"));
    REQUIRE(parsed.has_value());
    CHECK(parsed->course.minutes == 40);
    CHECK(lesson::in_language(parsed->course.objectives, "en") == "- Add.");
    CHECK(parsed->course.prerequisites.empty());
    CHECK(lesson::parse(small)->course.minutes == 0);
  }

  TEST_CASE("what a lesson needs is a few words, for the contents") {
    const std::string rest = R"("minutes": 40, "objectives": { "en": "- Add." }, "needs": { "en": ")";
    const auto parsed = lesson::parse(course(rest + "matrix product\" }"));
    REQUIRE(parsed.has_value());
    CHECK(lesson::in_language(parsed->course.needs, "en") == "matrix product");
  }

  TEST_CASE("the lesson that follows is named by its id, or with title and minutes") {
    const std::string rest = R"("minutes": 40, "objectives": { "en": "- Add." }, "next": )";
    CHECK(lesson::parse(course(rest + R"("dot")"))->course.next == "dot");
    const auto parsed = lesson::parse(course(rest + R"({ "id": "dot", "title": { "en": "Dot" }, "minutes": 12 })"));
    REQUIRE(parsed.has_value());
    CHECK(parsed->course.next == "dot");
    CHECK(lesson::in_language(parsed->course.next_title, "en") == "Dot");
    CHECK(parsed->course.next_minutes == 12);
    CHECK(error_of(course(rest + R"({ "title": { "en": "Dot" } })")).path == "/course/next");
    CHECK(error_of(course(rest + R"({ "id": "dot", "minutes": 0 })")).path == "/course/next/minutes");
    CHECK(error_of(course(rest + R"({ "id": "dot", "tilte": { "en": "Dot" } })")).code == "unknown_key");
  }

  TEST_CASE("a lesson belongs to one of three acts, or to none") {
    const std::string rest = R"("minutes": 40, "objectives": { "en": "- Add." })";
    CHECK(lesson::parse(course(rest))->course.act == lesson::Act::none);
    CHECK(lesson::parse(course(rest + R"(, "act": "used")"))->course.act == lesson::Act::used);
    CHECK(error_of(course(rest + R"(, "act": "third")")).path == "/course/act");
  }

  TEST_CASE("invalid minutes, missing objectives and unknown keys are reported with their location") {
    CHECK(error_of(course(R"("minutes": 0, "objectives": { "en": "- Add." })")).path == "/course/minutes");
    CHECK(error_of(course(R"("minutes": 601, "objectives": { "en": "- Add." })")).path == "/course/minutes");
    const auto missing = error_of(course(R"("minutes": 40)"));
    CHECK(missing.code == "missing_key");
    CHECK(says(missing, "objectives"));
    CHECK(error_of(course(R"("minutes": 40, "objectives": { "en": "- Add." }, "hours": 1)")).path == "/course/hours");
    CHECK(
        error_of(course(R"("minutes": 40, "objectives": { "en": "**Add." })")).path.starts_with("/course/objectives"));
  }

  TEST_CASE("every bundled lesson has course data") {
    for (const std::string& path : files::bundled_lessons()) {
      CAPTURE(path);
      const auto parsed = lesson::parse(files::read_file(path));
      REQUIRE(parsed.has_value());
      CHECK(parsed->course.minutes >= 10);
      CHECK_FALSE(parsed->course.objectives.empty());
      CHECK_FALSE(parsed->course.prerequisites.empty());
    }
  }
}
