// Made-up pictures for the page's own model of pictures: coloured shapes in cells, and a patch of one colour in the first corner,
// which asks for the shape that has this colour. As text, in which links and undo keep them, and as pixels. The same as in
// web/models/pictures.py, which the model was trained on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace explorer {

enum class PictureShape : std::uint8_t { circle, square, triangle, cross };
enum class PictureColour : std::uint8_t { orange, green, blue, yellow, pink };
inline constexpr std::size_t picture_shapes = 4, picture_colours = 5;
std::string_view name_of(PictureShape shape);  // "circle"
std::string_view name_of(PictureColour colour);
struct Rgb {
  std::uint8_t red, green, blue;
};
Rgb rgb_of(PictureColour colour);

struct MadePicture {
  static constexpr std::size_t side = 48, cell = 12, patch = 6;        // pixels
  static constexpr std::size_t cells = (side / cell) * (side / cell);  // row by row; cell 0 holds the patch that asks

  struct Placed {
    std::size_t cell = 1;
    PictureShape shape = PictureShape::circle;
    PictureColour colour = PictureColour::orange;
    bool operator==(const Placed&) const = default;
  };
  PictureColour asks = PictureColour::blue;
  std::vector<Placed> shapes;  // in rising order of cells, one in each
  bool operator==(const MadePicture&) const = default;

  const Placed* at(std::size_t place) const;  // of a cell; nullptr: empty
  // With another shape in a cell, or none. Cell 0 stays as it is.
  MadePicture with(std::size_t place, std::optional<Placed> placed) const;
  std::string text() const;  // "blue? 2,2 orange circle; 2,4 blue triangle": rows and columns of cells from 1
  std::vector<std::uint8_t> pixels() const;  // (side, side, 3)
};

// None for another text.
std::optional<MadePicture> read_made_picture(std::string_view text);

// A picture as those of the training: 2 to 5 shapes of different colours, of which one is asked for. The same for the same seed.
MadePicture drawn_picture(std::uint64_t seed);

// Those to choose from: two that differ in what is asked alone; and two that no training showed, in which two shapes have the
// colour, and none has it.
const std::vector<MadePicture>& given_pictures();

}  // namespace explorer
