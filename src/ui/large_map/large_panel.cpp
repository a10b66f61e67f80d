// The panel beside or below the map: the minimap, the numbers under the pointer, display settings, and the source of
// the numbers.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "graph/explain/explanation.hpp"
#include "imgui.h"
#include "ui/large_map/large.hpp"
#include "ui/type/icons.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float patch_line = 28;  // between the lines of a sentence about two patches

constexpr float section_gap = 26, line_height = 27;

}  // namespace

float LargeFigure::minimap(Screen& s, Rect area) {
  const Rect seen = s.pen.snapped(area);
  s.pen.fill(seen, s.theme.bg0);
  const LargeWindow whole = large_window(seen, state(s).setup.tokens, 1, 0.5, 0.5);
  draw_sheets(s, seen, whole, false);
  s.pen.outline(grown(seen, 1), s.theme.line2);
  const LargeWindow now = window(s);
  const double scale = seen.width() / (now.cell * static_cast<double>(now.tokens));
  const auto along = [&](float at, double corner, float from) {
    return from + static_cast<float>((static_cast<double>(at) - corner) * scale);
  };
  Rect frame{along(now.seen.x0, now.x, seen.x0), along(now.seen.y0, now.y, seen.y0), along(now.seen.x1, now.x, seen.x0),
             along(now.seen.y1, now.y, seen.y0)};
  const float by = std::max((6 - frame.width()) / 2, 0.0f);  // never too small to see
  frame = grown(frame, by);
  if (look_.zoom > 1) {
    s.pen.fill(frame, faded(s.theme.text, 0.12f));
    s.pen.outline(s.pen.snapped(frame), s.theme.text, 1.5f, 2);
  }
  const Hit hit = s.hit("large-minimap", seen, false);
  if (hit.hovered && look_.zoom > 1) s.out.cursor = "move";
  if (hit.held && look_.zoom > 1)
    show_window(s, look_.zoom, (s.pointer().x - seen.x0) / seen.width(), (s.pointer().y - seen.y0) / seen.height());
  return area.y1;
}

// The hovered cell, else the pinned one.
// “query looks at key”, each in its own colour; patches as pictures with their names, on two lines.
void LargeFigure::reading_sentence(Screen& s, Cell cell, float x0, float x1, float y) {
  const bool patches = of_patches(s);
  const std::size_t across = std::max<std::size_t>(large(s).across(), 1);
  const std::vector<std::string>& words = large(s).words();
  const std::string_view sentence = s.text("large.looks", {"\x01", "\x02"});
  const Font strong{Face::semibold, px(16)}, between{Face::regular, px(15)};
  float base = centred(y + 12, px(16));
  float x = x0;
  std::string& run = s.memory.words.next();
  bool begins_line = false;
  const auto flush = [&] {
    if (!run.empty()) x = s.pen.text({x, base}, run, between, s.theme.text2);
    run.clear();
  };
  for (const char c : sentence) {
    if (c != '\x01' && c != '\x02') {
      if (!begins_line || c != ' ') run += c;
      begins_line = begins_line && c == ' ';
      continue;
    }
    flush();
    const std::size_t place = c == '\x01' ? cell.first : cell.second;
    const Color ink = s.theme.role(c == '\x01' ? graph::Family::query : graph::Family::key);
    if (!patches) {
      x = s.pen.text({x, base}, s.type.fitted(words[place].empty() ? s.digits(place + 1) : words[place], strong, 100),
                     strong, ink);
      continue;
    }
    // A patch is shown as a picture before its name; the second one starts a new line.
    swatch(s, box(x, base - 17, 22, 22), place);
    const Font name{Face::semibold, px(15)};
    x = s.pen.text({x + 29, base},
                   s.type.fitted(s.text("large.patch", {s.digits(place / across + 1), s.digits(place % across + 1)}),
                                 name, x1 - x - 29),
                   name, ink);
    if (base > y + 24) continue;
    x = x0;
    base += patch_line;
    begins_line = true;
  }
  flush();
}

