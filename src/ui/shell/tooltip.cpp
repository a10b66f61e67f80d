// ImGui tooltips, with its delays. Ours: the place, which covers nothing clickable; the delay for an item that the
// keyboard has reached, since ImGui's own needs its keyboard navigation; and that a press hides them.
#include "imgui.h"
#include "imgui_internal.h"
#include "ui/shell/screen.hpp"
#include "ui/type/prose.hpp"

namespace ui {
namespace {

// Below, beside, above: the first place that is inside the screen and covers nothing clickable.
Rect tip_place(const Screen& s, Rect anchor, float width, float height) {
  constexpr float off = 8;
  const float x = std::clamp(anchor.middle_x() - width / 2, off, std::max(s.around.width - width - off, off));
  const float y = std::clamp(anchor.middle_y() - height / 2, off, std::max(s.around.height - height - off, off));
  const Rect places[] = {box(x, anchor.y1 + off, width, height), box(anchor.x1 + 2 * off, y, width, height),
                         box(anchor.x1 + 2 * off, anchor.y0 - off - height, width, height),
                         box(x, anchor.y0 - off - height, width, height),
                         box(anchor.x0 - 2 * off - width, y, width, height)};
  const Rect screen{0, 0, s.around.width, s.around.height};
  Rect best = places[0];
  std::size_t fewest = static_cast<std::size_t>(-1);
  for (const Rect& place : places) {
    if (!within(place, screen, 0)) continue;
    std::size_t covered = 0;
    for (const Item& item : s.items.all()) covered += item.answers && overlap(item.where, place);
    if (covered < fewest) best = place;
    fewest = std::min(fewest, covered);
  }
  return best;
}

explorer::Paragraphs one_paragraph(std::string_view words) {
  lesson::Run run;
  run.text = words;
  return {{false, {run}}};
}

}  // namespace

bool Screen::wants_tip(bool focused) {
  Tooltip& tip = memory.tooltip;
  const ImGuiID id = ImGui::GetItemID();
  const bool over = ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  const bool by_key = focused && focus.visible();
  if (touch() || tip.asked || !(over || by_key)) return false;
  tip.asked = true;  // by an inner item: the item around it, which comes later, shows none
  if (std::exchange(tip.id, id) != id) {
    tip.since = motion.now();
    tip.dismissed = false;
  }
  tip.dismissed |=
      ImGui::IsMouseDown(ImGuiMouseButton_Left) || pressed(ImGuiKey_Enter, false) || pressed(ImGuiKey_Space, false);
  if (tip.dismissed) return false;
  tip.shown = ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip) ||
              (by_key && motion.now() >= tip.since + double{ImGui::GetStyle().HoverDelayNormal});
  out.animating |= !tip.shown;  // frames for the delay
  const ImVec2 least = ImGui::GetItemRectMin(), most = ImGui::GetItemRectMax();
  tip.anchor = {least.x, least.y, most.x, most.y};
  return tip.shown;
}

void Screen::item_tip(std::string_view words, bool focused) {
  if (wants_tip(focused)) memory.tooltip.text = one_paragraph(words);
}

bool Screen::area_wants_tip(std::string_view id, Rect area) {
  const ImGuiLastItemData before = ImGui::GetCurrentContext()->LastItemData;
  area = type.mirror().to_window(area);
  ImGui::ItemAdd({area.x0, area.y0, area.x1, area.y1}, ImGui::GetID(id.data(), id.data() + id.size()), nullptr,
                 ImGuiItemFlags_NoNav);
  const bool wants = wants_tip(false);
  ImGui::GetCurrentContext()->LastItemData = before;
  return wants;
}

void Screen::area_tip(std::string_view id, Rect area, const explorer::Paragraphs& words) {
  if (area_wants_tip(id, area)) memory.tooltip.text = words;
}

void Screen::area_tip(std::string_view id, Rect area, std::string_view words) {
  if (area_wants_tip(id, area)) memory.tooltip.text = one_paragraph(words);
}

void Screen::draw_tip() {
  Tooltip& tip = memory.tooltip;
  if (!std::exchange(tip.asked, false)) tip.id = 0;
  if (!std::exchange(tip.shown, false)) return;
  const Mirror::Window in_window(type.mirror());  // beside what it explains, on whichever side there is room
  const ProseStyle style{label_size, 19, 6, theme.text, theme.text};
  constexpr float widest = 264;
  const Prose& laid = *lay(tip.text, widest, style);
  float width = 0;
  for (const Prose::Piece& piece : laid.pieces) {
    const float piece_width =
        piece.formula ? piece.formula->width * piece.formula_size : type.width(piece.run.text, piece.run.font);
    width = std::max(width, piece.x + piece_width);
  }
  const Rect where = tip_place(*this, tip.anchor, std::ceil(width + 24), std::ceil(laid.height + 15));
  const float alpha = motion.appear(motion_key("tip"), control_time);
  ImGui::SetNextWindowPos({where.x0, where.y0});
  ImGui::SetNextWindowSize({where.width(), where.height()});
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, alpha);
  ImGui::BeginTooltip();
  Pen over(ImGui::GetWindowDrawList(), type);
  over.set_alpha(alpha);
  draw_prose(over, type, theme, laid, {where.x0 + 12, where.y0 + 7}, style);
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
  mark("tip", where);
}

}  // namespace ui
