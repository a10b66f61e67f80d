// The end of a lesson, as data: its table of names, its sources, and its requirements as part of a course. Other texts
// are plain Text in Lesson. Depends on texts and roles; read_closing.cpp has their tables.
#pragma once

#include <string>
#include <string_view>

#include "graph/core/types.hpp"
#include "lesson/questions/question.hpp"

namespace lesson {

// A row of the table of names: one concept, and its name in the tutorial, in most texts and in PyTorch. The three names
// are light markup, the same in every language; empty means that there is none.
struct NameRow {
  graph::Role role = graph::Role::none;  // the concept, unless `what` describes it in words
  Text what;
  std::string here, usual, pytorch;
};

struct Reference {
  Text text;
  std::string url;  // empty: no link
};

// What Course::next calls the large map.
inline constexpr std::string_view large_map_id = "large-map";

// The part of the path that a lesson of the site belongs to: by hand, as it is used, learned and large.
enum class Act : std::uint8_t { hand, used, large, none };

// Information for teachers, and the place of the lesson in a path. A lesson without it states no minutes.
struct Course {
  std::string next;  // id of the lesson that follows, or large_map_id; empty: none
  Text next_title;   // of that lesson, if the file tells it
  std::size_t next_minutes = 0;
  std::size_t minutes = 0;
  std::size_t short_steps = 0;  // its first steps that the short way through the site takes; 0: none
  Text objectives, prerequisites;
  Text needs;  // the prerequisites in a few words, for the contents
  Act act = Act::none;
  Text aside;  // for a lesson beside the path: what it is, in a few words; empty: it is on the path
};

}  // namespace lesson
