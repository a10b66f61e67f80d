// The chosen head: what can be done with it, its weights as a map with the words on both axes, and its shares.
#include <algorithm>
#include <array>
#include <cmath>

#include "explorer/language/numbers.hpp"
#include "explorer/state/color_steps.hpp"
#include "graph/explain/explanation.hpp"
#include "imgui.h"
#include "ui/model/model.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float least_apart = 4;      // px of a cell with a gap around it
constexpr float turned_by = 0.9076f;  // 52°
constexpr float least_for_four = 500, narrowest_for_two = 200, share_height = 58;
constexpr float matrices_beside = 170, widest_note = 250;
constexpr float shares_beside = 128, shares_beside_height = 290;  // px, of the shares as a column

// The height of the words above a map, which are turned, for the width that they need at its left.
float words_over(float names) { return 12 + std::min(names, 62.0f) * 0.79f; }

std::size_t shares_columns(float width) { return width < narrowest_for_two ? 1 : width < least_for_four ? 2 : 4; }

float shares_height(float width) {
  const std::size_t rows = explorer::model_shares / shares_columns(width);
  return share_height * static_cast<float>(rows);
}

}  // namespace

float ModelFigure::buttons(Screen& s, float x0, float x1, float y, float after_title) {
  const float high = s.touch() ? touch_height : 30;
  const Head head = look_.head;
  const bool off = is_off(s, head);
  struct Choice {
    const char* id;
    Button look;
  };
  std::array<Choice, 5> choices;
  std::size_t count = 0;
  if (model(s).about->editable)
    choices[count++] = {"model-off",
                        {.label = s.text(off ? "model.head.on" : "model.head.off"),
                         .kind = off ? ButtonKind::primary : ButtonKind::secondary,
                         .tip = s.text("model.head.off.tip")}};
  if (look_.compared)
    choices[count++] = {"model-swap", {.label = s.text("model.swap"), .tip = s.text("model.swap.tip")}};
  if (look_.compared || look_.compared_row) choices[count++] = {"model-alone", {.label = s.text("model.alone")}};
  else if (reads_pictures(s))
    choices[count++] = {"model-beside",
                        {.label = s.text("model.picture.compare"), .tip = s.text("model.picture.compare.tip")}};
  if (has_example_.get(s.explorer.stamp(), [&] { return s.explorer.model().example().has_value(); }))
    choices[count++] = {"model-example", {.label = s.text("model.example"), .tip = s.text("model.example.tip")}};
  if (!model(s).row(head, row(s)).empty())
    choices[count++] = {"model-figure", {.label = s.text("map.save"), .tip = s.text("map.save.tip")}};

  // As many of the last ones as fit are beside the title: all, or the one that saves; the others are in rows below it.
  const auto width_of = [&](std::size_t i) { return std::min(button_width(s, choices[i].look, high > 44), x1 - x0); };
  float all = 0;
  for (std::size_t i = 0; i < count; ++i) all += width_of(i) + (i > 0 ? 8 : 0);
  const float room = s.touch() ? 0 : x1 - after_title;
  const std::size_t beside = all <= room ? count : count > 0 && width_of(count - 1) <= room ? 1 : 0;
  std::string_view pressed;
  float x = x0, row = beside < count ? y : y - 34;
  for (std::size_t i = 0; i < count; ++i) {
    const bool by_title = i + beside >= count;
    const float wide = width_of(i);
    if (i + beside == count) x = after_title;
    if (!by_title && x > x0 && x + wide > x1) x = x0, row += high + 6;
    if (button(s, choices[i].id, box(x, by_title ? y - 34 : row, wide, high), choices[i].look)) pressed = choices[i].id;
    x += wide + 8;
  }

  if (pressed == "model-off") s.command(explorer::SetModelPart{head.layer, head.head, off});
  if (pressed == "model-swap") {
    const Head other = *look_.compared;
    compare(s, head);
    choose(s, other);
  }
  if (pressed == "model-alone" && look_.compared) compare(s, *look_.compared);
  if (pressed == "model-alone" && look_.compared_row) compare_row(s, *look_.compared_row);
  if (pressed == "model-beside") compare_row(s, this->row(s));
  if (pressed == "model-example") s.request(Request::open_example);
  if (pressed == "model-figure") s.request(Request::save_figure);
  return row + high;
}

