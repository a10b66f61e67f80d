// See pixels.hpp. Keys and defaults are those of transformers' image_processing_vit.py, image_processing_deit.py and
// image_processing_bit.py.
#include "models/pixels.hpp"

#include <algorithm>
#include <cmath>

#include "models/fields.hpp"

namespace models {
namespace {

using attention::fail;

constexpr std::size_t longest_side = 32768;       // of a picture that is given
constexpr std::size_t most_side = 4096;           // of what it becomes
constexpr std::size_t most_pixels = 120'000'000;  // that are given

// Which of transformers' classes reads the picture.
struct Usual {
  bool crops = false, keeps_shape = false;
  std::size_t size = 224;
  std::size_t filter = 2;
};

Usual usual_of(std::string_view type) {
  const std::string_view name = type.substr(0, std::min(type.find("ImageProcessor"), type.find("FeatureExtractor")));
  if (name == "DeiT") return {.crops = true, .size = 256, .filter = 3};
  if (name == "Bit") return {.crops = true, .keeps_shape = true, .filter = 3};
  return {};
}

void read_size(Fields& in, const Usual& usual, PixelSettings& s) {
  if (!in.is_object("size")) {
    const std::size_t size = in.whole("size", most_side, usual.size);
    if (usual.keeps_shape) s.shortest = size;
    s.height = s.width = size;
    return;
  }
  Fields size = in.object("size");
  if (size.given("shortest_edge") && !size.given("longest_edge")) {
    s.shortest = size.whole("shortest_edge", most_side);
  } else if (size.given("height")) {
    s.height = size.whole("height", most_side);
    s.width = size.whole("width", most_side);
  } else {
    in.refuse("preprocessor", "size",
              {"A size by other keys than height and width, or shortest_edge, is not computed here."});
  }
  in.take_problem(size, "size");
}

void read_crop(Fields& in, const Usual& usual, PixelSettings& s) {
  if (!in.flag("do_center_crop", usual.crops)) return;
  if (!in.is_object("crop_size")) {
    const std::size_t size = in.whole("crop_size", most_side, 224);
    s.crop = {size, size};
    return;
  }
  Fields crop = in.object("crop_size");
  s.crop = {crop.whole("height", most_side), crop.whole("width", most_side)};
  in.take_problem(crop, "crop_size");
}

void read_three(Fields& in, const char* key, std::array<double, 3>& to) {
  const std::vector<double> given = in.numbers(key);
  if (given.empty()) return to.fill(0.5);
  if (given.size() == 3) std::ranges::copy(given, to.begin());
  else in.refuse("preprocessor", key, {key, " has ", given.size(), " numbers; a picture has three channels."});
}

struct Size {
  std::size_t height, width;
};

Size resized(const PixelSettings& s, std::size_t height, std::size_t width) {
  if (!s.resize) return {height, width};
  if (!s.shortest) return {s.height, s.width};
  const std::size_t shorter = std::min(height, width), longer = std::max(height, width);
  const std::size_t other = *s.shortest * longer / shorter;
  return height <= width ? Size{*s.shortest, other} : Size{other, *s.shortest};
}

// (height, width, 3) on white.
std::vector<float> opaque(std::span<const std::uint8_t> pixels, std::size_t count, std::size_t channels) {
  std::vector<float> found(count * 3);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t* const pixel = pixels.data() + i * channels;
    const float alpha = channels == 4 ? static_cast<float>(pixel[3]) / 255.0f : 1.0f;
    for (std::size_t k = 0; k < 3; ++k)
      found[i * 3 + k] = std::round(255.0f + alpha * (static_cast<float>(pixel[k]) - 255.0f));
  }
  return found;
}

std::uint8_t whole(float number) { return static_cast<std::uint8_t>(std::clamp(std::round(number), 0.0f, 255.0f)); }

// The middle of `size`, black where the picture is smaller.
std::vector<std::uint8_t> cut(const std::vector<float>& x, Size from, Size to) {
  std::vector<std::uint8_t> found(to.height * to.width * 3);
  const auto before = [](std::size_t larger, std::size_t smaller) {
    const auto gap = static_cast<std::ptrdiff_t>(larger) - static_cast<std::ptrdiff_t>(smaller);
    return gap >= 0 ? gap / 2 : -((1 - gap) / 2);  // as transformers' center_crop, which pads up
  };
  const std::ptrdiff_t top = before(from.height, to.height), left = before(from.width, to.width);
  for (std::size_t row = 0; row < to.height; ++row) {
    for (std::size_t column = 0; column < to.width; ++column) {
      const std::ptrdiff_t y = top + static_cast<std::ptrdiff_t>(row), xx = left + static_cast<std::ptrdiff_t>(column);
      if (y < 0 || xx < 0 || y >= static_cast<std::ptrdiff_t>(from.height) ||
          xx >= static_cast<std::ptrdiff_t>(from.width))
        continue;
      const std::size_t at = (static_cast<std::size_t>(y) * from.width + static_cast<std::size_t>(xx)) * 3;
      for (std::size_t k = 0; k < 3; ++k) found[(row * to.width + column) * 3 + k] = whole(x[at + k]);
    }
  }
  return found;
}

}  // namespace

