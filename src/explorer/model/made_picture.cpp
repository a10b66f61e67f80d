// See made_picture.hpp. Texts are untrusted.
#include "explorer/model/made_picture.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "attention/random/generator.hpp"

namespace explorer {
namespace {

constexpr std::array<std::string_view, picture_shapes> shape_names = {"circle", "square", "triangle", "cross"};
constexpr std::array<std::string_view, picture_colours> colour_names = {"orange", "green", "blue", "yellow", "pink"};
constexpr std::array<Rgb, picture_colours> colours = {
    {{230, 130, 20}, {30, 170, 110}, {70, 130, 235}, {240, 225, 80}, {220, 110, 180}}};
constexpr Rgb ground = {30, 33, 42};
constexpr std::size_t across = MadePicture::side / MadePicture::cell;

// Whether a pixel of a cell belongs to a shape: measured in half pixels from the middle.
bool inside(PictureShape shape, std::size_t row, std::size_t column) {
  const auto from_middle = [](std::size_t at) {
    return 2 * static_cast<int>(at) - static_cast<int>(MadePicture::cell) + 1;
  };
  const int down = from_middle(row), right = from_middle(column), wide = std::abs(right), high = std::abs(down);
  switch (shape) {
    case PictureShape::circle: return right * right + down * down <= 100;
    case PictureShape::square: return wide <= 9 && high <= 9;
    case PictureShape::triangle: return high <= 9 && 2 * wide <= down + 11;
    case PictureShape::cross: return std::min(wide, high) <= 3 && std::max(wide, high) <= 9;
  }
  return false;
}

template <std::size_t N>
std::optional<std::size_t> place_of(const std::array<std::string_view, N>& names, std::string_view name) {
  const auto at = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
  return at < N ? std::optional(at) : std::nullopt;
}

// The next word of a text, up to a space, a comma, a semicolon or a question mark, and what stands behind it.
std::string_view next_word(std::string_view& text) {
  const auto begin = std::min(text.find_first_not_of(" \t"), text.size());
  text.remove_prefix(begin);
  const auto end = std::min(text.find_first_of(" \t,;?"), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

bool take(std::string_view& text, char mark) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  if (text.empty() || text.front() != mark) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<std::size_t> one_to_four(std::string_view word) {
  if (word.size() != 1 || word.front() < '1' || word.front() > '4') return std::nullopt;
  return static_cast<std::size_t>(word.front() - '1');
}

std::optional<MadePicture::Placed> read_placed(std::string_view& text) {
  const auto row = one_to_four(next_word(text));
  if (!row || !take(text, ',')) return std::nullopt;
  const auto column = one_to_four(next_word(text));
  const auto colour = place_of(colour_names, next_word(text)), shape = place_of(shape_names, next_word(text));
  if (!column || !colour || !shape || *row * across + *column == 0) return std::nullopt;
  return MadePicture::Placed{*row * across + *column, static_cast<PictureShape>(*shape),
                             static_cast<PictureColour>(*colour)};
}

}  // namespace

std::string_view name_of(PictureShape shape) { return shape_names[static_cast<std::size_t>(shape)]; }
std::string_view name_of(PictureColour colour) { return colour_names[static_cast<std::size_t>(colour)]; }
Rgb rgb_of(PictureColour colour) { return colours[static_cast<std::size_t>(colour)]; }

const MadePicture::Placed* MadePicture::at(std::size_t place) const {
  const auto found = std::ranges::find(shapes, place, &Placed::cell);
  return found == shapes.end() ? nullptr : &*found;
}

MadePicture MadePicture::with(std::size_t place, std::optional<Placed> placed) const {
  MadePicture other = *this;
  if (place == 0 || place >= cells) return other;
  std::erase_if(other.shapes, [&](const Placed& one) { return one.cell == place; });
  if (placed) {
    placed->cell = place;
    other.shapes.insert(std::ranges::upper_bound(other.shapes, place, {}, &Placed::cell), *placed);
  }
  return other;
}

std::string MadePicture::text() const {
  std::string out(name_of(asks));
  out += '?';
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const Placed& one = shapes[i];
    out.append(i == 0 ? " " : "; ").append(std::to_string(one.cell / across + 1)).append(",");
    out.append(std::to_string(one.cell % across + 1)).append(" ");
    out.append(name_of(one.colour)).append(" ").append(name_of(one.shape));
  }
  return out;
}

std::vector<std::uint8_t> MadePicture::pixels() const {
  std::vector<std::uint8_t> out(side * side * 3);
  const auto paint = [&](std::size_t row, std::size_t column, Rgb colour) {
    std::uint8_t* const to = out.data() + (row * side + column) * 3;
    to[0] = colour.red;
    to[1] = colour.green;
    to[2] = colour.blue;
  };
  for (std::size_t row = 0; row < side; ++row)
    for (std::size_t column = 0; column < side; ++column)
      paint(row, column, row < patch && column < patch ? rgb_of(asks) : ground);
  for (const Placed& one : shapes)
    for (std::size_t row = 0; row < cell; ++row)
      for (std::size_t column = 0; column < cell; ++column)
        if (inside(one.shape, row, column))
          paint(one.cell / across * cell + row, one.cell % across * cell + column, rgb_of(one.colour));
  return out;
}

std::optional<MadePicture> read_made_picture(std::string_view text) {
  const auto asks = place_of(colour_names, next_word(text));
  if (!asks || !take(text, '?')) return std::nullopt;
  MadePicture picture;
  picture.asks = static_cast<PictureColour>(*asks);
  for (bool first = true; text.find_first_not_of(" \t;") != std::string_view::npos; first = false) {
    if (!first && !take(text, ';')) return std::nullopt;
    const std::optional<MadePicture::Placed> placed = read_placed(text);
    if (!placed || picture.at(placed->cell) != nullptr) return std::nullopt;
    picture = picture.with(placed->cell, placed);
  }
  return picture;
}

MadePicture drawn_picture(std::uint64_t seed) {
  attention::Generator generator(seed);
  const auto below = [&](std::size_t count) { return std::size_t{generator.random()} % count; };
  // The first `count` of a shuffled list.
  const auto chosen = [&](std::size_t from, std::size_t to, std::size_t count) {
    std::vector<std::size_t> all;
    for (std::size_t i = from; i < to; ++i) all.push_back(i);
    for (std::size_t i = 0; i < count; ++i) std::swap(all[i], all[i + below(all.size() - i)]);
    all.resize(count);
    return all;
  };
  const std::size_t count = 2 + below(4);
  const std::vector<std::size_t> in = chosen(1, MadePicture::cells, count), of = chosen(0, picture_colours, count);
  MadePicture picture;
  for (std::size_t i = 0; i < count; ++i)
    picture = picture.with(in[i], MadePicture::Placed{in[i], static_cast<PictureShape>(below(picture_shapes)),
                                                      static_cast<PictureColour>(of[i])});
  picture.asks = static_cast<PictureColour>(of[below(count)]);
  return picture;
}

const std::vector<MadePicture>& given_pictures() {
  static const std::vector<MadePicture> all = [] {
    std::vector<MadePicture> made;
    for (const std::string_view text : {
             "blue? 2,2 orange circle; 2,4 blue triangle; 3,3 green square; 4,2 yellow cross",
             "green? 2,2 orange circle; 2,4 blue triangle; 3,3 green square; 4,2 yellow cross",
             "pink? 1,2 blue circle; 4,4 pink cross",
             "blue? 2,3 blue circle; 3,2 blue square; 4,1 orange cross",
             "pink? 2,3 blue circle; 3,2 green square",
         })
      made.push_back(*read_made_picture(text));
    return made;
  }();
  return all;
}

}  // namespace explorer
