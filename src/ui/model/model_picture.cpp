// A model of pictures: the picture with what the followed patch looks at, a small copy for each head, and the choice of the
// picture, which can be painted.
#include <algorithm>
#include <array>
#include <cmath>

#include "graph/explain/explanation.hpp"
#include "imgui.h"
#include "ui/model/model.hpp"
#include "ui/model/model_part.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

using explorer::MadePicture;

constexpr float least_seen = 0.24f;        // brightness of a patch without weight
constexpr Color darkness = rgb(0x0C0E13);  // behind a picture, in both themes
constexpr float least_patch_arc = 0.04f;   // a weight from which on there is an arc
constexpr std::size_t most_drawn = 96,     // pixels of a side that are drawn; of larger pictures some are left out
    small_drawn = 24;                      // and of a small copy
constexpr float token_chip = 24, swatch_gap = 6;

Color ink_of(const std::uint8_t* pixel) {
  return 0xFF000000u | Color{pixel[2]} << 16 | Color{pixel[1]} << 8 | Color{pixel[0]};
}
Color ink_of(explorer::PictureColour colour) {
  const explorer::Rgb of = explorer::rgb_of(colour);
  const std::uint8_t pixel[] = {of.red, of.green, of.blue};
  return ink_of(pixel);
}

// How bright a patch is: the one with the largest weight of the row in full.
float brightness(std::span<const float> weights, float largest, std::size_t token) {
  if (weights.empty()) return 1;
  if (!(weights[token] > 0)) return least_seen;  // NaN, too
  return least_seen + (1 - least_seen) * std::sqrt(std::clamp(weights[token] / std::max(largest, 1e-12f), 0.0f, 1.0f));
}

float largest_of_patches(std::span<const float> weights, std::size_t before) {
  float largest = 0;
  for (std::size_t token = before; token < weights.size(); ++token)
    if (weights[token] > largest) largest = weights[token];
  return largest;
}

// Of a patch's side, if so many pixels may be drawn across the picture: as many as fit, and at most those that it has.
std::size_t drawn_of_patch(const explorer::ModelPicture& picture, std::size_t across) {
  const std::size_t own = std::min(picture.height / picture.rows, picture.width / picture.columns);
  return std::clamp<std::size_t>(across / std::max(picture.rows, picture.columns), 1, own);
}

}  // namespace

// The picture's pixels in the brightness of the weights of a head's row, or as they are without weights.
void ModelFigure::bright_pixels(const Screen& s, std::span<const float> weights, std::size_t side,
                                std::vector<PixelRun>& to) const {
  const explorer::ModelPicture& picture = *model(s).run->picture;
  const std::size_t high = picture.height / picture.rows, wide = picture.width / picture.columns;
  const float largest = largest_of_patches(weights, picture.before);
  const std::size_t each = drawn_of_patch(picture, side);
  const std::size_t columns = each * picture.columns, rows = each * picture.rows;
  std::vector<Color> pixels(rows * columns);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      const std::size_t patch = row / each * picture.columns + column / each;
      const std::size_t y = row / each * high + row % each * high / each,
                        x = column / each * wide + column % each * wide / each;
      const Color ink = ink_of(picture.pixels.data() + (y * picture.width + x) * 3);
      const float bright = std::round(brightness(weights, largest, picture.before + patch) * 48) / 48;
      pixels[row * columns + column] = mixed(darkness, ink, bright);
    }
  }
  to = runs_of(pixels, columns);
}

// Where the tokens are: chips for those that are no patches, and the patches.
Rect ModelFigure::Stage::at(std::size_t token) const {
  if (token < before) return chips[std::min(token, most_chips - 1)];
  const std::size_t patch = token - before, line = patch / columns;
  return box(grid.x0 + cell * static_cast<float>(patch % columns), grid.y0 + cell * static_cast<float>(line), cell,
             cell);
}