Result<PixelSettings> read_pixel_settings(std::string_view json) {
  Document document;
  if (const std::optional<std::string> wrong = document.parse(json))
    return fail("json", "preprocessor", {"preprocessor is not the JSON of a preprocessor_config.json: ", *wrong, "."});
  Fields in = document.fields();
  const Usual usual = usual_of(in.word("image_processor_type", in.word("feature_extractor_type", "ViT")));
  PixelSettings s;
  s.resize = in.flag("do_resize", true);
  read_size(in, usual, s);
  read_crop(in, usual, s);
  switch (in.whole("resample", 5, usual.filter, 0)) {  // Pillow's numbers
    case 0: s.filter = Filter::nearest; break;
    case 2: s.filter = Filter::bilinear; break;
    case 3: s.filter = Filter::bicubic; break;
    default:
      in.refuse("preprocessor", "resample",
                {"Of Pillow's filters nearest (0), bilinear (2) and bicubic (3) are computed here."});
  }
  s.scale = in.flag("do_rescale", true) ? in.number("rescale_factor", 1.0 / 255.0) : 1.0;
  if (in.flag("do_normalize", true)) {
    read_three(in, "image_mean", s.mean);
    read_three(in, "image_std", s.deviation);
    for (const double one : s.deviation)
      if (!(one > 0.0))
        in.refuse("preprocessor", "image_std", {"A deviation should be above 0: numbers are divided by it."});
  }
  if (in.problem) return fail("preprocessor", in.problem->path, {in.problem->message});
  return s;
}

Result<Pixels> read_pixels(const PixelSettings& s, std::span<const std::uint8_t> pixels, std::size_t height,
                           std::size_t width) {
  if (height == 0 || width == 0 || std::max(height, width) > longest_side || height * width > most_pixels) {
    return fail("size", "pixels",
                {"A picture of ", width, " × ", height, " pixels cannot be read: sides are 1 to ", longest_side,
                 " pixels, and there are at most ", most_pixels / 1'000'000, " million. Make it smaller."});
  }
  const std::size_t channels = pixels.size() / (height * width);
  if ((channels != 3 && channels != 4) || channels * height * width != pixels.size()) {
    return fail("size", "pixels",
                {"There are ", pixels.size(), " bytes for ", width, " × ", height,
                 " pixels; 3 (RGB) or 4 (RGBA) belong to each."});
  }
  Size size = resized(s, height, width);
  if (size.height * size.width > most_side * most_side || std::max(size.height, size.width) > longest_side) {
    return fail("size", "pixels",
                {"A picture of ", width, " × ", height, " pixels would become one of ", size.width, " × ", size.height,
                 ": it is too long for this model. Cut it."});
  }
  std::vector<float> x = opaque(pixels, height * width, channels);
  if (size.height != height || size.width != width) {
    const auto down = resampling(s.filter, true, height, size.height),
               across = resampling(s.filter, true, width, size.width);
    // Pillow rounds between its two passes, first across.
    x = resampled(x.data(), height, width, 3, resampling(Filter::nearest, true, height, height), across);
    for (float& one : x) one = static_cast<float>(whole(one));
    x = resampled(x.data(), height, size.width, 3, down, resampling(Filter::nearest, true, size.width, size.width));
  }
  Pixels found;
  const Size kept = s.crop ? Size{(*s.crop)[0], (*s.crop)[1]} : size;
  found.height = kept.height;
  found.width = kept.width;
  found.shown = cut(x, size, kept);
  const std::size_t count = kept.height * kept.width;
  found.values.resize(3 * count);
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < count; ++i)
      found.values[k * count + i] = static_cast<float>((found.shown[i * 3 + k] * s.scale - s.mean[k]) / s.deviation[k]);
  return found;
}

}  // namespace models
