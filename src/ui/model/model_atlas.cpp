// What all heads do over many texts: a dot for each head, by two of its measures, and the measures of the chosen one.
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

constexpr float example_height = 42, dots_axis = 46, axis_below = 26, dot = 5, near_dot = 14, list_width = 220,
                wide_list = 320, measure_height = 30, measure_gap = 6;
constexpr std::array<double, explorer::model_measures> whole_axis{1, 1, 1, 1, 0, 0, 0};  // shares end at 1

// Where an axis ends that begins at 0.
double axis_end(double most) { return most > 0 ? nice_step(most, 1) : 1; }

}  // namespace

std::string_view ModelFigure::measure_name(const Screen& s, std::size_t measure) const {
  return s.written([&](std::string& out) { s.explorer.model().write_measure(out, measure); });
}

std::string_view ModelFigure::measure_rule(const Screen& s, std::size_t measure) const {
  return s.written([&](std::string& out) { s.explorer.model().write_measure_formula(out, measure); });
}

// The chosen measure of an axis, with chips for the others. Returns the lower end.
float ModelFigure::measure_choice(Screen& s, std::string_view id, std::string_view caption, Rect row, std::size_t now,
                                  bool across) {
  const float high = s.touch() ? touch_height : measure_height;
  const Font label{Face::regular, label_size};
  float y = row.y0, x = s.pen.text({row.x0, centred(y + high / 2, label_size)}, caption, label, s.theme.text2) + 10;
  for (std::size_t measure = 0; measure < explorer::model_measures; ++measure) {
    const Button look{.label = measure_name(s, measure),
                      .kind = measure == now ? ButtonKind::primary : ButtonKind::secondary,
                      .tip = measure_rule(s, measure)};
    const float wide = button_width(s, look, high > 44);
    if (x + wide > row.x1 && x > row.x0) {
      x = row.x0;
      y += high + measure_gap;
    }
    if (button(s, s.joined({id, s.digits(measure)}), box(x, y, std::min(wide, row.width()), high), look))
      this->look(s, across ? explorer::LookModel{.across = measure} : explorer::LookModel{.up = measure});
    x += wide + measure_gap;
  }
  // What is measured, beside the chips or below them.
  const std::string_view rule = measure_rule(s, now);
  const bool fits = x + 8 + s.type.width(rule, label) <= row.x1;
  if (fits) {
    s.pen.text_in({x + 8, y, row.x1, y + high}, rule, label, s.theme.text3);
    return y + high + measure_gap;
  }
  y += high + 2;
  for (const std::string& line : s.type.lines(rule, label, row.width())) {
    s.pen.text_in({row.x0, y, row.x1, y + 18}, line, label, s.theme.text3);
    y += 18;
  }
  return y + measure_gap;
}

// Where the dots are.
const ModelFigure::Dots& ModelFigure::dots(const Screen& s) {
  return dots_.get(s.explorer.stamp(), [&] {
    Dots out;
    const explorer::ModelAbout& about = *model(s).about;
    double right = 0, top = 0;
    for (std::size_t layer = 0; layer < about.layers; ++layer) {
      for (std::size_t head = 0; head < about.heads; ++head) {
        const std::span<const float> values = model(s).measures({layer, head});
        if (values.empty() || std::isnan(values[look_.across]) || std::isnan(values[look_.up])) continue;
        out.heads.push_back({layer, head});
        out.places.push_back({values[look_.across], values[look_.up]});
        const std::span<const float> before = model(s).measures_before({layer, head});
        const bool compared = !before.empty() && !std::isnan(before[look_.across]) && !std::isnan(before[look_.up]);
        out.before.push_back(compared ? Point{before[look_.across], before[look_.up]} : out.places.back());
        right = std::max(right, double{out.before.back().x});
        top = std::max(top, double{out.before.back().y});
        right = std::max(right, double{values[look_.across]});
        top = std::max(top, double{values[look_.up]});
      }
    }
    for (std::size_t i = 0; i < out.heads.size(); ++i) out.by_height.push_back(i);
    const bool compares = model(s).atlas_before.has_value();
    std::ranges::stable_sort(out.by_height, std::greater(), [&](std::size_t i) {
      return compares ? std::abs(out.places[i].y - out.before[i].y) : out.places[i].y;
    });
    out.right = whole_axis[look_.across] > 0 ? whole_axis[look_.across] : axis_end(right);
    out.top = whole_axis[look_.up] > 0 ? whole_axis[look_.up] : axis_end(top);
    return out;
  });
}

