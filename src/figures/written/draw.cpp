// What a model writes: its line letter by letter, the letters before the followed one shaded by the weights that picked it,
// and the lines it wrote earlier in the run. A click on a letter, or arrow keys, follows it.
#include <algorithm>
#include <cmath>

#include "figures/drawings.hpp"
#include "figures/written/view.hpp"
#include "imgui.h"
#include "ui/type/prose.hpp"
#include "ui/widgets/cell_color.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

using explorer::WrittenView;

constexpr float title_row = 34, line_height = 21, step_width = 78;
constexpr float lines_kept = 6;  // earlier lines that have room

// A narrow screen has smaller letters, and the step above its line.
bool beside(float width) { return width > 560; }

struct LetterSize {
  float width, height, gap, font;
};
LetterSize letter_size(float width) { return beside(width) ? LetterSize{18, 28, 4, 15} : LetterSize{15, 22, 2, 13}; }

std::size_t letters_in_row(float width) {
  return std::max<std::size_t>(static_cast<std::size_t>(width / letter_size(width).width), 1);
}

float letters_height(const WrittenView& view, float width) {
  const std::size_t row = letters_in_row(width);
  const LetterSize size = letter_size(width);
  const std::size_t rows = (view.length + row - 1) / row;
  return static_cast<float>(rows) * (size.height + size.gap) + 26;
}

// The same before anything is written and when the run is over, so that its buttons below stay in place.
Rect written_room(const Screen& s, Rect area) {
  const auto& view = *s.view.figure<WrittenView>();
  const float earlier = lines_kept * (line_height + (beside(area.width()) ? 4 : line_height));
  const float wanted = title_row + letters_height(view, area.width()) + earlier + 12;
  // The run has its buttons and its curve below: if they do not both fit, the earlier lines are in the reading view.
  const float run = s.touch() ? 310 : 260;  // buttons are taller there
  const float least = title_row + std::max(letters_height(view, area.width()), line_height);
  const bool is_last = s.view.figures.back().get() == &view;
  const float most = is_last ? area.height() * 0.75f : std::max(area.height() - run, least);
  return {area.x0, area.y0, area.x1, area.y0 + std::min(wanted, most)};
}

class WrittenDrawing {
 public:
  WrittenDrawing(Screen& screen, Rect area) : s_(screen), view_(*screen.view.figure<WrittenView>()), area_(area) {}

  void draw() {
    title();
    s_.pen.clip(area_);
    float y = letters(area_.y0 + title_row);
    if (view_.lines.empty()) {
      const ProseStyle style{label_size, 19, 0, s_.theme.text2, s_.theme.text2};
      draw_prose(s_.pen, s_.type, s_.theme, *s_.lay(s_.text("written.none"), area_.width(), style), {area_.x0, y},
                 style);
    }
    // The latest first: where the room is short, the earliest are cut off.
    for (std::size_t i = view_.lines.size(); i-- > 0 && y < area_.y1;) y = line(view_.lines[i], y);
    s_.pen.unclip();
  }

 private:
  void title() {
    const Font strong{Face::medium, label_size};
    const Rect row{area_.x0, area_.y0, area_.x1, area_.y0 + title_row - 6};
    s_.pen.text_in(row, view_.title, strong, s_.theme.text);
    if (view_.letters.empty() || view_.heads.size() < 2) return;
    labels_.assign(view_.heads.begin(), view_.heads.end());
    const float width = std::min(32 * static_cast<float>(labels_.size()), row.width() / 2);
    const Rect where{row.x1 - width, row.y0, row.x1, row.y1};
    const std::string_view heads = s_.text("written.heads");
    s_.pen.text_in({row.x0, row.y0, where.x0 - 8, row.y1}, heads, {Face::regular, note_size}, s_.theme.text2,
                   Align::right);
    if (const auto head = segmented(s_, "written:head", heads, where, labels_, view_.leading.back()))
      s_.command(explorer::SetLeading{view_.axis, *head});
  }

