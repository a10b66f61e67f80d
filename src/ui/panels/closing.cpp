// One scrolling column of text; the table lays out every cell as prose, so that symbols are typeset as elsewhere.
#include "ui/panels/closing.hpp"

#include <array>

#include "imgui.h"
#include "ui/type/prose.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

using explorer::NameRowView;
using explorer::Paragraphs;

constexpr float column_most = 760, least_table = 520, cell_gap = 16, row_pad = 9;

ProseStyle table_style(const Theme& theme) {
  return {.size = px(15), .line = 22, .gap = 4, .plain = theme.text, .strong = theme.text};
}

struct Column {
  std::string_view heading;
  Paragraphs NameRowView::* words;
  float from, to;  // as fractions of the width
};
constexpr std::array columns{
    Column{"names.what", &NameRowView::what, 0, 0.31f}, Column{"names.here", &NameRowView::here, 0.31f, 0.6f},
    Column{"names.usual", &NameRowView::usual, 0.6f, 0.75f}, Column{"names.pytorch", &NameRowView::pytorch, 0.75f, 1}};

// Draws a name, or the sign for "none", and returns its height.
float draw_name(Screen& s, const Paragraphs& words, float x0, float x1, float y, bool drawn) {
  const ProseStyle style = table_style(s.theme);
  if (words.empty()) {
    if (drawn) s.pen.text({x0, y + 16}, s.text("names.none"), {Face::regular, style.size}, s.theme.text3);
    return style.line;
  }
  const Prose& laid = *s.lay(words, x1 - x0, style);
  if (drawn) draw_prose(s.pen, s.type, s.theme, laid, {x0, y}, style);
  return laid.height;
}

float draw_table(Screen& s, float x0, float x1, float y) {
  const float width = x1 - x0;
  const Font heading{Face::regular, label_size};
  for (const Column& column : columns)
    s.pen.text({x0 + width * column.from, y + 14}, s.text(column.heading), heading, s.theme.text3);
  y += 22;
  for (const NameRowView& row : s.view.names) {
    s.pen.across(x0, x1, y, s.theme.line);
    float high = 0;
    for (const bool drawn : {false, true}) {
      for (const Column& column : columns) {
        const float left = x0 + width * column.from;
        const float right = x0 + width * column.to - (column.to < 1 ? cell_gap : 0);
        high = std::max(high, draw_name(s, row.*column.words, left, right, y + row_pad, drawn));
      }
    }
    y += high + 2 * row_pad;
  }
  return y;
}

// The meaning as a heading, then each name after a word that says whose it is.
float draw_blocks(Screen& s, float x0, float x1, float y) {
  const Font label{Face::regular, label_size};
  float words = 0;
  for (const Column& column : columns)
    if (column.words != &NameRowView::what) words = std::max(words, s.type.width(s.text(column.heading), label));
  for (const NameRowView& row : s.view.names) {
    s.pen.across(x0, x1, y, s.theme.line);
    y += row_pad;
    y += draw_name(s, row.what, x0, x1, y, true);
    for (const Column& column : columns) {
      if (column.words == &NameRowView::what || (row.*column.words).empty()) continue;
      s.pen.text({x0, y + 16}, s.text(column.heading), label, s.theme.text3);
      y += draw_name(s, row.*column.words, x0 + words + cell_gap, x1, y, true);
    }
    y += row_pad;
  }
  return y;
}

class Page {
 public:
  Page(Screen& s, float x0, float x1, float y) : s_(s), x0_(x0), x1_(x1), y_(y) {}
  float y() const { return y_; }

  void title() {
    const bool large = s_.shell == Shell::desktop || s_.shell == Shell::tablet;
    const Font small{Face::semibold, px(12), 1.0f}, font{Face::display, large ? title_size : title_phone, -0.3f};
    s_.pen.text({x0_, y_ + 12}, s_.type.fitted(in_capitals(s_, s_.view.lesson_title), small, x1_ - x0_), small,
                s_.theme.text3);
    s_.pen.text({x0_, y_ + (large ? 52.0f : 44.0f)}, s_.view.step_title, font, s_.theme.text);
    y_ += large ? 66 : 54;
  }

  void section(std::string_view heading, const Paragraphs& words) {
    if (words.empty()) return;
    head(heading);
    prose(words, x0_);
  }

  void names() {
    if (s_.view.names.empty()) return;
    head("names.title");
    y_ = draw_names(s_, x0_, x1_, y_ + 2);
  }

  void references() {
    const auto& all = s_.view.closing->references;
    if (all.empty()) return;
    head("end.references");
    for (std::size_t i = 0; i < all.size(); ++i) {
      const ProseStyle style = text_style();
      const bool opens = !all[i].url.empty();
      const float left = x0_ + (opens ? 28.0f : 0.0f);
      const Prose& laid = *s_.lay(all[i].text, x1_ - left, style);
      const std::string id = "source:" + std::to_string(i);
      const Rect where{x0_ - 8, y_ - 2, x1_ + 8, y_ + std::max(laid.height + 4, s_.touch() ? touch_target : 0.0f)};
      if (opens) {
        const Hit hit = s_.hit(id, where);
        s_.pen.fill(where, faded(s_.theme.bg3, s_.motion.fade(motion_key(id), hit.hovered, control_time)),
                    segment_radius);
        draw_icon(s_.pen, Icon::external, {x0_ + 9, y_ + style.line / 2}, s_.theme.text3, 15);
        if (hit.focused) s_.ring(grown(where, -2), segment_radius);
        const std::string_view words = s_.written([&](std::string& out) {
          for (const auto& paragraph : all[i].text)
            for (const auto& run : paragraph.runs) out += run.text;
        });
        s_.says(hit.focused, words, "role.link", s_.place_of(i, all.size()));
        if (hit.hovered) s_.out.cursor = "pointer";
        if (hit.clicked) s_.out.open_address = all[i].url;
      }
      draw_prose(s_.pen, s_.type, s_.theme, laid, {left, y_}, style);
      y_ = where.y1 + 6;
    }
  }

