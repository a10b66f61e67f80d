// The step's picture as pixels, and the weights of its patches. The followed patch is the row of the focused weight, so
// links, undo and the explanation treat it like any cell.
#include "figures/picture/view.hpp"

#include <algorithm>
#include <cmath>

#include "explorer/state/cells.hpp"
#include "explorer/views/view_context.hpp"
#include "figures/picture/read.hpp"

namespace explorer {
namespace {

std::vector<std::uint8_t> pixels_of(const ViewContext& context, graph::NodeId node) {
  const graph::Shape& shape = context.graph.node(node).shape;
  const std::size_t area = shape[1] * shape[2];
  std::vector<std::uint8_t> pixels(3 * area);
  std::vector<float> channel(area);
  for (std::size_t c = 0; c < 3; ++c) {
    const graph::Index leading{c};
    context.graph.block(node, leading, 0, shape[1], 0, shape[2], channel);
    for (std::size_t i = 0; i < area; ++i)
      pixels[3 * i + c] = static_cast<std::uint8_t>(std::lround(255 * std::clamp(channel[i], 0.0f, 1.0f)));
  }
  return pixels;
}

}  // namespace

std::shared_ptr<ShownFigure> view_picture_figure(const ViewContext& context, const lesson::StepFigure& given) {
  const auto& figure = static_cast<const lesson::PictureFigure&>(given);
  const auto shown = std::make_shared<PictureView>();
  PictureView& view = *shown;
  view.image = *context.graph.find(figure.image);
  view.weights = *context.graph.find(figure.weights);
  const graph::Shape& shape = context.graph.node(view.image).shape;
  view.height = shape[1];
  view.width = shape[2];
  view.pixels = pixels_of(context, view.image);
  if (!figure.mixed.empty()) view.mixed = pixels_of(context, *context.graph.find(figure.mixed));
  const std::size_t count = context.graph.node(view.weights).shape[0];
  view.patch = lesson::patch_size(view.height, view.width, count);
  view.attention.resize(count * count);
  context.graph.block(view.weights, graph::Index{}, 0, count, 0, count, view.attention);
  const auto& focused = context.state.focused;
  if (focused && focused->node == view.weights && focused->index[0] < count) view.followed = focused->index[0];
  for (std::size_t key = 0; key < count; ++key)
    view.texts.push_back(cell_view(context, {view.weights, {view.followed, key}}).text);
  return shown;
}

}  // namespace explorer
