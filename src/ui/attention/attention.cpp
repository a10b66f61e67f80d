// Draws the figure from back to front: curves of all, curves of the followed, tokens, map, bars, words.
#include "ui/attention/attention.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "imgui.h"
#include "ui/attention/attention_controls.hpp"
#include "ui/type/prose.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

using Status = explorer::CellView::Status;

constexpr std::size_t most_idle_curves = 800;  // the strongest; more would blur into a grey cloud and be slow

// The words of an axis, or the short ones if two neighbours could not be told apart where they are cut ("query 1", "query 2").
const std::vector<std::string>& words_in(Screen& s, const explorer::TensorView& weights, std::size_t axis, Font font,
                                         float room) {
  const std::vector<std::string>& words = weights.labels[axis];
  const std::vector<std::string>& brief = weights.labels_short[axis];
  if (brief.size() != words.size()) return words;
  for (std::size_t i = 1; i < words.size(); ++i)
    if (words[i] != words[i - 1] && s.type.fitted(words[i], font, room) == s.type.fitted(words[i - 1], font, room))
      return brief;
  return words;
}

float widest_of(Screen& s, const std::vector<std::string>& words, Font font) {
  float most = 0;
  for (const std::string& word : words) most = std::max(most, s.type.width(word, font));
  return most;
}

}  // namespace

void AttentionFigure::lay_out(Screen& s, Rect area, StageSpace::Size size, bool tools) {
  const explorer::AttentionView& v = view(s);
  AttentionSpace space;
  space.area = area;
  space.stacked = size != StageSpace::Size::wide || area.width() < 640;
  space.touch = s.touch();
  space.queries = v.queries;
  space.keys = v.keys;
  space.heads = v.heads.size();
  space.others = std::ranges::any_of(v.others, [](const auto& other) { return other.count > 1; });
  space.head_words = widest_of(s, v.heads, {Face::semibold, note_size});
  const Font font{Face::semibold, space.stacked ? label_size : px(15)};
  const std::size_t rank = v.weights.shape.size();
  space.query_words = widest_of(s, v.weights.labels[rank - 2], font);
  space.key_words = widest_of(s, v.weights.labels[rank - 1], font);
  space.value_words = std::min(widest_of(s, v.row_weight_texts, {Face::medium, label_size}), 64.0f);
  space.largest_pitch = s.around.width > 1600 ? 84 : 72;
  space.tools = tools;
  space.compares = v.compared.has_value();
  beside_ = v.compared ? std::optional(v.compared->head) : std::nullopt;
  space.output = v.heads_off.has_value();
  if (space.output) space.output_lines = output_lines(s, v.heads_off->words, area.width());
  layout_ = lay_out_attention(space);
  name_ = v.shown.name;
  leading_ = v.shown.leading;
  rows_ = v.queries;
  columns_ = v.keys;
}

AttentionFigure::Panel AttentionFigure::first(const Screen& s) const {
  const explorer::AttentionView& v = view(s);
  return {layout_.first(), v.map, v.row, v.texts, v.row_texts, v.title, {}};
}

std::optional<AttentionFigure::Panel> AttentionFigure::other(const Screen& s) const {
  const explorer::AttentionView& v = view(s);
  if (!v.compared) return std::nullopt;
  const explorer::ComparedHead& head = *v.compared;
  return Panel{layout_.other, head.map, head.row, head.texts, head.row_texts, v.heads[head.head], head.head};
}

MapWindow AttentionFigure::window(const Screen& s, const Rect& map) const {
  const explorer::AttentionLook& look = s.explorer.state().attention;
  return map_window(map, view(s).queries, view(s).keys, look.zoom, look.x, look.y);
}

graph::CellRef AttentionFigure::cell(const Screen& s, const Panel& panel, std::size_t query, std::size_t key) const {
  graph::CellRef out{view(s).shown.node, view(s).shown.leading};
  if (panel.beside) out.index.back() = *panel.beside;
  out.index.push_back(query);
  out.index.push_back(key);
  return out;
}

bool AttentionFigure::follows(const Screen& s, std::size_t query) const {
  return std::ranges::find(view(s).followed, query) != view(s).followed.end();
}

std::optional<std::pair<std::size_t, std::size_t>> AttentionFigure::place_of(
    const Screen& s, const Panel& panel, const std::optional<graph::CellRef>& at) const {
  const explorer::AttentionView& v = view(s);
  if (!at || at->index.size() < 2) return std::nullopt;
  if (at->node != v.shown.node && at->node != v.weights.node) return std::nullopt;
  if (v.compared) {
    const std::size_t head = at->index.end()[-3];
    if (panel.beside ? head != *panel.beside : !std::ranges::contains(v.selected, head)) return std::nullopt;
  }
  return std::pair(at->index[at->index.size() - 2], at->index.back());
}

