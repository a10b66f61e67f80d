// What closes a lesson as it is to be shown: its table of names, which every step can open, and the page after the last
// step. Plain data in the reader's language; nothing here can be edited.
#pragma once

#include <string>
#include <vector>

#include "graph/types.hpp"
#include "lesson/markup.hpp"

namespace explorer {

using Paragraphs = std::vector<lesson::Paragraph>;
struct Sight;

struct NameRowView {
  graph::Role role = graph::Role::none;   // its colour; none where the row is described in words alone
  Paragraphs what, here, usual, pytorch;  // an empty name: there is none
};

struct ReferenceView {
  Paragraphs text;
  std::string url;  // empty: nothing to open
};

struct ClosingView {
  Paragraphs can_say, corrections;
  std::vector<ReferenceView> references;
  Paragraphs licence, cite;
  std::size_t minutes = 0;  // that the lesson takes; 0: it does not say
  Paragraphs objectives, prerequisites;
};

std::vector<NameRowView> names_view(const Sight& sight);
ClosingView closing_view(const Sight& sight);

}  // namespace explorer
