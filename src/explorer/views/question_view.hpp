// A question as shown: the prompt, what has been answered, and the feedback. Rebuilt from lesson, graph and state;
// contains no answer that may not be shown yet.
#pragma once

#include <string>
#include <vector>

#include "lesson/questions/question.hpp"
#include "lesson/read/markup.hpp"

namespace explorer {

struct OptionView {
  std::string id, label;                      // the label as plain text
  std::vector<lesson::Paragraph> label_text;  // with symbols typeset
  bool chosen = false;
  bool wrong = false;  // this option made the answer wrong
};

struct PartView {
  enum class Outcome : std::uint8_t { open, wrong, right };
  lesson::Part::Kind kind = lesson::Part::Kind::number;
  std::string label;                          // as plain text
  std::vector<lesson::Paragraph> label_text;  // with symbols typeset
  std::string value;                          // as in PartProgress
  std::string example;                        // what to type or to click: "4 numbers, such as 1, 2, 3"
  std::string yes_no;                         // truth: "yes", "no", or nothing yet
  std::string picked, picked_name;  // cell: the selected cell as an answer, and its name for the reader; empty: none
  std::vector<lesson::Paragraph> given;     // a right answer as the reader gave it
  std::vector<lesson::Paragraph> mistaken;  // once the answer is shown: the wrong one that the reader gave
  std::vector<lesson::Paragraph> right;     // and beside it the right one
  std::vector<OptionView> options;          // choices, reasons; for an order: in the current order
  Outcome outcome = Outcome::open;
  std::vector<lesson::Paragraph> feedback;
  unsigned tries = 0;
  std::string distance;  // goal: how far it is now, in words
  bool reached = false;  // goal: it holds now
};

struct QuestionView {
  std::string id;
  std::vector<lesson::Paragraph> prompt, answer;  // answer: empty until it may be shown
  bool revealed = false;                          // the answer is shown or solved
  bool solved = false;
  bool has_hint = false;                // there is one that has not been opened
  std::vector<lesson::Paragraph> hint;  // those that have been
  std::vector<PartView> parts;
  std::string tries;   // "3 tries"; empty before the second try
  bool goal = false;   // one of its parts is a goal; showing the answer sets a solution
  std::string next;    // "Next goal"; empty until it is reached or shown
  std::string edited;  // says that changed numbers count; empty when none are changed
};

}  // namespace explorer