void AttentionFigure::draw(Screen& s, Rect area, Rect note, StageSpace::Size size) {
  // The buttons stand beside the switch if there is room, else in the figure; on a phone among the controls.
  const float buttons = head_tools_in_controls(s) ? 0 : head_tools_width(s);
  const bool beside = buttons > 0 && note.width() >= buttons;
  if (beside) {
    draw_head_tools(s, note);
    note.x0 += buttons + 12;
  }
  if (!s.view.random.empty() && !s.bar_says_random()) {
    // Next to what is there already if one line has room, else on lines of its own.
    if (const Rect one = chip_rect(s, s.view.random, note); note.width() < 120 || one.height() > 30) {
      note = area;
      area.y0 += chip_rect(s, s.view.random, note).height() + 6;
    } else {
      note = moved(note, 0, (note.height() - one.height()) / 2);
    }
    const Rect where = chip_rect(s, s.view.random, note);
    draw_chip(s, s.view.random, note);
    s.mark("random", where);
  }
  maps_.begin_frame();
  lay_out(s, area, size, buttons > 0 && !beside);
  seen_ = grown(area, 6, 0);  // rings extend a little beyond it
  const float offset = roll(s);
  const MoreBelow more{"attention-more", seen_, offset, layout_.height};
  press_more_below(s, more);
  pointed_ = false;
  heads(s);
  if (!layout_.tools.empty()) draw_head_tools(s, layout_.tools);
  others(s);
  over_query_.reset();
  if (!layout_.queries.empty()) {
    tokens(s);
    draw_curves(s);
    draw_tokens(s);
  }
  const auto show = [&](const Panel& panel) {
    draw_name_line(s, panel);
    if (!panel.beside) zoom_buttons(s);
    map(s, panel);
    draw_map(s, panel);
    draw_bars(s, panel);
  };
  show(first(s));
  if (const auto second = other(s)) show(*second);
  draw_scale(s);
  draw_words(s);
  draw_differs(s);
  draw_output(s);
  if (rolled()) {
    s.end_contents(seen_.y0 - offset + rolled_height(), s.theme.bg0);
    draw_more_below(s, more);
    s.end_layer();
  }
  if (!pointed_) s.hover(std::nullopt);
}

float AttentionFigure::rolled_height() const {
  constexpr float below = 44;  // the explanation covers the last rows: allows scrolling them into view
  return layout_.height + below;
}

// A figure higher than its area is scrolled on touch screens, because rows large enough for a finger matter more than
// seeing all rows at once.
float AttentionFigure::roll(Screen& s) {
  if (step_ != s.explorer.state().step) {
    step_ = s.explorer.state().step;
    resets_ = true;
  }
  if (!rolled()) return 0;
  if (std::exchange(resets_, false)) ImGui::SetNextWindowScroll({scrolled_ = 0, 0});
  // While the map is zoomed in, a drag on it moves only the map.
  const ImVec2 began = ImGui::GetIO().MouseClickedPos[0];
  const bool of_map =
      s.explorer.state().attention.zoom > 1 && (moved(layout_, -scrolled_).map.contains({began.x, began.y}) ||
                                                moved(layout_, -scrolled_).other.map.contains({began.x, began.y}));
  scrolled_ = seen_.y0 - s.begin_scroll("attention", seen_, !of_map);
  layout_ = moved(layout_, -scrolled_);
  return scrolled_;
}

