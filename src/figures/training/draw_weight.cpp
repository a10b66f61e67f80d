// One weight over time: its tensor to choose it from, its value and its slope over the steps, and how the loss actually
// changes when it is nudged.
#include <algorithm>
#include <array>
#include <cmath>

#include "figures/training/draw.hpp"
#include "imgui.h"
#include "ui/stage/legend.hpp"
#include "ui/widgets/cell_color.hpp"

namespace ui {
namespace {

using explorer::TrainingView;
using Weight = TrainingView::Weight;

constexpr float weight_head = 26, legend_line = 26, legend_lines = 52;

class WeightPanel {
 public:
  WeightPanel(Screen& screen, Rect area, const TrainingView& run, float title_from)
      : s_(screen), area_(area), title_from_(title_from), run_(run), weight_(*run.weight) {}

  void draw() {
    const float foot = 44;
    constexpr float least_choice = 110;
    const float width = std::max(std::min(area_.width() * 0.42f, 360.0f), title_from_ - area_.x0 + least_choice);
    tensors({title_from_, area_.y0, area_.x0 + width, area_.y0 + weight_head});
    const Rect room{area_.x0, area_.y0 + weight_head + 2, area_.x0 + width, area_.y1};
    const float below = matrix({room.x0, room.y0, room.x1, room.y1 - legend_line}) + 4;
    legend({room.x0, below, std::min(room.x1, room.x0 + 180), room.y1});
    const Rect right{area_.x0 + width + 20, area_.y0, area_.x1, area_.y1 - foot};
    const float half = right.height() / 2;
    course({right.x0, right.y0, right.x1, right.y0 + half - 4}, "weight:value", s_.text("training.value"),
           weight_.value, [](const explorer::WeightSample& one) { return one.value; });
    course({right.x0, right.y0 + half + 4, right.x1, right.y1}, "weight:slope", s_.text("training.slope"),
           weight_.slope, [](const explorer::WeightSample& one) { return one.slope; });
    sentence({right.x0, right.y1 + 2, area_.x1, area_.y1});
  }

 private:
  void tensors(Rect row) {
    const auto at = static_cast<std::size_t>(std::ranges::find(run_.weights, weight_.cell.node) - run_.weights.begin());
    const std::string_view words = at < run_.weight_names.size() ? std::string_view(run_.weight_names[at]) : "";
    const Rect where{row.x0, row.y0, std::min(row.x1, row.x0 + 150), row.y1};
    const auto asked = one_of(s_, "training:tensor", where, words, at, run_.weights.size());
    if (!asked) return;
    graph::Index middle;
    for (const std::size_t length : s_.explorer.graph().node(run_.weights[*asked]).shape) middle.push_back(length / 2);
    s_.command(explorer::LookTraining{std::nullopt, graph::CellRef{run_.weights[*asked], middle}});
  }

  // That the cells show the weights themselves, and what their colours mean.
  void legend(Rect room) {
    if (weight_.value.empty()) return;
    const explorer::TensorView* const tensor = &weight_.tensor;
    const auto now = s_.explorer.graph().at(weight_.cell.node, weight_.cell.index);
    draw_legend(s_, room, {&tensor, 1}, now, room.height() < legend_lines);
  }

  // The numbers of the tensor; of one with more axes than two, the last two at the chosen place. Returns its lower end.
  float matrix(Rect room) {
    const graph::Shape& shape = weight_.tensor.shape;
    if (shape.empty()) return room.y0;
    const std::size_t rows = shape.size() > 1 ? shape.end()[-2] : 1, columns = shape.back();
    const float pitch = std::min(room.width() / static_cast<float>(columns), room.height() / static_cast<float>(rows));
    const float side = std::min(pitch, 24.0f);
    const Rect where = box(room.x0, room.y0, side * static_cast<float>(columns), side * static_cast<float>(rows));
    const Hit hit = s_.hit("weight:cells", where);
    graph::Index chosen = weight_.cell.index;
    const std::size_t row = shape.size() > 1 ? chosen.end()[-2] : 0, column = chosen.back();
    std::vector<float>& values = s_.memory.numbers.next();
    // More cells than pixels are thinned out, and each still shows one of its own numbers.
    const std::size_t thin = side >= 1.5f ? 1 : static_cast<std::size_t>(std::ceil(1.5f / side));
    values.resize(rows * columns);
    s_.explorer.graph().block(weight_.cell.node, std::span(chosen).first(shape.size() > 1 ? shape.size() - 2 : 0), 0,
                              rows, 0, columns, values);
    const ColorScale scale = scale_of(weight_.tensor);
    for (std::size_t r = 0; r < rows; r += thin)
      for (std::size_t c = 0; c < columns; c += thin) {
        const float inset = side > 5 ? 1.0f : 0.0f, size = side * static_cast<float>(thin);
        const Rect cell = s_.pen.snapped(
            box(where.x0 + side * static_cast<float>(c), where.y0 + side * static_cast<float>(r), size, size));
        s_.pen.fill({cell.x0, cell.y0, cell.x1 - inset, cell.y1 - inset},
                    cell_color(s_, scale, values[r * columns + c], weight_.tensor.scale));
      }
    const Rect now =
        box(where.x0 + side * static_cast<float>(column), where.y0 + side * static_cast<float>(row), side, side);
    s_.pen.outline(grown(now, 2), s_.theme.text, 2, 2);
    std::size_t to_row = row, to_column = column;
    if (hit.focused) {
      if (s_.takes(ImGuiKey_LeftArrow, column > 0)) --to_column;
      if (s_.takes(ImGuiKey_RightArrow, column + 1 < columns)) ++to_column;
      if (s_.takes(ImGuiKey_UpArrow, row > 0)) --to_row;
      if (s_.takes(ImGuiKey_DownArrow, row + 1 < rows)) ++to_row;
      s_.says(true, weight_.name, "role.weight_cell", s_.joined({s_.text("training.value"), " ", weight_.value}));
      if (s_.focus.visible()) s_.ring(where, 2);
    }
    if (hit.hovered) s_.out.cursor = "pointer";
    if (hit.clicked && !hit.by_key) {
      const auto place = [](float at, std::size_t count) {
        return std::min(static_cast<std::size_t>(std::max(at, 0.0f)), count - 1);
      };
      to_row = place((s_.pointer().y - where.y0) / side, rows);
      to_column = place((s_.pointer().x - where.x0) / side, columns);
    }
    if (to_row == row && to_column == column) return where.y1;
    if (shape.size() > 1) chosen.end()[-2] = to_row;
    chosen.back() = to_column;
    s_.command(explorer::LookTraining{std::nullopt, graph::CellRef{weight_.cell.node, chosen}});
    return where.y1;
  }

