// All heads as small pictures, by layer or in groups of those that look at the same; one stop in the Tab order.
#include <algorithm>
#include <array>
#include <cmath>

#include "explorer/language/numbers.hpp"
#include "imgui.h"
#include "ui/model/model.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float grid_names = 30, grid_header = 20;
constexpr std::array<std::string_view, explorer::model_shares> share_words{"model.share.first", "model.share.previous",
                                                                           "model.share.same", "model.share.far"};

void dashed(const Pen& pen, Rect at, Color color, float width) {
  constexpr float dash = 5, gap = 3;
  for (float x = at.x0; x < at.x1; x += dash + gap) {
    const float to = std::min(x + dash, at.x1);
    pen.fill(pen.snapped(Rect{x, at.y0, to, at.y0 + width}), color);
    pen.fill(pen.snapped(Rect{x, at.y1 - width, to, at.y1}), color);
  }
  for (float y = at.y0; y < at.y1; y += dash + gap) {
    const float to = std::min(y + dash, at.y1);
    pen.fill(pen.snapped(Rect{at.x0, y, at.x0 + width, to}), color);
    pen.fill(pen.snapped(Rect{at.x1 - width, y, at.x1, to}), color);
  }
}

}  // namespace

void ModelFigure::keep_order(const Screen& s) {
  const explorer::WholeModel& told = model(s);
  const OrderOf of{&told, told.changes, look_.sort};
  if (order_of_ != of) order_ = explorer::model_order(told, look_.sort);
  order_of_ = of;
  const PicturesOf pictures{&told, told.changes, look_.steps, look_.hide_first, s.theme.dark, look_.shows};
  if (pictures_of_ == pictures) return;
  pictures_of_ = pictures;
  large_of_.reset();
  largest_difference_ = told.largest_difference();
  const bool second = shows_second(s) || shows_differences(s);
  pictures_.assign(order_.heads.size(), {});
  const std::size_t side = told.picture_side(), heads = told.about ? told.about->heads : 0;
  for (const Head head : order_.heads) {
    const std::span<const float> numbers =
        second ? told.second_picture(head, shows_differences(s)) : told.picture(head);
    if (numbers.empty()) continue;
    std::vector<Color> pixels(side * side);
    for (std::size_t row = 0; row < side; ++row)
      for (std::size_t column = 0; column < side; ++column)
        if (!told.about->causal || column <= row)
          pixels[row * side + column] = color(s, numbers[row * side + column], column);
    pictures_[head.layer * heads + head.head] = runs_of(pixels, side);
  }
}

void ModelFigure::picture(Screen& s, Head head, Rect where) {
  const Rect at = s.pen.snapped(where);
  s.pen.fill(at, s.theme.bg0);
  const auto side = static_cast<float>(std::max<std::size_t>(model(s).picture_side(), 1));
  const bool small = reads_pictures(s) && small_picture(s, head, at);
  if (!small)
    s.pen.pixels({at.x0, at.y0}, at.width() / side, pictures_[head.layer * model(s).about->heads + head.head]);
  s.pen.outline(at, s.theme.line2);
  if (is_off(s, head)) {
    s.pen.fill(at, faded(s.theme.bg0, 0.6f));
    s.pen.line({at.x0 + 4, at.y1 - 4}, {at.x1 - 4, at.y0 + 4}, s.theme.error, 2);
  }
}

std::string_view ModelFigure::head_words(const Screen& s, Head head) const {
  const auto shares = model(s).shares(head);
  if (!shares) return head_name(s, head);
  std::array<std::size_t, explorer::model_shares> places{0, 1, 2, 3};
  std::ranges::stable_sort(places, [&](std::size_t a, std::size_t b) { return (*shares)[a] > (*shares)[b]; });
  std::string_view words = s.joined({head_name(s, head), ": "});
  for (std::size_t at = 0; at < 3; ++at)
    words = s.joined({words, at == 0 ? "" : ", ", s.text(share_words[places[at]]), " ",
                      explorer::print_number("%.*f", 2, double{(*shares)[places[at]]})});
  if (is_off(s, head)) words = s.joined({words, ". ", off_word(s, head)});
  if (const auto moved = model(s).moved(head))
    words =
        s.joined({words, ". ", s.text("model.share.moved"), " ", explorer::print_number("%.*f", 3, double{*moved})});
  return words;
}