  // Returns where what is below begins.
  float letters(float y) {
    if (view_.letters.empty()) return y;
    const std::size_t row = letters_in_row(area_.width()), count = view_.letters.size();
    const std::size_t rows = (count + row - 1) / row;
    const LetterSize size = letter_size(area_.width());
    const Rect all{area_.x0, y, area_.x0 + static_cast<float>(row) * size.width,
                   y + static_cast<float>(rows) * (size.height + size.gap)};
    const auto place = [&](std::size_t i) {
      const std::size_t line = i / row;
      return box(all.x0 + static_cast<float>(i % row) * size.width,
                 y + static_cast<float>(line) * (size.height + size.gap), size.width, size.height);
    };
    const auto follow = [&](std::size_t letter) { s_.command(explorer::Focus{view_.cell(letter), true}); };
    const Hit hit = s_.hit("written", all);
    if (hit.focused) {
      if (s_.takes(ImGuiKey_LeftArrow, view_.followed > 1)) follow(view_.followed - 1);
      if (s_.takes(ImGuiKey_RightArrow, view_.followed + 1 < count)) follow(view_.followed + 1);
      s_.says(true, view_.title, "role.list", view_.note);
    }
    const graph::Family family = graph::family(view_.role);
    const Font font{Face::medium, size.font};
    // By the square root, since among many letters few weights are large.
    const bool shaded = !view_.attention.empty();
    for (std::size_t i = 0; i < count; ++i) {
      const Rect where = s_.pen.snapped(place(i)), cell{where.x0, where.y0, where.x1 - 1, where.y1};
      s_.mark(s_.joined({"letter:", s_.digits(i)}), where);
      const bool before = i < view_.followed, over = i > 0 && hit.hovered && where.contains(s_.pointer());
      Color ink = before || i == view_.followed ? s_.theme.text : s_.theme.text3;
      if (before && shaded) {
        const Color fill = cell_color(s_, family, std::sqrt(view_.attention[i]), 1);
        s_.pen.fill(cell, fill, 3);
        ink = Theme::ink(fill);
      }
      s_.pen.text_in(cell, view_.letters[i], font, ink, Align::centre);
      if (i == view_.followed) s_.pen.outline(cell, s_.theme.text, 1.5f, 3);
      else if (over) s_.pen.outline(cell, s_.theme.line2, 1.5f, 3);
      if (over) s_.out.cursor = "pointer";
      if (over && hit.clicked && !hit.by_key) follow(i);
    }
    if (hit.focused) s_.ring(all, 3);
    s_.pen.text_in({area_.x0, all.y1, area_.x1, all.y1 + 20}, view_.note, {Face::regular, note_size}, s_.theme.text2);
    return all.y1 + 26;
  }

  float line(const WrittenView::Line& line, float y) {
    const Color ink = line.later ? s_.theme.text3 : s_.theme.text;
    const ProseStyle style{label_size, line_height, 0, ink, ink};
    const Prose& laid =
        *s_.lay(std::string_view(line.text), area_.width() - (beside(area_.width()) ? step_width : 0), style);
    s_.pen.text_in({area_.x0, y, area_.x1, y + line_height}, line.title, {Face::regular, note_size}, s_.theme.text3);
    const Point at = beside(area_.width()) ? Point{area_.x0 + step_width, y} : Point{area_.x0, y + line_height};
    s_.mark(s_.joined({"written:", s_.digits(line.step)}), {at.x, at.y, area_.x1, at.y + laid.height});
    draw_prose(s_.pen, s_.type, s_.theme, laid, at, style);
    return at.y + laid.height + (beside(area_.width()) ? 4 : 0);
  }

  Screen& s_;
  const WrittenView& view_;
  Rect area_;
  std::vector<std::string_view> labels_;
};

}  // namespace

const FigureDrawing written_drawing{.room = written_room,
                                    .draw = [](Screen& screen, Rect area) { WrittenDrawing(screen, area).draw(); }};

}  // namespace ui
