// What a question hides is hidden everywhere until its answer is shown: stage, map, text, code, explanation, reading
// view, edit field and link. The hidden numbers here are 4 and 5, which are in y and in its copy y_1.
#include <cmath>

#include "explorer/support.hpp"
#include "sanitized.hpp"

using namespace explorer;
using namespace explorers;

namespace {

Explorer guessing() {
  Explorer e = small();
  // Numbers that occur nowhere else, so that a leak can be searched for.
  edit(e, "x", {0, 0}, "81.25");
  edit(e, "x", {0, 1}, "1091.5");
  must(e, GoToStep{"guess"});
  return e;
}

bool leaks(const std::string& text) {  // y[0, *] is 84.25 and 1094.5, z[0, *] half of it
  return text.contains("84.25") || text.contains("1094.5");
}

}  // namespace

TEST_CASE("a hidden cell shows a question mark and no value") {
  const Explorer e = guessing();
  REQUIRE(value(e, "y", {0, 0}) == 84.25f);
  for (const char* tensor : {"y", "y_1"}) {
    const CellView cell = e.cell(at(e, tensor, {0, 0}));
    CHECK(cell.status == CellView::Status::hidden);
    CHECK(cell.text == "?");
    CHECK(cell.value == 0);
    CHECK(e.edit_text(at(e, tensor, {0, 0})) == "");
  }
  CHECK(e.cell(at(e, "y", {1, 0})).status == CellView::Status::shown);
}

TEST_CASE("on paper what a question asked before stays hidden, though its answer has been shown") {
  Explorer e = guessing();
  must(e, Reveal{e.view().question->id});
  CHECK(e.cell(at(e, "y", {0, 0})).status == CellView::Status::shown);
  e.ask_on_paper(true);
  CHECK(e.cell(at(e, "y", {0, 0})).status == CellView::Status::hidden);
  must(e, NextStep{});
  CHECK(e.cell(at(e, "y", {0, 0})).status == CellView::Status::hidden);
  e.ask_on_paper(false);
  CHECK(e.cell(at(e, "y", {0, 0})).status == CellView::Status::shown);
}

TEST_CASE("texts, printed code and the reading view do not contain a hidden number") {
  const Explorer e = guessing();
  CHECK(plain(e.view().text).contains("y holds ? and"));
  CHECK(e.view().code_printed.contains("?"));
  CHECK_FALSE(leaks(e.view().code_printed));
  CHECK_FALSE(leaks(e.reading_json()));
  CHECK_FALSE(leaks(e.link()));
  CHECK_FALSE(leaks(e.rows_json(at(e, "y", {0, 0}).node, 0, 10)));
  for (const auto& node : e.view().map) CHECK_FALSE(leaks(node.tensor.caption));
}

TEST_CASE("the ends of a colour scale do not reveal the largest hidden number") {
  const Explorer e = guessing();
  const TensorView* y = on_stage(e, "y");
  REQUIRE(y != nullptr);
  CHECK(y->scale == 11);
  CHECK_FALSE(y->all_hidden);
  CHECK(on_stage(e, "y_1")->all_hidden);
  CHECK(on_stage(e, "y_1")->scale == 1);
}

TEST_CASE("a hidden cell has no explanation, and explanations contain no number computed from a hidden one") {
  Explorer e = guessing();
  must(e, Focus{at(e, "y", {0, 0})});
  CHECK(e.explanation() == nullptr);
  CHECK(e.explanation_json() == "null");
  must(e, Focus{at(e, "y_1", {0, 1})});
  CHECK(e.explanation() == nullptr);
  must(e, Focus{at(e, "z", {0, 0})});
  REQUIRE(e.explanation() != nullptr);
  CHECK_FALSE(leaks(e.explanation_json()));
  CHECK_FALSE(leaks(e.explanation()->spoken));
  CHECK(e.explanation()->spoken.contains("hidden"));
  must(e, SetParameter{"way", "soft"});
  must(e, Focus{at(e, "z", {0, 0})});
  CHECK_FALSE(leaks(e.explanation_json()));
}

TEST_CASE("in a tensor hidden as a whole every cell is hidden") {
  Explorer e = small();
  must(e, GoToStep{"many"});
  CHECK(on_stage(e, "fixed")->all_hidden);
  CHECK_FALSE(e.reading_json().contains("0.003"));
  CHECK(e.cell(at(e, "fixed", {1, 1})).text == "?");
}

