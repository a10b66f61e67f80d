// The tables behind keys.hpp.
#include "platform/keys.hpp"

#include <array>
#include <utility>

namespace platform {
namespace {

using Entry = std::pair<std::string_view, ImGuiKey>;

// Keys whose name is not a single character.
constexpr auto named = std::to_array<Entry>({
    {"ArrowLeft", ImGuiKey_LeftArrow},
    {"ArrowRight", ImGuiKey_RightArrow},
    {"ArrowUp", ImGuiKey_UpArrow},
    {"ArrowDown", ImGuiKey_DownArrow},
    {"PageUp", ImGuiKey_PageUp},
    {"PageDown", ImGuiKey_PageDown},
    {"Home", ImGuiKey_Home},
    {"End", ImGuiKey_End},
    {"Insert", ImGuiKey_Insert},
    {"Delete", ImGuiKey_Delete},
    {"Backspace", ImGuiKey_Backspace},
    {"Enter", ImGuiKey_Enter},
    {"Escape", ImGuiKey_Escape},
    {"Tab", ImGuiKey_Tab},
    {"ContextMenu", ImGuiKey_Menu},
});

constexpr auto punctuation = std::to_array<std::pair<char, ImGuiKey>>({
    {' ', ImGuiKey_Space},
    {'\'', ImGuiKey_Apostrophe},
    {',', ImGuiKey_Comma},
    {'-', ImGuiKey_Minus},
    {'.', ImGuiKey_Period},
    {'/', ImGuiKey_Slash},
    {';', ImGuiKey_Semicolon},
    {'=', ImGuiKey_Equal},
    {'[', ImGuiKey_LeftBracket},
    {'\\', ImGuiKey_Backslash},
    {']', ImGuiKey_RightBracket},
    {'`', ImGuiKey_GraveAccent},
});

constexpr auto modifier_codes = std::to_array<Entry>({
    {"ControlLeft", ImGuiKey_LeftCtrl},
    {"ControlRight", ImGuiKey_RightCtrl},
    {"ShiftLeft", ImGuiKey_LeftShift},
    {"ShiftRight", ImGuiKey_RightShift},
    {"AltLeft", ImGuiKey_LeftAlt},
    {"AltRight", ImGuiKey_RightAlt},
    {"MetaLeft", ImGuiKey_LeftSuper},
    {"MetaRight", ImGuiKey_RightSuper},
});

template <class Table>
ImGuiKey look_up(const Table& table, const auto& name) {
  for (const auto& [candidate, key] : table)
    if (candidate == name) return key;
  return ImGuiKey_None;
}

ImGuiKey offset(ImGuiKey first, int by) { return static_cast<ImGuiKey>(first + by); }

ImGuiKey of_character(char character) {
  if (character >= 'a' && character <= 'z') return offset(ImGuiKey_A, character - 'a');
  if (character >= 'A' && character <= 'Z') return offset(ImGuiKey_A, character - 'A');
  if (character >= '0' && character <= '9') return offset(ImGuiKey_0, character - '0');
  return look_up(punctuation, character);
}

}  // namespace

ImGuiKey key_of(std::string_view key, std::string_view code) {
  if (code == "NumpadEnter") return ImGuiKey_KeypadEnter;
  if (const ImGuiKey found = look_up(named, key); found != ImGuiKey_None) return found;
  if (key.size() == 1) {
    if (const ImGuiKey found = of_character(key[0]); found != ImGuiKey_None) return found;
  }
  if (const ImGuiKey found = look_up(modifier_codes, code); found != ImGuiKey_None) return found;
  // A letter of another script, or a dead key: the position of the key.
  if (code.size() == 4 && code.starts_with("Key")) return of_character(code[3]);
  if (code.size() == 6 && code.starts_with("Digit")) return of_character(code[5]);
  if (key.size() >= 2 && key.size() <= 3 && key[0] == 'F' && key[1] >= '1' && key[1] <= '9') {
    const int number = key.size() == 2 ? key[1] - '0' : (key[1] - '0') * 10 + (key[2] - '0');
    if (number <= 12) return offset(ImGuiKey_F1, number - 1);
  }
  return ImGuiKey_None;
}

bool is_third_level(std::string_view key, const Modifiers& modifiers) {
  if (!modifiers.alt || modifiers.meta || key.size() != 1) return false;
  const char c = key[0];
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return c > ' ' && !letter;
}

bool taken(std::string_view key, const Modifiers& modifiers) {
  if (is_third_level(key, modifiers)) return true;
  if (modifiers.control || modifiers.meta) return key == "z" || key == "Z" || key == "y" || key == "Y";
  if (modifiers.alt) return false;  // the browser's history and menus
  if (key.size() == 1) return true;
  return look_up(named, key) != ImGuiKey_None && key != "ContextMenu";
}

bool types(std::string_view key, const Modifiers& modifiers) {
  if (key.empty() || modifiers.meta) return false;
  if (modifiers.control && !modifiers.alt) return false;  // Ctrl and Alt together are AltGr on Windows
  // One character, of however many bytes; names of keys are ASCII words.
  const auto first = static_cast<unsigned char>(key[0]);
  return key.size() == 1 || (first >= 0x80 && key.size() <= 4);
}

}  // namespace platform
