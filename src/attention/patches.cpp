// Cutting an image into patches and laying them back.
#include "attention/patches.hpp"

#include <algorithm>
#include <cmath>

#include "attention/loops.hpp"

namespace attention {

namespace {

// f(place in the image, place in the tokens) for every number of every patch of one image.
template <class F>
void each_patch_cell(const PatchGrid& grid, F f) {
  std::size_t at = 0;
  for (std::size_t row = 0; row < grid.rows; ++row) {
    for (std::size_t column = 0; column < grid.columns; ++column) {
      for (std::size_t c = 0; c < grid.channels; ++c) {
        for (std::size_t y = 0; y < grid.size; ++y) {
          for (std::size_t x = 0; x < grid.size; ++x) {
            const std::size_t pixel_y = row * grid.stride + y, pixel_x = column * grid.stride + x;
            f((c * grid.height + pixel_y) * grid.width + pixel_x, at++);
          }
        }
      }
    }
  }
}

}  // namespace

Result<Tensor> image_from_pixels(const std::vector<std::uint8_t>& pixels, std::size_t height, std::size_t width,
                                 std::size_t channels, std::size_t keep) {
  if (keep > channels) {
    return fail("range", "keep", {"Can't keep ", keep, " of ", channels, " channels."});
  }
  const Result<std::size_t> wanted = element_count({height, width, channels}, "pixels");
  if (!wanted) return std::unexpected(wanted.error());
  if (pixels.size() != *wanted) {
    return fail("size", "pixels",
                {"A picture of ", height, " rows, ", width, " columns and ", channels, " channels has ", *wanted,
                 " bytes, not ", pixels.size(), "."});
  }
  Tensor image = Tensor::from_shape({keep, height, width});
  const std::size_t area = height * width;
  for (std::size_t c = 0; c < keep; ++c) {
    for (std::size_t i = 0; i < area; ++i) {
      image.data()[c * area + i] = static_cast<float>(pixels[i * channels + c] / 255.0);
    }
  }
  return image;
}

Result<std::vector<std::uint8_t>> pixels_from_image(const Tensor& image) {
  if (auto ok = check_rank(image, 3, "image", "(C, H, W)"); !ok) return std::unexpected(ok.error());
  if (auto ok = check_finite(image, "image"); !ok) return std::unexpected(ok.error());
  const std::size_t channels = image.shape()[0], area = image.shape()[1] * image.shape()[2];
  std::vector<std::uint8_t> pixels(image.size());
  for (std::size_t c = 0; c < channels; ++c) {
    for (std::size_t i = 0; i < area; ++i) {
      const float value = std::clamp(image.data()[c * area + i], 0.0f, 1.0f);
      pixels[i * channels + c] = static_cast<std::uint8_t>(std::lround(double{value} * 255.0));
    }
  }
  return pixels;
}

Result<PatchGrid> patch_grid(std::size_t channels, std::size_t height, std::size_t width, std::size_t size,
                             std::size_t stride) {
  if (size == 0 || stride == 0) {
    return fail("range", size == 0 ? "size" : "stride", "Patch size and stride count pixels: both must be at least 1.");
  }
  if (size > height || size > width) {
    return fail(
        "shape", "size",
        {"A patch of ", size, " × ", size, " pixels does not fit into an image of ", height, " × ", width, "."});
  }
  return PatchGrid{size, stride, (height - size) / stride + 1, (width - size) / stride + 1, channels, height, width};
}

Result<Tensor> patches(const Tensor& image, std::size_t size, std::size_t stride) {
  if (auto ok = check_min_rank(image, 3, "image", "(…, C, H, W)"); !ok) return std::unexpected(ok.error());
  const std::size_t rank = image.dimension();
  const Result<PatchGrid> grid =
      patch_grid(image.shape()[rank - 3], image.shape()[rank - 2], image.shape()[rank - 1], size, stride);
  if (!grid) return std::unexpected(grid.error());
  Shape shape = detail::leading(shape_of(image), 3);
  const std::size_t batch = detail::product(shape);
  shape.push_back(grid->rows * grid->columns);
  shape.push_back(grid->channels * size * size);
  Result<Tensor> tokens = make_zeros(shape, "patches");
  if (!tokens) return tokens;
  const std::size_t pixels = grid->channels * grid->height * grid->width;
  const std::size_t cells = shape[shape.size() - 1] * shape[shape.size() - 2];
  for (std::size_t b = 0; b < batch; ++b) {
    const float* from = image.data() + b * pixels;
    float* to = tokens->data() + b * cells;
    each_patch_cell(*grid, [&](std::size_t pixel, std::size_t cell) { to[cell] = from[pixel]; });
  }
  return tokens;
}

Result<Tensor> unpatch(const Tensor& tokens, const PatchGrid& grid) {
  if (auto ok = check_min_rank(tokens, 2, "tokens", "(…, N, C·size·size)"); !ok) return std::unexpected(ok.error());
  const Result<PatchGrid> checked = patch_grid(grid.channels, grid.height, grid.width, grid.size, grid.stride);
  if (!checked) return std::unexpected(checked.error());
  const std::size_t count = checked->rows * checked->columns, width = grid.channels * grid.size * grid.size;
  const std::size_t rank = tokens.dimension();
  if (tokens.shape()[rank - 2] != count || tokens.shape()[rank - 1] != width) {
    return fail(
        "shape", "tokens",
        {"The grid has ", count, " patches of ", width, " numbers; tokens has the shape ", describe(tokens), "."});
  }
  Shape shape = detail::leading(shape_of(tokens), 2);
  const std::size_t batch = detail::product(shape);
  shape.insert(shape.end(), {grid.channels, grid.height, grid.width});
  Result<Tensor> image = make_zeros(shape, "image");
  if (!image) return image;
  const std::size_t pixels = grid.channels * grid.height * grid.width;
  std::vector<double> totals(pixels);
  std::vector<std::size_t> covered(pixels, 0);
  each_patch_cell(*checked, [&](std::size_t pixel, std::size_t) { ++covered[pixel]; });
  for (std::size_t b = 0; b < batch; ++b) {
    std::fill(totals.begin(), totals.end(), 0.0);
    const float* from = tokens.data() + b * count * width;
    each_patch_cell(*checked, [&](std::size_t pixel, std::size_t cell) { totals[pixel] += from[cell]; });
    for (std::size_t i = 0; i < pixels; ++i) {
      const double mean = covered[i] > 0 ? totals[i] / static_cast<double>(covered[i]) : 0.0;
      image->data()[b * pixels + i] = static_cast<float>(mean);
    }
  }
  return image;
}

}  // namespace attention
