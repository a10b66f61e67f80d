// A heading that names the pressed item, and a row for each action.
#include "ui/widgets/widgets.hpp"

#include <algorithm>

#include "graph/explain/explanation.hpp"
#include "imgui.h"

namespace ui {
namespace {

class PressMenu {
 public:
  PressMenu(Screen& s, float x0, float x1, float y) : s_(s), x0_(x0), x1_(x1), y_(y) {}

  float draw(const Pressed& what) {
    if (what.kind == Pressed::Kind::cell) cell(what.cell);
    else if (s_.view.attention && what.kind == Pressed::Kind::head) head(what.place);
    else if (s_.view.attention) query(what.place);
    return y_;
  }

 private:
  bool row(std::string_view id, Icon icon, std::string_view words) {
    const float high = s_.touch() ? touch_height : 36;
    const bool chosen = menu_row(s_, id, {x0_, y_, x1_, y_ + high}, icon, s_.text(words));
    y_ += high;
    if (chosen) ImGui::CloseCurrentPopup();
    return chosen;
  }

  // A symbol, if there is one, as it is printed above its matrix; then words.
  void heading(const std::string& words, const graph::Symbol& symbol = {}) {
    const Font font{Face::semibold, label_size};
    Rect line{x0_ + 12, y_ + 2, x1_ - 8, y_ + 30};
    s_.mark("press-menu:" + graph::plain(symbol) + words, line);
    if (!symbol.base.empty()) {
      const std::vector<TextRun>& runs = s_.symbol(symbol, label_size * 1.12f, s_.theme.text2);
      const Point base{s_.pen.snapped(line.x0), line.middle_y() + 0.36f * label_size};
      s_.type.draw(s_.pen.list(), base, runs, s_.pen.alpha());
      line.x0 += s_.type.width(runs);
    }
    s_.pen.text_in(line, s_.type.fitted(words, font, line.width()), font, s_.theme.text2);
    y_ += 32;
  }

  void cell(const graph::CellRef& cell) {
    const explorer::TensorView t = s_.explorer.tensor(cell.node);
    std::string places;
    for (std::size_t axis = 0; axis < cell.index.size() && axis < t.labels.size(); ++axis) {
      if (cell.index[axis] >= t.labels[axis].size()) continue;
      places += ", " + t.labels[axis][cell.index[axis]];
    }
    heading(places, t.symbol);
    if (t.editable && row("press:edit", Icon::sliders, "press.edit")) s_.command(explorer::BeginEdit{{.cell = cell}});
    if (t.editable && row("press:paste", Icon::plus, "press.paste")) s_.request(Request::paste_matrix);
    moves(cell);
    if (row("press:copy", Icon::share, "press.copy")) s_.request(Request::copy_matrix);
    if (row("press:figure", Icon::code, "press.figure")) s_.request(Request::export_code);
    if (row("press:release", Icon::close, "press.release")) s_.command(explorer::Focus{});
  }

  // What moves this number, or how far it moves another.
  void moves(const graph::CellRef& cell) {
    const std::optional<explorer::MovesView>& asked = s_.view.moves;
    if (!asked || asked->of != cell) {
      if (row("press:moves", Icon::question, "moves.ask")) s_.command(explorer::AskWhatMoves{cell});
    }
    if (!asked) return;
    const bool has_slope = std::ranges::contains(asked->nodes, cell.node);
    if (has_slope && row("press:nudge-up", Icon::plus, "moves.up")) s_.command(explorer::Nudge{cell});
    if (has_slope && row("press:nudge-down", Icon::minus, "moves.down")) s_.command(explorer::Nudge{cell, true});
    if (row("press:numbers", Icon::undo, "moves.leave")) s_.command(explorer::AskWhatMoves{});
  }

  void head(std::size_t at) {
    const explorer::AttentionView& v = *s_.view.attention;
    if (at >= v.heads.size()) return;
    heading(v.heads[at]);
    choice<explorer::SelectHeads>(v.selected, at, {"press.head.only", "press.head.add", "press.head.remove"});
    if (v.heads.size() > 1 && row("press:compare", Icon::eye, "press.head.compare"))
      s_.command(explorer::CompareHead{at});
    const bool off = std::ranges::contains(v.off, at);
    if (v.can_switch && row("press:switch", off ? Icon::plus : Icon::minus, off ? "press.head.on" : "press.head.off"))
      s_.command(explorer::SwitchHeadsOff{toggled_any(v.off, at)});
  }

  void query(std::size_t at) {
    const explorer::AttentionView& v = *s_.view.attention;
    if (at >= v.queries) return;
    heading(v.weights.labels[v.weights.shape.size() - 2][at]);
    choice<explorer::FollowQueries>(v.followed, at, {"press.query.only", "press.query.add", "press.query.remove"});
  }

  struct Words {
    std::string_view only, add, remove;
  };
  template <class Choose>
  void choice(const std::vector<std::size_t>& now, std::size_t at, const Words& words) {
    if (row("press:only", Icon::eye, words.only)) s_.command(Choose{{at}});
    const std::vector<std::size_t> others = toggled(now, at);
    if (others == now) return;
    const bool adds = others.size() > now.size();
    if (row("press:toggle", adds ? Icon::plus : Icon::minus, adds ? words.add : words.remove))
      s_.command(Choose{others});
  }

  Screen& s_;
  float x0_, x1_, y_;
};

}  // namespace

std::vector<std::size_t> toggled_any(std::vector<std::size_t> places, std::size_t place) {
  if (const auto found = std::ranges::find(places, place); found != places.end()) {
    places.erase(found);
  } else {
    places.push_back(place);
    std::ranges::sort(places);
  }
  return places;
}

std::vector<std::size_t> toggled(std::vector<std::size_t> places, std::size_t place) {
  return places == std::vector<std::size_t>{place} ? places : toggled_any(std::move(places), place);
}

void open_press_menu(Screen& s, Pressed what, Rect anchor) {
  s.memory.press_menu = std::move(what);
  if (!s.popup_open()) s.toggle_popup(Popup::press, anchor);
}

float draw_press_menu(Screen& s, float x0, float x1, float y) {
  return s.memory.press_menu ? PressMenu(s, x0, x1, y).draw(*s.memory.press_menu) : y;
}

}  // namespace ui
