// Every lesson file of the page parses, runs with its start values and every value of every choice, and everything that its
// texts and steps refer to exists.
#include <algorithm>

#include "lesson/read/markup.hpp"
#include "lesson/support.hpp"
#include "sanitized.hpp"

namespace {

const std::vector<std::string> ids = {"why",        "worked-example", "basic-self-attention",
                                      "sentence",   "column-vectors", "causal-ladder",
                                      "multi-head", "slopes",         "learning",
                                      "letters",    "tiles",          "pictures"};

void check_cell(const graph::Graph& graph, const std::string& tensor, const graph::Index& index) {
  CAPTURE(tensor);
  const graph::Shape& shape = graph.node(lessons::node(graph, tensor)).shape;
  REQUIRE(index.size() == shape.size());
  for (std::size_t axis = 0; axis < shape.size(); ++axis) CHECK(index[axis] < shape[axis]);
}

void check_numbers(const lesson::Lesson& lesson, const graph::Graph& graph, const lesson::Text& text) {
  for (const auto& [language, words] : text) {
    const auto paragraphs = lesson::parse_markup(words);
    REQUIRE(paragraphs.has_value());
    for (const auto& paragraph : *paragraphs)
      for (const auto& run : paragraph.runs)
        if (run.kind == lesson::Run::Kind::number &&
            !std::ranges::contains(lesson.parameters, run.tensor, &lesson::Parameter::name))  // it names a choice
          check_cell(graph, run.tensor, run.index);
  }
}

void check_same(const graph::Graph& one, const graph::Graph& other) {
  REQUIRE(one.size() == other.size());
  for (graph::NodeId id = 0; id < one.size(); ++id) {
    CAPTURE(one.node(id).name);
    CHECK(std::ranges::equal(one.node(id).axes, other.node(id).axes, {}, &graph::Axis::labels, &graph::Axis::labels));
    const std::vector<double> cells = lessons::all_cells(one, one.node(id).name);
    const std::vector<double> its = lessons::all_cells(other, one.node(id).name);
    const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    CHECK(std::ranges::equal(cells, its, same));
  }
}

}  // namespace

TEST_SUITE("all lessons") {
  TEST_CASE("each has its own id and runs") {
    for (const std::string& id : ids) {
      const lesson::Lesson opened = lessons::open(id);
      CHECK(opened.id == id);
      lessons::run(opened);
    }
  }

  TEST_CASE(
      "each runs with every choice, both switch positions and both ends of each range, after another run as alone") {
    for (const std::string& id : ids) {
      const lesson::Lesson opened = lessons::open(id);
      const graph::Graph start = lessons::run(opened);
      for (const lesson::Parameter& parameter : opened.parameters) {
        if (opened.training && opened.training->set.contains(parameter.name)) continue;  // only a run can take it
        std::vector<lesson::ParameterValue> values;
        if (parameter.control != lesson::Parameter::Control::order)
          for (const auto& choice : parameter.choices) values.emplace_back(choice.value);
        if (parameter.control == lesson::Parameter::Control::toggle) values = {true, false};
        if (parameter.control == lesson::Parameter::Control::number) values = {parameter.least, parameter.most};
        if (sanitized && values.size() > 2) values.erase(values.begin() + 1, values.end() - 1);
        for (const auto& value : values) {
          CAPTURE(id);
          CAPTURE(parameter.name);
          const lesson::Overrides overrides{{{parameter.name, value}}, {}, "en"};
          const auto after_start = lesson::run(opened, overrides, &start);
          REQUIRE_MESSAGE(after_start.has_value(), after_start.error().message);
          check_same(*after_start, lessons::run(opened, overrides));
        }
      }
    }
  }

  TEST_CASE("every number in a text, every focus and every hidden cell lies inside its tensor") {
    for (const std::string& id : ids) {
      const lesson::Lesson opened = lessons::open(id);
      const graph::Graph graph = lessons::run(opened);
      for (const lesson::Step& step : opened.steps) {
        CAPTURE(id);
        CAPTURE(step.id);
        for (const lesson::Varied<lesson::Text>* text : {&step.text, &step.try_it, &step.watch_out})
          text->each([&](const lesson::Text& one) { check_numbers(opened, graph, one); });
        if (step.focus) check_cell(graph, step.focus->tensor, step.focus->cells.at(0));
        if (!step.question) continue;
        check_numbers(opened, graph, step.question->prompt);
        check_numbers(opened, graph, step.question->answer);
        for (const auto& hidden : step.question->hides)
          for (const auto& index : hidden.cells) check_cell(graph, hidden.tensor, index);
      }
    }
  }

  TEST_CASE("no step title uses the bare word weights, and every step has a question") {
    for (const std::string& id : ids) {
      for (const lesson::Step& step : lessons::open(id).steps) {
        const std::string& title = lesson::in_language(step.title, "en");
        const bool bare =
            title.find("eights") != std::string::npos && title.find("ttention weights") == std::string::npos;
        CHECK_MESSAGE(!bare, id, "/", step.id, ": ", title);
        CHECK_MESSAGE(step.question.has_value(), id, "/", step.id);
      }
    }
  }

  TEST_CASE("figures that show an operation name a tensor that is computed at the start values") {
    for (const std::string& id : ids) {
      const lesson::Lesson opened = lessons::open(id);
      const graph::Graph graph = lessons::run(opened);
      for (const lesson::Step& step : opened.steps)
        for (const lesson::Figure& figure : step.stage)
          if (figure.kind == lesson::Figure::Kind::operation)
            CHECK_MESSAGE(graph.node(lessons::node(graph, figure.tensors.at(0))).operation != nullptr, id, "/",
                          step.id);
    }
  }

  TEST_CASE("no figure shows the same matrix under two names, unless that is what it is about") {
    // f(PX) and P f(X): that they are equal, and when not, is what these steps are about.
    const std::vector<std::string> meant = {"basic-self-attention/a-set", "basic-self-attention/order",
                                            "pictures/shuffled"};
    for (const std::string& id : ids) {
      const lesson::Lesson opened = lessons::open(id);
      const graph::Graph graph = lessons::run(opened);
      for (const lesson::Step& step : opened.steps) {
        if (std::ranges::contains(meant, id + "/" + step.id)) continue;
        for (const lesson::Figure& figure : step.stage) {
          for (std::size_t a = 0; a < figure.tensors.size(); ++a) {
            for (std::size_t b = a + 1; b < figure.tensors.size(); ++b) {
              const std::string &one = figure.tensors[a], &other = figure.tensors[b];
              const bool same =
                  graph.node(lessons::node(graph, one)).shape.size() > 1 &&
                  graph.node(lessons::node(graph, one)).shape == graph.node(lessons::node(graph, other)).shape &&
                  lessons::near(lessons::all_cells(graph, one), lessons::all_cells(graph, other), 1e-6);
              CHECK_MESSAGE(!same, id, "/", step.id, ": ", one, " and ", other, " are the same matrix");
            }
          }
        }
      }
    }
  }
}