// Where the weight comes from, as a table.
void LargeFigure::reading_table(Screen& s, Cell cell, float x0, float x1, float y) {
  const auto [row, column] = cell;
  const bool patches = of_patches(s), masked = column >= row_->keys;
  const std::size_t across = std::max<std::size_t>(large(s).across(), 1);
  const Font plain{Face::regular, label_size}, value{Face::medium, label_size};
  const auto entry = [&](std::string_view id, std::string_view holds) {
    s.pen.text_in({x0, y, x1, y + line_height}, s.text(id), plain, s.theme.text2);
    s.pen.text_in({x0, y, x1, y + line_height}, holds, value, s.theme.text, Align::right);
    s.pen.across(x0, x1, y + line_height - 0.5f, s.theme.line);
    s.mark(s.joined({id, ":", holds}), {x0, y, x1, y + line_height});
    y += line_height;
  };
  const auto count = [](std::size_t n) { return std::to_string(n); };
  entry("large.cell", s.joined({"A[", count(row + 1), ", ", count(column + 1), "]"}));
  entry("large.score", masked ? "−∞" : graph::format_number(large(s).map().score(row, column), 3));
  entry("large.rank", masked
                          ? std::string_view("–")
                          : s.text("large.rank.of", {count(large_map::rank_in_row(*row_, column)), count(row_->keys)}));
  const auto signed_count = [&](std::size_t from, std::size_t to) {
    return s.joined({to < from ? "−" : to > from ? "+" : "", s.digits(to < from ? from - to : to - from)});
  };
  entry("large.distance", row == column  ? s.text("large.distance.none")
                          : patches      ? s.text("large.patch", {signed_count(row / across, column / across),
                                                                  signed_count(row % across, column % across)})
                          : column < row ? s.text("large.distance.back", {count(row - column)})
                                         : s.text("large.distance.ahead", {count(column - row)}));
  entry("large.entropy", s.text("large.bits", {graph::format_number(row_->entropy, 2)}));
}

float LargeFigure::reading(Screen& s, float x0, float x1, float y) {
  const std::optional<Cell> cell = looked_at(s);
  section_label(s, x0, x1, y, s.text(look_.follow && (hovered_ || !look_.cell) ? "large.pointer" : "large.pinned"));
  y += 18;
  const Font plain{Face::regular, label_size};
  const float more = of_patches(s) ? patch_line : 0.0f, height = 66 + more + 5 * line_height;
  if (!cell || !row_ || row_->row != cell->first || !large(s).map().ready()) {
    float line = y;
    for (const std::string& words : s.type.lines(s.text("large.point"), plain, x1 - x0)) {
      s.pen.text_in({x0, line, x1, line + 19}, words, plain, s.theme.text3);
      line += 19;
    }
    return layout_.wide ? y + height : line;  // constant height: nothing below moves when a cell is hovered
  }
  reading_sentence(s, *cell, x0, x1, y);
  y += more;
  const bool masked = cell->second >= row_->keys;
  const float weight = row_->weights[cell->second];
  const Font large_font{Face::semibold, px(27)};
  const std::string_view number = masked ? s.text("large.masked") : s.written([&](std::string& out) {
    out += weight > 0 && weight < 0.0001f ? graph::format_float(weight, 2) : graph::format_number(weight, 4);
  });
  const float end = s.pen.text({x0, centred(y + 42, px(27))}, number, large_font,
                               masked ? s.theme.text3 : s.theme.role(graph::Family::weights));
  if (!masked) s.pen.text({end + 10, centred(y + 46, label_size)}, s.text("large.weight"), plain, s.theme.text2);
  s.mark(s.joined({"large-weight:", number}), {x0, y + 28, x1, y + 58});
  reading_table(s, *cell, x0, x1, y + 66);
  return y + height - more;
}