void ModelFigure::map_keys(Screen& s, Rect where) {
  const std::size_t tokens = model(s).tokens(), last = tokens - 1;
  std::size_t to_row = row(s), to_column = column(s).value_or(0);
  const bool pinned = look_.row && look_.column;
  if (s.takes(ImGuiKey_DownArrow, to_row < last)) ++to_row;
  else if (s.takes(ImGuiKey_UpArrow, to_row > 0)) --to_row;
  else if (s.takes(ImGuiKey_RightArrow, to_column < last)) to_column += pinned ? 1 : 0;
  else if (s.takes(ImGuiKey_LeftArrow, to_column > 0)) --to_column;
  else if (s.takes(ImGuiKey_Home)) to_column = 0;
  else if (s.takes(ImGuiKey_End)) to_column = model(s).about->causal ? to_row : last;
  else {
    s.says(true,
           s.joined({token_name(s, to_row), " ", s.text("model.looks_at"), " ", token_name(s, to_column), " ",
                     model(s).row(look_.head, to_row).empty() ? std::string_view() : s.written([&](std::string& out) {
                       out += graph::format_number(double{model(s).row(look_.head, to_row)[to_column]}, 3);
                     })}),
           "role.table");
    if (s.focus.visible()) s.ring(grown(where, 2), 3);
    return;
  }
  s.memory.keys_rule = true;
  pin(s, to_row, to_column);
}

void ModelFigure::axes(Screen& s, Rect where, float cell, float left) {
  const std::size_t tokens = model(s).tokens(), followed = row(s);
  const std::optional<std::size_t> at = column(s);
  const Font font{Face::regular, std::clamp(cell - 5, 9.0f, px(12.5f))};
  const auto every = static_cast<std::size_t>(std::max(std::ceil(13 / cell), 1.0f));
  const Color query = s.theme.role(graph::Family::query), key = s.theme.role(graph::Family::key);
  for (std::size_t token = 0; token < tokens; ++token) {
    const float y = where.y0 + cell * (static_cast<float>(token) + 0.5f);
    const float x = where.x0 + cell * (static_cast<float>(token) + 0.5f);
    const bool here = token == followed, there = at && *at == token;
    const auto near = [&](std::optional<std::size_t> other) {
      return every > 1 && other && token != *other && (token > *other ? token - *other : *other - token) < every;
    };
    if (here || (token % every == 0 && !near(followed)))
      s.pen.text_in({left, y - 9, where.x0 - 7, y + 9}, s.type.fitted(word(s, token), font, where.x0 - 9 - left), font,
                    here ? query : s.theme.text2, Align::right);
    if (there || (token % every == 0 && !near(at)))
      s.pen.turned_text({x + 2, where.y0 - 6}, s.type.fitted(word(s, token), font, 62), font,
                        there ? key : s.theme.text2, turned_by);
  }
}

void ModelFigure::map_input(Screen& s, Rect where, float cell) {
  const std::size_t tokens = model(s).tokens();
  const Hit hit = s.hit("model-map", where);
  const auto place = [&](float from, float at) {
    return static_cast<std::size_t>(std::clamp((at - from) / cell, 0.0f, static_cast<float>(tokens - 1)));
  };
  if (hit.hovered && !s.memory.keys_rule) {
    s.out.cursor = "crosshair";
    const std::size_t to_row = place(where.y0, s.pointer().y), to_column = place(where.x0, s.pointer().x);
    if (!s.around.touch) found_.row = to_row, found_.column = to_column;
    if (hit.clicked && !hit.by_key) {
      if (look_.row == to_row && look_.column == to_column) look(s, {.unpin = true});
      else pin(s, to_row, to_column);
    }
  }
  if (hit.focused) map_keys(s, where);
}