  // Opens the picture of the reader's numbers.
  void numbers() {
    if (s_.view.closing->poster.empty() || s_.around.controls != Controls::all) return;
    const Button look{.label = s_.text("end.numbers")};
    const float high = s_.touch() ? touch_target : 36;
    y_ += 14;
    const Rect where = box(x0_, y_, std::min(button_width(s_, look, high > 44), x1_ - x0_), high);
    if (button(s_, "save-numbers", where, look)) s_.request(Request::save_numbers);
    y_ = where.y1;
  }

  // The large button to what follows, in as many lines as its words need.
  void next() {
    if (!s_.leads_on()) return;
    constexpr Font font{Face::semibold, px(16)};
    constexpr float pad = 22, line = 24, arrow = 18;
    const std::string& words = s_.view.closing->next_button;
    const std::vector<std::string>& lines = s_.type.lines(words, font, x1_ - x0_ - 3 * pad - arrow);
    float wide = 0;
    for (const std::string& each : lines) wide = std::max(wide, s_.type.width(each, font));
    y_ += 22;
    const Rect where =
        s_.pen.snapped(box(x0_, y_, wide + 3 * pad + arrow, static_cast<float>(lines.size()) * line + 2 * 14));
    const Hit hit = s_.hit("next-lesson", where);
    const float lit = s_.motion.fade(motion_key("next-lesson"), hit.hovered || hit.held, control_time);
    s_.pen.fill(where, mixed(s_.theme.primary, s_.theme.bg3, lit * 0.16f), px(10));
    float at = where.y0 + 14;
    for (const std::string& each : lines) {
      s_.pen.text_in({x0_ + pad, at, where.x1, at + line}, each, font, s_.theme.on_primary);
      at += line;
    }
    draw_icon(s_.pen, Icon::right, {where.x1 - pad - arrow / 2, where.middle_y()}, s_.theme.on_primary, arrow);
    if (hit.focused) s_.ring(where, px(10));
    s_.says(hit.focused, words, "role.button");
    if (hit.hovered) s_.out.cursor = "pointer";
    if (hit.clicked) s_.go(false);
    y_ = where.y1;
  }

 private:
  ProseStyle text_style() const {
    return {.size = px(16), .line = 25, .gap = 10, .plain = s_.theme.text2, .strong = s_.theme.text};
  }
  void head(std::string_view id) {
    y_ += 22;
    s_.pen.text_in({x0_, y_, x1_, y_ + 26}, s_.text(id), {Face::semibold, px(18)}, s_.theme.text);
    y_ += 32;
  }
  void prose(const Paragraphs& words, float x0) {
    const ProseStyle style = text_style();
    const Prose& laid = *s_.lay(words, x1_ - x0, style);
    draw_prose(s_.pen, s_.type, s_.theme, laid, {x0, y_}, style);
    y_ += laid.height;
  }

  Screen& s_;
  float x0_, x1_, y_;
};

}  // namespace

float draw_names(Screen& s, float x0, float x1, float y) {
  return x1 - x0 >= least_table ? draw_table(s, x0, x1, y) : draw_blocks(s, x0, x1, y);
}

float draw_names_sheet(Screen& s, float x0, float x1, float y) {
  s.pen.text_in({x0, y, x1, y + 26}, s.text("names.title"), {Face::semibold, px(18)}, s.theme.text);
  // On a phone the popup covers everything, and touch has no Escape key.
  const float size = s.touch() ? touch_target : 36;
  const std::string_view words = s.text("names.close");
  const Rect where = box(x1 - size + 8, y + 13 - size / 2, size, size);
  if (button(s, "close-names", where, {.before = Icon::close, .kind = ButtonKind::ghost, .tip = words}))
    ImGui::CloseCurrentPopup();
  return draw_names(s, x0, x1, y + 36);
}

void draw_closing(Screen& s, Rect area, float margin) {
  if (!s.view.closing) return;
  const explorer::ClosingView& closing = *s.view.closing;
  s.open_at_top("closing");
  const float y = s.begin_scroll("closing", area);
  const float x0 = area.x0 + margin, x1 = std::min(area.x1 - margin, x0 + column_most);
  Page page(s, x0, x1, y + 20);
  page.title();
  page.section("end.can_say", closing.can_say);
  page.next();
  page.numbers();
  page.section("end.corrections", closing.corrections);
  page.names();
  page.references();
  page.section("end.licence", closing.licence);
  page.section("end.cite", closing.cite);
  s.end_scroll(page.y() + 28, s.theme.bg0);
}

}  // namespace ui