Point ModelFigure::dot_at(const Dots& all, Rect plot, std::size_t i) const {
  return place_in(all, plot, all.places[i]);
}

Point ModelFigure::place_in(const Dots& all, Rect plot, Point measures) const {
  return {plot.x0 + plot.width() * static_cast<float>(double{measures.x} / all.right),
          plot.y1 - plot.height() * static_cast<float>(double{measures.y} / all.top)};
}

// Pointing asks a dot, a click chooses its head; arrows go to the next dot in that direction.
std::optional<std::size_t> ModelFigure::dots_input(Screen& s, const Dots& all, Rect plot) {
  s.mark("model-atlas", plot);
  if (s.around.picture != nullptr || all.heads.empty()) return std::nullopt;
  const Hit hit = s.hit("model-dots", grown(plot, near_dot));
  const auto from = [&](Point place, std::size_t i) {
    const Point at = dot_at(all, plot, i);
    return std::hypot(at.x - place.x, at.y - place.y);
  };
  std::optional<std::size_t> over;
  if (hit.hovered) {
    for (std::size_t i = 0; i < all.heads.size(); ++i)
      if (from(s.pointer(), i) < (over ? from(s.pointer(), *over) : near_dot)) over = i;
  }
  if (over) {
    s.out.cursor = "pointer";
    if (!s.around.touch) found_.head = all.heads[*over];
    if (hit.clicked && !hit.by_key) choose(s, all.heads[*over]);
  }
  if (!hit.focused) return over;
  const auto place = std::ranges::find(all.heads, look_.head);
  std::size_t now = place == all.heads.end() ? 0 : static_cast<std::size_t>(place - all.heads.begin());
  const auto go = [&](ImGuiKey key, float dx, float dy) {
    const Point at = dot_at(all, plot, now);
    std::optional<std::size_t> next;
    float least = 1e9f;
    for (std::size_t i = 0; i < all.heads.size(); ++i) {
      const Point other = dot_at(all, plot, i);
      const float along = (other.x - at.x) * dx + (other.y - at.y) * dy,
                  aside = std::abs((other.x - at.x) * dy) + std::abs((other.y - at.y) * dx);
      if (along <= 0.5f || along + 2 * aside >= least) continue;
      least = along + 2 * aside;
      next = i;
    }
    if (s.takes(key, next.has_value())) choose(s, all.heads[*next]);
  };
  go(ImGuiKey_RightArrow, 1, 0);
  go(ImGuiKey_LeftArrow, -1, 0);
  go(ImGuiKey_DownArrow, 0, 1);
  go(ImGuiKey_UpArrow, 0, -1);
  if (s.pressed(ImGuiKey_Enter, false)) look(s, {.over = false});
  s.says(true, atlas_words(s, look_.head), "role.model_dot", s.place_of(now, all.heads.size()));
  if (s.focus.visible()) s.ring(grown(plot, 4), 4);
  return over;
}

// "Layer 3, head 1: one back 0.41, what followed 0.94".
std::string_view ModelFigure::atlas_words(const Screen& s, Head head) const {
  return s.written([&](std::string& out) {
    const explorer::ModelScreen& screen = s.explorer.model();
    screen.write_head(out, head);
    for (const std::size_t measure : {look_.across, look_.up}) {
      out += measure == look_.across ? ": " : ", ";
      screen.write_measure(out, measure);
      out += ' ';
      screen.write_measure_value(out, head, measure);
    }
  });
}