  template <class Number>
  void course(Rect area, std::string_view id, std::string_view name, std::string_view now, Number&& number) const {
    const float side = 84;
    const Rect plot{area.x0, area.y0 + 4, area.x1 - side, area.y1 - 4};
    s_.mark(id, plot);
    const Font small{Face::regular, note_size}, strong{Face::semibold, label_size};
    s_.pen.text_in({plot.x1 + 8, area.middle_y() - 18, area.x1, area.middle_y()}, name, small, s_.theme.text3,
                   Align::right);
    s_.pen.text_in({plot.x1 + 8, area.middle_y(), area.x1, area.middle_y() + 18}, now, strong, s_.theme.text,
                   Align::right);
    double least = 0, most = 0;
    for (const explorer::WeightSample& one : weight_.samples) {
      least = std::min(least, number(one));
      most = std::max(most, number(one));
    }
    if (most - least <= 0) most = least + 1;
    const auto y_at = [&](double value) {
      return plot.y1 - plot.height() * static_cast<float>((value - least) / (most - least));
    };
    const auto x_at = [&](std::size_t step) {
      return plot.x0 +
             plot.width() * static_cast<float>(step) / static_cast<float>(std::max<std::size_t>(run_.planned, 1));
    };
    s_.pen.across(plot.x0, plot.x1, s_.pen.snapped(y_at(0)), s_.theme.line2);
    const Color color = s_.theme.role(weight_.tensor.role);
    std::array<Point, 640> points;
    int count = 0;
    std::optional<Point> at;
    for (const explorer::WeightSample& one : weight_.samples) {
      if (count == static_cast<int>(points.size())) break;
      points[static_cast<std::size_t>(count++)] = {x_at(one.step), y_at(number(one))};
      if (one.step <= run_.step) at = points[static_cast<std::size_t>(count - 1)];
    }
    if (count > 1) s_.pen.path(points.data(), count, color, 1.5f);
    if (!at) return;
    s_.pen.disc(*at, 5, s_.theme.bg0);
    s_.pen.disc(*at, 3.5f, color);
  }

  // "W_q[6, 20] = 0.1810   slope 2.37·10⁻⁴   by nudging it 2.37·10⁻⁴  ✓ agree"
  void sentence(Rect row) {
    const Font font{Face::regular, label_size}, strong{Face::semibold, label_size};
    float x = row.x0;
    const float line = std::min(row.height() / 2, 20.0f);
    float y = row.y0;
    const auto add = [&](std::string_view words, Font with, Color color) {
      const float width = s_.type.width(words, with);
      if (x > row.x0 && x + width > row.x1) {
        x = row.x0;
        y += line;
      }
      s_.pen.text_in({x, y, x + width + 2, y + line}, words, with, color);
      x += width + 10;
    };
    add(s_.joined({weight_.name, " = ", weight_.value}), strong, s_.theme.text);
    if (!weight_.slope.empty()) add(s_.joined({s_.text("training.slope"), " ", weight_.slope}), font, s_.theme.text2);
    if (!weight_.nudged.empty()) {
      add(s_.text("training.nudged", {weight_.nudged}), font, s_.theme.text2);
      add(s_.text(weight_.agree ? "training.agree" : "training.disagree"), strong, s_.theme.text);
    }
    s_.mark("weight:compared", row);
  }

  Screen& s_;
  Rect area_;
  float title_from_;
  const TrainingView& run_;
  const Weight& weight_;
};

}  // namespace

void draw_weight(Screen& s, Rect area, const TrainingView& run, float title_from) {
  if (run.weight) WeightPanel(s, area, run, title_from).draw();
}

}  // namespace ui
