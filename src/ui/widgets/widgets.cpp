// Visually quiet: no hue, one background step on hover, a ring for keyboard focus only.
#include "ui/widgets/widgets.hpp"

#include "graph/explain/explanation.hpp"
#include "imgui.h"
#include "imgui_internal.h"

// Only the instance for numbers of this type: ImGui::SliderBehavior would bring those for all types into the page.
extern template bool ImGui::SliderBehaviorT<double, double, double>(const ImRect&, ImGuiID, ImGuiDataType, double*,
                                                                    double, double, const char*, ImGuiSliderFlags,
                                                                    ImRect*);

namespace ui {
namespace {

constexpr float icon_size = 17, icon_gap = 8, segment_inset = 2, typed_margin = 12;

Font button_font(bool tall) { return {Face::medium, tall ? px(15.5f) : control_size}; }

constexpr float button_symbol = 18;  // size

float symbol_width(Screen& s, const Button& b) {
  return b.symbol == nullptr ? 0 : s.type.width(s.symbol(*b.symbol, button_symbol, s.theme.text));
}

}  // namespace

float button_width(Screen& screen, const Button& b, bool tall) {
  const float words = (b.label.empty() ? 0 : screen.type.width(b.label, button_font(tall))) + symbol_width(screen, b);
  const int icons = (b.before != Icon::none) + (b.after != Icon::none);
  const float pad = b.kind == ButtonKind::ghost ? 8 : 18;
  return words + static_cast<float>(icons) * (icon_size + (words > 0 ? icon_gap : 0)) + 2 * pad;
}

bool button(Screen& s, std::string_view id, Rect where, const Button& b) {
  const Theme& theme = s.theme;
  Hit hit = b.enabled ? s.hit(id, where) : Hit{};
  if (!b.enabled) {
    s.mark(id, where);
    // One that its own press has disabled keeps the focus, else the next key would mean something else.
    if (s.focus.keeps(id)) hit.focused = s.focus.part(id, where);
  }
  const float lit = s.motion.fade(motion_key(id), hit.hovered || hit.held, control_time);
  const Rect at = s.pen.snapped(where);
  Color ink = theme.text;
  const float radius = where.height() > 40 ? px(10) : control_radius;
  if (b.kind == ButtonKind::primary) {
    s.pen.fill(at, b.enabled ? mixed(theme.primary, theme.bg3, lit * 0.16f) : theme.bg3, radius);
    ink = b.enabled ? theme.on_primary : theme.text3;
  } else if (b.kind == ButtonKind::secondary) {
    s.pen.fill(at, mixed(theme.dark ? theme.bg1 : theme.bg2, theme.bg3, lit), radius);
    s.pen.outline(at, mixed(theme.line2, theme.text3, lit), 1, radius);
  } else {
    s.pen.fill(grown(at, 0, where.height() > 34 ? -3 : 0), faded(theme.bg3, lit), segment_radius);
    ink = mixed(theme.text2, theme.text, lit);
  }
  if (!b.enabled && b.kind != ButtonKind::primary) ink = theme.disabled;

  const Font sized = button_font(where.height() > 44);
  const float words = b.label.empty() ? 0 : s.type.width(b.label, sized);
  const float gap = words > 0 ? icon_gap : 0;
  const float symbol = symbol_width(s, b);
  float content =
      words + symbol + (b.before != Icon::none ? icon_size + gap : 0) + (b.after != Icon::none ? icon_size + gap : 0);
  std::string_view label = b.label;
  const float room = where.width() - (b.kind == ButtonKind::ghost ? 10 : 20);
  if (content > room && words > 0) {
    label = s.type.fitted(b.label, sized, room - (content - words));
    content -= words - s.type.width(label, sized);
  }
  float x = where.middle_x() - content / 2;
  const float y = where.middle_y();
  if (b.before != Icon::none) {
    draw_icon(s.pen, b.before, {x + icon_size / 2, y}, ink, label.empty() ? icon_size : icon_size - 1);
    x += icon_size + gap;
  }
  if (!label.empty()) x = s.pen.text({x, centred(y, sized.size)}, label, sized, ink);
  if (b.symbol != nullptr)
    x = s.type.draw(s.pen.list(), {s.pen.snapped(x), centred(y, button_symbol) - 1},
                    s.symbol(*b.symbol, button_symbol, ink), s.pen.alpha());
  x += gap;
  if (b.after != Icon::none) draw_icon(s.pen, b.after, {x + icon_size / 2, y}, ink, icon_size - 1);

  if (hit.focused) s.ring(where, radius);
  s.says(hit.focused,
         !b.name.empty()    ? b.name
         : !b.label.empty() ? b.label
                            : b.tip,
         "role.button", b.enabled ? std::string_view() : s.text("focus.unavailable"));
  if (hit.hovered) s.out.cursor = "pointer";
  if (b.enabled && !b.tip.empty() && (hit.hovered || hit.focused)) s.item_tip(b.tip, hit.focused);
  return hit.clicked;
}

bool menu_row(Screen& s, std::string_view id, Rect where, Icon icon, std::string_view words, bool enabled,
              bool current) {
  const Hit hit = enabled ? s.hit(id, where) : Hit{};
  if (hit.hovered) s.pen.fill(where, s.theme.bg3, segment_radius);
  if (hit.hovered) s.out.cursor = "pointer";
  const Color ink = enabled ? s.theme.text : s.theme.disabled;
  if (icon != Icon::none) draw_icon(s.pen, icon, {where.x0 + 20, where.middle_y()}, enabled ? s.theme.text2 : ink);
  s.pen.text_in({where.x0 + 42, where.y0, where.x1 - 8, where.y1}, words,
                {current ? Face::semibold : Face::medium, px(14.5f)}, ink);
  if (hit.focused) s.ring(grown(where, -4), segment_radius);
  s.says(hit.focused, words, "role.button", current ? s.text("focus.chosen") : std::string_view());
  return hit.clicked;
}

float segmented_height(Screen& s, std::span<const std::string_view> labels, float width, float row) {
  const float each = (width - 2 * segment_inset) / static_cast<float>(std::max<std::size_t>(labels.size(), 1));
  for (const std::string_view label : labels) {
    if (s.type.width(label, {Face::semibold, control_size}) > each - 10) return row * static_cast<float>(labels.size());
  }
  return row;
}

Rect segment_rect(Rect where, float row, std::size_t count, std::size_t at) {
  const Rect in = grown(where, -segment_inset);
  const auto n = static_cast<float>(count), i = static_cast<float>(at);
  if (where.height() > row * 1.5f) {
    return {in.x0, in.y0 + in.height() * i / n, in.x1, in.y0 + in.height() * (i + 1) / n};
  }
  return {in.x0 + in.width() * i / n, in.y0, in.x0 + in.width() * (i + 1) / n, in.y1};
}

namespace {

// A size in which each label fits its segment, down to the smallest that can be read.
template <class Segment>
float label_size_in(Screen& s, std::span<const std::string_view> labels, float size, const Segment& segment) {
  float largest = 1;  // share of its room that a label needs
  for (std::size_t i = 0; i < labels.size(); ++i)
    largest = std::max(largest, s.type.width(labels[i], {Face::semibold, size}) / (segment(i).width() - 10));
  return std::max(size / largest, std::min(note_size, size));
}

// segment(i): where the words of that label are.
template <class Segment>
std::optional<std::size_t> segments(Screen& s, std::string_view id, std::string_view name, Rect where,
                                    std::span<const std::string_view> labels, std::size_t selected, bool enabled,
                                    float size, const Segment& segment) {
  if (labels.empty()) return std::nullopt;
  const Theme& theme = s.theme;
  const Hit hit = enabled ? s.hit(id, where) : Hit{};
  if (!enabled) s.mark(id, where);
  std::optional<std::size_t> chosen;
  std::optional<std::size_t> over;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (hit.hovered && segment(i).contains(s.pointer())) over = i;
  }
  if (hit.clicked && !hit.by_key && over && *over != selected) chosen = over;
  if (hit.by_key) chosen = (selected + 1) % labels.size();
  if (hit.focused) {
    if (s.takes(ImGuiKey_LeftArrow) && selected > 0) chosen = selected - 1;
    if (s.takes(ImGuiKey_RightArrow) && selected + 1 < labels.size()) chosen = selected + 1;
    if (s.takes(ImGuiKey_Home) && selected != 0) chosen = 0;
    if (s.takes(ImGuiKey_End) && selected + 1 != labels.size()) chosen = labels.size() - 1;
    s.says(true, name, "role.choice",
           selected < labels.size() ? s.joined({labels[selected], ", ", s.place_of(selected, labels.size())})
                                    : std::string_view());
  }

