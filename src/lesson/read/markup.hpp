// The light markup of texts: **strong**, *emphasis*, `code`, $TeX$, [words](query) coloured by role, {=tensor[0,1]|4} a
// number of the graph with at most 4 decimals, {=parameter} the label of its current choice; blank line for a new
// paragraph, "- " for list items. A backslash keeps the next character as it is. Never HTML.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/core/types.hpp"

namespace lesson {

struct Run {
  enum class Kind : std::uint8_t { text, strong, emphasis, code, tex, role, number };
  Kind kind = Kind::text;
  std::string text;  // for number: filled in by code that has the graph
  graph::Role role = graph::Role::none;
  std::string tensor;  // number
  graph::Index index;
  int decimals = 4;
};

struct Paragraph {
  bool item = false;  // a list item
  std::vector<Run> runs;
  std::string language = {};  // of the text, where it is not the one that was asked for
};

// A formula or a number is one word.
std::size_t count_words(const Paragraph& paragraph);

// On an Error, path is "" (the caller adds its pointer) and message says where in the text it is.
graph::Result<std::vector<Paragraph>> parse_markup(std::string_view text);

}  // namespace lesson