ModelFigure::Stage ModelFigure::lay_stage(Screen& s, Rect area) const {
  const explorer::ModelPicture& picture = *model(s).run->picture;
  Stage out;
  out.before = picture.before;
  out.columns = picture.columns;
  const float top = area.y0 + token_chip + 14;
  out.cell =
      std::min(area.width() / static_cast<float>(picture.columns), (area.y1 - top) / static_cast<float>(picture.rows));
  out.cell = out.cell >= 8 ? std::floor(out.cell) : out.cell;
  out.grid =
      box(area.x0, top, out.cell * static_cast<float>(picture.columns), out.cell * static_cast<float>(picture.rows));
  const Font font{Face::medium, label_size};
  float x = area.x0;
  for (std::size_t token = 0; token < std::min(picture.before, Stage::most_chips); ++token) {
    const float wide = s.type.width(word(s, token), font) + 20;
    out.chips[token] = box(x, area.y0, wide, token_chip);
    x += wide + 6;
  }
  return out;
}

void ModelFigure::stage_arcs(Screen& s, const Stage& stage, std::size_t followed, std::span<const float> weights) {
  const Color ink = s.theme.role(graph::Family::weights);
  const Rect from = stage.at(followed);
  for (std::size_t token = 0; token < weights.size(); ++token) {
    const float weight = std::min(weights[token], 1.0f);
    if (!(weight >= least_patch_arc) || token == followed || (look_.hide_first && token == 0)) continue;
    const Rect to = stage.at(token);
    const Point end{to.middle_x(), to.middle_y()};
    // From a chip straight down to a patch below it, else in an arc that leaves its word free.
    const bool below = followed < stage.before && end.x < from.x1;
    const Point start{followed < stage.before && !below ? from.x1 : from.middle_x(), below ? from.y1 : from.middle_y()};
    // It stays below what stands above the chips.
    const float bend = below ? 0 : std::min(0.25f * std::abs(end.x - start.x) + 10, start.y - stage.chips[0].y0);
    s.pen.curve(start, {start.x + (end.x - start.x) * 0.35f, start.y + (end.y - start.y) * 0.1f - bend},
                {end.x - (end.x - start.x) * 0.1f, start.y + (end.y - start.y) * 0.45f - bend * 0.4f}, end,
                faded(ink, 0.45f + 0.55f * weight), 1 + 6 * weight);
  }
}

void ModelFigure::stage_chips(Screen& s, const Stage& stage, std::span<const float> weights) {
  const Font font{Face::medium, label_size};
  for (std::size_t token = 0; token < std::min(stage.before, Stage::most_chips); ++token) {
    const Rect& where = stage.chips[token];
    const Color inside = weights.empty() ? s.theme.bg2 : color(s, weights[token], token);
    s.pen.panel(s.pen.snapped(where), inside, s.theme.line2, segment_radius);
    s.pen.text_in(where, word(s, token), font, weights.empty() ? s.theme.text : Theme::ink(inside), Align::centre);
  }
}

// Pointing at a patch explains its weight; a click follows it, or paints its cell; with Shift it is compared. Shapes are
// moved by dragging.
void ModelFigure::stage_input(Screen& s, const Stage& stage, Rect area) {
  const explorer::ModelPicture& picture = *model(s).run->picture;
  const std::size_t tokens = model(s).tokens(), followed = look_.row.value_or(0);
  const Hit hit = s.hit("model-picture", area);
  std::optional<std::size_t> over;
  for (std::size_t token = 0; token < std::min(stage.before, Stage::most_chips); ++token)
    if (stage.chips[token].contains(s.pointer())) over = token;
  if (stage.grid.contains(s.pointer())) {
    const auto place = [&](float from, float at, std::size_t count) {
      return std::min(static_cast<std::size_t>(std::max((at - from) / stage.cell, 0.0f)), count - 1);
    };
    over = stage.before + place(stage.grid.y0, s.pointer().y, picture.rows) * picture.columns +
           place(stage.grid.x0, s.pointer().x, picture.columns);
  }
  const bool carried = carry(s, hit, over);
  if (hit.hovered && over && !carried && !s.memory.keys_rule) {
    s.out.cursor = s.memory.dragged ? "grabbing" : brush_ ? "crosshair" : "pointer";
    if (!s.around.touch) found_.row = followed, found_.column = *over;
    // Nothing is pointed at by touch: the first tap explains the weight, the second follows the patch.
    const bool explains = s.around.touch && look_.column != *over && *over != followed;
    if (hit.clicked && !hit.by_key && ImGui::GetIO().KeyShift) compare_row(s, *over);
    else if (hit.clicked && !hit.by_key && !paint(s, *over)) explains ? pin(s, followed, *over) : follow(s, *over);
  }
  if (!hit.focused) return;
  std::size_t to = followed;
  const std::size_t across = picture.columns;
  if (s.takes(ImGuiKey_RightArrow, to + 1 < tokens)) ++to;
  else if (s.takes(ImGuiKey_LeftArrow, to > 0)) --to;
  else if (s.takes(ImGuiKey_DownArrow, to + across < tokens)) to = to < stage.before ? stage.before : to + across;
  else if (s.takes(ImGuiKey_UpArrow, to > 0)) to = to >= stage.before + across ? to - across : 0;
  else if (s.takes(ImGuiKey_Home)) to = 0;
  else if (s.takes(ImGuiKey_End)) to = tokens - 1;
  else if (s.pressed(ImGuiKey_Enter, false)) std::ignore = paint(s, to);
  if (to != followed) follow(s, to);
  s.says(true, token_name(s, to), "role.model_word", s.place_of(to, tokens));
  if (s.focus.visible()) s.ring(grown(stage.at(to), 1), 3);
}