  s.pen.fill(s.pen.snapped(where), theme.bg3, control_radius);
  if (selected < labels.size()) {
    // The thumb slides to its new place; when the control is resized it moves at once.
    const Rect goal = moved(segment(selected), -where.x0, -where.y0);
    const Rect thumb = s.pen.snapped(moved(s.motion.move(motion_key(id, 1), goal, control_time), where.x0, where.y0));
    s.pen.panel(thumb,
                !enabled     ? theme.bg3
                : theme.dark ? theme.line2
                             : theme.bg2,
                !enabled     ? theme.line2
                : theme.dark ? mixed(theme.line2, theme.disabled, 0.7f)
                             : theme.line2,
                segment_radius);
  }
  const float fitting = label_size_in(s, labels, size, segment);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const bool current = i == selected;
    const Color ink = !enabled ? theme.text3 : current || over == i ? theme.text : theme.text2;
    const Font font{current ? Face::semibold : Face::medium, fitting};
    s.pen.text_in(segment(i), s.type.fitted(labels[i], font, segment(i).width() - 4), font, ink, Align::centre);
  }
  if (over) s.out.cursor = "pointer";
  if (hit.focused) s.ring(where, control_radius);
  return chosen;
}

}  // namespace

std::optional<std::size_t> segmented(Screen& s, std::string_view id, std::string_view name, Rect where,
                                     std::span<const std::string_view> labels, std::size_t selected, bool enabled) {
  const float row = s.touch() ? touch_height : control_height;
  return segments(s, id, name, where, labels, selected, enabled, s.touch() ? px(15.5f) : control_size,
                  [&](std::size_t i) { return segment_rect(where, row, labels.size(), i); });
}

