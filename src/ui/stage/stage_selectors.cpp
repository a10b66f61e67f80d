// Selects the sequence of a batch and the head that are shown: one selector for all tensors on stage with that axis.
// Also the button that moves cells, and the scroll bars of tensors shown in part.
#include <algorithm>
#include <cmath>

#include "imgui.h"
#include "ui/stage/stage.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr std::size_t most_chips = 8;
constexpr float chip = 26, chips_apart = 20;

}  // namespace

// Axes of which one index is shown, each once.
void Stage::find_selectors(const Screen& s) {
  std::vector<Selector>& found = selectors_;
  found.clear();
  for (std::size_t b = 0; b < layout_.blocks.size(); ++b) {
    const Block& block = layout_.blocks[b];
    const explorer::TensorView& t = tensor(s, b);
    std::size_t at = 0;
    for (std::size_t axis = 0; axis + 1 < t.shape.size(); ++axis) {
      if (axis == t.row_axis) continue;
      const std::size_t place = at < t.leading.size() ? t.leading[at] : 0;
      ++at;
      if (block.followed || (block.panels > 1 && block.panel_axis == axis) || t.shape[axis] < 2) continue;
      const auto same = std::ranges::find(found, std::string_view(t.axis_words[axis]), &Selector::axis);
      if (same == found.end()) found.push_back({t.axis_words[axis], t.axis_names[axis], t.shape[axis], place});
      else if (t.shape[axis] > same->count) same->count = t.shape[axis], same->place = place;
    }
  }
}

bool Stage::has_moves() const {
  return std::ranges::any_of(layout_.groups, [](const Group& g) { return g.kind == Group::Kind::moves; });
}

// A line of chips; steppers if there are many indices or little room. Left and right arrows work too.
void Stage::draw_selectors(Screen& s, Rect line) {
  float x = line.x0;
  const Font font{Face::regular, label_size};
  find_selectors(s);
  const std::vector<Selector>& all = selectors_;
  const float size = s.touch() ? touch_target : chip, high = s.touch() ? touch_target : 28,
              step = s.touch() ? 112 : 104;
  float chips = has_moves() ? 40.0f : 0.0f;
  for (const Selector& selector : all)
    chips += s.type.width(selector.name, font) + 8 + size * static_cast<float>(selector.count) + chips_apart;
  const bool tight = chips - chips_apart > line.width();
  for (const Selector& selector : all) {
    const float words = s.type.width(selector.name, font) + 8;
    s.pen.text_in({x, line.y0, x + words, line.y1}, selector.name, font, s.theme.text2);
    x += words;
    const std::string_view id = s.joined({"leading:", selector.axis});
    const bool steps = tight || selector.count > most_chips;
    const Rect where =
        box(x, line.middle_y() - high / 2, steps ? step : size * static_cast<float>(selector.count), high);
    if (steps) {
      const Range range{1, static_cast<double>(selector.count), 1};
      if (const auto chosen = stepper(s, id, selector.name, where, range, static_cast<double>(selector.place + 1)))
        s.command(explorer::SetLeading{std::string(selector.axis), static_cast<std::size_t>(*chosen) - 1});
    } else {
      std::vector<std::string_view>& labels = s.list();
      for (std::size_t place = 1; place <= selector.count; ++place) labels.push_back(s.digits(place));
      if (const auto chosen = segmented(s, id, selector.name, where, labels, selector.place);
          chosen && *chosen != selector.place)
        s.command(explorer::SetLeading{std::string(selector.axis), *chosen});
    }
    x = where.x1 + (tight ? chips_apart / 2 : chips_apart);
  }
  if (!has_moves()) return;
  const std::string_view tip = s.text("stage.move");
  const Rect where = box(std::min(x, line.x1 - size - 8), line.middle_y() - high / 2, size + 8, high);
  const bool asked = button(s, "play", where, {.before = Icon::play, .kind = ButtonKind::secondary, .tip = tip});
  if (asked || s.pressed(ImGuiKey_P, false)) played_at_ = s.motion.now();
}

// Under or beside a tensor shown in part: the size and position of that part. Responds to dragging and to the wheel.
void Stage::draw_part_bars(Screen& s) {
  for (std::size_t b = 0; b < layout_.blocks.size(); ++b) {
    const Block& block = layout_.blocks[b];
    const explorer::TensorView& t = tensor(s, b);
    if (!window_of(t.node)) continue;
    const bool tall = !block.row_of.empty() && block.column_of.empty();
    const auto& shown = tall ? block.row_of : block.column_of;
    if (shown.empty()) continue;
    const auto length = static_cast<float>(tall ? drawn_rows(t) : drawn_columns(t));
    const auto count = static_cast<float>(shown.size());
    const Rect cells = shown_[b].cells;
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
