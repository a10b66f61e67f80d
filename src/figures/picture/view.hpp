// A picture cut into patches, with their attention.
#pragma once

#include "explorer/views/view.hpp"

namespace explorer {

// A picture cut into square patches, and the attention of each patch to all.
struct PictureView : ShownFigure {
  static constexpr std::string_view key = "picture";
  graph::NodeId image = 0, weights = 0;
  std::size_t height = 0, width = 0, patch = 1;  // pixels
  std::vector<std::uint8_t> pixels, mixed;       // red, green, blue of each pixel; mixed may be empty
  std::vector<float> attention;                  // a row per patch as query
  std::size_t followed = 0;                      // the patch whose row is shown
  std::vector<std::string> texts;                // its weights
  std::size_t across() const { return width / patch; }
  std::size_t count() const { return across() * (height / patch); }
  bool follows_focus() const override { return true; }
};

}  // namespace explorer