bool ModelFigure::has_map(const Screen& s, Head head) const {
  const explorer::WholeModel& told = model(s);
  return told.keeps_maps() ? !told.weights_of(head).empty() : !told.pooled_map(head, false).empty();
}

// (side, side): of each block of the map the weight that is furthest from 0.
std::vector<float> ModelFigure::pooled_weights(const Screen& s, std::size_t side) {
  const explorer::WholeModel& told = model(s);
  if (!told.keeps_maps()) {
    const std::span<const float> pooled = told.pooled_map(look_.head, look_.hide_first);
    return {pooled.begin(), pooled.end()};
  }
  const std::size_t tokens = told.tokens();
  const std::span<const float> weights = shown_weights(s);
  std::vector<float> largest(side * side, 0.0f);
  for (std::size_t i = 0; i < tokens; ++i)
    for (std::size_t j = 0; j < tokens; ++j) {
      float& into = largest[i * side / tokens * side + j * side / tokens];
      const float weight = look_.hide_first && j == 0 ? 0.0f : weights[i * tokens + j];
      if (std::abs(weight) > std::abs(into)) into = weight;
    }
  return largest;
}

// As rectangles with gaps, or as pixels where they are too small for that: then the largest weight under each.
void ModelFigure::map_cells(Screen& s, Rect where, float cell) {
  const explorer::WholeModel& told = model(s);
  const std::size_t tokens = told.tokens();
  const std::span<const float> weights = shown_weights(s);
  const bool causal = told.about->causal;
  if (cell >= least_apart && told.keeps_maps()) {
    const float gap = cell >= 10 ? 1.0f : cell >= 6 ? 0.5f : 0.0f;
    const float radius = cell >= 18 ? 3.0f : cell >= 10 ? 2.0f : 0.0f;
    for (std::size_t i = 0; i < tokens; ++i)
      for (std::size_t j = 0; j < tokens; ++j) {
        const Rect at =
            box(where.x0 + cell * static_cast<float>(j), where.y0 + cell * static_cast<float>(i), cell, cell);
        const Rect inner = grown(at, -gap);
        const float weight = weights[i * tokens + j];
        const bool hidden = (causal && j > i && !(std::abs(weight) > 0)) || (look_.hide_first && j == 0);
        if (!hidden) s.pen.fill(inner, color(s, weight, j), radius);
        else if (cell >= 10) s.pen.outline(inner, s.theme.line, 1, radius);
      }
    return;
  }
  const std::size_t side = told.map_side();
  const std::pair of{*pictures_of_, look_.head};
  if (large_of_ != of) {
    large_of_ = of;
    const std::vector<float> largest = pooled_weights(s, side);
    std::vector<Color> pixels(side * side);
    for (std::size_t i = 0; i < side; ++i)
      for (std::size_t j = 0; j < (causal ? i + 1 : side); ++j)
        pixels[i * side + j] = color(s, largest[i * side + j], 1);
    large_ = runs_of(pixels, side);
  }
  s.pen.pixels({where.x0, where.y0}, where.width() / static_cast<float>(side), large_);
  s.pen.outline(s.pen.snapped(grown(where, 1)), s.theme.line2);
}

void ModelFigure::map(Screen& s, Rect where, float cell) {
  if (s.around.picture == nullptr) map_input(s, where, cell);
  s.mark("model-map-area", where);
  if (model(s).keeps_maps() ? shown_weights(s).empty() : !has_map(s, look_.head)) {
    s.pen.outline(s.pen.snapped(where), s.theme.line2);
    return;
  }
  map_cells(s, where, cell);
  const std::size_t followed = row(s);
  const float y = where.y0 + cell * static_cast<float>(followed), thick = std::max(cell, 3.0f);
  s.pen.outline(s.pen.snapped(grown(box(where.x0, y, where.width(), thick), 1)), s.theme.role(graph::Family::query), 2,
                3);
  if (const auto at = column(s))
    s.pen.outline(s.pen.snapped(grown(box(where.x0 + cell * static_cast<float>(*at), y, thick, thick), 1)),
                  s.theme.text, 2, 4);
}