std::optional<std::size_t> tabs(Screen& s, std::string_view id, std::string_view name, Rect where,
                                std::span<const std::string_view> labels, std::size_t selected,
                                std::span<Rect> places) {
  constexpr float least_pad = 5;
  const Rect in = grown(where, -segment_inset);
  const auto count = static_cast<float>(labels.size());
  float size = control_size, words = 0;
  for (; size >= px(11); size -= 0.5f) {
    words = 0;
    for (const std::string_view label : labels) words += s.type.width(label, {Face::semibold, size});
    if (words + 2 * least_pad * count <= in.width()) break;
  }
  const float pad = std::max((in.width() - words) / count, 0.0f);
  float x = in.x0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const float width = s.type.width(labels[i], {Face::semibold, size}) + pad;
    places[i] = {x, in.y0, x + width, in.y1};
    x += width;
  }
  return segments(s, id, name, where, labels, selected, true, size, [&](std::size_t i) { return places[i]; });
}

std::optional<Slid> slider(Screen& s, std::string_view id, std::string_view name, Rect where, Range range, double value,
                           bool enabled) {
  const Theme& theme = s.theme;
  const Hit hit = enabled ? s.hit(id, where) : Hit{};
  if (!enabled) s.mark(id, where);
  const double span = std::max(range.most - range.least, 1e-9);
  std::optional<Slid> slid;
  const auto offer = [&](double to, bool continues) {
    if (range.step > 0) to = range.least + std::round((to - range.least) / range.step) * range.step;
    to = std::clamp(to, range.least, range.most);
    if (to != value) slid = Slid{to, continues};
  };
  if (hit.held) {  // the item is hit()'s; its knob goes in steps, so it is not where ImGui has it
    double now = value;
    ImRect knob;
    const Rect there = s.type.mirror().to_window(where);
    const auto [left, right] =
        s.type.mirror().reflects() ? std::pair(range.most, range.least) : std::pair(range.least, range.most);
    if (ImGui::SliderBehaviorT<double, double, double>({there.x0, there.y0, there.x1, there.y1}, ImGui::GetItemID(),
                                                       ImGuiDataType_Double, &now, left, right, "%g",
                                                       ImGuiSliderFlags_NoRoundToFormat, &knob))
      offer(now, ImGui::GetCurrentContext()->ActiveIdHasBeenEditedBefore);
    if (slid) ImGui::MarkItemEdited(ImGui::GetItemID());
  }
  if (hit.focused) {  // ImGui's own keys need its keyboard navigation, and Enter before each change
    const double step = range.step > 0 ? range.step : span / 100;
    if (s.takes(ImGuiKey_LeftArrow)) offer(value - step, false);
    if (s.takes(ImGuiKey_RightArrow)) offer(value + step, false);
    if (s.takes(ImGuiKey_Home)) offer(range.least, false);
    if (s.takes(ImGuiKey_End)) offer(range.most, false);
    s.says(true, name, "role.slider", graph::format_number(value, 4));
  }
  const float left = where.x0 + 8, right = where.x1 - 8, y = where.middle_y();
  const float t = static_cast<float>((value - range.least) / span);
  const float x = mix(left, right, std::clamp(t, 0.0f, 1.0f));
  s.pen.fill({where.x0 + 6, y - 1.5f, where.x1 - 6, y + 1.5f}, theme.line2, 1.5f);
  s.pen.fill({where.x0 + 6, y - 1.5f, x, y + 1.5f}, enabled ? theme.text2 : theme.disabled, 1.5f);
  const float lit = s.motion.fade(motion_key(id), hit.hovered || hit.held, control_time);
  s.pen.disc({x, y}, 8.5f, theme.bg1);
  s.pen.disc({x, y}, 6.5f + lit, enabled ? theme.text : theme.disabled);
  if (hit.hovered || hit.held) s.out.cursor = "pointer";
  if (hit.focused) s.ring(grown(box(x, y, 0, 0), 7.5f), 7.5f);
  return slid;
}

