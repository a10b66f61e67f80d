// See stage_input.hpp.
#include "ui/stage/stage_input.hpp"

#include <utility>

#include "graph/core/graph.hpp"
#include "imgui.h"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

// At the end of the part shown of a tensor the arrow keys continue into the rest.
bool step_along(Screen& s, const StageScene& scene, const PartWindows& windows, std::size_t b,
                const graph::CellRef& focused) {
  const Block& block = scene.layout.blocks[b];
  const explorer::TensorView& t = scene.tensor(b);
  if (!windows.first_of(t.node)) return false;
  const bool tall = !block.row_of.empty();
  const auto at = drawn_at(t, focused.index);
  if (!at) return false;
  const std::size_t place = tall ? at->row : at->column, last = (tall ? drawn_rows(t) : drawn_columns(t)) - 1;
  std::size_t to = place;
  if (s.takes(tall ? ImGuiKey_UpArrow : ImGuiKey_LeftArrow, to > 0)) --to;
  if (s.takes(tall ? ImGuiKey_DownArrow : ImGuiKey_RightArrow, to < last)) ++to;
  if (!tall && s.takes(ImGuiKey_Home, to > 0)) to = 0;
  if (!tall && s.takes(ImGuiKey_End, to < last)) to = last;
  if (to == place) return false;
  s.command(explorer::Focus{graph::CellRef{t.node, tall ? index_at(t, to, at->column) : index_at(t, at->row, to)},
                            s.explorer.state().pinned});
  s.focus.show();
  s.memory.keys_rule = true;
  return true;
}

// "S, row 1, column 2": for the page's field.
std::string_view label_of(Screen& s, const explorer::TensorView& t, const graph::CellRef& cell) {
  std::string places;
  for (std::size_t axis = 0; axis < cell.index.size() && axis < t.labels.size(); ++axis) {
    if (cell.index[axis] >= t.labels[axis].size()) continue;
    if (!places.empty()) places += ", ";
    places += t.labels[axis][cell.index[axis]];
  }
  return s.text("cell.edit", {graph::plain(t.symbol), places});
}

// 0 becomes 1, and anything else 0.
void flip(Screen& s, const graph::CellRef& cell) {
  if (s.explorer.state().focused != cell) s.command(explorer::Focus{cell, true});
  s.command(explorer::EditCell{cell, s.explorer.edit_text(cell) == "0" ? "1" : "0"});
}

}  // namespace

void StageInput::handle(Screen& s, const StageScene& scene, const PartWindows& windows) {
  pointed_ = false;
  over_.reset();
  for (std::size_t b = 0; b < scene.layout.blocks.size(); ++b) {
    pointer(s, scene, b);
    keys(s, scene, windows, b);
  }
  if (!pointed_) s.hover(std::nullopt);
}

void StageInput::pointer(Screen& s, const StageScene& scene, std::size_t b) {
  const Block& block = scene.layout.blocks[b];
  const explorer::TensorView& t = scene.tensor(b);
  const Rect area{block.cells.x0, block.cells.y0, block.cells.x1 - block.gap, block.cells.y1 - block.gap};
  const Hit hit = s.hit(part_id(s, scene, b), area);
  const bool rested = s.rested(hit);
  const Point at = s.pointer();
  const bool inside = (hit.hovered || hit.held) && area.contains(at);
  const auto [row, column] = block.cell_at(at);
  if (!inside) return;
  const graph::CellRef cell{t.node, index_at(block, t, row, column, scene.followed[b])};
  pointed_ = true;
  over_ = b;
  s.out.cursor = t.editable && !t.toggle ? "cell" : "pointer";
  const auto& state = s.explorer.state();
  Memory& memory = s.memory;
  const bool finger = s.around.touch;
  if (!finger && !memory.keys_rule) s.hover(cell);
  if (ImGui::IsItemActivated()) memory.pressed_again = state.pinned && state.focused == cell;
  if (finger && ImGui::IsItemActivated() && !t.editable) memory.swipe = Memory::Swipe{at, at, s.motion.now()};
  if (finger && hit.held) {                                        // moving selects cells, a long press opens a menu
    const bool scrolls = scene.scrolled && memory.pressed_at < 0;  // dragging scrolls the figure
    if (state.focused != cell && !scrolls) s.command(explorer::Focus{cell, true});
    if (rested) open_press_menu(s, {.kind = Pressed::Kind::cell, .cell = cell}, scene.shown[b].cell(row, column));
    return;
  }
  if (!finger) s.out.own_menu = true;
  if (!finger && hit.hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
    if (state.focused != cell || !state.pinned) s.command(explorer::Focus{cell, true});
    return open_press_menu(s, {.kind = Pressed::Kind::cell, .cell = cell}, scene.shown[b].cell(row, column));
  }
  if (s.typing()) return;  // the second click of a double-click is released over the field
  if (hit.clicked && !hit.by_key && t.editable && t.toggle && !memory.long_pressed) {
    flip(s, cell);
  } else if (hit.doubled && (t.locked || !t.editable || !t.toggle)) {
    s.command(explorer::BeginEdit{{.cell = cell}});  // a number that cannot be changed gets the reason
  } else if (hit.clicked && !hit.by_key && !memory.long_pressed) {
    // The press of a finger has already pinned the cell; a drag that ends here is not a tap.
    const bool again = finger ? memory.pressed_again && memory.pressed_at >= 0 : state.pinned && state.focused == cell;
    if (again) s.command(explorer::Focus{});
    else s.command(explorer::Focus{cell, true});
  }
}

