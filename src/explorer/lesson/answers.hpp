// Converts between typed answers and lesson::judge: parses them, checks them against the current graph, and puts them
// into words.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "explorer/views/view_context.hpp"
#include "lesson/questions/answers.hpp"

namespace explorer {

// Reads an answer in the spelling of PartProgress. Otherwise the sentence that says how to write it.
std::expected<lesson::Given, graph::Message> read_answer(const lesson::Part& part, std::string_view value,
                                                         const graph::Graph& graph, std::string_view language);

// All parts are right.
bool is_solved(const lesson::Asked& asked, const State& state, std::string_view question);
// Whether its answer may be shown: it is solved or was looked up.
bool is_open(const lesson::Question& question, const State& state);

// Checks a value and stores the outcome; true when something has changed.
bool check_answer(const lesson::Part& part, PartProgress& progress, std::string_view value, const graph::Graph& graph,
                  std::string_view language);

QuestionView question_view(const ViewContext& context, const lesson::Question& question);

// The form in links: "1:4, 4, 0|2:…", the tries and the value of each part; empty for a part that has not been checked.
std::string answers_text(const Progress& progress);
Progress parse_answers(std::string_view text);

}  // namespace explorer
