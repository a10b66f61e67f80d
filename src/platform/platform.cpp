// The public functions of the platform, and the ImGui context with its clipboard.
#include "platform/platform.hpp"

#include "imgui.h"
#include "platform/browser.hpp"
#include "platform/canvas.hpp"

namespace platform {

Platform::Platform() : context_(ImGui::CreateContext()) {
  IMGUI_CHECKVERSION();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.BackendPlatformName = "attention_explorer_browser";
  io.KeyRepeatDelay = 1e9f;               // the browser repeats keys; a late release must not count as a second press
  io.ConfigInputTextCursorBlink = false;  // a blinking caret would need frames for ever
  io.ConfigMacOSXBehaviors = platform_is_mac() != 0;
  ImGuiPlatformIO& clipboard = ImGui::GetPlatformIO();
  clipboard.Platform_SetClipboardTextFn = [](ImGuiContext*, const char* text) {
    canvas().clipboard = text;
    canvas().clipboard_written = true;
  };
  clipboard.Platform_GetClipboardTextFn = [](ImGuiContext*) { return canvas().clipboard.c_str(); };
}

Platform::~Platform() {
  stop();
  ImGui::DestroyContext(context_);
}

Started Platform::start(const char* canvas_selector, Client& client) {
  stop();
  return canvas().start(canvas_selector, client);
}

void Platform::stop() { canvas().stop(); }

void wake(int frames) { canvas().wake(frames); }
unsigned frames() { return canvas().gate.frames(); }

}  // namespace platform
