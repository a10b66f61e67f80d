// See part_windows.hpp.
#include "ui/stage/part_windows.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "graph/core/graph.hpp"
#include "imgui.h"

namespace ui {
namespace {

constexpr std::size_t longest_whole = 24, long_and_narrow = 8;

std::vector<std::size_t> run_of(std::size_t first, std::size_t count) {
  std::vector<std::size_t> places(count);
  std::iota(places.begin(), places.end(), first);
  return places;
}

}  // namespace

// A tensor with many short rows, or a long vector, is shown in part; that part follows the selection.
void PartWindows::find(Screen& s, StageSpace::Size size) {
  firsts_.clear();
  const std::size_t count = size == StageSpace::Size::wide ? 12 : 6;
  for (const explorer::FigureView& figure : s.view.stage) {
    for (const explorer::TensorView& t : figure.tensors) {
      const std::size_t rows = drawn_rows(t), columns = drawn_columns(t);
      const bool tall = rows > longest_whole && columns <= long_and_narrow;
      const bool wide = columns > longest_whole && rows <= 4;
      if (!tall && !wide) continue;
      const std::size_t length = tall ? rows : columns;
      float& at = s.memory.scrolls[motion_key("part", t.node)];
      const auto& focused = s.explorer.state().focused;
      if (focused && focused->node == t.node && !(focused_was_ == focused)) {
        if (const auto drawn = drawn_at(t, focused->index)) {
          const auto place = static_cast<float>(tall ? drawn->row : drawn->column);
          at = std::clamp(at, place - static_cast<float>(count) + 1, place);
        }
      }
      at = std::clamp(at, 0.0f, static_cast<float>(length - count));
      if (!std::ranges::contains(firsts_, t.node, &Firsts::value_type::first))
        firsts_.emplace_back(t.node, static_cast<std::size_t>(std::round(at)));
    }
  }
  focused_was_ = s.explorer.state().focused;
}

std::optional<std::size_t> PartWindows::first_of(graph::NodeId node) const {
  const auto found = std::ranges::find(firsts_, node, &Firsts::value_type::first);
  return found == firsts_.end() ? std::nullopt : std::optional(found->second);
}

Cuts PartWindows::cuts(const Screen& s, const std::vector<explorer::FigureView>& figures, StageSpace::Size size) const {
  Cuts cuts;
  const std::size_t count = size == StageSpace::Size::wide ? 12 : 6;
  for (const explorer::FigureView& figure : figures) {
    for (const explorer::TensorView& t : figure.tensors) {
      const std::optional<std::size_t> window = first_of(t.node);
      if (!window) continue;
      const bool tall = drawn_rows(t) > drawn_columns(t);
      (tall ? cuts[t.node].rows : cuts[t.node].columns) = run_of(*window, count);
    }
    // For a long table, the rows that are taken, and its first and last rows.
    if (figure.layout != graph::Layout::gather || figure.tensors.size() != 3 || !figure.has_result) continue;
    const explorer::TensorView &table = figure.tensors[1], &result = figure.tensors[2];
    const graph::Node& node = s.explorer.graph().node(result.node);
    const std::size_t rows = drawn_rows(table);
    if (!node.operation || rows <= longest_whole || result.shape.size() != 2 || result.shape[1] == 0) continue;
    std::vector<std::size_t> kept{0, rows - 1};
    for (std::size_t r = 0; r < result.shape[0]; ++r) {
      for (const graph::Index& source : node.operation->sources(1, {s.explorer.graph(), result.node, {r, 0}, 2}))
        if (!source.empty()) kept.push_back(source[0]);
    }
    std::ranges::sort(kept);
    const auto doubled = std::ranges::unique(kept);
    kept.erase(doubled.begin(), doubled.end());
    cuts[table.node] = {kept, {}};
  }
  return cuts;
}

// Under or beside a tensor shown in part: the size and position of that part. Responds to dragging and to the wheel.
void PartWindows::draw_bars(Screen& s, const StageScene& scene) const {
  for (std::size_t b = 0; b < scene.layout.blocks.size(); ++b) {
    const Block& block = scene.layout.blocks[b];
    const explorer::TensorView& t = scene.tensor(b);
    if (!first_of(t.node)) continue;
    const bool tall = !block.row_of.empty() && block.column_of.empty();
    const auto& shown = tall ? block.row_of : block.column_of;
    if (shown.empty()) continue;
    const auto length = static_cast<float>(tall ? drawn_rows(t) : drawn_columns(t));
    const auto count = static_cast<float>(shown.size());
    const Rect cells = scene.shown[b].cells;
    const Rect track = tall ? Rect{cells.x1 + 4, cells.y0, cells.x1 + 8, cells.y1 - block.gap}
                            : Rect{cells.x0, cells.y1 + 4, cells.x1 - block.gap, cells.y1 + 8};
    float& at = s.memory.scrolls[motion_key("part", t.node)];
    const Hit hit = s.hit(s.joined({"part:", t.name}), grown(track, 5), false);
    const ImGuiIO& io = ImGui::GetIO();
    const float along = tall ? track.height() : track.width();
    if (hit.held) {
      const float pointer = tall ? s.pointer().y - track.y0 : s.pointer().x - track.x0;
      at = std::clamp(pointer / along * length - count / 2, 0.0f, length - count);
      s.out.animating = true;
    }
    if (hit.hovered || grown(cells, 6).contains(s.pointer())) {
      s.out.wants_wheel = true;
      if (io.MouseWheel != 0) at = std::clamp(at - io.MouseWheel * 2, 0.0f, length - count);
    }
    const float start = static_cast<float>(shown.front()) / length, end = start + count / length;
    const Rect part = tall ? Rect{track.x0, track.y0 + along * start, track.x1, track.y0 + along * end}
                           : Rect{track.x0 + along * start, track.y0, track.x0 + along * end, track.y1};
    s.pen.fill(track, s.theme.bg3, 2);
    s.pen.fill(part, hit.hovered || hit.held ? s.theme.text2 : s.theme.text3, 2);
  }
}

}  // namespace ui
