// A tensor as a small picture without numbers: its coloured cells, to be drawn until something changes.
#pragma once

#include <utility>
#include <vector>

#include "ui/shell/screen.hpp"

namespace ui {

// The cells of the slice that is shown, from the top left of `where` on, each `pitch` wide. A large tensor is sampled: the
// picture shows its pattern, not each cell. strength: 1, or less to fade into the background.
std::vector<std::pair<Rect, Color>> miniature(Screen& screen, const explorer::TensorView& tensor, Rect where,
                                              float pitch, float strength);

}  // namespace ui
