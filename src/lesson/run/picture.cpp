// Decodes pixels and converts them from canvas order (pixel by pixel) to tensor order (channel by channel).
#include "lesson/run/picture.hpp"

#include <algorithm>

namespace lesson {
namespace {

constexpr std::string_view own = "own:";

int sextet(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

std::size_t bytes_of(const Parameter& parameter) { return 3 * parameter.height * parameter.width; }

}  // namespace

bool is_own_picture(std::string_view value) { return value.starts_with(own); }

std::optional<std::vector<std::uint8_t>> decode_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  while (text.ends_with('=') && text.size() % 4 != 2) text.remove_suffix(1);
  std::vector<std::uint8_t> bytes;
  bytes.reserve(text.size() * 3 / 4);
  unsigned bits = 0;
  int held = 0;
  for (const char c : text) {
    const int value = sextet(c);
    if (value < 0) return std::nullopt;
    bits = bits << 6 | static_cast<unsigned>(value);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes.push_back(static_cast<std::uint8_t>(bits >> held & 0xFF));
  }
  return bytes;
}

std::string encode_base64(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(bytes.size() - i, 3);
    unsigned bits = 0;
    for (std::size_t k = 0; k < 3; ++k) bits = bits << 8 | (k < count ? bytes[i + k] : 0u);
    for (std::size_t k = 0; k < 4; ++k) text += k <= count ? letters[bits >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

std::optional<std::vector<std::uint8_t>> own_pixels(const Parameter& parameter, std::string_view value) {
  if (!is_own_picture(value) || value.size() > own.size() + bytes_of(parameter) / 3 * 4 + 4) return std::nullopt;
  auto pixels = decode_base64(value.substr(own.size()));
  if (!pixels || pixels->size() != bytes_of(parameter)) return std::nullopt;
  return pixels;
}

void check_pixels(const Cursor& place, const Parameter& parameter, const Choice& choice) {
  if (choice.pixels.size() == bytes_of(parameter)) return;
  place.fail("picture", {"These are not ", bytes_of(parameter), " bytes in base64: red, green and blue of ",
                         parameter.width, " × ", parameter.height, " pixels."});
}

std::vector<float> picture_values(const Parameter& parameter, std::string_view value) {
  std::vector<std::uint8_t> pixels;
  if (auto mine = own_pixels(parameter, value)) pixels = std::move(*mine);
  for (const Choice& choice : parameter.choices)
    if (choice.value == value) pixels = choice.pixels;
  const std::size_t area = parameter.height * parameter.width;
  std::vector<float> values(3 * area);
  for (std::size_t i = 0; i < std::min(pixels.size(), values.size()); ++i)
    values[i % 3 * area + i / 3] = static_cast<float>(pixels[i]) / 255.0f;
  return values;
}

}  // namespace lesson
