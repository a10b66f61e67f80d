// "picture": a picture with its patches, above the stage; the attention of a patch is drawn over it.
#pragma once

#include "lesson/step_figure.hpp"

namespace lesson {

struct PictureFigure : StepFigure {
  static constexpr std::string_view key = "picture";
  std::string image;    // (3, height, width)
  std::string weights;  // (patches, patches)
  std::string mixed;    // mixed by the weights, of the image's shape; may be empty
  graph::Result<void> check(const Lesson& lesson, const graph::Graph& graph) const override;
};

// The side of square patches of which exactly that many cover the picture; 0 if there is none.
std::size_t patch_size(std::size_t height, std::size_t width, std::size_t patches);

}  // namespace lesson
