// Finished curves at half strength, the current step's inputs in full, later ones faint. Curves that pass columns run
// straight below or above the nodes there, and bend only before their end.
#include "ui/panels/pipeline_map.hpp"

#include <cmath>
#include <numeric>

#include "imgui.h"
#include "ui/stage/layout/layout.hpp"
#include "ui/type/symbol.hpp"
#include "ui/widgets/miniature.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

using explorer::MapNode;
using State = MapNode::State;

using Spot = MapSpots::Spot;

// Vertical positions: a column with one node is centred between its sources, or else its results.
std::vector<float> levels(const std::vector<MapNode>& nodes) {
  std::vector<float> y(nodes.size());
  int columns = 0;
  for (const MapNode& node : nodes) columns = std::max(columns, node.column + 1);
  std::vector<int> in_column(static_cast<std::size_t>(columns));
  for (const MapNode& node : nodes) ++in_column[static_cast<std::size_t>(node.column)];
  for (std::size_t i = 0; i < nodes.size(); ++i) y[i] = static_cast<float>(nodes[i].row);
  for (int pass = 0; pass < 2; ++pass) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (in_column[static_cast<std::size_t>(nodes[i].column)] > 1) continue;
      float sum = 0;
      int count = 0;
      for (const std::size_t from : nodes[i].from) {
        sum += y[from];
        ++count;
      }
      for (std::size_t j = 0; j < nodes.size() && nodes[i].from.empty(); ++j) {
        if (std::find(nodes[j].from.begin(), nodes[j].from.end(), i) == nodes[j].from.end()) continue;
        sum += y[j];
        ++count;
      }
      if (count > 0) y[i] = sum / static_cast<float>(count);
      // A curve that passes the column runs at the height of its source and must avoid the node and its caption.
      constexpr float clear = 1;
      for (std::size_t j = 0; j < nodes.size(); ++j) {
        for (const std::size_t from : nodes[j].from) {
          const bool passes = nodes[from].column < nodes[i].column && nodes[i].column < nodes[j].column;
          if (passes && std::abs(y[i] - y[from]) < 0.45f) y[i] = y[from] + clear;
        }
      }
    }
  }
  return y;
}

// A frame with its caption is higher than a row: the current node gets one only if no other is close above or below.
bool has_room(const std::vector<MapNode>& nodes, const std::vector<float>& level, std::size_t i) {
  for (std::size_t j = 0; j < nodes.size(); ++j)
    if (j != i && nodes[j].column == nodes[i].column && std::abs(level[j] - level[i]) < 1.5f) return false;
  return true;
}

float pitch_for(const explorer::TensorView& t, float most_width, float most_height, bool current) {
  const float fit = std::min(most_width / static_cast<float>(std::max<std::size_t>(drawn_columns(t), 1)),
                             most_height / static_cast<float>(std::max<std::size_t>(drawn_rows(t), 1)));
  return std::clamp(fit < 1 ? fit : std::floor(fit), 0.1f, current ? 13.0f : 10.0f);
}

// A line under a frame, centred if the area allows.
Rect under_frame(Rect frame, Rect area, float width) {
  const float x = std::clamp(frame.middle_x(), area.x0 + width / 2, std::max(area.x1 - width / 2, area.x0 + width / 2));
  return {x - width / 2, frame.y1 + 3, x + width / 2, frame.y1 + 19};
}