// The row of a head, or through all layers.
std::span<const float> ModelFigure::seen(const Screen& s, Head head, std::size_t token) const {
  return look_.rollout && reads_pictures(s) ? s.explorer.model().rollout(token) : model(s).row(head, token);
}

// Another head, another token, or both.
std::optional<ModelFigure::RowOf> ModelFigure::compared_row(const Screen& s) const {
  if (!look_.compared && !look_.compared_row) return std::nullopt;
  return RowOf{look_.compared.value_or(look_.head), look_.compared_row.value_or(row(s))};
}

// What is drawn: whose weights, and how bright the largest one is.
std::string_view ModelFigure::stage_words(Screen& s, RowOf of, std::span<const float> weights, bool chosen) const {
  const std::string shown = graph::format_number(double{largest_of_patches(weights, model(s).run->picture->before)}, 3);
  const std::string_view token = token_name(s, of.second);
  if (weights.empty()) return s.text("model.picture.waits");
  if (look_.rollout) return s.text("model.picture.bright.all", {token, shown});
  if (chosen) return s.text("model.picture.bright", {token, shown});
  return s.joined({head_name(s, of.first), " · ", token, " · ", shown});
}

// The picture, large: bright where the token's weight is. The chosen one can be pointed at.
float ModelFigure::picture_stage(Screen& s, Rect area, RowOf shows, bool chosen) {
  const explorer::ModelPicture& picture = *model(s).run->picture;
  const auto [head, followed] = shows;
  const Stage stage = lay_stage(s, area);
  const std::span<const float> weights = seen(s, head, followed);
  const StageOf of{s.explorer.stamp(), followed, head, s.theme.dark};
  const std::vector<PixelRun>& runs = stage_[chosen ? 0 : 1].get(of, [&] {
    std::vector<PixelRun> made;
    bright_pixels(s, weights, most_drawn, made);
    return made;
  });
  const std::size_t each = drawn_of_patch(picture, most_drawn);
  s.pen.pixels({stage.grid.x0, stage.grid.y0}, stage.cell / static_cast<float>(each), runs);
  if (stage.cell >= 10) {
    for (std::size_t i = 1; i < picture.columns; ++i)
      s.pen.down(stage.grid.x0 + stage.cell * static_cast<float>(i), stage.grid.y0, stage.grid.y1, darkness);
    for (std::size_t i = 1; i < picture.rows; ++i)
      s.pen.across(stage.grid.x0, stage.grid.x1, stage.grid.y0 + stage.cell * static_cast<float>(i), darkness);
  }
  stage_chips(s, stage, weights);
  for (std::size_t token = stage.before; token < weights.size(); ++token)
    if (weights[token] >= least_patch_arc)
      s.pen.outline(s.pen.snapped(stage.at(token)), s.theme.role(graph::Family::weights),
                    weights[token] > 0.2f ? 2.0f : 1.0f, 2);
  stage_arcs(s, stage, followed, weights);
  s.pen.outline(s.pen.snapped(grown(stage.at(followed), 1)), s.theme.role(graph::Family::query), 2.5f, 3);
  if (const auto at = column(s); chosen && at && *at != followed)
    s.pen.outline(s.pen.snapped(grown(stage.at(*at), 1)), s.theme.text, 2, 3);
  const Rect all{area.x0, area.y0, std::max(stage.grid.x1, stage.chips[0].x1), stage.grid.y1};
  if (chosen && s.around.picture == nullptr) stage_input(s, stage, all);
  if (chosen) s.mark("model-picture-area", stage.grid);
  const Font note{Face::regular, label_size}, strong{Face::semibold, label_size};
  const float room = std::max(stage.grid.width(), std::min(area.width(), 220.0f));
  float y = stage.grid.y1 + 6;
  if (const auto& next = model(s).next; chosen && next && !next->next.empty()) {
    const explorer::ModelToken& first = next->next.front();
    const std::string_view answer = s.text("model.picture.says", {first.text, percent(first.probability)});
    s.mark(s.joined({"model-answer:", first.text}), {area.x0, y, area.x1, y + 18});
    for (const std::string& line : s.type.lines(answer, strong, room)) {
      s.pen.text_in({area.x0, y, area.x1, y + 18}, line, strong, s.theme.text);
      y += 18;
    }
    y += 2;
  }
  const std::string_view words = stage_words(s, shows, weights, chosen);
  for (const std::string& line : s.type.lines(words, note, room)) {
    s.pen.text_in({area.x0, y, area.x1, y + 18}, line, note, s.theme.text3);
    y += 18;
  }
  return y;
}

