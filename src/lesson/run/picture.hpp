// Pictures held by a parameter: one included in the lesson, by name, or the reader's own as pixels in base64.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lesson/lesson.hpp"
#include "lesson/read/cursor.hpp"

namespace lesson {

inline constexpr std::int64_t largest_picture = 128;  // pixels a side

// "own:" and red, green, blue of each pixel, row by row, in base64.
bool is_own_picture(std::string_view value);
std::optional<std::vector<std::uint8_t>> own_pixels(const Parameter& parameter, std::string_view value);
std::optional<std::vector<std::uint8_t>> decode_base64(std::string_view text);
std::string encode_base64(std::span<const std::uint8_t> bytes);

// Whether a choice has as many pixels as the parameter's picture must have.
void check_pixels(const Cursor& place, const Parameter& parameter, const Choice& choice);

// (3, height, width), from 0 to 1. The value must have been checked.
std::vector<float> picture_values(const Parameter& parameter, std::string_view value);

}  // namespace lesson