MapSpots measure(Screen& s, Rect area) {
  const std::vector<MapNode>& nodes = s.view.map;
  const Theme& theme = s.theme;
  MapSpots measured;
  std::vector<Spot>& spots = measured.spots;
  int columns = 1;
  float low = 1e9f, high = -1e9f;
  const std::vector<float> level = levels(nodes);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    columns = std::max(columns, nodes[i].column + 1);
    low = std::min(low, level[i]);
    high = std::max(high, level[i]);
  }
  // Columns as wide as their widest node, evenly spaced; rows spread as far as the strip allows.
  const float row_pitch = std::min(39.0f, (area.height() - 40) / std::max(high - low, 1.0f));
  const float middle = area.middle_y() - (area.height() > 110 ? 2 : 0);
  spots.resize(nodes.size());
  std::vector<float> wide(static_cast<std::size_t>(columns));
  // A column leaves room for its nodes' frames, whichever node is the current one, so that all keep their place.
  const auto widths = [&](float most) {
    std::ranges::fill(wide, 0.0f);
    for (const MapNode& node : nodes) {
      const float cells = static_cast<float>(drawn_columns(node.tensor)) * pitch_for(node.tensor, most, 40, true);
      auto& column = wide[static_cast<std::size_t>(node.column)];
      column = std::max(column, cells + 24 + s.type.width(symbol_runs(node.tensor.symbol, measured.symbol_size, 0)));
    }
    return std::accumulate(wide.begin(), wide.end(), 0.0f);
  };
  float least_gap = 12;
  float most_width = std::min(56.0f, area.width() / static_cast<float>(columns) * 0.45f);
  float sum = widths(most_width);
  while (sum + least_gap * static_cast<float>(columns - 1) > area.width() && most_width > 12)
    sum = widths(most_width *= 0.8f);
  constexpr float least_symbol = 12;
  while (sum + least_gap * static_cast<float>(columns - 1) > area.width() && measured.symbol_size > least_symbol) {
    measured.symbol_size -= 1;
    sum = widths(most_width);
  }
  if (sum + least_gap * static_cast<float>(columns - 1) > area.width()) least_gap = 5;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const explorer::TensorView& t = nodes[i].tensor;
    const bool current = nodes[i].state == State::current && has_room(nodes, level, i);
    Spot& spot = spots[i];
    spot.framed = current;
    spot.level = level[i];
    spot.pitch = pitch_for(t, most_width, current ? 40 : std::min(row_pitch - 8, 32.0f), current);
    const Color ink = nodes[i].state == State::later ? mixed(theme.bg1, theme.role(t.role), 0.55f) : theme.role(t.role);
    spot.symbol = symbol_runs(t.symbol, measured.symbol_size, nodes[i].state == State::later ? theme.text3 : ink);
    spot.sources = nodes[i].from;
    std::ranges::sort(spot.sources, [&](std::size_t a, std::size_t b) { return level[a] < level[b]; });
  }
  const float gap =
      columns > 1 ? std::clamp((area.width() - sum) / static_cast<float>(columns - 1), least_gap, 96.0f) : 0;
  measured.gap = gap;
  float x = area.middle_x() - (sum + gap * static_cast<float>(columns - 1)) / 2;
  std::vector<float> left(static_cast<std::size_t>(columns));
  for (std::size_t c = 0; c < left.size(); ++c) {
    left[c] = x;
    x += wide[c] + gap;
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Spot& spot = spots[i];
    const explorer::TensorView& t = nodes[i].tensor;
    const float w = static_cast<float>(drawn_columns(t)) * spot.pitch,
                h = static_cast<float>(drawn_rows(t)) * spot.pitch;
    const bool framed = spot.framed;
    // A frame in the outermost row is larger than its row: it is moved inwards to stay inside the strip.
    const float reach = std::min(h / 2 + (framed ? 11.0f : 1.0f), area.height() / 2);
    const float y = std::clamp(middle + (level[i] - (low + high) / 2) * row_pitch, area.y0 + reach, area.y1 - reach);
    spot.cells = s.pen.snapped(box(left[static_cast<std::size_t>(nodes[i].column)] + 8, y - h / 2, w, h));
    spot.symbol_end = spot.cells.x1 + (framed ? 13.0f : 7.0f) + s.type.width(spot.symbol);
    spot.miniature = miniature(s, t, spot.cells, spot.pitch, nodes[i].state == State::later ? 0.5f : 1);
  }
  return measured;
}

}  // namespace

