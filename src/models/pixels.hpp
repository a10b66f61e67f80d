// What preprocessor_config.json of a checkpoint says, and a picture as such a model reads it: resized, cut, and normalised.
// Knows nothing of models.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "attention/tensor/error.hpp"
#include "models/resample.hpp"

namespace models {

using attention::Result;

struct PixelSettings {
  bool resize = true;
  std::size_t height = 0, width = 0;    // to which it is resized; or
  std::optional<std::size_t> shortest;  // the shorter side, with the shape kept
  Filter filter = Filter::bilinear;
  std::optional<std::array<std::size_t, 2>> crop;  // height and width of the middle that is kept
  double scale = 1.0 / 255.0;                      // by which whole numbers 0 … 255 are multiplied
  std::array<double, 3> mean = {}, deviation = {1.0, 1.0, 1.0};
};

// Reads the JSON of a preprocessor_config.json with the keys and defaults of transformers' ViTImageProcessor, DeiTImageProcessor
// and BitImageProcessor. Errors: "json"; "preprocessor" with the key as path for what does not fit or is not computed here.
Result<PixelSettings> read_pixel_settings(std::string_view json);

struct Pixels {
  std::size_t height = 0, width = 0;
  std::vector<std::uint8_t> shown;  // (height, width, 3): what is left of the picture
  std::vector<float> values;        // (3, height, width): (number · scale − mean) / deviation
};

// `pixels`: (height, width, 4) with alpha, which lies on white, or (height, width, 3). Resized as Pillow does it, within one of
// 255 (antialiased, rounded to whole numbers). Errors "size" for sides that are 0 or too long, or a wrong number of bytes.
Result<Pixels> read_pixels(const PixelSettings& settings, std::span<const std::uint8_t> pixels, std::size_t height,
                           std::size_t width);

}  // namespace models