float LargeFigure::view_controls(Screen& s, float x0, float x1, float y) {
  const float row = s.touch() ? touch_height : control_height;
  const Font font{Face::medium, control_size};
  section_label(s, x0, x1, y, s.text("large.view"));
  y += 16;
  s.pen.text_in({x0, y, x1, y + 20}, s.text("large.steps"), font, s.theme.text);
  y += 25;
  const std::array<std::string_view, 3> steps{s.text("colors.linear"), s.text("large.steps.sqrt"),
                                              s.text("large.steps.log")};
  const Rect steps_at = box(x0, y, x1 - x0, segmented_height(s, steps, x1 - x0, row));
  if (const auto chosen =
          segmented(s, "large-steps", s.text("large.steps"), steps_at, steps, static_cast<std::size_t>(look_.steps)))
    s.command(explorer::LookLarge{.steps = static_cast<explorer::ColorSteps>(*chosen)});
  for (std::size_t i = 0; i < steps.size(); ++i)
    s.mark(s.joined({"large-steps:", s.digits(i)}), segment_rect(steps_at, row, steps.size(), i));
  y = steps_at.y1 + 12;
  s.pen.text_in({x0, y, x1, y + 20}, s.text("large.pool"), font, s.theme.text);
  y += 25;
  const std::array<std::string_view, 2> pools{s.text("large.pool.largest"), s.text("large.pool.mean")};
  const Rect pools_at = box(x0, y, x1 - x0, row);
  if (const auto chosen = segmented(s, "large-pool", s.text("large.pool"), pools_at, pools, look_.mean ? 1 : 0))
    s.command(explorer::LookLarge{.mean = *chosen == 1});
  for (std::size_t i = 0; i < pools.size(); ++i)
    s.mark(s.joined({"large-pool:", s.digits(i)}), segment_rect(pools_at, row, pools.size(), i));
  y = pools_at.y1 + 8;
  large_map::Setup setup = state(s).setup;
  if (setup.model != large_map::Model::trained) {  // these were trained with the mask
    s.pen.text_in({x0, y, x1 - 44, y + row}, s.text("large.causal"), font, s.theme.text);
    if (toggle(s, "large-causal", s.text("large.causal"), box(x0, y, x1 - x0, row), setup.causal)) {
      setup.causal = !setup.causal;
      s.command(explorer::SetLarge{setup, false});
    }
    y += row;
  }
  if (s.touch()) return y;  // a touch screen has no pointer to follow
  s.pen.text_in({x0, y, x1 - 44, y + row}, s.text("large.follow"), font, s.theme.text);
  if (toggle(s, "large-follow", s.text("large.follow"), box(x0, y, x1 - x0, row), look_.follow))
    s.command(explorer::LookLarge{.follow = !look_.follow});
  return y + row;
}

// A word is typed in the page's own field; its tokens are visited one by one.
float LargeFigure::find_control(Screen& s, float x0, float x1, float y) {
  const float row = s.touch() ? touch_height : control_height;
  const Rect where = box(x0, y, x1 - x0, row);
  const std::string_view label = s.text(of_patches(s) ? "large.find.patch" : "large.find");
  const explorer::EditTarget& of = s.target(explorer::Typed::find);
  typed_box(s, "large-find", label, where, look_.find, label, of);
  lay_field(s, where, label, of);
  if (s.typing(of)) {
    s.memory.find_before = s.explorer.state().edit->before;
  } else if (const auto before = std::exchange(s.memory.find_before, std::nullopt); before && before != look_.find) {
    s.memory.found = look_.find;
  }
  y = where.y1 + 4;
  if (s.memory.found == look_.find && large(s).map().ready()) {
    s.memory.found.reset();
    if (!found_.empty()) go_to(s, found_.front());
  }
  if (look_.find.empty()) return y;
  const Font font{Face::regular, label_size};
  const Rect line{x0, y, x1, y + row};
  if (found_.empty()) {
    s.pen.text_in(line, s.type.fitted(s.text("large.find.none", {look_.find}), font, x1 - x0), font, s.theme.text2);
    return line.y1;
  }
  const std::size_t here = look_.cell ? look_.cell->first : 0;
  const auto after = std::ranges::upper_bound(found_, here);
  const auto place = static_cast<std::size_t>(after - found_.begin());  // number of matches up to here
  const bool on_one = place > 0 && found_[place - 1] == here && look_.cell;
  const std::string_view words =
      s.text("large.find.at", {on_one ? std::to_string(place) : "–", std::to_string(found_.size())});
  s.pen.text_in(line, words, font, s.theme.text2);
  s.mark(s.joined({"large-found:", words}), line);
  const std::string_view before_tip = s.text("large.find.before"), next_tip = s.text("large.find.next");
  const std::size_t before = on_one ? place - 1 : place;  // matches before this one
  if (button(s, "large-find:before", {x1 - 2 * row - 4, y, x1 - row - 4, y + row},
             {.before = Icon::left, .kind = ButtonKind::ghost, .enabled = before > 0, .tip = before_tip}))
    go_to(s, found_[before - 1]);
  if (button(s, "large-find:next", {x1 - row, y, x1, y + row},
             {.before = Icon::right, .kind = ButtonKind::ghost, .enabled = place < found_.size(), .tip = next_tip}))
    go_to(s, found_[place]);
  return line.y1;
}

