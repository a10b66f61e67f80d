// Names of keys, from the browser's to ImGui's, and which keys stay with the page.
#pragma once

#include <string_view>

#include "imgui.h"

namespace platform {

struct Modifiers {
  bool control = false, shift = false, alt = false, meta = false;
};

// key: what the key means on the reader's keyboard ("z", "ArrowLeft", "["); code: where it lies ("KeyW"). Meaning goes
// first, so that Ctrl+Z is the key that says Z, and "[" may need AltGr.
ImGuiKey key_of(std::string_view key, std::string_view code);

// Whether the canvas takes the key, or the browser keeps it: reload, find, zoom, function keys, and copy and paste,
// which come back as clipboard events.
bool taken(std::string_view key, const Modifiers& modifiers);

// Whether the key types something.
bool types(std::string_view key, const Modifiers& modifiers);

}  // namespace platform
