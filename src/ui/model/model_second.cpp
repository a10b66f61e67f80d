// A second model that reads the same sentence: its choice, and maps that show its weights or how they differ.
#include <algorithm>
#include <array>
#include <cmath>

#include "graph/explain/explanation.hpp"
#include "ui/model/model.hpp"
#include "ui/widgets/weight_legend.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr Font plain{Face::regular, label_size};
constexpr float chip_gap = 6, second_chip_height = 30, text_line = 17, choice_width = 330;

// From the rectangle's upper end on; returns the lower end.
float write_lines(Screen& s, std::string_view words, Rect where, Color ink) {
  for (const std::string& one : s.type.lines(words, plain, where.width())) {
    s.pen.text_in({where.x0, where.y0, where.x1, where.y0 + text_line}, one, plain, ink);
    where.y0 += text_line;
  }
  return where.y0;
}

}  // namespace

bool ModelFigure::shows_second(const Screen& s) const {
  return model(s).has_second() && !look_.rollout && look_.shows == explorer::ModelShows::second;
}

bool ModelFigure::shows_differences(const Screen& s) const {
  return model(s).has_second() && !look_.rollout && look_.shows == explorer::ModelShows::difference;
}

std::span<const float> ModelFigure::shown_weights(const Screen& s) {
  if (shows_second(s)) return model(s).second_weights_of(look_.head);
  if (!shows_differences(s)) return model(s).weights_of(look_.head);
  return differences_.get(s.explorer.stamp(), [&] { return model(s).whole_differences(look_.head); });
}

bool ModelFigure::compares(const Screen& s) const {
  const auto& about = model(s).about;
  return about && about->editable && !about->pictures;
}

// Chips that choose the second model, on the line of their label if it has room for them. The chosen chip ends the comparison.
float ModelFigure::second_choice(Screen& s, float x0, float x1, float y) {
  if (!compares(s)) return y;
  const float high = s.touch() ? touch_height : second_chip_height;
  const std::size_t count = std::size(explorer::rounded_models);
  const bool rounded = explorer::rounded_model(look_.second) != nullptr;
  const auto is_chosen = [&](std::size_t i) {
    return i == count ? !look_.second.empty() && !rounded : look_.second == explorer::rounded_models[i].name;
  };
  const auto chip_of = [&](std::size_t i) {
    const bool file = i == count;
    return Button{.label = s.text(file ? "model.second.files" : explorer::rounded_models[i].chip),
                  .kind = is_chosen(i) ? ButtonKind::primary : ButtonKind::secondary,
                  .tip = file ? s.text("model.second.tip") : std::string_view()};
  };
  const std::string_view label = s.text("model.second");
  float x = x0 + s.type.width(label, plain) + 10, end = x - chip_gap;
  for (std::size_t i = 0; i <= count; ++i) end += chip_gap + button_width(s, chip_of(i), high > 44);
  const bool one_line = end <= x1;
  s.pen.text_in({x0, y, x1, y + (one_line ? high : 20)}, s.type.fitted(label, plain, x1 - x0), plain, s.theme.text2);
  if (!one_line) x = x0, y += 22;
  for (std::size_t i = 0; i <= count; ++i) {
    const bool file = i == count, chosen = is_chosen(i);
    const std::string_view source = file ? explorer::second_of_files : explorer::rounded_models[i].name;
    const Button chip = chip_of(i);
    const float wide = std::min(button_width(s, chip, high > 44), x1 - x0);
    if (x + wide > x1 && x > x0) x = x0, y += high + chip_gap;
    if (button(s, s.joined({"model-second:", source}), box(x, y, wide, high), chip)) {
      if (file && !chosen) s.request(Request::open_second);
      else look(s, {.second = chosen ? std::string() : std::string(source)});
    }
    x += wide + chip_gap;
  }
  return y + high + 8;
}

