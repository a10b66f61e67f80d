// The screen of the large map from top to bottom, and the computation of what the next frame needs.
#include "ui/large_map/large.hpp"

#include <algorithm>
#include <cmath>

#include "graph/explain/explanation.hpp"
#include "imgui.h"
#include "ui/panels/panels.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr std::size_t brushed_a_frame = 1 << 19;  // products: about a millisecond's work

}  // namespace

std::optional<LargeFigure::Cell> LargeFigure::looked_at(const Screen& s) const {
  const std::size_t tokens = state(s).setup.tokens;
  const std::optional<Cell>& cell = hovered_ && look_.follow ? hovered_ : look_.cell;
  return cell && cell->first < tokens && cell->second < tokens ? cell : std::nullopt;
}

std::string_view LargeFigure::token(const Screen& s, std::size_t place) const {
  const std::string& word = large(s).words()[place];
  return of_patches(s) ? std::string_view(word) : s.joined({word, " ", s.digits(place + 1)});
}

// The rows and columns shown are recomputed when others are hovered; compared rows a few per frame.
void LargeFigure::keep_up(Screen& s) {
  const large_map::Map& map = large(s).map();
  if (map_ != map.coarse().id) {
    map_ = map.coarse().id;
    row_.reset();
    column_of_.reset();
    brush_next_ = 0;
    brush_sum_.clear();
    finding_.clear();
  }
  if (finding_ != look_.find) {
    finding_ = look_.find;
    found_ = large(s).find(look_.find);
  }
  if (finding_.empty()) found_.clear();
  if (!map.ready() || !map.coarse_done()) return;  // only after the first picture, which a frame for this would delay
  const std::optional<Cell> cell = looked_at(s);
  const std::size_t row = cell ? cell->first : map.tokens() - 1;
  if (!row_ || row_->row != row) row_ = large_map::row_of(large(s), row);
  if (!cell) {
    column_of_.reset();
  } else if (column_of_ != cell->second || column_changes_ != map.rows_changed()) {
    column_of_ = cell->second;
    column_changes_ = map.rows_changed();
    column_ = map.column(cell->second);
  }
  if (!look_.brush) return;
  if (brush_sum_.empty() || brushed_ != *look_.brush) {
    brushed_ = *look_.brush;
    brush_sum_.assign(map.tokens(), 0.0);
    brush_next_ = brushed_.first;
  }
  const std::size_t rows = std::max<std::size_t>(brushed_a_frame / (map.tokens() * map.width()), 1);
  for (std::size_t n = 0; n < rows && brush_next_ <= brushed_.second; ++n, ++brush_next_) {
    const std::vector<float> weights = map.row(brush_next_);
    for (std::size_t j = 0; j < weights.size(); ++j) brush_sum_[j] += weights[j];
  }
  s.out.animating |= brush_next_ <= brushed_.second;
}

void LargeFigure::title(Screen& s) {
  const Rect at = layout_.title;
  const Font strong{Face::display, layout_.wide ? px(28) : px(19), -0.3f}, plain{Face::regular, control_size};
  const std::string_view name = head_name(s, look_.head);
  const float base = centred(at.middle_y(), strong.size);
  const float end = s.pen.text({at.x0, base}, s.type.fitted(name, strong, at.width()), strong, s.theme.text) + 14;
  const float room = at.x1 - end;
  if (room > 40) {
    const large_map::Block block = window(s).block();
    const std::string_view range =
        s.text("large.range", {std::to_string(block.row0 + 1), std::to_string(block.row1),
                               std::to_string(block.column0 + 1), std::to_string(block.column1)});
    const std::string_view pattern = head_pattern(s, look_.head);
    const Font small{Face::regular, label_size};
    if (layout_.wide && s.type.width(range, small) < room) {
      s.pen.text({end, base - 13}, s.type.fitted(pattern, plain, room), plain, s.theme.text2);
      s.pen.text({end, base + 5}, range, small, s.theme.text3);
    } else {
      s.pen.text({end, base}, s.type.fitted(pattern, plain, room), plain, s.theme.text2);
    }
  }
  if (s.around.alone()) return;
  // The zoom with its buttons.
  const float size = layout_.zoom.height();
  const Point middle = layout_.map.middle();
  const auto press = [&](std::string_view id, float x, Icon icon, std::string_view tip, bool enabled) {
    const std::string_view words = s.text(tip);
    return button(s, id, box(x, layout_.zoom.y0, size, size),
                  {.before = icon, .kind = ButtonKind::ghost, .enabled = enabled, .tip = words});
  };
  const float x = layout_.zoom.x0;
  if (press("large-zoom:out", x, Icon::minus, "attention.zoom.out", look_.zoom > 1)) zoom_to(s, look_.zoom / 2, middle);
  const std::string times = graph::format_number(look_.zoom, look_.zoom < 10 && look_.zoom > 1 ? 1 : 0) + "×";
  s.pen.text_in({x + size, layout_.zoom.y0, x + size + 44, layout_.zoom.y1}, times, {Face::semibold, control_size},
                s.theme.text, Align::centre);
  if (press("large-zoom:in", x + size + 44, Icon::plus, "attention.zoom.in", look_.zoom < most_zoom(s) - 0.01))
    zoom_to(s, look_.zoom * 2, middle);
  if (press("large-zoom:fit", x + 2 * size + 44, Icon::fullscreen, "attention.zoom.fit", look_.zoom > 1))
    zoom_to(s, 1, middle);
}