void ModelFigure::grid_keys(Screen& s, bool focused, std::size_t columns) {
  int& at = s.memory.roving[motion_key("model-heads")];
  const auto count = static_cast<int>(order_.heads.size()), across = static_cast<int>(columns);
  if (!focused || !s.focus.visible()) {
    at = static_cast<int>(std::ranges::find(order_.heads, look_.head) - order_.heads.begin());
    if (!focused) return;
  }
  at = std::clamp(at, 0, count - 1);
  const int was = at;
  if (s.takes(ImGuiKey_RightArrow, at + 1 < count)) ++at;
  if (s.takes(ImGuiKey_LeftArrow, at > 0)) --at;
  if (s.takes(ImGuiKey_DownArrow, at + across < count)) at += across;
  if (s.takes(ImGuiKey_UpArrow, at - across >= 0)) at -= across;
  if (s.takes(ImGuiKey_Home, at > 0)) at = 0;
  if (s.takes(ImGuiKey_End, at + 1 < count)) at = count - 1;
  const Head head = order_.heads[static_cast<std::size_t>(at)];
  if (at != was) choose(s, head);
  for (const ImWchar typed : ImGui::GetIO().InputQueueCharacters) {
    if ((typed == 'c' || typed == 'C') && look_.compared) {
      const Head other = *look_.compared;
      compare(s, look_.head);
      choose(s, other);
    }
    if ((typed == 'o' || typed == 'O') && model(s).about->editable)
      s.command(explorer::SetModelPart{head.layer, head.head, is_off(s, head)});
  }
  if (s.pressed(ImGuiKey_Enter, false) && head != look_.head) choose(s, head);
  if (s.pressed(ImGuiKey_Space, false)) compare(s, head);
  s.says(true, head_words(s, head), "role.model_head", s.place_of(static_cast<std::size_t>(at), order_.heads.size()));
}

ModelFigure::HeadPlaces ModelFigure::lay_heads(Screen& s, float x0, float x1, float y) {
  const std::size_t heads = model(s).about->heads, count = order_.heads.size();
  const bool grouped = !order_.groups.empty();
  const float names = grouped ? 0.0f : grid_names, left = x0 + names;
  const ModelGrid grid =
      model_grid(heads, {x1 - x0 - names - 4, s.around.alone() ? 1e6f : layout_.row}, s.touch(), s.around.alone());
  HeadPlaces out{&s.memory.numbers.next(), grid.pitch, grid.picture, grid.columns, {}};
  if (grouped) out.columns = static_cast<std::size_t>(std::max((x1 - x0 - 4) / grid.pitch, 1.0f));
  const auto name = [&](Rect where, std::size_t number, bool current, Align align) {
    s.pen.text_in(where, s.digits(number), {current ? Face::semibold : Face::regular, note_size},
                  current ? s.theme.text : s.theme.text3, align);
  };
  if (!grouped && grid.whole) {
    s.pen.text_in({x0, y - 4, left, y + 14}, s.text("model.layer"), {Face::regular, note_size}, s.theme.text3);
    for (std::size_t head = 0; head < heads; ++head)
      name(box(left + grid.pitch * static_cast<float>(head), y - 2, grid.picture, grid_header), head + 1,
           head == look_.head.head, Align::centre);
    y += grid_header;
  }
  out.corners->resize(2 * count);
  out.area = {left, y, x1, y};
  std::size_t group = 0, column = 0;
  for (std::size_t at = 0; at < count; ++at) {
    const Head head = order_.heads[at];
    const bool starts = grouped ? group < order_.groups.size() && order_.groups[group].first == at : head.head == 0;
    if (starts && at > 0) y += grid.pitch;
    if (starts) column = 0;
    if (column == out.columns) y += grid.pitch, column = 0;
    if (starts && grouped) {
      const std::size_t next = group + 1 < order_.groups.size() ? order_.groups[group + 1].first : count;
      y += at > 0 ? 6 : 0;
      const std::optional<explorer::ModelShare> share = order_.groups[group].second;
      const std::string_view title =
          share ? s.joined({s.text(share_words[static_cast<std::size_t>(*share)]), " · ", s.digits(next - at)})
                : s.text("model.second.order");
      s.pen.text_in({x0, y, x1, y + 22}, title, {Face::medium, label_size}, s.theme.text2);
      y += 24;
      ++group;
    }
    if (starts && !grouped)
      name(box(x0, y, names - 10, grid.picture), head.layer + 1, head.layer == look_.head.layer, Align::right);
    (*out.corners)[2 * at] = left + grid.pitch * static_cast<float>(column++);
    (*out.corners)[2 * at + 1] = y;
  }
  out.area.y1 = y + grid.pitch;
  return out;
}

