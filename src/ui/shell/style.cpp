// Windows of ImGui's own look: popups, tooltips and scroll bars. What the interface draws by hand uses the theme itself.
#include "ui/shell/style.hpp"

#include <algorithm>

#include "imgui.h"
#include "imgui_internal.h"
#include "ui/shell/metrics.hpp"

namespace ui {
namespace {

void apply_colors(ImGuiStyle& style, const Theme& theme) {
  const auto set = [&](ImGuiCol which, Color color) { style.Colors[which] = ImGui::ColorConvertU32ToFloat4(color); };
  set(ImGuiCol_Text, theme.text);
  set(ImGuiCol_TextDisabled, theme.disabled);
  set(ImGuiCol_WindowBg, theme.bg0);
  set(ImGuiCol_ChildBg, faded(theme.bg0, 0));  // panels fill their own background
  set(ImGuiCol_PopupBg, theme.bg2);
  set(ImGuiCol_Border, theme.line2);
  set(ImGuiCol_BorderShadow, faded(theme.bg0, 0));
  set(ImGuiCol_ScrollbarBg, faded(theme.bg0, 0));
  set(ImGuiCol_ScrollbarGrab, theme.line2);
  set(ImGuiCol_ScrollbarGrabHovered, theme.text3);
  set(ImGuiCol_ScrollbarGrabActive, theme.text2);
}

void apply_sizes(ImGuiStyle& style) {
  style.WindowPadding = style.ItemSpacing = {0, 0};  // items are placed by coordinates
  style.WindowMinSize = {1, 1};
  style.WindowBorderSize = style.ChildBorderSize = 0;
  style.WindowRounding = control_radius;  // of tooltips
  style.PopupBorderSize = 1;
  style.PopupRounding = panel_radius;
  style.ScrollbarRounding = 1.5f;
  style.GrabMinSize = 12;             // a slider's ends are 8 px from those of its track: half of it and ImGui's 2 px
  style._NextFrameFontSizeBase = 10;  // the wheel scrolls by five lines, about the 48 px of a browser
}

void apply_delays(ImGuiStyle& style) {
  style.HoverDelayNormal = 0.5f;
  style.HoverFlagsForTooltipMouse = ImGuiHoveredFlags_Stationary | ImGuiHoveredFlags_DelayNormal;
}

}  // namespace

void apply_theme(const Theme& theme, float ratio) {
  ImGuiStyle& style = ImGui::GetStyle();
  apply_colors(style, theme);
  apply_sizes(style);
  apply_delays(style);
  style.AntiAliasedLinesUseTex = false;
  style.CircleTessellationMaxError = 0.12f;
  // Edges are antialiased over one device pixel at any ratio.
  ImGui::GetDrawListSharedData()->InitialFringeScale = 1 / std::max(ratio, 0.5f);
}

}  // namespace ui
