// A question as it is to be shown: what is asked, what has been answered, and what is said about that. Made anew from
// lesson, graph and state; nothing here tells an answer that is not to be told yet.
#pragma once

#include <string>
#include <vector>

#include "lesson/markup.hpp"
#include "lesson/question.hpp"

namespace explorer {

struct OptionView {
  std::string id, label;
  bool chosen = false;
  bool wrong = false;  // this is what made the answer wrong
};

struct PartView {
  enum class Outcome : std::uint8_t { open, wrong, right };
  lesson::Part::Kind kind = lesson::Part::Kind::number;
  std::string label;
  std::string value;                // as in PartProgress
  std::string example;              // what to type or to click: "4 numbers, such as 1, 2, 3"
  std::string yes_no;               // truth: "yes", "no", or nothing yet
  std::string picked, picked_name;  // cell: the selected cell as an answer, and as a reader calls it; empty: none
  std::vector<OptionView> options;  // choices, reasons; of an order: in the order that stands now
  Outcome outcome = Outcome::open;
  std::vector<lesson::Paragraph> feedback;
  unsigned tries = 0;
};

struct QuestionView {
  std::string id;
  std::vector<lesson::Paragraph> prompt, answer;  // answer empty until it may be known
  bool revealed = false;                          // it is known: shown or solved
  bool solved = false;
  bool has_hint = false;
  std::vector<lesson::Paragraph> hint;  // empty until asked for
  std::vector<PartView> parts;
  std::string tries;   // "3 tries"; empty before the second
  std::string edited;  // says that changed numbers count; empty when none are changed
};

}  // namespace explorer
