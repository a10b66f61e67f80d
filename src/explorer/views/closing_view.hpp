// The end of a lesson as shown: its table of names, which every step can open, and the page after the last step. Plain
// data in the reader's language; nothing here can be edited.
#pragma once

#include <string>
#include <vector>

#include "explorer/views/tensor_view.hpp"
#include "graph/core/types.hpp"
#include "lesson/read/markup.hpp"

namespace explorer {

using Paragraphs = std::vector<lesson::Paragraph>;
struct ViewContext;

struct NameRowView {
  graph::Role role = graph::Role::none;   // its colour; none where the row is described in words only
  Paragraphs what, here, usual, pytorch;  // an empty name: there is none
};

struct ReferenceView {
  Paragraphs text;
  std::string url;  // empty: no link
};

struct ClosingView {
  Paragraphs can_say, corrections;
  std::vector<ReferenceView> references;
  Paragraphs licence, cite;
  std::string layer;        // the lesson's layer as a PyTorch class, without the script around it; empty: it has none
  std::size_t minutes = 0;  // how long the lesson takes; 0: not given
  Paragraphs objectives, prerequisites;
  std::string next;         // as in lesson::Course
  std::string next_button;  // "Next lesson: …"; empty: none follows
  // The picture of the reader's numbers: its matrices as they are now, and its formula; empty: none is offered.
  std::vector<TensorView> poster;
  std::string poster_tex;
};

std::vector<NameRowView> names_view(const ViewContext& context);
ClosingView closing_view(const ViewContext& context);

}  // namespace explorer