std::optional<Slid> drag_along(Screen& s, std::string_view id, Rect knob, float x0, float x1, Range range,
                               double value) {
  const Hit hit = s.hit(id, knob, false);
  if (hit.hovered || hit.held) s.out.cursor = "pointer";
  if (!hit.held || !ImGui::IsMouseDragging(ImGuiMouseButton_Left)) return std::nullopt;
  const double along = static_cast<double>((s.pointer().x - x0) / std::max(x1 - x0, 1.0f));
  double to = range.least + along * (range.most - range.least);
  if (range.step > 0) to = range.least + std::round((to - range.least) / range.step) * range.step;
  to = std::clamp(to, range.least, range.most);
  if (to == value) return std::nullopt;
  const bool continues = ImGui::GetCurrentContext()->ActiveIdHasBeenEditedBefore;
  ImGui::MarkItemEdited(ImGui::GetItemID());
  return Slid{to, continues};
}

std::optional<double> stepper(Screen& s, std::string_view id, std::string_view name, Rect where, Range range,
                              double value, bool enabled) {
  const Theme& theme = s.theme;
  std::optional<double> chosen;
  const auto offer = [&](double to) {
    to = std::clamp(to, range.least, range.most);
    if (to != value) chosen = to;
  };
  // Two buttons, and the whole as one stop in the Tab order.
  const float wide = where.height() * 1.2f;
  const Rect less{where.x0, where.y0, where.x0 + wide, where.y1}, more{where.x1 - wide, where.y0, where.x1, where.y1};
  const auto side = [&](std::string_view which, Rect at, double to) {
    const Hit over = enabled ? s.hit(s.joined({id, which}), at, false) : Hit{};
    if (over.held) s.focus.take(id);
    if (over.clicked) offer(to);
    if (over.hovered) s.out.cursor = "pointer";
    return over.hovered;
  };
  const bool over_less = side(":less", less, value - range.step), over_more = side(":more", more, value + range.step);
  const Hit hit = enabled ? s.hit(id, where) : Hit{};
  if (!enabled) s.mark(id, where);
  if (hit.focused) {
    if (s.takes(ImGuiKey_LeftArrow)) offer(value - range.step);
    if (s.takes(ImGuiKey_RightArrow)) offer(value + range.step);
    if (s.takes(ImGuiKey_Home)) offer(range.least);
    s.says(true, name, "role.number", graph::format_number(value, 4));
  }
  s.pen.fill(s.pen.snapped(where), theme.bg3, control_radius);
  draw_icon(s.pen, Icon::minus, less.middle(),
            !enabled || value <= range.least ? theme.disabled
            : over_less                      ? theme.text
                                             : theme.text2,
            14);
  draw_icon(s.pen, Icon::plus, more.middle(),
            !enabled || value >= range.most ? theme.disabled
            : over_more                     ? theme.text
                                            : theme.text2,
            14);
  s.pen.text_in(where, graph::format_number(value, 4), {Face::semibold, control_size},
                enabled ? theme.text : theme.text3, Align::centre);
  if (hit.focused) s.ring(where, control_radius);
  return chosen;
}