void AttentionFigure::draw_curves(Screen& s) {
  const explorer::AttentionView& v = view(s);
  const auto threshold = static_cast<float>(s.explorer.state().attention.threshold);
  std::vector<Curve>&idle = idle_, &lit = lit_;
  idle.clear();
  lit.clear();
  for (std::size_t query = 0; query < v.queries; ++query) {
    const bool bright = follows(s, query) || over_query_ == query;
    for (std::size_t key = 0; key < v.keys; ++key) {
      const std::size_t at = query * v.keys + key;
      const float weight = v.map_weights.values[at];
      if (v.map_weights.status[at] != Status::shown || !(weight >= threshold) || weight <= 0) continue;
      (bright ? lit : idle).push_back({query, key, std::min(weight, 1.0f)});
    }
  }
  const auto weaker = [](const Curve& a, const Curve& b) { return a.weight < b.weight; };
  const bool many = idle.size() > most_idle_curves;
  if (many) {
    std::ranges::nth_element(idle, idle.end() - most_idle_curves, weaker);
    idle.erase(idle.begin(), idle.end() - most_idle_curves);
  }
  std::ranges::sort(lit, weaker);
  const float thickest = std::max(std::min(layout_.query_pitch, layout_.key_pitch) * 0.7f, 1.2f);
  const float span = layout_.curve_x1 - layout_.curve_x0;
  // Fewer segments when there are many curves: corners of thin lines are invisible.
  const int segments = idle.size() > 200 ? 12 : 28;
  const auto draw = [&](const Curve& curve, Color color, int points) {
    const Point a{layout_.curve_x0, layout_.query_y(curve.query)}, b{layout_.curve_x1, layout_.key_y(curve.key)};
    s.pen.curve(a, {a.x + span * 0.48f, a.y}, {b.x - span * 0.48f, b.y}, b, color,
                std::min(1 + 12 * curve.weight, thickest), points);
  };
  const Color ink = s.theme.role(graph::Family::weights);
  for (const Curve& curve : idle) draw(curve, mixed(s.theme.bg0, ink, 0.12f + 0.14f * curve.weight), segments);
  for (const Curve& curve : lit) draw(curve, faded(ink, 0.42f + 0.58f * curve.weight), 32);
  s.mark(s.joined({"curves:", s.digits(lit.size()), ":", s.digits(idle.size())}),
         {layout_.curve_x0, layout_.queries.y0, layout_.curve_x1, layout_.queries.y1});
  if (many) {
    const std::string_view words = s.text("attention.strongest", {std::to_string(most_idle_curves)});
    s.pen.text_in({layout_.curve_x0, layout_.queries.y1 + 2, layout_.curve_x1, layout_.queries.y1 + 18}, words,
                  {Face::regular, note_size}, s.theme.text3, Align::centre);
  }
}

void AttentionFigure::draw_tokens(Screen& s) {
  const float pitch = std::min(layout_.query_pitch, layout_.key_pitch);
  const bool narrow = !layout_.legend_upright;  // stacked: the row height is for fingers; words do not need it
  constexpr float roomy = 120;                  // curves as wide as that leave room for larger words
  const bool large = pitch >= 40 && layout_.curve_x1 - layout_.curve_x0 >= roomy;
  const float size = narrow ? label_size : large ? px(17) : pitch >= 26 ? px(15) : label_size;
  const float above = layout_.token_top - 24;
  // When stacked there is no line above: the columns are identified by their colours and the names beside the map.
  if (!narrow) {
    const Rect line{layout_.queries.x0, above, layout_.curve_x0 - 12, above + 18};
    s.pen.text_in(line, s.text("attention.query"), {Face::semibold, label_size}, s.theme.role(graph::Family::query),
                  Align::right);
    s.pen.text_in({layout_.curve_x1 + 12, above, layout_.keys.x1, above + 18}, s.text("attention.key"),
                  {Face::semibold, label_size}, s.theme.role(graph::Family::key));
  }
  const float dot = std::clamp(pitch * 0.12f, 1.2f, 4.0f);
  draw_queries(s, size, dot);
  draw_keys(s, size, dot);
}

void AttentionFigure::draw_queries(Screen& s, float size, float dot) {
  const explorer::AttentionView& v = view(s);
  const float room = layout_.curve_x0 - layout_.queries.x0 - 14;
  const std::vector<std::string>& names =
      words_in(s, v.weights, v.weights.shape.size() - 2, {Face::semibold, size}, room);
  const Color ink = s.theme.role(graph::Family::query);
  const std::size_t every = every_label(layout_.query_pitch, 15);
  for (std::size_t query = 0; query < v.queries; ++query) {
    const float y = layout_.query_y(query);
    const bool followed = follows(s, query), over = over_query_ == query;
    const float half = std::min(layout_.query_pitch * 0.4f, 22.0f);
    if (followed && layout_.query_pitch >= 6)
      s.pen.fill(s.pen.snapped(Rect{layout_.queries.x0, y - half, layout_.curve_x0 - 4, y + half}), s.theme.band_row,
                 6);
    s.pen.disc({layout_.curve_x0, y}, dot, followed || over ? ink : mixed(s.theme.bg0, ink, 0.4f));
    const bool labelled = query % every == 0 || (followed && every == 1) || over;
    const Font font{followed ? Face::semibold : Face::regular, size};
    const std::string_view label = labelled ? std::string_view(s.type.fitted(names[query], font, room)) : "";
    s.mark(s.joined({"query:", s.digits(query)}),
           {std::min(layout_.queries.x0, layout_.curve_x0 - 12 - s.type.width(label, font)),
            y - layout_.query_pitch / 2, layout_.curve_x0, y + layout_.query_pitch / 2});
    s.pen.text_in({layout_.queries.x0, y - 10, layout_.curve_x0 - 12, y + 10}, label, font,
                  followed || over ? s.theme.text : s.theme.text2, Align::right);
  }
}