// What it is, how far it is opened, or why it cannot be compared.
float ModelFigure::second_told(Screen& s, float x0, float x1, float y) {
  if (!compares(s)) return y;
  const std::string_view words = s.written([&](std::string& out) { s.explorer.model().write_second(out); });
  if (words.empty()) return y;
  const bool refused = model(s).second && !model(s).second->refused.empty();
  const float end = write_lines(s, words, {x0, y, x1, y}, refused ? s.theme.error : s.theme.text2);
  s.mark(s.joined({"model-second-is:", words}), {x0, y, x1, end});
  return end + 4;
}

// What the maps show, and how far the chosen head's weights lie elsewhere.
float ModelFigure::shown_choice(Screen& s, float x0, float x1, float y) {
  if (!model(s).has_second()) return y;
  const float high = s.touch() ? touch_height : 30;
  const std::array<std::string_view, 3> labels{s.text("model.shows.first"), s.text("model.shows.second"),
                                               s.text("model.shows.difference")};
  const Rect where = box(x0, y, std::min(x1 - x0, choice_width), high);
  for (std::size_t i = 0; i < labels.size(); ++i)
    s.mark(s.joined({"model-shows:", s.digits(i)}), segment_rect(where, high, labels.size(), i));
  const auto now = static_cast<std::size_t>(look_.shows);
  if (const auto to = segmented(s, "model-shows", s.text("model.shows"), where, labels, now))
    look(s, {.shows = static_cast<explorer::ModelShows>(*to)});
  y += high + 6;
  const std::string_view moved = s.written([&](std::string& out) { s.explorer.model().write_moved(out, look_.head); });
  const float end = write_lines(s, moved, {x0, y, x1, y}, s.theme.text2);
  s.mark(s.joined({"model-moved:", moved}), {x0, y, x1, end});
  return end + 4;
}

// How far the head's own matrices differ: side by side, or in a column.
float ModelFigure::matrices_moved(Screen& s, Rect where, bool column) {
  const std::vector<float>* const moved = model(s).matrices_moved(look_.head);
  if (moved == nullptr) return where.y0;
  const std::string_view words = s.text(moved->empty() ? "model.second.sizes" : "model.second.matrices");
  float y = write_lines(s, words, where, s.theme.text2), x = where.x0;
  if (column) y += 5;
  for (std::size_t i = 0; i < moved->size(); ++i) {
    const graph::Symbol name{"W", std::string(explorer::model_matrices[i]), ""};
    const std::string_view value =
        s.written([&](std::string& out) { explorer::ModelScreen::write_matrix_moved(out, (*moved)[i]); });
    const float from = column ? where.x0 : x, gap = 22;
    x = s.type.draw(s.pen.list(), {from, y + 13}, s.symbol(name, plain.size, s.theme.role(graph::Family::weights)),
                    s.pen.alpha());
    x = s.pen.text({std::max(x + 5, from + gap), y + 13}, value, plain, s.theme.text);
    s.mark(s.joined({"model-matrix:", name.sub, ":", value}), {from, y, x, y + text_line});
    x += 16;
    if (column) y += text_line + 3;
  }
  if (!column && !moved->empty()) y += text_line;
  const Rect all{where.x0, where.y0, where.x1, y};
  if (all.contains(s.pointer())) s.area_tip("model-matrices-tip", all, s.text("model.second.norm"));
  return y + 4;
}

// What the small pictures show while they are differences.
float ModelFigure::differences_note(Screen& s, float x0, float x1, float y) {
  if (!shows_differences(s) || largest_difference_ <= 0) return y;
  const std::string end = graph::format_number(double{largest_difference_}, 3);
  return write_lines(s, s.text("model.second.pictures", {end}), {x0, y, x1, y}, s.theme.text2) + 4;
}

void ModelFigure::shown_legend(Screen& s, Rect bar) const {
  if (shows_differences(s)) draw_difference_legend(s, bar, look_.steps, largest_difference_);
  else draw_weight_legend(s, bar, look_.steps, model(s).about->causal);
}

}  // namespace ui
