// A question of a step as data: the prompt, the kind of answer, and where in the graph the right answer is. Right
// answers are quantities of the graph, never numbers of the file. Depends on texts and indices; lesson/answers.hpp
// judges.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "graph/core/types.hpp"

namespace lesson {

// Every text is a map from language ("en") to light markup (lesson/markup.hpp).
using Text = std::map<std::string, std::string, std::less<>>;

struct CellSpec {
  std::string tensor;
  std::vector<graph::Index> cells;  // empty: the whole tensor
};

// True while a parameter has a value, spelt as in a ChooseSource; without a parameter: always.
struct When {
  std::string parameter, is;
};

struct HiddenCells : CellSpec {
  When when;
};

// Numbers read from the graph, always as a list.
struct Quantity {
  enum class Kind : std::uint8_t {
    given,       // a literal in the file: the other side of a comparison, or a wrong answer
    cells,       // their values
    largest,     // the rank-th largest value among the cells
    place,       // the index of that value among the cells, from 0
    order,       // the indices of the cells, largest first
    shape,       // of the tensor
    axis,        // its length along one axis
    size,        // how many numbers the tensors have in total
    different,   // how many distinct rows the tensor has
    sum,         // of the cells
    ratio,       // of two quantities
    difference,  // of two quantities
    length,      // of the cells as a vector
  };
  Kind kind = Kind::given;
  CellSpec from;
  std::vector<std::string> tensors;
  std::size_t axis = 0;
  std::size_t rank = 1;
  bool smallest_first = false;
  std::vector<double> numbers;
  std::vector<Quantity> of;
};

// A condition on the graph, evaluated with the reader's changes. A side with one number is compared with each of the
// other side's.
struct Condition {
  enum class Kind : std::uint8_t {
    plain,
    equal,
    less,
    negated,
    at_most,
    at_least,
    zero,  // exactly 0, one side: a weight that only rounds to 0 is not
    all,   // of several conditions
    any,
  };
  Kind kind = Kind::plain;
  bool value = false;  // a fixed value, for questions of understanding
  std::vector<Quantity> sides;
  double tolerance = 0;
  std::vector<Condition> of;
};

struct AnswerOption {
  std::string id;
  Text label;
  Condition right;
  Text say;  // feedback if this wrong option is chosen
};

// A likely wrong answer and the misconception behind it.
struct WrongAnswer {
  Quantity value;                   // numbers, shapes, indices, orders
  std::vector<graph::Index> cells;  // for a part whose answer is a cell
  double tolerance = -1;            // if negative, the part's own is used
  Text say;
};

// What the reader may change while a goal is shown; the rest of the lesson is locked then.
struct Freedom {
  std::vector<CellSpec> cells;
  std::vector<std::string> parameters;
  bool empty() const { return cells.empty() && parameters.empty(); }  // nothing is locked
};

// One change of a solution: cells with a value each (no cells: the whole tensor, row by row), or a parameter.
struct Change {
  CellSpec cells;
  std::vector<float> values;
  std::string parameter, value;  // spelt as in a ChooseSource
  std::string pointer;
};

// One thing to answer. A question may have several.
struct Part {
  // goal: reached when the reader's numbers make `truth` true, and then marked by itself
  enum class Kind : std::uint8_t { cell, number, shape, choice, several, order, truth, goal };
  Kind kind = Kind::number;
  Text label;
  Quantity answer;
  double tolerance = 0;
  std::string tensor;                 // cell: the tensor to pick from; choice, several and order: the tensor whose
                                      // labels are offered
  std::size_t axis = 0;               // the axis of those labels
  std::vector<AnswerOption> options;  // choice and several without a tensor; the reasons of a truth
  Condition truth;
  Freedom free;                  // goal
  std::vector<Change> solution;  // goal: changes that reach it
  std::vector<WrongAnswer> wrong;
  Text say;  // feedback to any other wrong answer
  std::string pointer;
};

struct Asked {
  Text prompt;
  Text answer;
  std::vector<Text> hints;         // shown one after the other
  std::vector<Part> parts;         // none: nothing to fill in, only to think about and to look up
  std::vector<HiddenCells> hides;  // hidden everywhere until the question is solved or its answer shown
};

// A prediction. Its variants ask the same about other cells; the student's seed selects one.
struct Question : Asked {
  std::string id;
  bool hides_run = false;  // no curve of the training before the reader answers or plays
  std::vector<Asked> variants;
};

// The variant that a student is asked: seed 0 gets the question itself.
const Asked& asked_of(const Question& question, std::size_t student);

std::string_view part_kind_name(Part::Kind kind);  // as spelt in lesson files

}  // namespace lesson