// One head, or through all layers.
float ModelFigure::rollout_choice(Screen& s, float x0, float x1, float y) {
  const float high = s.touch() ? touch_height : 30;
  const std::array<std::string_view, 2> ways{s.text("model.picture.one"), s.text("model.picture.rollout")};
  const Rect where = box(x0, y, std::min(x1 - x0, 300.0f), high);
  for (std::size_t i = 0; i < ways.size(); ++i)
    s.mark(s.joined({"model-rollout:", s.digits(i)}), segment_rect(where, high, ways.size(), i));
  if (const auto to =
          segmented(s, "model-rollout", s.text("model.picture.rollout"), where, ways, look_.rollout ? 1 : 0))
    look(s, {.rollout = *to == 1});
  return where.y1 + 12;
}

// The height that a page has for a picture. It does not depend on the line below: else the picture would change its size under
// the pointer.
float ModelFigure::picture_room() const {
  constexpr float line = 132;  // of a row's sum, with what is around it
  return layout_.window - layout_.page.y0 - line;
}

// A head of a model of pictures: the picture beside all of its weights, or beside what it is compared with, or above them.
float ModelFigure::picture_head(Screen& s, float x0, float x1, float y, float bottom) {
  const bool low = bottom > 1e5f, narrow = low || x1 - x0 < 520;
  y = rollout_choice(s, x0, x1, y);
  const std::optional<RowOf> other = compared_row(s);
  const RowOf chosen{look_.head, row(s)};
  constexpr float notes = 64, above = token_chip + 14;  // of the lines below the picture; of the tokens above it
  const auto beside = [&](Rect area) {
    if (other) return picture_stage(s, area, *other, false);
    const Font note{Face::regular, label_size};
    const std::size_t tokens = model(s).tokens(), side = model(s).map_side();
    std::string_view words =
        is_pooled(s, {area.width() - 8, area.height() - token_chip})
            ? s.text("model.picture.map.pooled", {s.digits(tokens), s.digits((tokens + side - 1) / side)})
            : s.text("model.picture.map", {s.digits(tokens)});
    if (look_.rollout) words = s.joined({head_name(s, look_.head), " · ", words});  // the picture is of all heads
    float top = area.y0 + 3;
    for (const std::string& line : s.type.lines(words, note, area.width())) {
      s.pen.text_in({area.x0, top, area.x1, top + 18}, line, note, s.theme.text2);
      top += 18;
    }
    top += 3;
    const Rect where = map_with_words(s, {area.x0, top}, {area.width() - 8, area.y1 - top});
    constexpr float title = 40, steps = 40, least = 60;  // above and below a scale; its height
    if (const float high = area.y1 - where.y1 - title - steps; !narrow && high >= least)
      shown_legend(s, s.pen.snapped(box(where.x0, where.y1 + title, 10, std::min(high, 120.0f))));
    return where.y1 + 12;
  };
  if (narrow && other) {  // beside each other, so that both are seen
    constexpr float apart = 14;
    const float side = std::min((x1 - x0 - apart) / 2, 400.0f);
    const float end = picture_stage(s, {x0, y, x0 + side, y + side + above}, chosen, true);
    return std::max(end, beside({x0 + side + apart, y, x0 + 2 * side + apart, y + side + above})) + 10;
  }
  if (narrow) {
    // On a phone with what it answers in view.
    const float room = low ? picture_room() - 170 : bottom - y;
    const float side = std::min(x1 - x0, std::clamp(room - above - notes, 200.0f, 520.0f));
    y = picture_stage(s, {x0, y, x0 + side, y + side + above}, chosen, true) + 10;
    if (low) return y;
    return beside({x0, y, x0 + side, y + side + above});
  }
  const float room = bottom - y - notes, share = other ? 0.48f : 0.66f;
  const float wide = std::min(room - above, (x1 - x0) * share);
  const float end = picture_stage(s, {x0, y, x0 + wide, y + room}, chosen, true);
  return std::max(end, beside({x0 + wide + 28, y, x1, y + room}));
}