void ModelFigure::draw_heads(Screen& s, const HeadPlaces& places, bool focused) {
  const ImVec2 clip0 = s.pen.list()->GetClipRectMin(), clip1 = s.pen.list()->GetClipRectMax();
  const Rect& area = places.area;
  const Hit hit =
      s.hit("model-grid", {area.x0, std::max(area.y0, clip0.y), area.x1, std::min(area.y1, clip1.y)}, false);
  const bool rested = s.rested(hit);
  const auto touched = static_cast<std::size_t>(s.memory.roving[motion_key("model-heads")]);
  for (std::size_t at = 0; at < order_.heads.size(); ++at) {
    const Rect where = box((*places.corners)[2 * at], (*places.corners)[2 * at + 1], places.picture, places.picture);
    if (where.y1 < clip0.y || where.y0 > clip1.y) continue;
    const Head head = order_.heads[at];
    s.mark(s.joined({"model-head:", s.digits(head.layer), ",", s.digits(head.head)}), where);
    picture(s, head, where);
    const Rect reach = grown(where, (places.pitch - places.picture) / 2);
    const bool over = hit.hovered && reach.contains(s.pointer());
    if (over) {
      found_.head = head;
      s.out.cursor = "pointer";
      s.area_tip(s.joined({"model-head-tip:", s.digits(at)}), reach, head_words(s, head));
      s.pen.outline(grown(where, 1), s.theme.text3, 1.5f, 3);
    }
    if (look_.compared == head) dashed(s.pen, grown(where, 2), s.theme.text, 2);
    if (look_.head == head) s.pen.outline(grown(where, 2), s.theme.text, 2, 3);
    if (focused && s.focus.visible() && touched == at) s.ring(grown(where, 1), 4);
    if (!over || !(hit.clicked || rested)) continue;
    s.focus.take("model-heads");
    if (rested || ImGui::GetIO().KeyShift) compare(s, head);
    else if (!s.memory.long_pressed) choose(s, head);
  }
}

float ModelFigure::grid(Screen& s, float x0, float x1, float y) {
  const Mirror::Block heads(s.type.mirror(), x0, x1);
  const std::string_view name =
      s.text(reads_pictures(s) ? "model.heads.picture" : "model.heads", {s.digits(order_.heads.size())});
  Font title{Face::display, s.around.width < 600 ? title_phone : px(30), -0.3f};
  if (s.type.width(name, title) > x1 - x0) title.size = px(19);
  s.pen.text_in({x0, y, x1, y + 40}, s.type.fitted(name, title, x1 - x0), title, s.theme.text);
  y += 48;
  const bool above = layout_.beside && !s.around.alone();  // on phones the heads come first
  if (above) y = second_choice(s, x0, x1, y - 4) + 4;
  const HeadPlaces places = lay_heads(s, x0, x1, y);
  const bool focused = s.focus.part("model-heads", {x0, y, x1, places.area.y1});
  grid_keys(s, focused, places.columns);
  draw_heads(s, places, focused);
  y = places.area.y1;
  if (s.around.alone()) return y;
  y = differences_note(s, x0, x1, y + 4);
  const Font note{Face::regular, label_size};
  if (const std::size_t followed = small_row(s); reads_pictures(s) && !model(s).row(look_.head, followed).empty()) {
    const std::string_view scale = s.text("model.heads.picture.scale", {token_name(s, followed)});
    for (const std::string& line : s.type.lines(scale, note, x1 - x0)) {
      s.pen.text_in({x0, y, x1, y + 18}, line, note, s.theme.text3);
      y += 18;
    }
  }
  const std::string_view hint = s.text(look_.compared ? "model.rings"
                                       : s.touch()    ? "model.compare.hint.touch"
                                                      : "model.compare.hint");
  for (const std::string& line : s.type.lines(hint, note, x1 - x0)) {
    s.pen.text_in({x0, y, x1, y + 18}, line, note, s.theme.text3);
    y += 18;
  }
  if (!above) y = second_choice(s, x0, x1, y + 6);
  return second_told(s, x0, x1, y + 6);
}

}  // namespace ui
