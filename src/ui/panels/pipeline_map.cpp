// What is made is full, what is made now has a frame, what is to come is a dashed outline. Matrices of one column of the
// computation stand side by side, and a line joins each column to the next.
#include "ui/panels/panels.hpp"

#include <algorithm>
#include <cmath>

#include "imgui.h"
#include "ui/stage/layout/layout.hpp"
#include "ui/type/symbol.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

using explorer::MapNode;
using State = MapNode::State;
using Spot = MapSpots::Spot;

constexpr float symbol_apart = 8, frame_pad = 9, columns_apart = 72, least_apart = 14, nodes_apart = 16;
constexpr float largest_symbol = 19, least_symbol = 12, symbol_step = 1;

// The sizes that all nodes share.
struct Size {
  float most_width = 56, most_height = 36, symbol = largest_symbol;
};

float pitch_for(const explorer::TensorView& t, const Size& size) {
  const float fit = std::min(size.most_width / static_cast<float>(std::max<std::size_t>(drawn_columns(t), 1)),
                             size.most_height / static_cast<float>(std::max<std::size_t>(drawn_rows(t), 1)));
  return std::clamp(fit < 1 ? fit : std::floor(fit), 0.1f, 12.0f);
}

float width_of(Screen& s, const MapNode& node, const Size& size) {
  return static_cast<float>(drawn_columns(node.tensor)) * pitch_for(node.tensor, size) + symbol_apart +
         s.type.width(symbol_runs(node.tensor.symbol, size.symbol, 0)) + 2 * frame_pad;
}

// Nodes in the order of their columns, from top to bottom in each.
std::vector<std::size_t> in_order(const std::vector<MapNode>& nodes) {
  std::vector<std::size_t> order(nodes.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return std::pair(nodes[a].column, nodes[a].row) < std::pair(nodes[b].column, nodes[b].row);
  });
  return order;
}

// A row of the map: places in the order, and how wide they are together.
struct Line {
  std::size_t first = 0, end = 0;
  float width = 0;       // without the gaps between columns
  std::size_t gaps = 0;  // between columns
};

// As few rows as the width allows; a row breaks between columns, or where one column is too wide.
std::vector<Line> lines_of(Screen& s, const std::vector<std::size_t>& order, const Size& size, float room) {
  const std::vector<MapNode>& nodes = s.view.map;
  std::vector<Line> lines(1);
  for (std::size_t at = 0; at < order.size(); ++at) {
    const float width = width_of(s, nodes[order[at]], size);
    Line& line = lines.back();
    const bool joins = at > line.first && nodes[order[at]].column != nodes[order[at - 1]].column;
    const float apart = at == line.first ? 0 : joins ? least_apart : std::min(nodes_apart, least_apart);
    const float gaps = static_cast<float>(line.gaps) * least_apart;
    if (at > line.first && line.width + gaps + apart + width > room) {
      lines.push_back({at, at + 1, width, 0});
      continue;
    }
    line.end = at + 1;
    line.width += width + (joins ? 0 : apart);
    if (joins) ++line.gaps;
  }
  return lines;
}

MapSpots measure(Screen& s, Rect area) {
  const std::vector<MapNode>& nodes = s.view.map;
  const std::vector<std::size_t> order = in_order(nodes);
  MapSpots measured;
  measured.spots.resize(nodes.size());
  Size size;
  size.most_height = std::clamp(area.height() - 2 * frame_pad - 6, 20.0f, 40.0f);
  std::vector<Line> lines = lines_of(s, order, size, area.width());
  // Smaller pictures first, then smaller letters, and rows only where they have room.
  const auto rows = [&](float high) {
    return std::max<std::size_t>(static_cast<std::size_t>(area.height() / high), 1);
  };
  for (const float width : {44.0f, 34.0f, 26.0f, 20.0f}) {
    if (lines.size() <= 1) break;
    size.most_width = width;
    lines = lines_of(s, order, size, area.width());
  }
  for (; lines.size() > rows(size.most_height + 14) && size.symbol > least_symbol;
       lines = lines_of(s, order, size, area.width())) {
    size.symbol -= symbol_step;
    size.most_width = std::max(size.most_width - 2, 10.0f);
    if (lines.size() > 1) size.most_height = std::max(size.most_height - 3, 16.0f);
  }
  measured.symbol_size = size.symbol;
  const float row_pitch = area.height() / static_cast<float>(lines.size());
  for (std::size_t row = 0; row < lines.size(); ++row) {
    const Line& line = lines[row];
    const float spare = area.width() - line.width;
    const float gap = line.gaps == 0 ? 0 : std::clamp(spare / static_cast<float>(line.gaps), 4.0f, columns_apart);
    float x = area.middle_x() - std::min(line.width + gap * static_cast<float>(line.gaps), area.width()) / 2;
    const float middle = area.y0 + row_pitch * (static_cast<float>(row) + 0.5f);
    for (std::size_t at = line.first; at < line.end; ++at) {
      const MapNode& node = nodes[order[at]];
      Spot& spot = measured.spots[order[at]];
      if (at > line.first) {
        const bool joins = node.column != nodes[order[at - 1]].column;
        spot.joined_from = joins ? x : -1;
        x += joins ? gap : std::min(nodes_apart, least_apart);
      }
      const explorer::TensorView& t = node.tensor;
      spot.pitch = pitch_for(t, size);
      const float w = static_cast<float>(drawn_columns(t)) * spot.pitch,
                  h = static_cast<float>(drawn_rows(t)) * spot.pitch;
      spot.cells = s.pen.snapped(box(x + frame_pad, middle - h / 2, w, h));
      spot.symbol = symbol_runs(t.symbol, size.symbol, s.theme.role(t.role));
      x += width_of(s, node, size);
      spot.end = x;
      spot.miniature = miniature(s, t, spot.cells, spot.pitch, 1);
    }
  }
  return measured;
}