// What there is to find, and what is said about the pinned cell.
float LargeFigure::hunt(Screen& s, float x0, float x1, float y) {
  const std::optional<explorer::LargeHunt> hunt = s.explorer.large_map().hunt();
  if (!hunt) return y;
  section_label(s, x0, x1, y, s.text("large.hunt"));
  y += 18;
  const Font font{Face::regular, label_size};
  const auto put = [&](std::string_view words, Color ink, float left) {
    for (const std::string& line : s.type.lines(words, font, x1 - left)) {
      s.pen.text_in({left, y, x1, y + 19}, line, font, ink);
      y += 19;
    }
  };
  put(s.written([&](std::string& out) { s.explorer.large_map().write_hunt_task(out); }), s.theme.text2, x0);
  const std::string_view told = s.written([&](std::string& out) { s.explorer.large_map().write_hunt(out, *hunt); });
  y += 4;
  s.mark(s.joined({"large-hunt:", told}), {x0, y, x1, y + 19});
  if (hunt->found) draw_icon(s.pen, Icon::check, {x0 + 9, y + 9}, s.theme.text);
  const float end = y + 2 * 19;  // whatever is said: nothing below moves when another cell is pinned
  put(told, hunt->found ? s.theme.text : s.theme.text3, hunt->found ? x0 + 24 : x0);
  if (hunt->found && !hunted_) s.memory.tells = std::string(told);
  hunted_ = hunt->found;
  return end + section_gap - 8;
}

// What tokens are, and what the numbers are of.
float LargeFigure::kind_controls(Screen& s, float x0, float x1, float y) {
  const float row = s.touch() ? touch_height : control_height;
  const large_map::Setup& setup = state(s).setup;
  if (setup.model != large_map::Model::own) {  // the reader's tensors say what their tokens are
    const std::array<std::string_view, 3> kinds{s.text("large.of.words"), s.text("large.of.letters"),
                                                s.text("large.of.patches")};
    const Rect where = box(x0, y, x1 - x0, segmented_height(s, kinds, x1 - x0, row));
    if (const auto kind =
            segmented(s, "large-of", s.text("large.of"), where, kinds, static_cast<std::size_t>(setup.of)))
      s.command(explorer::SetLarge{large_map::with_tokens_of(setup, static_cast<large_map::Tokens>(*kind)), false});
    for (std::size_t i = 0; i < kinds.size(); ++i)
      s.mark(s.joined({"large-of:", s.digits(i)}), segment_rect(where, row, kinds.size(), i));
    y = where.y1 + 8;
  }
  const std::array<std::string_view, 4> all{s.text("large.model.patterns"), s.text("large.model.random"),
                                            s.text("large.model.trained"), s.text("large.model.own")};
  const std::span<const std::string_view> models(all.data(), s.explorer.large_map().has_own_heads() ? 4 : 3);
  const Rect where = box(x0, y, x1 - x0, segmented_height(s, models, x1 - x0, row));
  if (const auto chosen =
          segmented(s, "large-model", s.text("large.source"), where, models, static_cast<std::size_t>(setup.model)))
    s.command(explorer::SetLarge{large_map::with_model(setup, static_cast<large_map::Model>(*chosen)), false});
  for (std::size_t i = 0; i < models.size(); ++i)
    s.mark(s.joined({"large-model:", s.digits(i)}), segment_rect(where, row, models.size(), i));
  return where.y1 + 8;
}