void StageInput::keys(Screen& s, const StageScene& scene, const PartWindows& windows, std::size_t b) {
  if (!s.focus.has(part_id(s, scene, b)) || s.typing()) return;
  const Block& block = scene.layout.blocks[b];
  const explorer::TensorView& t = scene.tensor(b);
  const auto& focused = s.explorer.state().focused;
  std::optional<Drawn> at;
  s.says(true, t.caption, t.editable ? "role.table.editable" : "role.table",
         s.joined({s.digits(block.rows), " × ", s.digits(block.columns)}));
  if (focused && focused->node == t.node) at = drawn_at(block, t, focused->index, scene.followed[b]);
  const auto go = [&](std::size_t row, std::size_t column) {
    s.command(explorer::Focus{graph::CellRef{t.node, index_at(block, t, row, column, scene.followed[b])},
                              s.explorer.state().pinned});
    s.focus.show();
    s.memory.keys_rule = true;
  };
  if (!at) {
    const bool moves = s.takes(ImGuiKey_DownArrow) || s.takes(ImGuiKey_RightArrow) || s.pressed(ImGuiKey_Enter, false);
    if (s.focus.arrived() || moves) go(0, 0);
    if (s.focus.visible())
      s.ring({block.cells.x0, block.cells.y0, block.cells.x1 - block.gap, block.cells.y1 - block.gap}, 6);
    return;
  }
  if (step_along(s, scene, windows, b, *focused)) return;
  Drawn to = *at;
  if (s.takes(ImGuiKey_UpArrow, to.row > 0)) --to.row;
  if (s.takes(ImGuiKey_DownArrow, to.row + 1 < block.rows)) ++to.row;
  if (s.takes(ImGuiKey_LeftArrow, to.column > 0)) --to.column;
  if (s.takes(ImGuiKey_RightArrow, to.column + 1 < block.columns)) ++to.column;
  if (s.takes(ImGuiKey_Home, to.column > 0)) to.column = 0;
  if (s.takes(ImGuiKey_End, to.column + 1 < block.columns)) to.column = block.columns - 1;
  if (to.row != at->row || to.column != at->column) {
    go(to.row, to.column);
    if (s.explorer.state().hovered) s.command(explorer::Hover{});
    s.memory.keys_rule = true;
  }
  const bool enter =
      s.pressed(ImGuiKey_Enter, false) || s.pressed(ImGuiKey_KeypadEnter, false) || s.pressed(ImGuiKey_F2, false);
  if (t.toggle && t.editable && (enter || s.pressed(ImGuiKey_Space, false))) flip(s, *focused);
  else if (enter) s.command(explorer::BeginEdit{{.cell = *focused}});
}

void StageInput::draw_editing(Screen& s, const StageScene& scene) {
  const std::optional<explorer::Edit>& edit = s.explorer.state().edit;
  if (!edit || edit->of.kind != explorer::Typed::cell) return;
  const graph::CellRef& edited = edit->of.cell;
  for (std::size_t b = 0; b < scene.shown.size(); ++b) {
    const explorer::TensorView& t = scene.tensor(b);
    if (t.node != edited.node) continue;
    const auto at = drawn_at(scene.layout.blocks[b], t, edited.index, scene.followed[b]);
    if (!at) continue;
    const Rect cell = scene.shown[b].cell(at->row, at->column);
    const float width = std::max(cell.width(), 76.0f), height = std::max(cell.height(), 36.0f);
    Rect field = box(cell.middle_x() - width / 2, cell.middle_y() - height / 2, width, height);
    field = s.pen.snapped(moved(field, std::clamp(field.x0, 4.0f, s.around.width - width - 4) - field.x0, 0));
    const bool refused = !edit->refusal.empty();  // the page's field shows the reason beside it
    s.pen.fill(grown(field, 2), refused ? s.theme.error : s.theme.text, cell_radius + 2);
    s.pen.fill(field, s.theme.bg2, cell_radius);
    s.focus.take(part_id(s, scene, b));  // which has it again when the field is closed
    lay_field(s, field, label_of(s, t, edited), edit->of);
    s.out.edit->font_size = std::clamp(scene.looks[b].number_size, 14.0f, 18.0f);
    return;
  }
}

void StageInput::draw_loupe(Screen& s, const StageScene& scene) const {
  if (!s.around.touch || !over_ || !ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
  const Block& block = scene.layout.blocks[*over_];
  const auto& focused = s.explorer.state().focused;
  if (block.pitch >= touch_target || !focused || focused->node != scene.tensor(*over_).node) return;
  const auto at = drawn_at(block, scene.tensor(*over_), focused->index, scene.followed[*over_]);
  if (!at) return;
  constexpr float size = 96;
  const CellLook& look = scene.looks[*over_].at(block, at->row, at->column);
  const Rect cell = block.cell(at->row, at->column);
  const float x = std::clamp(cell.middle_x() - size / 2, 8.0f, std::max(s.around.width - size - 8, 8.0f));
  const Rect lens = s.pen.snapped(box(x, std::max(cell.y0 - size - 28, 8.0f), size, size));
  const Pen over(ImGui::GetForegroundDrawList(), s.type);
  over.fill(lens, look.fill, size / 2);
  over.outline(lens, s.theme.text, 2, size / 2);
  over.text_in(lens, look.view.text, {Face::medium, 28}, look.ink, Align::centre);
}

}  // namespace ui
