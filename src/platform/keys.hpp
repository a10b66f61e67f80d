// Names of keys, from the browser's to ImGui's, and which keys stay with the page.
#pragma once

#include <string_view>

#include "imgui.h"

namespace platform {

struct Modifiers {
  bool control = false, shift = false, alt = false, meta = false;
};

// key: what the key means on the reader's keyboard ("z", "ArrowLeft", "["); code: its position ("KeyW"). Meaning takes
// precedence, so that Ctrl+Z is the key labelled Z, and "[" may need AltGr.
ImGuiKey key_of(std::string_view key, std::string_view code);

// Whether Alt belongs to the character: [ and ] are typed with AltGr on German keyboards, which Windows reports as Ctrl and
// Alt, and with Option on Macs.
bool is_third_level(std::string_view key, const Modifiers& modifiers);

// Whether the canvas takes the key. The browser keeps reload, find, zoom, function keys, and copy and paste, which
// arrive as clipboard events.
bool taken(std::string_view key, const Modifiers& modifiers);

// Whether the key types something.
bool types(std::string_view key, const Modifiers& modifiers);

}  // namespace platform
