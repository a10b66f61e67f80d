// The model screen from top to bottom, and what its parts share.
#include "ui/model/model.hpp"

#include <algorithm>

#include "explorer/state/color_steps.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/cell_color.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

// The choice of views is in the bar if it is wide enough, else above what it chooses.
bool tabs_in_bar(float width) { return width >= 1100; }

constexpr float page_margin = 24, page_gap = 30, least_for_two = 600, least_head = 440, arcs_gap = 8;

}  // namespace

std::string_view ModelFigure::word(const Screen& s, std::size_t token) const {
  const std::string& words = model(s).run->words[token];
  return words.empty() ? s.digits(token + 1) : std::string_view(words);
}

std::size_t ModelFigure::row(const Screen& s) const {
  const std::size_t last = std::max<std::size_t>(model(s).tokens(), 1) - 1;
  const std::size_t chosen = look_.row.value_or(model(s).usual_row());
  return std::min(points_at_row(s) ? *over_.row : chosen, last);
}

// Of a large picture only rows that are followed are known.
bool ModelFigure::points_at_row(const Screen& s) const {
  return over_.row && (!reads_pictures(s) || !seen(s, look_.head, *over_.row).empty());
}

std::optional<std::size_t> ModelFigure::column(const Screen& s) const {
  const std::optional<std::size_t> at = points_at_row(s) ? over_.column : look_.column;
  return at && *at < model(s).tokens() ? at : std::nullopt;
}

bool ModelFigure::is_off(const Screen& s, Head head) const {
  return state(s).input.replaced({head.layer, head.head}) != nullptr;
}

std::string_view ModelFigure::off_word(const Screen& s, Head head) const {
  return s.text(state(s).input.replaced({head.layer, head.head})->taken ? "model.taken" : "model.off");
}

void ModelFigure::look(Screen& s, explorer::LookModel command) { s.command(std::move(command)); }

void ModelFigure::choose(Screen& s, Head head) {
  if (!model(s).has(head)) return;
  look_.head = head;
  look(s, {.layer = head.layer, .head = head.head});
}

// The same head again: none is compared.
void ModelFigure::compare(Screen& s, Head head) {
  const bool again = look_.compared == head;
  look_.compared = again ? std::nullopt : std::optional(head);
  using Places = std::pair<std::size_t, std::size_t>;
  look(s, {.compare = again ? std::optional<Places>() : std::optional(Places{head.layer, head.head})});
}

void ModelFigure::compare_row(Screen& s, std::size_t row) {
  const bool again = look_.compared_row == row;
  look_.compared_row = again ? std::nullopt : std::optional(row);
  look(s, {.compare_row = look_.compared_row, .apart = again});
}

void ModelFigure::pin(Screen& s, std::size_t row, std::size_t column) {
  look_.row = row;
  look_.column = column;
  look(s, {.row = row, .column = column});
}

void ModelFigure::follow(Screen& s, std::size_t row) {
  look_.row = row;
  look_.column.reset();
  look(s, {.row = row});
}

Color ModelFigure::color(const Screen& s, float weight, std::size_t column) const {
  const bool hidden = look_.hide_first && column == 0;
  if (shows_differences(s) && !hidden)
    return cell_color(s.theme, look_.steps, {graph::Family::weights, true}, weight, largest_difference_);
  if (!(weight >= 0) || hidden) return s.theme.bg0;
  const float place = explorer::color_place(look_.steps, std::min(weight, 1.0f));
  return s.theme.scale(graph::Family::weights, std::round(place * 64) / 64);
}

// Says what is missing, and offers it.
void ModelFigure::empty(Screen& s, Rect area) {
  const explorer::WholeModel& told = model(s);
  const bool waits = told.about ? told.about->editable : !state(s).source.empty() && !told.failed();
  const auto& refused = told.refused;
  const std::string_view title = s.text(waits ? "model.reading" : "model.title");
  const std::string_view words = refused  ? std::string_view(refused->message)
                                 : !waits ? s.text("model.none")
                                 : told.busy && told.busy->all > 0
                                     ? s.text("model.busy", {s.digits(100 * told.busy->done / told.busy->all)})
                                     : s.text("model.waits");
  const float room = std::min(area.width() - 2 * page_margin, 520.0f), x0 = area.x0 + page_margin;
  float y = area.y0 + 30;
  const Font strong{Face::display, px(24), -0.3f}, plain{Face::regular, px(15)};
  s.pen.text_in({x0, y, x0 + room, y + 32}, s.type.fitted(title, strong, room), strong, s.theme.text);
  y += 42;
  for (const std::string& line : s.type.lines(words, plain, room)) {
    s.pen.text_in({x0, y, x0 + room, y + 23}, line, plain, s.theme.text2);
    y += 23;
  }
  s.mark(s.joined({"model-state:", words}), {x0, area.y0, x0 + room, y});
  if (waits) return;
  y += 16;
  const float row = s.touch() ? touch_height : 40;
  const Button small{.label = s.text("model.open.small"), .kind = ButtonKind::primary};
  const Button files{.label = s.text("model.open.files"), .kind = ButtonKind::secondary};
  const float first = std::min(button_width(s, small, row > 44), room),
              second = std::min(button_width(s, files, row > 44), room);
  if (button(s, "model-open:small", box(x0, y, first, row), small)) s.command(explorer::ShowModel{true, "small"});
  const bool below = first + 12 + second > room;
  if (below) y += row + 10;
  if (button(s, "model-open:files", box(below ? x0 : x0 + first + 12, y, second, row), files))
    s.request(Request::open_model);
}