float LargeFigure::heads(Screen& s, float x0, float x1, float y, int columns) {
  const large_map::Computation& all = large(s);
  const auto count = static_cast<int>(all.heads());
  const float gap = 10, width = (x1 - x0 - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  const float pitch = width + 26;
  const int rows = (count + columns - 1) / columns;
  const Rect whole{x0, y, x1, y + pitch * static_cast<float>(rows)};
  const std::optional<int> focused = head_of_keys(s, whole, columns);
  const bool enter = focused && (s.pressed(ImGuiKey_Enter, false) || s.pressed(ImGuiKey_Space, false));
  const ImVec2 clip0 = s.pen.list()->GetClipRectMin(), clip1 = s.pen.list()->GetClipRectMax();
  std::size_t first = all.heads(), last = 0, queries = all.setup().tokens;
  const auto draw = [&](int i) {
    const int row = i / columns, column = i % columns;
    const Rect place =
        box(x0 + static_cast<float>(column) * (width + gap), y + static_cast<float>(row) * pitch, width, pitch - 4);
    if (place.y1 < clip0.y || place.y0 > clip1.y) return;  // ImGui adds the row of the item pressed last
    const auto head = static_cast<std::size_t>(i);
    first = std::min(first, head);
    last = std::max(last, head + 1);
    if (const large_map::Computation::Thumbnail* made = all.thumbnail(head)) queries = std::min(queries, made->queries);
    const bool here = focused == i;
    const Rect seen{place.x0, std::max(place.y0, clip0.y), place.x1, std::min(place.y1, clip1.y)};
    draw_head(s, head, place, seen, here && enter);
    if (here) s.ring(grown(place, 0, -1), control_radius);
  };
  ImGui::SetCursorScreenPos({s.type.mirror().to_window(whole).x0, y});
  ImGuiListClipper clipper;
  clipper.Begin(rows, pitch);
  while (clipper.Step())
    for (int i = clipper.DisplayStart * columns; i < std::min(clipper.DisplayEnd * columns, count); ++i) draw(i);
  heads_seen_ = {first, last};
  s.mark(s.joined({"large-thumbnails:", s.digits(queries)}), whole);
  return heads_note(s, x0, x1, whole.y1 + 2, queries);
}

// One stop in the Tab order; arrows move inside it. Returns the head that has the focus.
std::optional<int> LargeFigure::head_of_keys(Screen& s, Rect whole, int columns) {
  const auto count = static_cast<int>(large(s).heads());
  const bool focused = s.focus.part("large-heads", whole);
  int& at = s.memory.roving[motion_key("large-heads")];
  if (!focused) {
    at = static_cast<int>(look_.head);
    return std::nullopt;
  }
  if (!s.focus.visible()) return at;
  at = std::clamp(at, 0, count - 1);
  if (s.takes(ImGuiKey_RightArrow, at + 1 < count)) ++at;
  if (s.takes(ImGuiKey_LeftArrow, at > 0)) --at;
  if (s.takes(ImGuiKey_DownArrow, at + columns < count)) at += columns;
  if (s.takes(ImGuiKey_UpArrow, at - columns >= 0)) at -= columns;
  if (s.takes(ImGuiKey_Home, at > 0)) at = 0;
  if (s.takes(ImGuiKey_End, at + 1 < count)) at = count - 1;
  const auto head = static_cast<std::size_t>(at);
  s.says(true, s.joined({head_name(s, head), ": ", head_pattern(s, head)}), "role.head",
         s.place_of(head, static_cast<std::size_t>(count)));
  return at;
}

void LargeFigure::draw_head(Screen& s, std::size_t head, Rect place, Rect seen, bool entered) {
  const std::string_view id = s.joined({"large-head:", s.digits(head)});
  const Hit hit = s.hit(id, seen, false);
  const bool selected = head == look_.head;
  const float over = s.motion.fade(motion_key(id), hit.hovered && !selected, control_time);
  const Rect frame = s.pen.snapped(grown(place, 4, 3));
  if (selected) s.pen.fill(frame, s.theme.bg3, control_radius);
  else if (over > 0) s.pen.fill(frame, faded(s.theme.bg3, over * 0.6f), control_radius);
  if (selected) s.pen.outline(frame, s.theme.text, 1.5f, control_radius);
  const Rect picture = s.pen.snapped(box(place.x0, place.y0, place.width(), place.width()));
  s.pen.fill(picture, s.theme.bg0);
  if (const large_map::Computation::Thumbnail* made = large(s).thumbnail(head)) {
    render::LargeLook look;
    // Inside its outline, which would hide the first token.
    look.x0 = picture.x0 + 1, look.y0 = picture.y0 + 1, look.x1 = picture.x1 - 1, look.y1 = picture.y1 - 1;
    look.column1 = look.row1 = static_cast<double>(large(s).setup().tokens);
    look.mean = look_.mean;
    look.steps = static_cast<int>(look_.steps);
    look.masked = look.behind = s.theme.bg0;
    put(s, made->sheet, 2, look);
    put_done(s, look);
  }
  s.pen.outline(picture, s.theme.line2);
  const Font font{selected ? Face::semibold : Face::regular, note_size};
  const std::string_view name = head_name(s, head);
  s.pen.text_in({place.x0, picture.y1 + 2, place.x1, place.y1}, s.type.fitted(name, font, place.width()), font,
                selected ? s.theme.text : s.theme.text2);
  if (hit.hovered) s.out.cursor = "pointer";
  if (hit.hovered) s.item_tip(s.joined({name, ": ", head_pattern(s, head)}));
  if (!entered && (!hit.clicked || ImGui::GetIO().MouseDragMaxDistanceSqr[0] >= 64)) return;
  s.focus.take("large-heads");
  look_.head = head;
  s.command(explorer::LookLarge{.head = head});
}

// How many cells a pixel covers; and, while the thumbnails are incomplete, from how many queries they are computed.
float LargeFigure::heads_note(Screen& s, float x0, float x1, float y, std::size_t queries) const {
  const large_map::Computation& all = large(s);
  const Font font{Face::regular, note_size};
  const auto note = [&](std::string_view words) {
    for (const std::string& line : s.type.lines(words, font, x1 - x0)) {
      s.pen.text_in({x0, y, x1, y + 15}, line, font, s.theme.text3);
      y += 15;
    }
  };
  const std::size_t tokens = all.setup().tokens;
  if (const large_map::Computation::Thumbnail* made = all.thumbnail(std::min(heads_seen_.first, all.heads() - 1)))
    note(s.text(look_.mean ? "large.pooled.mean" : "large.pooled.largest", {s.digits(made->sheet.row_cells)}));
  if (queries < tokens) note(s.text("large.thumbnails", {s.digits(queries), s.digits(tokens)}));
  return y;
}

void LargeFigure::draw(Screen& s) {
  look_ = state(s).look;
  maps_.begin_frame();
  for (std::size_t i = 0; i < scale_.size(); ++i)
    scale_[i] = s.theme.scale(graph::Family::weights, static_cast<float>(i) / 255);
  maps_.use(scale_);
  heads_seen_ = {0, 0};
  s.around.alone() ? draw_alone(s) : draw_whole(s);
}

void LargeFigure::draw_alone(Screen& s) {
  constexpr int most_steps = 10000;  // of a compared column, a few rows a frame
  const bool ready = large(s).map().ready() && large(s).map().coarse_done();
  if (!s.around.shows_alone(explorer::Picture::Of::map) || !ready) return;
  LargeSpace space{.width = s.around.width, .height = s.around.height, .bar = 0};
  space.alone = true;
  layout_ = lay_out_large(space);
  for (int step = 0; step < most_steps; ++step) {
    s.out.animating = false;
    keep_up(s);
    if (!s.out.animating) break;
  }
  title(s);
  draw_map(s);
}

void LargeFigure::draw_stage(Screen& s) {
  const float left = layout_.heads.x1, right = layout_.panel.x0 > left ? layout_.panel.x0 : s.around.width;
  const Mirror::Block stage(s.type.mirror(), left, right);
  input(s);
  keep_up(s);
  title(s);
  draw_map(s);
}

void LargeFigure::draw_whole(Screen& s) {
  LargeSpace space;
  space.width = s.around.width;
  space.height = s.around.height;
  space.bar = s.shell == Shell::phone ? top_bar_phone : top_bar_height;
  space.touch = s.touch();
  space.several_heads = large(s).heads() > 1;
  layout_ = lay_out_large(space);

  s.focus.group("bar");
  draw_screen_bar(s, {0, 0, s.around.width, space.bar}, s.text("large.title"));

  s.focus.group("figure");
  draw_stage(s);
  if (!layout_.heads.empty()) {
    const Rect area = layout_.heads;
    s.pen.fill(area, s.theme.bg1);
    s.pen.down(area.x1, area.y0, area.y1, s.theme.line);
    s.focus.group("heads");
    float y = s.begin_scroll("large-heads-scroll", area) + 28;
    section_label(s, area.x0 + 20, area.x1 - 20, y, s.text("large.heads"), std::to_string(large(s).heads()));
    y = heads(s, area.x0 + 20, area.x1 - 20, y + 18, 2) + 16;
    s.end_scroll(y, s.theme.bg1);
  }
  s.focus.group("controls");
  panel(s);

  const LargeWindow at = window(s);
  s.out.large = {at.block(), large_factor(at, s.pen.ratio()), heads_seen_.first, heads_seen_.second};
  s.out.animating |= maps_.pending();
}

}  // namespace ui
