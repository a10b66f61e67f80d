// Digits into shades.
#include "explorer/hero/small_picture.hpp"

#include <optional>
#include <utility>

namespace explorer {
namespace {

std::optional<float> shade_of(char digit) {
  constexpr float most = 35;
  if (digit >= '0' && digit <= '9') return static_cast<float>(digit - '0') / most;
  if (digit >= 'a' && digit <= 'z') return static_cast<float>(digit - 'a' + 10) / most;
  return std::nullopt;
}

std::optional<SmallPicture> read_picture(const json::Value& value) {
  const std::size_t rows = value["rows"].index().value_or(0), columns = value["columns"].index().value_or(0);
  const std::string_view digits = value["shades"].text().value_or("");
  if (rows == 0 || rows > most_picture_cells || columns == 0 || columns > most_picture_cells / rows ||
      digits.size() != rows * columns)
    return std::nullopt;
  SmallPicture picture{rows, columns, {}};
  picture.shades.reserve(digits.size());
  for (const char digit : digits) {
    const std::optional<float> shade = shade_of(digit);
    if (!shade) return std::nullopt;
    picture.shades.push_back(*shade);
  }
  return picture;
}

}  // namespace

graph::Result<SmallPictures> read_pictures(const json::Value& value) {
  SmallPictures all;
  for (const auto& [name, each] : value.members()) {
    std::optional<SmallPicture> picture = read_picture(each);
    if (!picture)
      return graph::fail("pictures", "/pictures/" + std::string(name),
                         "A small picture needs rows and columns, and a digit or small letter for each cell.");
    all.emplace(name, std::move(*picture));
  }
  return all;
}

}  // namespace explorer
