// How far a goal is, in words.
#pragma once

#include <string>

#include "explorer/views/view_context.hpp"

namespace explorer {

// "A[2, 1] is 0.907; needed: at least 0.99": of the number that is farthest off.
std::string distance_words(const ViewContext& context, const lesson::Part& goal);
// "Q = (0, 0), (10, 0)": a solution of the lesson's, for teachers.
std::string solution_words(const ViewContext& context, const lesson::Part& goal);
// "Q, mask": what is free, for the sentence that refuses a change of anything else.
std::string free_words(const ViewContext& context);

}  // namespace explorer