void ModelFigure::scatter(Screen& s, Rect plot) {
  const Dots& all = dots(s);
  const Font small{Face::regular, note_size};
  for (const double share : {0.0, 0.5, 1.0}) {
    const auto part = static_cast<float>(share);
    const float x = plot.x0 + plot.width() * part, y = plot.y1 - plot.height() * part;
    s.pen.across(plot.x0, plot.x1, y, share == 0 ? s.theme.line2 : s.theme.line);
    s.pen.down(x, plot.y0, plot.y1, share == 0 ? s.theme.line2 : s.theme.line);
    const auto number = [&](double end) { return graph::format_number(end * share, end * share < 10 ? 1 : 0); };
    s.pen.text_in({plot.x0 - dots_axis, y - 8, plot.x0 - 8, y + 8}, number(all.top), small, s.theme.text3,
                  Align::right);
    const std::string below = number(all.right);
    s.pen.text({x - s.type.width(below, small) / 2, plot.y1 + 18}, below, small, s.theme.text3);
  }
  const std::optional<std::size_t> over = dots_input(s, all, plot);
  const float layers = static_cast<float>(std::max<std::size_t>(model(s).about->layers, 2)) - 1;
  const Color first = s.theme.role(graph::Family::query), last = s.theme.text;
  for (std::size_t i = 0; i < all.heads.size(); ++i) {
    const Color ink = mixed(first, last, static_cast<float>(all.heads[i].layer) / layers);
    // From where it was, if it has moved.
    const Point at = dot_at(all, plot, i), was = place_in(all, plot, all.before[i]);
    if (std::hypot(at.x - was.x, at.y - was.y) > dot) {
      s.pen.line(was, at, faded(ink, 0.5f), 1.5f);
      s.pen.circle(was, dot - 1, faded(ink, 0.7f), 1.5f);
    }
    s.pen.disc(dot_at(all, plot, i), dot, faded(ink, is_off(s, all.heads[i]) ? 0.35f : 0.9f));
  }
  const Font label{Face::medium, label_size};
  for (std::size_t i = 0; i < all.heads.size(); ++i) {
    const bool chosen = all.heads[i] == look_.head, pointed = over == i;
    if (!chosen && !pointed) continue;
    const Point at = dot_at(all, plot, i);
    s.pen.circle(at, dot + 4, s.theme.text, chosen ? 2.0f : 1.0f);
    s.mark(s.joined({"model-dot:", head_name(s, all.heads[i])}), {at.x - 9, at.y - 9, at.x + 9, at.y + 9});
    const std::string_view name = head_name(s, all.heads[i]);
    const float wide = s.type.width(name, label);
    const float x = at.x + 14 + wide < plot.x1 ? at.x + 14 : at.x - 14 - wide;
    s.pen.text({x, at.y - 8}, name, label, s.theme.text);
  }
}

// The dots with their title and the names of both axes, as a picture for a file.
void ModelFigure::atlas_plot(Screen& s, float x0, float x1, float y0, float y1) {
  const Font title{Face::semibold, px(19), -0.2f}, label{Face::medium, label_size}, plain{Face::regular, label_size};
  const std::string_view words = s.written([&](std::string& out) { s.explorer.model().write_atlas(out); });
  s.pen.text({x0, y0 + 22}, s.type.fitted(s.text("model.over.title"), title, x1 - x0), title, s.theme.text);
  s.pen.text({x0, y0 + 44}, s.type.fitted(words, plain, x1 - x0), plain, s.theme.text2);
  const float high = y1 - y0 - 120, side = std::min(x1 - x0 - dots_axis, 1.6f * high);
  const Rect plot{x0 + dots_axis, y0 + 84, x0 + dots_axis + side, y0 + 84 + high};
  s.pen.text({x0, plot.y0 - 14}, measure_name(s, look_.up), label, s.theme.text);
  const std::string_view across = measure_name(s, look_.across);
  s.pen.text({plot.x1 - s.type.width(across, label), plot.y1 + 34}, across, label, s.theme.text);
  scatter(s, plot);
}

// The title, over how many texts it is, and the button that saves it.
float ModelFigure::atlas_head(Screen& s, float x0, float x1, float y) {
  const explorer::WholeModel& told = model(s);
  const bool narrow = x1 - x0 < 560;
  Font title{Face::display, narrow ? title_phone : px(30), -0.3f};
  const std::string_view name = s.text("model.over.title");
  if (s.type.width(name, title) > x1 - x0) title.size = px(20);
  const Button save{.label = s.text("map.save"), .tip = s.text("map.save.tip")};
  const float save_high = s.touch() ? touch_height : control_height, save_width = button_width(s, save, save_high > 44);
  const bool beside = !narrow && told.atlas && !told.atlas->means.empty();
  s.pen.text_in({x0, y, x1, y + 40}, s.type.fitted(name, title, x1 - x0 - (beside ? save_width + 16 : 0)), title,
                s.theme.text);
  if (beside && button(s, "model-figure", box(x1 - save_width, y + 4, save_width, save_high), save))
    s.request(Request::save_figure);
  y += 44;
  const Font plain{Face::regular, px(15)};
  const std::string_view words = s.written([&](std::string& out) { s.explorer.model().write_atlas(out); });
  for (const std::string& line : s.type.lines(words, plain, x1 - x0)) {
    s.pen.text_in({x0, y, x1, y + 22}, line, plain, s.theme.text2);
    y += 22;
  }
  s.mark(s.joined({"model-over:", words}), {x0, y - 22, x1, y});
  return y + 8;
}