float ModelFigure::name_room(Screen& s) const {
  const Font axis{Face::regular, px(12.5f)};
  float names = 20;
  for (std::size_t token = 0; token < model(s).tokens(); ++token)
    names = std::max(names, std::min(s.type.width(word(s, token), axis), 88.0f));
  return names + 10;
}

float ModelFigure::map_cell(const Screen& s, Point room, float names) const {
  return model_cell(model(s).tokens(), std::max(std::min(room.x - names, room.y - words_over(names)), 80.0f));
}

bool ModelFigure::is_pooled(Screen& s, Point room) const {
  const explorer::WholeModel& told = model(s);
  return told.map_side() < told.tokens() && (!told.keeps_maps() || map_cell(s, room, name_room(s)) < least_apart);
}

Rect ModelFigure::map_with_words(Screen& s, Point corner, Point room) {
  const float names = name_room(s), cell = map_cell(s, room, names),
              side = cell * static_cast<float>(model(s).tokens());
  const Rect where = box(std::round(corner.x + names), std::round(corner.y + words_over(names)), side, side);
  axes(s, where, cell, corner.x);
  map(s, where, cell);
  return where;
}

float ModelFigure::shares(Screen& s, float x0, float x1, float y) {
  const explorer::WholeModel& told = model(s);
  const Font note{Face::regular, label_size}, strong{Face::semibold, px(15)}, small{Face::regular, note_size};
  const std::string_view last = s.digits(told.tokens());
  const std::string_view caption = look_.compared
                                       ? s.joined({s.text("model.shares", {last}), " ",
                                                   s.text("model.shares.compared", {head_name(s, *look_.compared)})})
                                       : s.text("model.shares", {last});
  for (const std::string& line : s.type.lines(caption, note, x1 - x0)) {
    s.pen.text_in({x0, y, x1, y + 18}, line, note, s.theme.text3);
    y += 18;
  }
  y += 3;
  const auto own = told.shares(look_.head);
  const auto other = look_.compared ? told.shares(*look_.compared) : std::nullopt;
  const std::size_t columns = shares_columns(x1 - x0);
  const float each = (x1 - x0) / static_cast<float>(columns);
  const char* const names[] = {"first", "previous", "same", "far"};
  for (std::size_t i = 0; i < explorer::model_shares; ++i) {
    const std::size_t row = i / columns;
    const float x = x0 + each * static_cast<float>(i % columns), top = y + share_height * static_cast<float>(row);
    s.pen.text_in({x, top, x + each - 8, top + 18},
                  s.type.fitted(s.text(s.joined({"model.share.", names[i]})), note, each - 8), note, s.theme.text);
    const std::string value = own ? explorer::print_number("%.*f", 2, double{(*own)[i]}) : "–";
    float end = s.pen.text({x, top + 34}, value, strong, s.theme.role(graph::Family::weights)) + 9;
    if (other) s.pen.text({end, top + 34}, explorer::print_number("%.*f", 2, double{(*other)[i]}), note, s.theme.text3);
    const std::string_view formula = s.text(s.joined({"model.share.formula.", names[i]}));
    s.pen.text_in({x, top + 38, x + each - 6, top + 54}, s.type.fitted(formula, small, each - 6), small, s.theme.text3);
    s.mark(s.joined({"model-share:", s.digits(i), ":", value}), {x, top, x + each - 8, top + 54});
    const Rect all{x, top, x + each - 8, top + 54};
    if (all.contains(s.pointer())) s.area_tip(s.joined({"model-share-tip:", s.digits(i)}), all, formula);
  }
  return y + shares_height(x1 - x0);
}

