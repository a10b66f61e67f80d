// Cutting an image into patches and putting them back together.
#include "attention/inputs/patches.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <xtensor/core/xmath.hpp>
#include <xtensor/generators/xbuilder.hpp>
#include <xtensor/views/xstrided_view.hpp>

#include "attention/tensor/map.hpp"
#include "attention/tensor/tensor_functions.hpp"

namespace attention {

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
  Tensor bytes = Tensor::from_shape({height, width, channels});
  std::ranges::copy(pixels, bytes.begin());
  const Tensor kept = *attention::slice(bytes, 2, 0, static_cast<long long>(keep));  // (H, W, C)
  const auto level = [](double byte) { return byte / 255.0; };
  return map(level, *attention::permute(kept, {2, 0, 1}));  // (C, H, W)
}

Result<std::vector<std::uint8_t>> pixels_from_image(const Tensor& image) {
  if (auto ok = check_rank(image, 3, "image", "(C, H, W)"); !ok) return std::unexpected(ok.error());
  if (auto ok = check_finite(image, "image"); !ok) return std::unexpected(ok.error());
  const auto byte = [](double level) { return static_cast<double>(std::lround(std::clamp(level, 0.0, 1.0) * 255.0)); };
  const Tensor bytes = map(byte, *attention::permute(image, {1, 2, 0}));  // (H, W, C)
  return std::vector<std::uint8_t>(bytes.begin(), bytes.end());
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
  const std::size_t channels = grid->channels, height = grid->height, width = grid->width;
  const Shape batch = leading(shape_of(image), 3);
  Shape shape = batch;
  shape.insert(shape.end(), {grid->rows * grid->columns, channels * size * size});
  if (auto count = element_count(shape, "patches"); !count) return std::unexpected(count.error());
  // No copy until the end: all patches are one view of the image, (batch, rows, columns, C, size, size).
  const auto step = [](std::size_t pixels) { return static_cast<std::ptrdiff_t>(pixels); };
  Tensor::shape_type windows = {product(batch), grid->rows, grid->columns, channels, size, size};
  Tensor::strides_type steps = {
      step(channels * height * width), step(stride * width), step(stride), step(height * width), step(width), 1};
  Tensor tokens = xt::strided_view(image, std::move(windows), std::move(steps), 0, xt::layout_type::dynamic);
  tokens.reshape(shape);  // (…, N, C·size·size)
  return tokens;
}

Result<Tensor> unpatch(const Tensor& tokens, const PatchGrid& grid, bool mean) {
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
  Shape shape = leading(shape_of(tokens), 2);
  shape.insert(shape.end(), {grid.channels, grid.height, grid.width});
  if (auto ok = element_count(shape, "image"); !ok) return std::unexpected(ok.error());
  Shape squares = leading(shape_of(tokens), 1);
  squares.insert(squares.end(), {grid.channels, grid.size, grid.size});
  Tensor patches = tokens;
  patches.reshape(squares);                                             // (…, N, C, size, size)
  Doubles total = xt::zeros<double>(shape);                             // (…, C, H, W)
  Doubles covered = xt::zeros<double>(Shape{grid.height, grid.width});  // how many patches cover a pixel
  for (std::size_t n = 0; n < count; ++n) {
    const auto y = static_cast<std::ptrdiff_t>(n / checked->columns * grid.stride);
    const auto x = static_cast<std::ptrdiff_t>(n % checked->columns * grid.stride);
    const auto size = static_cast<std::ptrdiff_t>(grid.size);
    const xt::xstrided_slice_vector here = {xt::ellipsis(), xt::range(y, y + size), xt::range(x, x + size)};
    xt::strided_view(total, here) += *attention::select(patches, -4, static_cast<long long>(n));
    xt::strided_view(covered, here) += 1.0;
  }
  const auto each = [](double sum, double of) { return sum / std::max(of, 1.0); };
  return rounded(mean ? map(each, total, covered) : total);
}

}  // namespace attention