// Over which texts.
float ModelFigure::atlas_texts(Screen& s, float x0, float x1, float y) {
  const float high = s.touch() ? touch_height : control_height;
  const std::array<std::string_view, 3> texts{s.text("model.over.page"), s.text("model.over.twice"),
                                              s.text("model.over.own")};
  const Rect choice{x0, y, std::min(x1, x0 + 460), y + segmented_height(s, texts, std::min(x1 - x0, 460.0f), high)};
  for (std::size_t i = 0; i < texts.size(); ++i)
    s.mark(s.joined({"model-texts:", s.digits(i)}), segment_rect(choice, high, texts.size(), i));
  if (const auto to = segmented(s, "model-texts", s.text("model.over.texts"), choice, texts,
                                static_cast<std::size_t>(look_.texts))) {
    if (*to == 2) s.request(Request::open_texts);
    else look(s, {.texts = static_cast<explorer::ModelTexts>(*to)});
  }
  y = choice.y1 + 4;
  const Font note{Face::regular, note_size};
  const std::string_view tip = s.text("model.over.own.tip");
  s.pen.text_in({x0, y, x1, y + 16}, s.type.fitted(tip, note, x1 - x0), note, s.theme.text3);
  return y + 24;
}

float ModelFigure::atlas(Screen& s, float x0, float x1, float y, float bottom) {
  const Mirror::Block figure(s.type.mirror(), x0, x1);
  const explorer::WholeModel& told = model(s);
  y = atlas_texts(s, x0, x1, atlas_head(s, x0, x1, y));
  // Where the page scrolls, the choice of axes comes beside the dots, on a phone below them.
  const bool endless = bottom > 1e5f, beside = endless && x1 - x0 >= 600;
  if (!endless) y = axes_choice(s, x0, x1, y) + 12;
  const float room = endless ? 340.0f : bottom - y - axis_below;
  const float column = x1 - x0 > 1000 ? wide_list : list_width;
  const float list = beside || x1 - x0 > 860 ? column + 40 : 0;
  const float side = std::max(std::min(x1 - x0 - dots_axis - list, 2 * room), 120.0f);
  const Rect plot{x0 + dots_axis, y, x0 + dots_axis + side, y + std::max(std::min(room, side), 120.0f)};
  const bool known = told.measured(look_.texts, state(s).input);
  if (known) {
    scatter(s, plot);
    const bool texts_too = !told.examples(look_.head, look_.up).empty();
    const Rect aside{plot.x1 + 40, plot.y0, plot.x1 + 40 + column, plot.y1};
    if (beside) {
      axes_choice(s, aside.x0, aside.x1, aside.y0);
    } else if (list > 0) {
      ranking(s, {aside.x0, aside.y0, aside.x1, texts_too ? aside.middle_y() - 8 : aside.y1});
      examples(s, {aside.x0, aside.middle_y() + 8, aside.x1, aside.y1});
    }
  } else if (told.atlas && told.atlas->all > 0) {
    const float done = static_cast<float>(told.atlas->done) / static_cast<float>(told.atlas->all);
    const Rect bar = box(plot.x0, plot.y0 + 8, std::min(plot.width(), 320.0f), 4);
    s.pen.fill(bar, s.theme.bg3, 2);
    s.pen.fill({bar.x0, bar.y0, bar.x0 + bar.width() * done, bar.y1}, s.theme.text, 2);
    const Button pause{.label = s.text(look_.paused ? "lecture.go_on" : "stage.pause")};
    const float high = s.touch() ? touch_height : control_height;
    if (button(s, "model-over-pause", box(bar.x0, bar.y1 + 14, button_width(s, pause, high > 44), high), pause))
      look(s, {.paused = !look_.paused});
  }
  y = plot.y1 + axis_below;
  if (!endless) return y;
  if (!beside) y = axes_choice(s, x0, x1, y + 12);
  return known ? examples(s, {x0, y + 16, x1, 1e6f}) : y;
}

