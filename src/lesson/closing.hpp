// What closes a lesson, as data: its table of names, its sources, and what a course asks of it. The texts beside them are plain Text of the lesson.
// Knows texts and roles; read_closing.cpp reads it.
#pragma once

#include <string>

#include "graph/types.hpp"
#include "lesson/question.hpp"

namespace lesson {

// A row of the table of names: one thing, and what the tutorial, most texts and PyTorch call it. The three names are
// light markup, the same in every language; an empty one means that there is none.
struct NameRow {
  graph::Role role = graph::Role::none;  // what it is, unless `what` says it in words
  Text what;
  std::string here, usual, pytorch;
};

struct Reference {
  Text text;
  std::string url;  // empty: nothing to open
};

// What a teacher asks before giving the lesson. Without it a lesson has no minutes.
struct Course {
  std::size_t minutes = 0;
  Text objectives, prerequisites;
};

}  // namespace lesson