// Where the numbers come from, in words, and what can be done with them: other tensors, a picture to save, code.
float LargeFigure::source_actions(Screen& s, float x0, float x1, float y) {
  const float row = s.touch() ? touch_height : control_height;
  const Font note{Face::regular, note_size};
  const large_map::Model model = state(s).setup.model;
  const std::string_view source = s.written([&](std::string& out) { s.explorer.large_map().write_source(out); });
  const float top = y;
  for (const std::string& line : s.type.lines(source, note, x1 - x0)) {
    s.pen.text_in({x0, y, x1, y + 16}, line, note, s.theme.text3);
    y += 16;
  }
  s.mark("large-source", {x0, top, x1, y});
  y += 10;
  const auto action = [&](std::string_view id, std::string_view words, Request request, const Button& looks,
                          float gap) {
    Button shown = looks;
    shown.label = words;
    shown.kind = ButtonKind::secondary;
    if (button(s, id, box(x0, y, x1 - x0, row), shown)) s.request(request);
    y += row + gap;
  };
  action("large-tensors", s.text("large.tensors"), Request::open_tensors, {}, 6);
  const std::string_view tip = s.text("map.save.tip");
  action("large-figure", s.text("map.save"), Request::save_figure, {.enabled = large(s).seen_done(), .tip = tip}, 12);
  if (model == large_map::Model::trained && !large(s).waits())
    action("large-code", s.text("large.code"), Request::export_code, {}, 12);
  return y;
}

// The reader's own picture, and the way back to the page's.
float LargeFigure::picture_controls(Screen& s, float x0, float x1, float y) {
  const float row = s.touch() ? touch_height : control_height;
  large_map::Setup setup = state(s).setup;
  const std::string_view own = s.text("picture.own"), tip = s.text("picture.own.tip");
  if (button(s, "large-picture:own", box(x0, y, x1 - x0, row),
             {.label = own, .kind = setup.own ? ButtonKind::primary : ButtonKind::secondary, .tip = tip}))
    s.request(Request::open_picture);
  y += row + 6;
  if (!setup.own) return y + 6;
  const std::string_view page = s.text("large.picture.page");
  if (button(s, "large-picture:page", box(x0, y, x1 - x0, row), {.label = page, .kind = ButtonKind::secondary})) {
    setup.own.reset();
    s.command(explorer::SetLarge{setup, false});
  }
  return y + row + 12;
}

// How many tokens. Each step of the slider doubles the number; a link may set any number.
float LargeFigure::token_controls(Screen& s, float x0, float x1, float y) {
  const Font font{Face::medium, control_size}, quiet{Face::regular, label_size}, note{Face::regular, note_size};
  large_map::Setup setup = state(s).setup;
  const bool trained = setup.model == large_map::Model::trained;
  s.pen.text_in({x0, y, x1, y + 20}, s.text("large.tokens"), font, s.theme.text);
  s.pen.text_in({x0, y, x1, y + 20}, std::to_string(setup.tokens), quiet, s.theme.text2, Align::right);
  y += 20;
  const float slider_height = s.touch() ? touch_target : 26;
  const double doublings = of_patches(s) ? 2 : 1;  // per step: the side of the grid of patches doubles
  const double most = std::log2(static_cast<double>(trained ? large_map::most_trained_tokens : large_map::most_tokens));
  if (const auto slid = slider(s, "large-tokens", s.text("large.tokens"), box(x0, y, x1 - x0, slider_height),
                               {1, most / doublings, 1}, std::log2(static_cast<double>(setup.tokens)) / doublings)) {
    setup.tokens = std::size_t{1} << static_cast<int>(std::lround(slid->value * doublings));
    s.command(explorer::SetLarge{setup, slid->continues});
  }
  y += slider_height + 8;
  const std::size_t across = large(s).across();
  if (across == 0) return y;
  const std::string_view words =
      s.text("large.patches", {std::to_string(across), std::to_string(large_map::picture_side / across)});
  s.pen.text_in({x0, y - 8, x1, y + 8}, s.type.fitted(words, note, x1 - x0), note, s.theme.text3);
  s.mark(s.joined({"large-patches:", words}), {x0, y - 8, x1, y + 8});
  return y + 14;
}