// Whose weights the small pictures show. Of a large picture there are fewer rows of all heads than of the chosen one.
std::size_t ModelFigure::small_row(const Screen& s) const {
  return model(s).keeps_rows() ? look_.row.value_or(model(s).usual_row()) : row(s);
}

// Small copies of the picture in place of the heads' maps, once their weights are known.
bool ModelFigure::small_picture(Screen& s, Head head, Rect where) {
  const explorer::WholeModel& told = model(s);
  const std::size_t followed = small_row(s);
  if (!told.run->picture || told.row(head, followed).empty()) return false;
  const std::size_t count = told.about->layers * told.about->heads;
  const StageOf of{s.explorer.stamp(), followed, {}, s.theme.dark};
  const std::vector<std::vector<PixelRun>>& all = small_.get(of, [&] {
    std::vector<std::vector<PixelRun>> made(count);
    for (std::size_t i = 0; i < count; ++i) {
      const Head each{i / told.about->heads, i % told.about->heads};
      if (const std::span<const float> weights = told.row(each, followed); !weights.empty())
        bright_pixels(s, weights, small_drawn, made[i]);
    }
    return made;
  });
  const explorer::ModelPicture& picture = *told.run->picture;
  const auto most = static_cast<float>(std::max(picture.rows, picture.columns));
  const auto each = static_cast<float>(drawn_of_patch(picture, small_drawn));
  s.pen.pixels({where.x0, where.y0}, where.width() / (most * each), all[head.layer * told.about->heads + head.head]);
  return true;
}

// ---- the choice of the picture ----

namespace {

std::vector<PixelRun> runs_of_picture(const MadePicture& picture) {
  const std::vector<std::uint8_t> bytes = picture.pixels();
  std::vector<Color> pixels(MadePicture::side * MadePicture::side);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = ink_of(bytes.data() + 3 * i);
  return runs_of(pixels, MadePicture::side);
}

// A shape in a square, of one colour.
void draw_shape(const Pen& pen, explorer::PictureShape shape, Rect where, Color ink) {
  const Point middle{where.middle_x(), where.middle_y()};
  const float half = where.width() * 0.38f, third = half / 3;
  switch (shape) {
    case explorer::PictureShape::circle: return pen.disc(middle, half, ink);
    case explorer::PictureShape::square:
      return pen.fill(box(middle.x - half, middle.y - half, 2 * half, 2 * half), ink);
    case explorer::PictureShape::triangle: {
      const std::array<Point, 3> corners{
          {{middle.x, middle.y - half}, {middle.x + half, middle.y + half}, {middle.x - half, middle.y + half}}};
      return pen.convex(corners, ink);
    }
    case explorer::PictureShape::cross:
      pen.fill(box(middle.x - third, middle.y - half, 2 * third, 2 * half), ink);
      return pen.fill(box(middle.x - half, middle.y - third, 2 * half, 2 * third), ink);
  }
}

}  // namespace

const std::optional<MadePicture>& ModelFigure::painted(const Screen& s) {
  return painted_.get(s.explorer.stamp(), [&] { return explorer::read_made_picture(state(s).input.text); });
}