TEST_CASE("cells hidden only under one value of a parameter are shown under any other") {
  std::string lesson(small_lesson);
  const std::string before = R"("hides": [{ "tensor": "y", "cells": [[0, 0], [0, 1]] }])";
  const std::string after =
      R"("hides": [{ "tensor": "y", "cells": [[0, 0], [0, 1]], "when": { "parameter": "way", "is": "soft" } }])";
  REQUIRE(lesson.contains(before));
  lesson.replace(lesson.find(before), before.size(), after);
  Explorer e = open_text(lesson);
  must(e, GoToStep{"guess"});
  CHECK(e.cell(at(e, "y", {0, 0})).status == CellView::Status::shown);
  CHECK(e.cell(at(e, "y", {0, 0})).value == value(e, "y", {0, 0}));
  must(e, SetParameter{"way", "soft"});
  CHECK(e.cell(at(e, "y", {0, 0})).status == CellView::Status::hidden);
}

TEST_CASE("a revealed cell is shown everywhere") {
  Explorer e = guessing();
  must(e, Reveal{"row-1"});
  CHECK(e.cell(at(e, "y", {0, 0})).value == 84.25f);
  CHECK(leaks(plain(e.view().text)));
  CHECK(leaks(e.reading_json()));
  CHECK(e.explanation() != nullptr);
  CHECK(on_stage(e, "y")->scale == 1094.5f);
}

TEST_CASE("other steps do not hide the cell") {
  Explorer e = guessing();
  must(e, GoToStep{"start"});
  CHECK(e.cell(at(e, "y", {0, 0})).value == 84.25f);
}

TEST_CASE("no hidden number of any bundled lesson is revealed before its question is answered") {
  for (const std::string& path : bundled_lessons()) {
    CAPTURE(path);
    Explorer e = open_text(read_file(path));
    for (const lesson::Step& step : std::vector(e.lesson().steps)) {
      if (!step.question) continue;
      CAPTURE(step.id);
      must(e, GoToStep{step.id});
      for (const lesson::CellSpec& spec : step.question->hides)
        for (const graph::Index& index : spec.cells) {
          const graph::CellRef cell = at(e, spec.tensor, index);
          CHECK(e.cell(cell).status == CellView::Status::hidden);
          must(e, Focus{cell});
          CHECK(e.explanation() == nullptr);
        }
      must(e, Reveal{step.question->id});
      for (const lesson::CellSpec& spec : step.question->hides)
        for (const graph::Index& index : spec.cells)
          CHECK(e.cell(at(e, spec.tensor, index)).status != CellView::Status::hidden);
    }
  }
}

TEST_CASE(
    "while its question is open, what a step tells the reader to try can be seen: no matrix is hidden as a whole") {
  for (const std::string& path : bundled_lessons()) {
    const Explorer opened = open_text(read_file(path));
    for (const lesson::Step& step : opened.lesson().steps) {
      INFO(opened.lesson().id << "/" << step.id);
      Explorer e = open_text(read_file(path));
      must(e, GoToStep{step.id});
      // The number explained at first is not hidden, unless there is no other in its matrix.
      if (e.state().focused && !e.explanation()) {
        const TensorView* of = on_stage(e, e.graph().node(e.state().focused->node).name);
        CHECK((of != nullptr && of->all_hidden));
      }
      if (e.view().try_it.empty()) continue;
      const auto check = [&] {
        for (const FigureView& figure : e.view().stage)
          for (const TensorView& tensor : figure.tensors) CHECK_MESSAGE(!tensor.all_hidden, tensor.name);
        if (e.view().attention) CHECK_MESSAGE(!e.view().attention->weights.all_hidden, "weights of the attention view");
      };
      check();
      if (sanitized) continue;
      // Nor is it so after any setting that the step offers.
      for (const ControlView& control : std::vector(e.view().controls)) {
        std::vector<lesson::ParameterValue> values;
        if (control.control == lesson::Parameter::Control::choice)
          for (const auto& [value, label] : control.choices) values.emplace_back(value);
        if (control.control == lesson::Parameter::Control::toggle) values = {true, false};
        for (const lesson::ParameterValue& value : values) {
          INFO("with another " << control.name);
          must(e, SetParameter{control.name, value});
          check();
        }
        must(e, SetParameter{control.name, control.value});
      }
    }
  }
}