float ModelFigure::axes_choice(Screen& s, float x0, float x1, float y) {
  y = measure_choice(s, "model-up:", s.text("model.over.up"), {x0, y, x1, y}, look_.up, false);
  return measure_choice(s, "model-across:", s.text("model.over.across"), {x0, y, x1, y}, look_.across, true);
}

namespace {

// Rows of a list below its title, as many as fit. draw(at, row, hit) draws what is in a row and tells it. Returns the lower end.
float draw_list(Screen& s, Rect where, float high, std::string_view title, std::string_view id, std::size_t count,
                const auto& is_chosen, const auto& draw, const auto& clicked) {
  section_label(s, where.x0, where.x1, where.y0 + 4, title);
  const auto fit = static_cast<std::size_t>(std::max((where.height() - 22) / high, 1.0f));
  float y = where.y0 + 20;
  for (std::size_t at = 0; at < std::min(fit, count); ++at, y += high) {
    const Rect row{where.x0 - 8, y, where.x1 + 8, y + high};
    const Hit hit = s.hit(s.joined({id, s.digits(at)}), row);
    if (hit.hovered || is_chosen(at)) s.pen.fill(s.pen.snapped(grown(row, 0, -1)), s.theme.bg3, segment_radius);
    if (hit.hovered) s.out.cursor = "pointer";
    if (hit.focused) s.ring(row, segment_radius);
    draw(at, Rect{where.x0, y, where.x1, y + high}, hit);
    if (hit.clicked) clicked(at);
  }
  return y;
}

}  // namespace

// The heads with the most of what is drawn upwards, or those in which it has changed most.
void ModelFigure::ranking(Screen& s, Rect where) {
  const Dots& all = dots(s);
  const bool compares = model(s).atlas_before.has_value();
  const Font font{Face::regular, control_size}, strong{Face::medium, control_size};
  const auto head_of = [&](std::size_t at) { return all.heads[all.by_height[at]]; };
  const auto draw = [&](std::size_t at, Rect row, const Hit& hit) {
    const Head head = head_of(at);
    const float values = compares ? 112.0f : 60.0f;
    s.pen.text_in({row.x0, row.y0, row.x1 - values, row.y1},
                  s.type.fitted(head_name(s, head), strong, row.width() - values), head == look_.head ? strong : font,
                  s.theme.text);
    const std::string_view value =
        s.written([&](std::string& out) { s.explorer.model().write_measure_value(out, head, look_.up); });
    s.pen.text_in({row.x1 - values, row.y0, row.x1 - (compares ? 60.0f : 0.0f), row.y1}, value, font, s.theme.text2,
                  Align::right);
    const std::string_view change =
        s.written([&](std::string& out) { s.explorer.model().write_measure_change(out, head, look_.up); });
    if (compares) s.pen.text_in({row.x1 - 60, row.y0, row.x1, row.y1}, change, font, s.theme.text, Align::right);
    if (hit.hovered && !s.around.touch) found_.head = head;
    s.says(hit.focused, atlas_words(s, head), "role.button");
  };
  const std::string_view title =
      compares ? s.text("model.over.changed", {measure_name(s, look_.up)}) : measure_name(s, look_.up);
  draw_list(
      s, where, s.touch() ? 40.0f : 26.0f, title, "model-ranked:", all.by_height.size(),
      [&](std::size_t at) { return head_of(at) == look_.head; }, draw, [&](std::size_t at) { choose(s, head_of(at)); });
}