// Of a made-up picture: the cell of a patch that takes a shape; none: another picture, no patch, or the one that asks.
std::optional<std::size_t> ModelFigure::cell_of(const Screen& s, std::size_t token) {
  const explorer::ModelPicture& picture = *model(s).run->picture;
  const std::optional<std::size_t> patch = picture.patch(token);
  if (!painted(s) || !patch) return std::nullopt;
  constexpr std::size_t cells = MadePicture::side / MadePicture::cell;
  const std::size_t cell =
      *patch / picture.columns * cells / picture.rows * cells + *patch % picture.columns * cells / picture.columns;
  return cell == 0 ? std::nullopt : std::optional(cell);
}

// Puts the brush's shape into the cell of a patch, or takes it away where it is already; false if nothing is painted with.
bool ModelFigure::paint(Screen& s, std::size_t token) {
  const std::optional<std::size_t> cell = cell_of(s, token);
  if (!brush_ || !cell) return false;
  const MadePicture& now = *painted(s);
  MadePicture::Placed placed = *brush_;
  placed.cell = *cell;
  const MadePicture::Placed* const there = now.at(*cell);
  const bool again = there != nullptr && *there == placed;
  s.command(explorer::SetModelText{now.with(*cell, again ? std::nullopt : std::optional(placed)).text()});
  return true;
}

// A shape that is pressed goes along with the pointer, from cell to empty cell, as one entry of undo. True while it has
// moved, its release included: then nothing is clicked.
bool ModelFigure::carry(Screen& s, const Hit& hit, std::optional<std::size_t> over) {
  constexpr std::string_view id = "model-picture";
  std::optional<DraggedItem>& dragged = s.memory.dragged;
  if (dragged && dragged->control != id) return false;
  const bool moved = dragged && dragged->moved;
  if (!hit.held) dragged.reset();
  const std::optional<std::size_t> cell = over && hit.held ? cell_of(s, *over) : std::nullopt;
  if (!cell) return moved;
  const MadePicture& now = *painted(s);
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && now.at(*cell)) dragged = DraggedItem{std::string(id), *cell};
  if (!dragged || now.at(*cell)) return moved;
  const MadePicture::Placed* const from = now.at(dragged->place);
  if (!from) return moved;
  MadePicture::Placed placed = *from;
  placed.cell = *cell;
  s.command(explorer::SetModelText{now.with(dragged->place, std::nullopt).with(*cell, placed).text(), moved});
  dragged->place = *cell;
  dragged->moved = true;
  return true;
}