bool toggle(Screen& s, std::string_view id, std::string_view name, Rect where, bool on, bool enabled) {
  const Theme& theme = s.theme;
  const Hit hit = enabled ? s.hit(id, where) : Hit{};
  if (!enabled) s.mark(id, where);
  const float t = s.motion.fade(motion_key(id, 1), on, control_time);
  const float lit = s.motion.fade(motion_key(id), hit.hovered, control_time);
  const Rect track = s.pen.snapped(box(where.x1 - 36, where.middle_y() - 10, 36, 20));
  s.pen.fill(track, mixed(theme.bg3, enabled ? theme.text : theme.disabled, t), 10);
  s.pen.outline(track, mixed(mixed(theme.line2, theme.text3, lit), theme.text, t), 1, 10);
  s.pen.disc({mix(track.x0 + 10, track.x1 - 10, t), track.middle_y()}, 7, mixed(theme.text3, theme.bg0, t));
  if (hit.hovered) s.out.cursor = "pointer";
  if (hit.focused) s.ring(track, 10);
  s.says(hit.focused, name, "role.switch", s.text(on ? "focus.on" : "focus.off"));
  return hit.clicked;
}

float typed_box_width(const Screen& s, std::string_view words) {
  return s.type.width(words, {Face::regular, control_size}) + 2 * typed_margin;
}

void typed_box(Screen& s, std::string_view id, std::string_view name, Rect where, std::string_view holds,
               std::string_view example, const explorer::EditTarget& of, bool enabled) {
  const Hit hit = enabled ? s.hit(id, where) : Hit{};
  if (!enabled) s.mark(id, where);
  const float lit = s.motion.fade(motion_key(id), hit.hovered, control_time);
  s.pen.panel(where, s.theme.bg2, mixed(s.theme.line2, s.theme.text3, lit), control_radius);
  const Font font{Face::regular, control_size};
  const bool empty = holds.empty();
  const Color ink = !enabled ? s.theme.disabled : empty ? s.theme.text3 : s.theme.text;
  s.pen.text_in(grown(where, -typed_margin, 0),
                s.type.fitted(empty ? example : holds, font, where.width() - 2 * typed_margin), font, ink);
  if (hit.focused) s.ring(where, control_radius);
  s.says(hit.focused, name, "role.field", holds);
  if (hit.hovered) s.out.cursor = "text";
  if (hit.clicked) s.command(explorer::BeginEdit{of});
}