// All heads and the chosen one, beside each other where there is room. top: where the page begins.
float ModelFigure::page_heads(Screen& s, float x0, float x1, float y, float top) {
  const bool looks = reads_pictures(s);
  const float height = layout_.page.height() - 28;
  if (x1 - x0 >= least_for_two) {
    // The head's map is as large as the window lets it and the sentence below it be seen; where both are not seen, the map.
    const std::size_t heads = model(s).about->heads;
    const ModelGrid pictures = model_grid(heads, {(x1 - x0) * 0.4f - page_gap, layout_.row}, s.touch());
    const float split =
        x0 + std::max(page_gap + pictures.pitch * static_cast<float>(pictures.columns) + page_gap, 220.0f);
    const float lower = grid(s, x0, split - page_gap / 2, y);
    s.focus.group("figure");
    const float below = arcs_gap + model_arcs_height(look_.compared.has_value());
    const float fold = top + height, least = y + least_head, over_arcs = fold - below;
    const float bottom = looks                ? std::max(top + picture_room(), least)
                         : over_arcs >= least ? over_arcs
                                              : std::max(fold, least);
    return std::max(lower, head(s, split + page_gap / 2, x1, y, bottom)) + arcs_gap;
  }
  if (looks) {  // what it answers and what can be painted are read with the picture
    s.focus.group("figure");
    y = head(s, x0, x1, y, 1e6f) + 8;
    s.focus.group("controls");
    y = sentence(s, x0, x1, next_words(s, x0, x1, y) + page_gap) + page_gap;
    s.focus.group("heads");
    return grid(s, x0, x1, y) + page_gap;
  }
  y = grid(s, x0, x1, y) + page_gap;
  s.focus.group("figure");
  return head(s, x0, x1, y, 1e6f) + page_gap;
}

// Where not all fits at once: one below the other, what is read first above.
void ModelFigure::page(Screen& s) {
  const Rect area = layout_.page;
  const float margin = area.width() < 600 ? 14.0f : page_margin, x0 = area.x0 + margin, x1 = area.x1 - margin;
  s.focus.group("heads");
  float y = s.begin_scroll("model-page", area) + 16;
  const float top = y;
  const bool low = !layout_.pinned, looks = reads_pictures(s), heads = !look_.why && !look_.over;
  const bool told = looks && heads && x1 - x0 < least_for_two;  // with the picture
  if (!layout_.beside && s.explorer.model().tour()) {
    s.focus.group("controls");
    y = tour(s, x0, x1, y) + 16;
    s.focus.group("heads");
  }
  if (!layout_.beside && !low && !looks) {
    s.focus.group("controls");
    y = sentence(s, x0, x1, y + 8) + page_gap;
    s.focus.group("heads");
  }
  if (model(s).about->ledger && !tabs_in_bar(s.around.width)) {
    const float wide = std::min(x1 - x0, 460.0f), high = s.touch() ? touch_height : control_height;
    view_tabs(s, box(x0, y, wide, high));
    y += high + 14;
  }
  if (heads) {
    y = page_heads(s, x0, x1, y, top);
  } else {
    s.focus.group("figure");
    y = (look_.why ? reason(s, x0, x1, y, 1e6f) : atlas(s, x0, x1, y, 1e6f)) + page_gap;
  }
  if (!looks) {
    const float fold = top - 16 + area.height(), high = model_arcs_height(look_.compared.has_value());
    if (heads && x1 - x0 >= least_for_two && y < fold && y + high > fold) y = fold + 8;  // whole, or below the window
    // Beside the rail's line, which its fading edge would cover.
    const Rect over_sentence{area.x0 + (layout_.beside ? 1.0f : 0.0f), y, area.x1, y + high};
    arcs(s, over_sentence);
    y = over_sentence.y1 + 8;
  }
  if (!layout_.pinned) {
    const Rect below{x0, y, x1, y + std::max(line_height(s, x0, x1), 60.0f)};
    explain(s, below);
    y = below.y1 + page_gap;
  }
  if (!layout_.beside) {
    s.focus.group("controls");
    if (!told && (low || looks)) y = sentence(s, x0, x1, y + 8) + page_gap;
    if (!told) y = next_words(s, x0, x1, y + 8) + page_gap;
    y = view(s, x0, x1, y + 8) + page_gap;
    y = about(s, x0, x1, y) + 8;
  }
  s.end_scroll(y + 16, s.theme.bg0);
}

