// An image becomes tokens: square patches cut out at a stride, each flattened into one row, as torch.nn.Unfold does
// (transposed: tokens are rows here). "An Image Is Worth 16x16 Words", Dosovitskiy et al. 2021.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "attention/tensor/shape.hpp"

namespace attention {

// Interleaved pixels, rows from the top, `channels` bytes each, as a canvas holds them → (C, H, W) in 0 … 1, keeping
// the first `keep` channels (3 of RGBA drops the opacity). Errors "size", "range".
Result<Tensor> image_from_pixels(const std::vector<std::uint8_t>& pixels, std::size_t height, std::size_t width,
                                 std::size_t channels, std::size_t keep);

// The inverse: clamped to 0 … 1 and rounded to bytes.
Result<std::vector<std::uint8_t>> pixels_from_image(const Tensor& image);

struct PatchGrid {
  std::size_t size = 0, stride = 0;   // pixels
  std::size_t rows = 0, columns = 0;  // patches down and across; tokens = rows · columns
  std::size_t channels = 0, height = 0, width = 0;
};

// How many patches fit. Pixels at the right and bottom that do not fill a patch are left out. Errors: "range" (size or
// stride 0), "shape" (patch larger than the image).
Result<PatchGrid> patch_grid(std::size_t channels, std::size_t height, std::size_t width, std::size_t size,
                             std::size_t stride);

// (…, C, H, W) → (…, N, C·size·size): token n is patch (n / columns, n % columns), its features run over channel,
// row, column. Errors as patch_grid, "rank".
Result<Tensor> patches(const Tensor& image, std::size_t size, std::size_t stride);

// The inverse, (…, C, H, W): the mean where patches overlap, 0 where there is none. Restores every pixel that a patch
// covers. Without `mean` the sum, which is the gradient of patches(). Error "shape" if the tokens do not fit the grid.
Result<Tensor> unpatch(const Tensor& tokens, const PatchGrid& grid, bool mean = true);

}  // namespace attention