void lay_field(Screen& s, Rect where, std::string_view label, const explorer::EditTarget& of) {
  if (!s.typing(of)) return;
  where = s.type.mirror().to_window(where);
  const explorer::Edit& edit = *s.explorer.state().edit;
  s.out.edit = EditField{.x = where.x0,
                         .y = where.y0,
                         .width = where.width(),
                         .height = where.height(),
                         .label = std::string(label),
                         .text = edit.text,
                         .refusal = edit.refusal,
                         .words = edit.words()};
}

namespace {

constexpr float chip_pad = 8, chip_height = 24, chip_line = 16;

// The larger size if the words fit one line, else the smaller one in as many lines as necessary. Valid until the next
// frame.
struct ChipLines {
  Font font;
  const std::vector<std::string>& lines;
};

ChipLines chip_lines(Screen& s, std::string_view words, float room) {
  Font font{Face::medium, control_size};
  const float wide = s.type.width(words, font);
  if (wide > room) font.size = note_size;
  const std::size_t count = s.type.lines(words, font, room).size();
  // Lines of about equal length, so that the last is not a single word.
  float even = s.type.width(words, font) / static_cast<float>(std::max<std::size_t>(count, 1));
  while (count > 1 && even < room) {
    if (const std::vector<std::string>& other = s.type.lines(words, font, even); other.size() <= count)
      return {font, other};
    even += 8;
  }
  return {font, s.type.lines(words, font, room)};
}

}  // namespace

Rect chip_rect(Screen& s, std::string_view words, Rect room) {
  const auto& [font, lines] = chip_lines(s, words, room.width() - 2 * chip_pad);
  float wide = 0;
  for (const std::string& line : lines) wide = std::max(wide, s.type.width(line, font));
  const float high = chip_height + static_cast<float>(lines.size() - 1) * chip_line;
  return box(room.x0, room.y0, std::min(wide + 2 * chip_pad, room.width()), high);
}

void draw_chip(Screen& s, std::string_view words, Rect room) {
  const auto& [font, lines] = chip_lines(s, words, room.width() - 2 * chip_pad);
  const Rect where = s.pen.snapped(chip_rect(s, words, room));
  s.pen.fill(where, s.theme.bg3, segment_radius);
  float y = where.middle_y() - static_cast<float>(lines.size()) * chip_line / 2;
  for (const std::string& line : lines) {
    s.pen.text_in({where.x0 + chip_pad, y, where.x1, y + chip_line},
                  s.type.fitted(line, font, where.width() - chip_pad), font, s.theme.text);
    y += chip_line;
  }
}

void section_label(Screen& s, float x0, float x1, float y, std::string_view words, std::string_view of) {
  s.pen.text({x0, centred(y, capitals_size)}, in_capitals(s, words), {Face::semibold, capitals_size, 0.8f},
             s.theme.text3);
  s.pen.text_in({x0, y - 10, x1, y + 10}, of, {Face::regular, label_size}, s.theme.text3, Align::right);
}

std::string_view in_capitals(Screen& s, std::string_view words) {
  std::string& out = s.memory.words.next();
  for (std::string_view rest = words; !rest.empty();) {
    std::uint32_t c = next_code(rest);
    const bool lower = (c >= 'a' && c <= 'z') || (c >= 0xE0 && c <= 0xFE && c != 0xF7) ||
                       (c >= 0x3B1 && c <= 0x3C9 && c != 0x3C2) || (c >= 0x430 && c <= 0x44F);
    if (lower) c -= 32;
    if (c >= 0x450 && c <= 0x45F) c -= 80;
    if (c < 0x80) {
      out += static_cast<char>(c);
    } else if (c < 0x800) {
      out += static_cast<char>(0xC0 | c >> 6);
      out += static_cast<char>(0x80 | (c & 0x3F));
    } else {
      out += static_cast<char>(0xE0 | c >> 12);
      out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
      out += static_cast<char>(0x80 | (c & 0x3F));
    }
  }
  return out;
}

}  // namespace ui
