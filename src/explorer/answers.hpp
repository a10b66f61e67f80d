// Answers between people and lesson::judge: read from text, judged against the graph as it stands, put into words.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "explorer/sight.hpp"
#include "lesson/answers.hpp"

namespace explorer {

// Reads an answer as PartProgress spells it. Otherwise the sentence that says how to write it.
std::expected<lesson::Given, graph::Message> read_answer(const lesson::Part& part, std::string_view value,
                                                         const graph::Graph& graph, std::string_view language);

// All parts are right.
bool is_solved(const lesson::Asked& asked, const State& state, std::string_view question);
// Its answer may be told: solved or shown.
bool is_open(const lesson::Question& question, const State& state);

// Checks a value and notes the outcome; true when something has changed.
bool check_answer(const lesson::Part& part, PartProgress& progress, std::string_view value, const graph::Graph& graph,
                  std::string_view language);

QuestionView question_view(const Sight& sight, const lesson::Question& question);

// As links hold them: "1:4, 4, 0|2:…", the tries and the value of each part; nothing where a part has not been checked.
std::string answers_text(const Progress& progress);
Progress parse_answers(std::string_view text);

}  // namespace explorer
