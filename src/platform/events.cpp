// The browser's events, one by one: what is passed on to ImGui, and which of them the page keeps.
#include <emscripten/emscripten.h>

#include <cfloat>
#include <string>

#include "imgui.h"
#include "platform/browser.hpp"
#include "platform/canvas.hpp"
#include "platform/keys.hpp"

namespace {

using platform::canvas;
using platform::Modifiers;

enum Phase { pressed = 0, moved = 1, released = 2, cancelled = 3, left = 4 };
enum Kind { mouse = 0, touch = 1, pen = 2 };

Modifiers unpack(int bits) { return {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0}; }

// Every event carries the modifiers: a key released outside the page sends no event here.
Modifiers sync(int bits) {
  const Modifiers now = unpack(bits);
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, now.control);
  io.AddKeyEvent(ImGuiMod_Shift, now.shift);
  io.AddKeyEvent(ImGuiMod_Alt, now.alt);
  io.AddKeyEvent(ImGuiMod_Super, now.meta);
  return now;
}

// Runs one frame in which Ctrl and a letter are pressed, so that the focused item in ImGui copies or pastes now: the
// browser gives access to its clipboard only during the event.
void frame_with_shortcut(ImGuiKey letter) {
  ImGuiIO& io = ImGui::GetIO();
  const bool trickle = io.ConfigInputTrickleEventQueue;
  io.ConfigInputTrickleEventQueue = false;
  io.AddKeyEvent(ImGuiMod_Ctrl, true);
  io.AddKeyEvent(letter, true);
  canvas().draw(emscripten_get_now() / 1000);
  io.AddKeyEvent(letter, false);
  io.AddKeyEvent(ImGuiMod_Ctrl, false);
  io.ConfigInputTrickleEventQueue = trickle;
  canvas().wake();
}

}  // namespace

// Keys and buttons held when a canvas is removed are never released.
void platform::Canvas::forget_input() {
  ImGuiIO& io = ImGui::GetIO();
  io.ClearEventsQueue();
  io.ClearInputKeys();
  io.ClearInputMouse();
  presses.clear();
}