void ModelFigure::explain(Screen& s, Rect area) {
  const Mirror::Block terms(s.type.mirror(), area);
  if (look_.why) reason_line(s, area);
  else if (look_.over) atlas_line(s, area);
  else line(s, area);
}

// The room, and what of the look can be shown in it.
ModelSpace ModelFigure::space(Screen& s) {
  ModelSpace space;
  space.width = s.around.width;
  space.height = s.around.height;
  space.bar = s.shell == Shell::phone ? top_bar_phone : top_bar_height;
  space.touch = s.touch();
  space.heads = model(s).about ? model(s).about->heads : 1;
  space.layers = model(s).about ? model(s).about->layers : 1;
  space.compared = look_.compared.has_value();
  space.compares = compares(s);
  space.second = model(s).has_second();
  const bool shows = model(s).about && model(s).run;
  const float left = space.width >= 760 ? rail_width + page_margin : 14.0f;
  look_.why = look_.why && shows && model(s).about->ledger;
  look_.over = look_.over && shows && !model(s).about->pictures;
  look_.rollout = look_.rollout && reads_pictures(s);
  space.sentence = !reads_pictures(s);
  // On phones the kind of a head takes two lines of its own.
  space.line = shows && look_.over && space.width < 700 ? 130.0f
               : shows && (look_.why || look_.over)     ? 92.0f
               : shows ? line_height(s, left, space.width - (left > 14 ? page_margin : 14.0f))
                       : 0;
  return space;
}

// The figure over the sentence, and the line that explains.
void ModelFigure::wide(Screen& s) {
  if (look_.why || look_.over) {
    s.focus.group("figure");
    const float x0 = layout_.heads.x0 + page_margin + 8, top = layout_.heads.y0 + 14;
    if (look_.why) reason(s, x0, layout_.head.x1, top, layout_.heads.y1);
    else atlas(s, x0, layout_.head.x1, top, layout_.heads.y1);
  } else {
    const float top = s.begin_scroll("model-heads-scroll", layout_.heads) + 14;
    s.end_scroll(grid(s, layout_.heads.x0 + page_margin, layout_.heads.x1 - page_margin / 2, top) + 12, s.theme.bg0);
    s.focus.group("figure");
    head(s, layout_.head.x0, layout_.head.x1, layout_.head.y0 + 14, layout_.head.y1);
  }
  if (!reads_pictures(s)) {
    s.pen.across(layout_.arcs.x0, layout_.arcs.x1, layout_.arcs.y0, s.theme.line);
    s.mark("model-arcs", layout_.arcs);
    s.focus.group("sentence");
    arcs(s, layout_.arcs);
  }
  explain(s, layout_.line);
}

void ModelFigure::draw(Screen& s) {
  look_ = state(s).look;
  found_ = {};
  const ModelSpace room = space(s);
  layout_ = lay_out_model(room);
  keep_order(s);
  if (s.around.alone()) return saved(s);

  s.focus.group("bar");
  const explorer::ModelTour* const tour = explorer::model_tour(state(s).source);
  draw_screen_bar(s, {0, 0, s.around.width, room.bar}, s.text(tour ? tour->title : "model.title"));
  if (layout_.beside) {
    const Rect area = layout_.rail;
    s.pen.fill(area, s.theme.bg1);
    s.pen.down(area.x1, area.y0, area.y1, s.theme.line);
    s.focus.group("controls");
    const float y = s.begin_scroll("model-rail", area) + 24;
    s.end_scroll(rail(s, area.x0 + 24, area.x1 - 24, y) + 12, s.theme.bg1);
  }
  const bool shows = model(s).about && model(s).run;
  if (shows && model(s).about->ledger && tabs_in_bar(room.width))
    view_tabs(s, box(room.width / 2 - 215, room.bar / 2 - 17, 430, 34));
  s.focus.group("heads");
  if (!shows) {
    empty(s, layout_.page);
  } else if (layout_.wide) {
    wide(s);
  } else {
    page(s);
    if (layout_.pinned) explain(s, layout_.line);
  }
  if (found_ != over_) {
    over_ = found_;
    s.out.animating = true;
  }
}

}  // namespace ui
