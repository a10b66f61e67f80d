// Keys by their meaning in the reader's keyboard layout, and those left to the browser.
#include "platform/keys.hpp"

#include <doctest/doctest.h>

using platform::key_of;
using platform::Modifiers;
using platform::taken;
using platform::types;

TEST_CASE("a key is identified by its character, not its position") {
  CHECK(key_of("z", "KeyY") == ImGuiKey_Z);              // German
  CHECK(key_of("[", "Digit8") == ImGuiKey_LeftBracket);  // AltGr and 8
  CHECK(key_of("Z", "KeyZ") == ImGuiKey_Z);
  CHECK(key_of("7", "Digit7") == ImGuiKey_7);
  CHECK(key_of("PageDown", "PageDown") == ImGuiKey_PageDown);
  CHECK(key_of("Enter", "NumpadEnter") == ImGuiKey_KeypadEnter);
  CHECK(key_of("Shift", "ShiftRight") == ImGuiKey_RightShift);
  CHECK(key_of("F12", "F12") == ImGuiKey_F12);
}

TEST_CASE("a key with an unknown character is identified by its position") {
  CHECK(key_of("я", "KeyZ") == ImGuiKey_Z);
  CHECK(key_of("Dead", "KeyQ") == ImGuiKey_Q);
  CHECK(key_of("", "") == ImGuiKey_None);
  CHECK(key_of("MediaPlayPause", "MediaPlayPause") == ImGuiKey_None);
}

TEST_CASE("the browser keeps its own keys") {
  constexpr Modifiers none{}, control{.control = true}, alt{.alt = true}, meta{.meta = true};
  for (const char* key : {"c", "v", "x", "r", "f", "t", "l", "+", "-", "0"}) CHECK_FALSE(taken(key, control));
  for (const char* key : {"F5", "F11", "F12", "Shift", "Dead", "ContextMenu"}) CHECK_FALSE(taken(key, none));
  CHECK_FALSE(taken("ArrowLeft", alt));
  CHECK_FALSE(taken("q", meta));
}

TEST_CASE("brackets are taken as AltGr and Option type them, and letters with Alt are the browser's") {
  constexpr Modifiers alt_gr{.control = true, .alt = true}, option{.alt = true};
  for (const char* key : {"[", "]", "?", "+"}) {
    CHECK(taken(key, alt_gr));
    CHECK(taken(key, option));
  }
  for (const char* key : {"d", "5", " ", "ArrowLeft"}) CHECK_FALSE(taken(key, option));
  CHECK_FALSE(taken("[", {.control = true}));
}

TEST_CASE("the canvas takes the keys that the interface handles") {
  constexpr Modifiers none{}, control{.control = true}, both{.control = true, .shift = true}, meta{.meta = true};
  for (const char* key : {"ArrowUp", "PageDown", "Home", "Tab", "Enter", "Escape", "[", "]", " "})
    CHECK(taken(key, none));
  CHECK(taken("z", control));
  CHECK(taken("Z", both));
  CHECK(taken("z", meta));
}

TEST_CASE("keys that type a character") {
  CHECK(types("a", {}));
  CHECK(types("−", {}));
  CHECK(types("[", {.control = true, .alt = true}));  // AltGr on Windows
  CHECK_FALSE(types("a", {.control = true}));
  CHECK_FALSE(types("Enter", {}));
}