float ModelFigure::head(Screen& s, float x0, float x1, float y, float bottom) {
  const Mirror::Block map(s.type.mirror(), x0, x1);
  const Font title{Face::semibold, px(19), -0.2f}, small{Face::regular, label_size};
  float end = s.pen.text({x0, y + 26}, s.type.fitted(head_name(s, look_.head), title, x1 - x0), title, s.theme.text);
  // Room for these words is kept while the head is on, so that switching it off does not move the buttons.
  if (is_off(s, look_.head)) s.pen.text({end + 12, y + 26}, off_word(s, look_.head), small, s.theme.error);
  end += 12 + s.type.width(is_off(s, look_.head) ? off_word(s, look_.head) : s.text("model.off"), small);
  const bool looks = reads_pictures(s);
  if (looks && bottom > 1e5f) return buttons(s, x0, x1, picture_head(s, x0, x1, y + 38, bottom), x1) + 8;
  y = buttons(s, x0, x1, y + 38, end + 16) + 8;
  if (looks) return picture_head(s, x0, x1, y, bottom);
  y = shown_choice(s, x0, x1, y);
  const float scale_room = x1 - x0 > 360 ? weight_legend_width + 22 : 0.0f;
  const bool second = model(s).has_second();
  // How far the matrices moved stands at the right of the scale, if the map, as high as it may be, leaves room there.
  const auto has_column = [&] {
    const float names = name_room(s), cell = map_cell(s, {x1 - x0 - scale_room, bottom - y - 12}, names);
    return x1 - x0 - scale_room - names - cell * static_cast<float>(model(s).tokens()) >= matrices_beside;
  };
  const bool column = second && scale_room > 0 && has_column();
  if (second && !column) y = matrices_moved(s, {x0, y, x1, y}, false);
  const bool tempers = model(s).about->editable && bottom - y > 400;  // in lower windows the reading view has it
  const float shares_room = 34 + shares_height(x1 - x0);
  // A second model's choice takes the height of the shares in low windows; the reading view has them.
  const bool shares_fit = !second || bottom - y > 320;
  const float below = !shares_fit ? 12 : tempers ? shares_room + temperature_height(s) : shares_room;
  const Point room{x1 - x0 - std::max(scale_room, 8.0f), bottom - y - below};
  // Shares beside the scale leave the map more height.
  const Point higher{room.x - shares_beside, bottom - y - 12};
  const auto gains = [&] {
    const float names = name_room(s);
    const float under = map_cell(s, room, names), now = map_cell(s, higher, names);
    return shares_fit ? now > under : now >= under;
  };
  const bool beside = scale_room > 0 && !second && !tempers && bottom - y >= shares_beside_height && gains();
  const Rect where = map_with_words(s, {x0, y}, beside ? higher : room);
  if (scale_room > 0) {
    const Rect bar =
        s.pen.snapped(box(where.x1 + 26, where.y0 + 12, 10, std::clamp(where.height() - 90, 60.0f, 180.0f)));
    shown_legend(s, bar);
    const float right = where.x1 + scale_room;
    if (column) matrices_moved(s, {right, where.y0, std::min(x1, right + widest_note), where.y0}, true);
  }
  if (beside) return std::max(shares(s, where.x1 + scale_room, x1, y), where.y1);
  if (!shares_fit) return where.y1;
  y = shares(s, x0, x1, std::max(where.y1 + 12, where.y0 + (scale_room > 0 ? 160.0f : 0.0f)));
  return tempers ? head_temperature(s, x0, x1, y) : y;
}

float ModelFigure::temperature_height(const Screen& s) { return (s.touch() ? touch_height : 30.0f) + 12; }

// What the scores of the head are divided by before softmax.
float ModelFigure::head_temperature(Screen& s, float x0, float x1, float y) {
  const Font plain{Face::regular, label_size};
  const std::string_view name = s.text("model.head.temperature");
  const float high = temperature_height(s) - 12, label = std::min(s.type.width(name, plain) + 14, x1 - x0 - 150);
  const Rect where = box(x0 + label, y + 8, std::min(x1 - x0 - label, 150.0f), high);
  s.pen.text_in({x0, where.y0, where.x0, where.y1}, s.type.fitted(name, plain, label), plain, s.theme.text2);
  const Head head = look_.head;
  const auto to = stepper(s, "model-head-temperature", name, where, {0.25, 8, 0.25}, state(s).input.temperature(head));
  if (to) s.command(explorer::SetModelTemperature{head.layer, head.head, *to});
  return where.y1 + 4;
}

}  // namespace ui