void dashed(Screen& s, Rect where, Color ink) {
  constexpr float dash = 4, step = 7;
  for (float x = where.x0; x < where.x1; x += step) {
    const float end = std::min(x + dash, where.x1);
    s.pen.across(x, end, where.y0, ink);
    s.pen.across(x, end, where.y1 - 1, ink);
  }
  for (float y = where.y0; y < where.y1; y += step) {
    const float end = std::min(y + dash, where.y1);
    s.pen.down(where.x0, y, end, ink);
    s.pen.down(where.x1 - 1, y, end, ink);
  }
}

// One stop in the Tab order: arrows go from node to node, Enter opens its step. Returns the node that they have reached.
std::optional<std::size_t> rove(Screen& s, Rect area) {
  const std::vector<MapNode>& nodes = s.view.map;
  int& roving = s.memory.roving[motion_key("map")];
  const bool focused = s.focus.part("map", area);
  if (focused && s.focus.arrived()) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i].state == State::current) roving = static_cast<int>(i);
    }
  }
  if (!focused) return std::nullopt;
  const int last = static_cast<int>(nodes.size()) - 1;
  roving = std::clamp(roving, 0, std::max(last, 0));
  if (s.takes(ImGuiKey_RightArrow, roving < last) || s.takes(ImGuiKey_DownArrow, roving < last)) ++roving;
  else if (s.takes(ImGuiKey_LeftArrow, roving > 0) || s.takes(ImGuiKey_UpArrow, roving > 0)) --roving;
  if (s.takes(ImGuiKey_Home, roving > 0)) roving = 0;
  if (s.takes(ImGuiKey_End, roving < last)) roving = last;
  const auto place = static_cast<std::size_t>(roving);
  s.says(true, nodes[place].tensor.caption, "role.node", s.place_of(place, nodes.size()));
  return place;
}

}  // namespace

void draw_map(Screen& s, Rect area) {
  const std::vector<MapNode>& nodes = s.view.map;
  if (nodes.empty() || area.width() < 120) return;
  const Mirror::Block flow(s.type.mirror(), area);  // runs as the figure does, from left to right
  const Theme& theme = s.theme;
  const MapSpots& measured =
      s.memory.spots.get(s.circumstances(s.explorer.view_stamp(), area), [&] { return measure(s, area); });
  const std::vector<Spot>& spots = measured.spots;
  s.memory.map_places.redraw();
  for (std::size_t i = 0; i < nodes.size(); ++i)
    s.memory.map_places.add(nodes[i].tensor.node, s.type.mirror().to_window(spots[i].cells));

  s.pen.clip(area);
  const std::optional<std::size_t> roved = rove(s, area);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const MapNode& node = nodes[i];
    const Spot& spot = spots[i];
    const bool current = node.state == State::current, later = node.state == State::later;
    const Color role = theme.role(node.tensor.role);
    const float y = spot.cells.middle_y();
    if (spot.joined_from >= 0)
      s.pen.line({spot.joined_from + 3, y}, {spot.cells.x0 - frame_pad - 3, y}, current ? role : theme.line2,
                 current ? 2.0f : 1.5f);
    const float high = std::max(spot.cells.height() + 2 * frame_pad - 4, measured.symbol_size + 10);
    const Rect frame =
        s.pen.snapped(box(spot.cells.x0 - frame_pad, y - high / 2, spot.end - spot.cells.x0 + frame_pad, high));
    const float reach = s.touch() ? std::max(0.0f, (touch_target - frame.height()) / 2) : 0;
    const Hit hit = s.hit(s.joined({"map:", node.tensor.name}), grown(frame, 0, reach), false);
    if (current) {
      s.pen.fill(frame, theme.bg3, control_radius);
      s.pen.outline(frame, role, 1.75f, control_radius);
    } else if (hit.hovered) {
      s.pen.fill(frame, theme.bg3, control_radius);
    }
    if (later) dashed(s, spot.cells, theme.text3);
    else
      for (const auto& [cell, color] : spot.miniature) s.pen.fill(cell, color, spot.pitch >= 6 ? 2 : 0);
    s.type.draw(s.pen.list(), {s.pen.snapped(spot.cells.x1 + symbol_apart), centred(y, measured.symbol_size)},
                spot.symbol, s.pen.alpha());
    if (hit.hovered) s.out.cursor = "pointer";
    if (hit.hovered) s.item_tip(node.tensor.caption);
    const bool enter = roved == i && (s.pressed(ImGuiKey_Enter, false) || s.pressed(ImGuiKey_Space, false));
    if ((hit.clicked || enter) && !node.step.empty()) s.command(explorer::GoToStep{node.step});
    if (roved == i) s.ring(frame, control_radius);
  }
  s.pen.unclip();
}

}  // namespace ui