// Which colour is asked for, and the brush: a shape and a colour.
float ModelFigure::palette(Screen& s, float x0, float x1, float y, const MadePicture& now) {
  const Font note{Face::regular, label_size};
  const float high = s.touch() ? touch_height : 32, each = std::min((x1 - x0 + swatch_gap) / 5 - swatch_gap, high + 8);
  const auto caption = [&](std::string_view words) {
    s.pen.text_in({x0, y, x1, y + 20}, s.type.fitted(words, note, x1 - x0), note, s.theme.text2);
    y += 22;
  };
  const auto swatch = [&](std::string_view id, std::size_t at, bool chosen, std::string_view name) {
    const Rect where = box(x0 + (each + swatch_gap) * static_cast<float>(at), y, each, high);
    const Hit hit = s.hit(s.joined({id, ":", s.digits(at)}), where);
    s.pen.panel(s.pen.snapped(where), hit.hovered ? s.theme.bg3 : s.theme.bg2, chosen ? s.theme.text : s.theme.line2,
                segment_radius);
    if (chosen) s.pen.outline(s.pen.snapped(where), s.theme.text, 2, segment_radius);
    if (hit.focused) s.ring(where, segment_radius);
    s.says(hit.focused, name, "role.button");
    if (hit.hovered) {
      s.out.cursor = "pointer";
      s.item_tip(name);
    }
    return std::pair(hit.clicked, Rect{where});
  };
  const auto name_of = [&](auto part) { return s.text(s.joined({"model.picture.", explorer::name_of(part)})); };
  caption(s.text("model.picture.asks"));
  for (std::size_t i = 0; i < explorer::picture_colours; ++i) {
    const auto colour = static_cast<explorer::PictureColour>(i);
    const auto [clicked, where] = swatch("model-asks", i, now.asks == colour, name_of(colour));
    s.pen.fill(box(where.middle_x() - 7, where.middle_y() - 7, 14, 14), ink_of(colour));
    if (!clicked || now.asks == colour) continue;
    MadePicture other = now;
    other.asks = colour;
    s.command(explorer::SetModelText{other.text()});
  }
  y += high + 10;
  caption(s.text(brush_ ? "model.picture.paint.on" : "model.picture.paint"));
  const MadePicture::Placed brush = brush_.value_or(MadePicture::Placed{});
  for (std::size_t i = 0; i < explorer::picture_shapes; ++i) {
    const auto shape = static_cast<explorer::PictureShape>(i);
    const bool chosen = brush_ && brush.shape == shape;
    const auto [clicked, where] = swatch("model-brush", i, chosen, name_of(shape));
    draw_shape(s.pen, shape, box(where.middle_x() - 10, where.middle_y() - 10, 20, 20),
               brush_ ? ink_of(brush.colour) : s.theme.text2);
    if (!clicked) continue;
    if (chosen) brush_.reset();
    else brush_ = MadePicture::Placed{0, shape, brush.colour};
    s.out.animating = true;
  }
  y += high + swatch_gap;
  for (std::size_t i = 0; i < explorer::picture_colours && brush_; ++i) {
    const auto colour = static_cast<explorer::PictureColour>(i);
    const auto [clicked, where] = swatch("model-brush-colour", i, brush.colour == colour, name_of(colour));
    s.pen.disc({where.middle_x(), where.middle_y()}, 7, ink_of(colour));
    if (!clicked) continue;
    brush_->colour = colour;
    s.out.animating = true;
  }
  return brush_ ? y + high : y - swatch_gap;
}

float ModelFigure::picture_choice(Screen& s, float x0, float x1, float y) {
  section_label(s, x0, x1, y, s.text("model.picture"));
  y += 16;
  if (given_.empty())
    for (const MadePicture& picture : explorer::given_pictures())
      given_.push_back({picture.text(), runs_of_picture(picture)});
  const auto count = static_cast<float>(given_.size());
  const float pitch = std::min((x1 - x0 + swatch_gap) / count, 76.0f), side = pitch - swatch_gap;
  const std::string& text = state(s).input.text;
  for (std::size_t i = 0; i < given_.size(); ++i) {
    const Rect where = box(x0 + pitch * static_cast<float>(i), y, side, side);
    const Hit hit = s.hit(s.joined({"model-given:", s.digits(i)}), where);
    s.pen.pixels({where.x0, where.y0}, where.width() / float{MadePicture::side}, given_[i].pixels);
    const std::string_view described = given_[i].text;
    const bool chosen = text == described;
    const Color edge = chosen ? s.theme.text : hit.hovered ? s.theme.text3 : s.theme.line2;
    s.pen.outline(s.pen.snapped(grown(where, chosen ? 2 : 0)), edge, chosen ? 2.0f : 1.0f, 3);
    if (hit.focused) s.ring(where, 3);
    s.says(hit.focused, described, "role.button");
    if (hit.hovered) {
      s.out.cursor = "pointer";
      s.item_tip(described);
    }
    if (hit.clicked && !chosen) s.command(explorer::SetModelText{given_[i].text});
  }
  y += side + 10;
  const float high = s.touch() ? touch_height : control_height;
  const Button another{.label = s.text("model.picture.another"), .kind = ButtonKind::secondary};
  if (button(s, "model-another", box(x0, y, std::min(button_width(s, another, high > 44), x1 - x0), high), another))
    s.command(explorer::SetModelText{explorer::drawn_picture(++drawn_).text()});
  y += high + 8;
  const Button own{
      .label = s.text("model.picture.own"), .kind = ButtonKind::ghost, .tip = s.text("model.picture.own.tip")};
  if (button(s, "model-own-picture", box(x0 - 8, y, std::min(button_width(s, own, high > 44), x1 - x0 + 8), high), own))
    s.request(Request::open_picture);
  y += high + 12;
  if (const std::optional<MadePicture>& now = painted(s)) y = palette(s, x0, x1, y, *now) + 4;
  return sentence_notes(s, x0, x1, y + 6);
}

}  // namespace ui
