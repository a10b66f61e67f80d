// Checks whether a font file is safe to draw with. ImGui's font reader trusts every offset in a file, so it would read
// beyond the end of a damaged one. Independent of ImGui.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace ui {

// What is wrong with a TrueType file, in words for a developer ("the table glyf ends at 5200 of 4096 bytes"). Nothing
// if everything that drawing reads is inside the file and the checksums match.
std::optional<std::string> font_fault(std::span<const std::uint8_t> ttf);

}  // namespace ui
