// A question of a step as data: what is asked, how it is answered, and where in the graph the right answer stands. Right
// answers are quantities of the graph, never numbers of the file. Knows texts and indices; lesson/answers.hpp judges.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "graph/types.hpp"

namespace lesson {

// Every text is a map from language ("en") to light markup (lesson/markup.hpp).
using Text = std::map<std::string, std::string, std::less<>>;

struct CellSpec {
  std::string tensor;
  std::vector<graph::Index> cells;  // empty: the whole tensor
};

// While a parameter has a value, spelt as in a ChooseSource; no parameter: always.
struct When {
  std::string parameter, is;
};

struct HiddenCells : CellSpec {
  When when;
};

// Numbers read off the graph, always as a list.
struct Quantity {
  enum class Kind : std::uint8_t {
    given,      // written in the file: the other side of a comparison, or a wrong answer
    cells,      // their values
    largest,    // the value that is the largest but rank − 1 among the cells
    place,      // where that value stands among the cells, from 0
    order,      // the places of the cells, largest first
    shape,      // of the tensor
    axis,       // its length along one axis
    size,       // how many numbers the tensors hold together
    different,  // how many different rows the tensor has
    sum,        // of the cells
    ratio,      // of two quantities
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

// Whether something holds in the graph, as it stands with the reader's changes.
struct Condition {
  enum class Kind : std::uint8_t { plain, equal, less, negated };
  Kind kind = Kind::plain;
  bool value = false;  // plain: questions of understanding
  std::vector<Quantity> sides;
  double tolerance = 0;
  std::vector<Condition> of;
};

struct AnswerOption {
  std::string id;
  Text label;
  Condition right;
  Text say;  // to who has chosen it and is wrong
};

// A likely wrong answer and the misconception behind it.
struct WrongAnswer {
  Quantity value;                   // numbers, shapes, places, orders
  std::vector<graph::Index> cells;  // of a part that is answered by a cell
  double tolerance = -1;            // negative: the part's own
  Text say;
};

// One thing to answer. A question may have several.
struct Part {
  enum class Kind : std::uint8_t { cell, number, shape, choice, several, order, truth };
  Kind kind = Kind::number;
  Text label;
  Quantity answer;
  double tolerance = 0;
  std::string tensor;                 // cell: where one is picked; choice, several and order: whose labels are offered
  std::size_t axis = 0;               // the axis of those labels
  std::vector<AnswerOption> options;  // choice and several without a tensor; the reasons of a truth
  Condition truth;
  std::vector<WrongAnswer> wrong;
  Text say;  // to any other wrong answer
  std::string pointer;
};

struct Asked {
  Text prompt;
  Text answer;
  Text hint;
  std::vector<Part> parts;         // none: nothing to fill in, only to think of and to look up
  std::vector<HiddenCells> hides;  // hidden everywhere until the question is solved or its answer shown
};

// Something to predict. Its variants ask the same of other cells; the student's seed picks one.
struct Question : Asked {
  std::string id;
  std::vector<Asked> variants;
};

// Which of its forms a student is asked: seed 0 gets the question itself.
const Asked& asked_of(const Question& question, std::size_t student);

std::string_view part_kind_name(Part::Kind kind);  // as lesson files spell it

}  // namespace lesson
