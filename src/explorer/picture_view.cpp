// The step's picture as pixels, and the weights of its patches. The patch that is followed is the row of the focused
// weight, so that a link, undo and the explanation know it as any cell.
#include <algorithm>
#include <cmath>

#include "explorer/cells.hpp"
#include "explorer/sight.hpp"

namespace explorer {
namespace {

std::vector<std::uint8_t> pixels_of(const Sight& sight, graph::NodeId node) {
  const graph::Shape& shape = sight.graph.node(node).shape;
  const std::size_t area = shape[1] * shape[2];
  std::vector<std::uint8_t> pixels(3 * area);
  std::vector<float> channel(area);
  for (std::size_t c = 0; c < 3; ++c) {
    const graph::Index leading{c};
    sight.graph.block(node, leading, 0, shape[1], 0, shape[2], channel);
    for (std::size_t i = 0; i < area; ++i)
      pixels[3 * i + c] = static_cast<std::uint8_t>(std::lround(255 * std::clamp(channel[i], 0.0f, 1.0f)));
  }
  return pixels;
}

}  // namespace

std::optional<PictureView> picture_view(const Sight& sight) {
  const auto& figure = sight.lesson.steps[sight.step()].picture;
  if (!figure) return std::nullopt;
  PictureView view;
  view.image = *sight.graph.find(figure->image);
  view.weights = *sight.graph.find(figure->weights);
  const graph::Shape& shape = sight.graph.node(view.image).shape;
  view.height = shape[1];
  view.width = shape[2];
  view.pixels = pixels_of(sight, view.image);
  if (!figure->mixed.empty()) view.mixed = pixels_of(sight, *sight.graph.find(figure->mixed));
  const std::size_t count = sight.graph.node(view.weights).shape[0];
  view.patch = lesson::patch_size(view.height, view.width, count);
  view.attention.resize(count * count);
  sight.graph.block(view.weights, graph::Index{}, 0, count, 0, count, view.attention);
  const auto& focused = sight.state.focused;
  if (focused && focused->node == view.weights && focused->index[0] < count) view.followed = focused->index[0];
  for (std::size_t key = 0; key < count; ++key)
    view.texts.push_back(cell_view(sight, {view.weights, {view.followed, key}}).text);
  return view;
}

}  // namespace explorer