// How many layers and heads, and the seed of random ones.
float LargeFigure::head_controls(Screen& s, float x0, float x1, float y) {
  const float row = s.touch() ? touch_height : control_height;
  const Font font{Face::medium, control_size};
  large_map::Setup setup = state(s).setup;
  const auto step = [&](std::string_view id, std::string_view words, Range range,
                        std::size_t large_map::Setup::* field) {
    s.pen.text_in({x0, y, x1 - 124, y + row}, s.type.fitted(s.text(words), font, x1 - x0 - 130), font, s.theme.text);
    const Rect where{x1 - 120, y, x1, y + row};
    if (const auto to = stepper(s, id, s.text(words), where, range, static_cast<double>(setup.*field))) {
      setup.*field = static_cast<std::size_t>(*to);
      s.command(explorer::SetLarge{setup, false});
    }
    y += row + 6;
  };
  step("large-layers", "large.layers", {1, large_map::most_layers, 1}, &large_map::Setup::layers);
  step("large-per-layer", "large.per_layer", {1, large_map::most_heads, 1}, &large_map::Setup::heads);
  if (setup.model == large_map::Model::random)
    step("large-seed", "large.seed", {0, large_map::most_seed, 1}, &large_map::Setup::seed);
  return y;
}

float LargeFigure::source_controls(Screen& s, float x0, float x1, float y) {
  const large_map::Model model = state(s).setup.model;
  section_label(s, x0, x1, y, s.text("large.source"));
  y = kind_controls(s, x0, x1, y + 16);
  y = source_actions(s, x0, x1, y);
  if (model == large_map::Model::own) return y;
  if (of_patches(s)) y = picture_controls(s, x0, x1, y);
  y = token_controls(s, x0, x1, y);
  return model == large_map::Model::trained ? y : head_controls(s, x0, x1, y);
}

void LargeFigure::panel(Screen& s) {
  const Rect area = layout_.panel;
  s.pen.fill(area, s.theme.bg1);
  if (layout_.wide || area.x0 > 0) s.pen.down(area.x0, area.y0, area.y1, s.theme.line);
  else s.pen.across(area.x0, area.x1, area.y0, s.theme.line);
  const float top = s.begin_scroll("large-panel", area);
  const float margin = layout_.wide ? 24.0f : 16.0f, x0 = area.x0 + margin, x1 = area.x1 - margin;
  float y = top + (layout_.wide ? 28.0f : 20.0f);
  const bool few = area.height() < 420;  // numbers first where only little is visible at once
  const auto small_map = [&] {
    const std::string_view tokens = s.digits(state(s).setup.tokens);
    section_label(s, x0, x1, y, s.text("large.minimap"), s.joined({tokens, " × ", tokens}));
    const float side = std::min(x1 - x0, few ? 200.0f : 236.0f);
    y = minimap(s, box(x0, y + 16, side, side)) + section_gap;
  };
  const bool patches = of_patches(s);
  if (maps_.refused()) {
    const Font note{Face::regular, label_size};
    const float from = y -= 9;  // as high as a section's name
    for (const std::string& line : s.type.lines(s.text("large.refused"), note, x1 - x0)) {
      s.pen.text_in({x0, y, x1, y + 18}, line, note, s.theme.text2);
      y += 18;
    }
    s.mark("large-refused", {x0, from, x1, y});
    y += section_gap;
  }
  if (patches) y = picture(s, x0, x1, y) + section_gap - 4;
  if (!few && layout_.wide && !patches) small_map();
  y = reading(s, x0, x1, y) + section_gap - 8;
  y = hunt(s, x0, x1, y);
  y = find_control(s, x0, x1, y) + section_gap - 4;
  if (layout_.heads.empty() && large(s).heads() > 1) {
    section_label(s, x0, x1, y, s.text("large.heads"), std::to_string(large(s).heads()));
    y = heads(s, x0, x1, y + 18, static_cast<int>(std::max((x1 - x0) / 92, 2.0f))) + section_gap;
  }
  y = view_controls(s, x0, x1, y) + section_gap - 4;
  y = source_controls(s, x0, x1, y) + 14;
  if (few || !layout_.wide || patches) small_map();
  s.end_scroll(y, s.theme.bg1);
}

}  // namespace ui