extern "C" {

EMSCRIPTEN_KEEPALIVE void platform_on_pointer(int phase, int kind, float x, float y, int button, int modifiers) {
  ImGuiIO& io = ImGui::GetIO();
  sync(modifiers);
  canvas().surface.touch = kind == touch;
  if (phase == pressed) canvas().surface.pressed = true;
  io.AddMouseSourceEvent(kind == touch ? ImGuiMouseSource_TouchScreen
                                       : (kind == pen ? ImGuiMouseSource_Pen : ImGuiMouseSource_Mouse));
  if (phase == left) {
    if (kind != touch) io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
  } else {
    // If the browser started to scroll, it was not a press: release it outside of everything.
    if (phase == cancelled) io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
    else io.AddMousePosEvent(x, y);
    // The browser counts left, middle, right; ImGui left, right, middle.
    constexpr int order[] = {0, 2, 1};
    if (phase == pressed && button >= 0 && button < 3) io.AddMouseButtonEvent(order[button], true);
    if (phase == pressed && button == 0) canvas().presses.push_back(false);
    if (phase == released && button >= 0 && button < 3) io.AddMouseButtonEvent(order[button], false);
    if (phase == cancelled)
      for (int each = 0; each < 3; ++each) io.AddMouseButtonEvent(each, false);
    // A lifted finger does not hover.
    if (kind == touch && phase == released) io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
  }
  canvas().wake();
}

// After the press itself: how often the mouse was pressed at this place without a pause, by the system's settings.
EMSCRIPTEN_KEEPALIVE void platform_on_presses(int count) {
  if (!canvas().presses.empty()) canvas().presses.back() = count % 2 == 0;
}

EMSCRIPTEN_KEEPALIVE int platform_on_wheel(float x, float y, float lines_x, float lines_y, int modifiers,
                                           int page_scrolls) {
  auto& self = canvas();
  const Modifiers held = unpack(modifiers);
  // If the page has nothing to scroll, the canvas may take the wheel.
  const bool ours = held.control || (self.wants_wheel && (self.surface.focused || page_scrolls == 0));
  if (!ours) {
    if (self.wants_wheel && self.client() != nullptr) self.client()->wheel_left_to_page();
    return 0;
  }
  if (!self.wants_wheel) return 0;  // Ctrl over what does not zoom: the browser zooms the page
  sync(modifiers);
  ImGuiIO& io = ImGui::GetIO();
  io.AddMousePosEvent(x, y);
  io.AddMouseWheelEvent(-lines_x / 3, -lines_y / 3);
  self.wake();
  return 1;
}

EMSCRIPTEN_KEEPALIVE int platform_on_fingers(float x, float y) {
  const platform::PinchArea& area = canvas().pinch_area;
  if (x < area.x0 || x >= area.x1 || y < area.y0 || y >= area.y1) return 0;
  // What the first finger began is cancelled, and does not count as a press.
  ImGuiIO& io = ImGui::GetIO();
  io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
  io.AddMouseButtonEvent(0, false);
  canvas().surface.touch = true;
  canvas().wake();
  return 1;
}

EMSCRIPTEN_KEEPALIVE void platform_on_pinch(float from_x, float from_y, float x, float y, float factor) {
  // Several moves may come before one frame.
  platform::Pinch& all = canvas().surface.pinch;
  if (all.factor > 0) all = {all.from_x, all.from_y, x, y, all.factor * factor};
  else all = {from_x, from_y, x, y, factor};
  canvas().wake();
}

EMSCRIPTEN_KEEPALIVE int platform_on_key(int down, const char* key, const char* code, int modifiers) {
  const Modifiers held = sync(modifiers);
  const bool ours = platform::taken(key, held);
  if (platform::is_third_level(key, held)) {  // Alt belongs to the character, and with Ctrl is AltGr
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, false);
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Alt, false);
  }
  const ImGuiKey named = platform::key_of(key, code);
  ImGuiIO& io = ImGui::GetIO();
  // Keys that stay with the browser are not passed on: its shortcut must not move cells as well.
  if (named != ImGuiKey_None && (ours || down == 0)) {
    io.AddKeyEvent(named, down != 0);
    // On a Mac, no key-up events are sent while Command is held.
    if (down != 0 && held.meta) io.AddKeyEvent(named, false);
  }
  if (down != 0 && ours && platform::types(key, held)) io.AddInputCharactersUTF8(key);
  canvas().wake();
  return ours && down != 0 ? 1 : 0;
}

EMSCRIPTEN_KEEPALIVE void platform_on_focus(int focused) {
  canvas().surface.focused = focused != 0;
  ImGui::GetIO().AddFocusEvent(focused != 0);
  canvas().wake();
}

EMSCRIPTEN_KEEPALIVE const char* platform_on_copy(void) {
  auto& self = canvas();
  self.clipboard_written = false;
  frame_with_shortcut(ImGuiKey_C);
  return self.clipboard_written ? self.clipboard.c_str() : nullptr;
}

EMSCRIPTEN_KEEPALIVE int platform_on_paste(const char* text) {
  canvas().clipboard = text;
  frame_with_shortcut(ImGuiKey_V);
  return 1;
}

EMSCRIPTEN_KEEPALIVE void platform_on_resize(float width, float height, int pixels_x, int pixels_y) {
  auto& self = canvas();
  self.surface.width = width;
  self.surface.height = height;
  self.pixels_x = pixels_x;
  self.pixels_y = pixels_y;
  self.wake();
}

EMSCRIPTEN_KEEPALIVE void platform_on_work() { canvas().work(); }

EMSCRIPTEN_KEEPALIVE void platform_on_seen(int seen) {
  canvas().gate.set_seen(seen != 0, emscripten_get_now() / 1000);
  if (seen != 0) canvas().repaint();  // a browser may have freed what was not visible
}

EMSCRIPTEN_KEEPALIVE void platform_on_preferences(int dark, int reduced_motion, int contrast) {
  auto& self = canvas();
  self.surface.system_dark = dark != 0;
  self.surface.reduced_motion = reduced_motion != 0;
  self.surface.contrast = contrast != 0;
  self.wake();
}

EMSCRIPTEN_KEEPALIVE void platform_on_direction(int right_to_left) {
  canvas().surface.right_to_left = right_to_left != 0;
  canvas().wake();
}

EMSCRIPTEN_KEEPALIVE void platform_on_context(int restored) { canvas().set_context(restored != 0); }
}
