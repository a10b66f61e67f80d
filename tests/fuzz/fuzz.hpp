// What the fuzz targets share: the input as text, and a check that stays in every build.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

inline std::string_view as_text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// A condition that must hold for every input; libFuzzer saves an input that violates it.
inline void claim(bool holds) {
  if (!holds) std::abort();
}

// Whether the text is well-formed UTF-8 (RFC 3629), so that nothing was cut inside a character.
inline bool well_formed(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if ((lead >= 0x80 && lead < 0xc2) || lead > 0xf4 || i + length > text.size()) return false;
    std::uint32_t point = length == 1 ? lead : lead & (0x7fu >> length);
    for (std::size_t k = 1; k < length; ++k) {
      const auto next = static_cast<unsigned char>(text[i + k]);
      if ((next & 0xc0) != 0x80) return false;
      point = point << 6 | (next & 0x3fu);
    }
    const std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (point < least[length] || point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) return false;
    i += length;
  }
  return true;
}