// With their weights in the followed row, the largest one in bold.
void AttentionFigure::draw_keys(Screen& s, float size, float dot) {
  const explorer::AttentionView& v = view(s);
  const bool values = layout_.key_pitch >= 15;
  const float value_width = values ? s.type.width("0.00", {Face::medium, label_size}) + 8 : 0;
  const float room = layout_.keys.x1 - layout_.curve_x1 - 12 - value_width;
  const std::vector<std::string>& names =
      words_in(s, v.weights, v.weights.shape.size() - 1, {Face::semibold, size}, room);
  const Color ink = s.theme.role(graph::Family::key);
  const std::size_t every = every_label(layout_.key_pitch, 15);
  std::size_t best = v.keys;
  for (std::size_t key = 0; key < v.keys; ++key)
    if (v.row_weights.status[key] == Status::shown &&
        (best == v.keys || v.row_weights.values[key] > v.row_weights.values[best]))
      best = key;
  for (std::size_t key = 0; key < v.keys; ++key) {
    const float y = layout_.key_y(key);
    const bool first = key == best;
    s.pen.disc({layout_.curve_x1, y}, dot, first ? ink : mixed(s.theme.bg0, ink, 0.55f));
    const Font font{first ? Face::semibold : Face::regular, size};
    const bool labelled = key % every == 0;
    const float end =
        s.pen.text({layout_.curve_x1 + 12, centred(y, size)}, labelled ? s.type.fitted(names[key], font, room) : "",
                   font, first ? s.theme.text : s.theme.text2);
    s.mark(s.joined({"key:", s.digits(key)}),
           {layout_.curve_x1, y - layout_.key_pitch / 2, std::max(layout_.keys.x1, end + value_width),
            y + layout_.key_pitch / 2});
    if (!labelled || !values) continue;
    const bool shown = v.row_weights.status[key] == Status::shown;
    const std::string_view words =
        v.row_weights.status[key] == Status::masked ? "–" : std::string_view(v.row_weight_texts[key]);
    s.pen.text({end + 8, centred(y, label_size)}, words, {Face::medium, label_size},
               shown ? s.theme.role(graph::Family::weights) : s.theme.text3);
  }
}

// States how focused the followed row is.
void AttentionFigure::draw_words(Screen& s) {
  if (layout_.words.empty()) return;
  const Rect at = layout_.words;
  s.pen.text_in({at.x0, at.y0, at.x1, at.y0 + 18}, s.text("attention.focused"), {Face::semibold, label_size},
                s.theme.text);
  const ProseStyle style{label_size, 19, 0, s.theme.text2, s.theme.text2};
  const Prose& laid = *s.lay(std::string_view(view(s).entropy), at.width(), style);
  draw_prose(s.pen, s.type, s.theme, laid, {at.x0, at.y0 + 20}, style);
  s.mark("entropy", {at.x0, at.y0, at.x1, at.y0 + 20 + laid.height});
}

void AttentionFigure::collect_cells(std::vector<Item>& items) const {
  if (name_.empty()) return;
  const auto collect = [&](const MapWindow& map, const std::vector<std::size_t>& leading) {
    if (map.width < 4) return;
    for (std::size_t row = map.row0; row < map.row1; ++row) {
      for (std::size_t column = map.column0; column < map.column1; ++column) {
        const Rect at = map.cell(row, column, 0);
        if (!within(at, map.seen, 1) || !within(at, seen_, 1)) continue;
        std::string id = "cell:" + name_ + ":";
        for (const std::size_t place : leading) id += std::to_string(place) + ",";
        items.push_back({id + std::to_string(row) + "," + std::to_string(column), at});
      }
    }
  };
  collect(last_, leading_);
  if (!beside_ || leading_.empty()) return;
  std::vector<std::size_t> leading = leading_;
  leading.back() = *beside_;
  if (leading != leading_) collect(last_other_, leading);
}

}  // namespace ui