// Texts in which the chosen head does it most, and some of the others; a click opens one there.
float ModelFigure::examples(Screen& s, Rect where) {
  const explorer::WholeModel& told = model(s);
  const std::span<const explorer::ModelAtlas::Example> all = told.examples(look_.head, look_.up);
  if (all.empty()) return where.y0;
  const Font font{Face::regular, control_size}, note{Face::regular, note_size};
  const auto line_of = [&](std::size_t at) -> const std::string& { return told.atlas->lines[all[at].line]; };
  const auto draw = [&](std::size_t at, Rect row, const Hit& hit) {
    const std::string_view value =
        s.written([&](std::string& out) { out += graph::format_number(double{all[at].mean}, 3); });
    const std::string_view largest =
        s.written([&](std::string& out) { s.explorer.model().write_largest(out, all[at]); });
    const float middle = row.y0 + 22, x = row.x0 + 52;
    s.pen.text_in({row.x0, row.y0 + 4, x, middle}, value, font, s.theme.text2);
    s.pen.text_in({x, row.y0 + 4, row.x1, middle}, s.type.fitted(line_of(at), font, row.x1 - x), font, s.theme.text);
    s.pen.text_in({x, middle, row.x1, row.y1 - 4}, s.type.fitted(largest, note, row.x1 - x), note, s.theme.text3);
    if (hit.hovered) s.item_tip(line_of(at));
    s.says(hit.focused, s.joined({value, ": ", line_of(at), " ", largest}), "role.button", s.place_of(at, all.size()));
  };
  const auto open = [&](std::size_t at) {
    look(s, {.over = false});
    s.command(explorer::SetModelText{.text = line_of(at), .row = all[at].row, .column = all[at].column});
  };
  return draw_list(
      s, where, example_height, s.text("model.over.texts_of", {head_name(s, look_.head)}), "model-example:", all.size(),
      [](std::size_t) { return false; }, draw, open);
}

// All measures of the head that is pointed at, or of the chosen one.
void ModelFigure::atlas_line(Screen& s, Rect area) {
  s.pen.panel(s.pen.snapped(area), s.theme.bg1, s.theme.line, panel_radius);
  const Font number{Face::medium, px(16)}, plain{Face::regular, label_size};
  const Rect inside{area.x0 + 22, area.y0, area.x1 - 14, area.y1};
  const Head head = over_.head.value_or(look_.head);
  if (model(s).measures(head).empty()) {
    s.pen.text_in(inside, s.type.fitted(s.text("model.waits"), plain, inside.width()), plain, s.theme.text3);
    return;
  }
  const std::string_view name = head_name(s, head);
  const bool narrow = inside.width() < 620;
  float x = s.pen.text({inside.x0, inside.y0 + 30}, name, number, s.theme.text) + 22, y = inside.y0 + 30;
  const std::string_view kind = kind_told_.get({s.explorer.stamp(), head.layer, head.head}, [&] {
    std::string out;
    s.explorer.model().write_kind(out, head);
    return out;
  });
  const std::vector<std::string>& kind_lines = s.type.lines(kind, plain, inside.width());
  float kind_at = area.y1 - 16 - 18 * static_cast<float>(kind_lines.size() - 1);
  s.mark(s.joined({"model-kind:", kind}), {inside.x0, kind_at - 14, inside.x1, area.y1 - 12});
  for (const std::string& line : kind_lines) {
    s.pen.text({inside.x0, kind_at}, line, plain, s.theme.text2);
    kind_at += 18;
  }
  if (narrow) x = inside.x0, y += 22;
  const Button show{.label = s.text("model.over.open"), .after = Icon::right};
  const float wide = button_width(s, show), high = s.touch() ? touch_height : 30.0f;
  const float until = narrow || s.around.picture != nullptr ? inside.x1 : inside.x1 - wide - 12;  // the button's room
  for (std::size_t measure = 0; measure < explorer::model_measures; ++measure) {
    const bool shown = measure == look_.across || measure == look_.up;
    if (narrow && !shown) continue;
    const std::string_view value = s.written([&](std::string& out) {
      s.explorer.model().write_measure_value(out, head, measure);
      const std::size_t end = out.size();
      s.explorer.model().write_measure_change(out, head, measure);
      if (out.size() == end) return;
      out.insert(end, " (");
      out += ')';
    });
    const std::string_view label = measure_name(s, measure);
    const float needs = std::max(s.type.width(value, number), s.type.width(label, plain)) + 20;
    if (x + needs > until) break;
    s.pen.text({x, y}, value, number, shown ? s.theme.role(graph::Family::weights) : s.theme.text2);
    s.pen.text({x, y + 19}, label, plain, s.theme.text3);
    s.mark(s.joined({"model-measure:", s.digits(measure), ":", value}), {x, y - 14, x + needs, y + 20});
    x += needs;
  }
  if (s.around.picture == nullptr && x + wide < inside.x1 &&
      button(s, "model-over-open", box(inside.x1 - wide, area.middle_y() - high / 2, wide, high), show))
    look(s, {.over = false});
}

}  // namespace ui