void draw_map(Screen& s, Rect area) {
  const std::vector<MapNode>& nodes = s.view.map;
  if (nodes.empty() || area.width() < 120) return;
  const Theme& theme = s.theme;
  area = grown(area, -4, 0);
  const MapSpots& measured =
      s.memory.spots.get(s.circumstances(s.explorer.view_stamp(), area), [&] { return measure(s, area); });
  const std::vector<Spot>& spots = measured.spots;
  s.memory.map_places.redraw();
  for (std::size_t i = 0; i < nodes.size(); ++i) s.memory.map_places.add(nodes[i].tensor.node, spots[i].cells);

  s.pen.clip(grown(area, 4, 0));
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const bool current = nodes[i].state == State::current;
    const Spot& to = spots[i];
    const auto inputs = static_cast<float>(nodes[i].from.size());
    for (std::size_t k = 0; k < to.sources.size(); ++k) {
      const std::size_t source = to.sources[k];
      const Spot& from = spots[source];
      const Color role = theme.role(nodes[source].tensor.role);
      const bool later = nodes[i].state == State::later;
      const Color ink = current ? role : later ? theme.line2 : mixed(theme.bg1, role, 0.5f);
      const float width = current ? 2.25f : 1.5f;
      const float spread =
          (static_cast<float>(k) - (inputs - 1) / 2) * std::min(16.0f, to.cells.height() / std::max(inputs, 1.0f));
      const Point a{from.symbol_end + 7, from.cells.middle_y()};
      Point b{to.cells.x0 - (current ? 13.0f : 10.0f), to.cells.middle_y() + spread};
      Point turn = a;
      if (nodes[i].column - nodes[source].column > 1) turn.x = std::max(a.x, b.x - measured.gap - 26);
      if (turn.x > a.x) s.pen.line(a, {turn.x + 1, a.y}, ink, width);
      const float bend = (b.x - turn.x) * 0.48f;
      s.pen.curve(turn, {turn.x + bend, turn.y}, {b.x - bend, b.y}, b, ink, width);
    }
  }

  // One stop in the Tab order: arrows go from node to node, Enter opens its step.
  int& roving = s.memory.roving[motion_key("map")];
  const bool focused = s.focus.part("map", area);
  if (focused && s.focus.arrived()) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i].state == State::current) roving = static_cast<int>(i);
    }
  }
  if (focused) {
    const int last = static_cast<int>(nodes.size()) - 1;
    roving = std::clamp(roving, 0, std::max(last, 0));
    if (s.takes(ImGuiKey_RightArrow, roving < last) || s.takes(ImGuiKey_DownArrow, roving < last)) ++roving;
    else if (s.takes(ImGuiKey_LeftArrow, roving > 0) || s.takes(ImGuiKey_UpArrow, roving > 0)) --roving;
    if (s.takes(ImGuiKey_Home, roving > 0)) roving = 0;
    if (s.takes(ImGuiKey_End, roving < last)) roving = last;
    const auto place = static_cast<std::size_t>(roving);
    if (place < nodes.size()) s.says(true, nodes[place].tensor.caption, "role.node", s.place_of(place, nodes.size()));
  }
  std::size_t last_current = nodes.size();  // says that the reader is here
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (nodes[i].state == State::current && spots[i].framed) last_current = i;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const MapNode& node = nodes[i];
    const Spot& spot = spots[i];
    const bool current = node.state == State::current, roved = focused && roving == static_cast<int>(i);
    const bool alone = spot.framed;
    const Rect frame = s.pen.snapped(grown(spot.cells, alone ? 8.0f : 3.5f));
    const std::string_view id = s.joined({"map:", node.tensor.name});
    const float reach = s.touch() ? std::max(0.0f, (touch_target - spot.cells.height()) / 2) : 4;
    const Hit hit = s.hit(id, {frame.x0 + 2, spot.cells.y0 - reach, spot.symbol_end + 2, spot.cells.y1 + reach}, false);
    if (current) {
      const float radius = alone ? control_radius : cell_radius;
      if (alone) s.pen.fill(frame, theme.bg3, radius);
      s.pen.outline(frame, theme.role(node.tensor.role), 1.75f, radius);
    } else if (hit.hovered) {
      s.pen.fill({frame.x0, frame.y0, spot.symbol_end + 6, frame.y1}, theme.bg3, control_radius);
    }
    for (const auto& [cell, color] : spot.miniature) s.pen.fill(cell, color, spot.pitch >= 6 ? 2 : 0);
    s.type.draw(s.pen.list(),
                {s.pen.snapped(spot.cells.x1 + (spot.framed ? 13.0f
                                                : current   ? 9.0f
                                                            : 7.0f)),
                 centred(spot.cells.middle_y(), measured.symbol_size)},
                spot.symbol, s.pen.alpha());
    const std::string_view here = i == last_current ? s.text("map.here") : std::string_view();
    if (!here.empty() && frame.y1 + 18 < area.y1 + 2) {
      s.pen.text_in(under_frame(frame, area, s.type.width(here, {Face::medium, note_size})), here,
                    {Face::medium, note_size}, theme.text2, Align::centre);
    }
    if (hit.hovered) s.out.cursor = "pointer";
    if (hit.hovered) s.item_tip(node.tensor.caption);
    const bool enter = roved && (s.pressed(ImGuiKey_Enter, false) || s.pressed(ImGuiKey_Space, false));
    if ((hit.clicked || enter) && !node.step.empty()) s.command(explorer::GoToStep{node.step});
    if (roved) s.ring(frame, control_radius);
  }
  s.pen.unclip();
}

void draw_back_next(Screen& s, Rect back, Rect next, bool short_words) {
  const auto& steps = s.view.steps;
  const std::size_t at = s.view.step;
  const Beats& beats = s.memory.beats;
  const bool first_beat = beats.now == 0, last_beat = beats.now + 1 >= beats.firsts.size();
  // The title of the step that the button opens, if it does, has the room and fits.
  const auto words = [&](bool named, std::size_t step, float room, std::string_view otherwise) {
    if (!named || step >= steps.size()) return s.text(otherwise);
    const std::string_view title = steps[step].title;
    return button_width(s, {.label = title, .after = Icon::right}, back.height() > 44) <= room ? title
                                                                                               : s.text(otherwise);
  };
  const bool names_steps = !short_words || s.shell != Shell::embed;
  const std::string_view before = words(!short_words && first_beat && at > 0, at - 1, back.width(), "step.back");
  const bool waits = plays(s) && s.memory.lecture.waits();
  const std::string_view after =
      waits ? s.text("lecture.go_on") : words(last_beat && names_steps, at + 1, next.width(), "step.next");
  const bool bare = back.width() < 60;
  s.focus.group("next");
  if (button(s, "back", back,
             {.label = bare ? std::string_view() : before,
              .before = Icon::left,
              .enabled = s.can_go(true),
              .tip = bare ? before : std::string_view()})) {
    s.go(true);
  }
  if (button(s, "next", next,
             {.label = after, .after = Icon::right, .kind = ButtonKind::primary, .enabled = s.can_go(false)})) {
    s.go(false);
  }
}

}  // namespace ui
