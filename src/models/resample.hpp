// Resampling one axis, as PyTorch's interpolate and Pillow's resize do it. Knows nothing of pictures or models.
#pragma once

#include <cstddef>
#include <vector>

namespace models {

// nearest takes one input. bilinear and bicubic weigh neighbours by the triangle and by Keys's cubic (1981).
enum class Filter { nearest, bilinear, bicubic };

// Which inputs an output is made of, from `first` on.
struct Taps {
  std::size_t first = 0;
  std::vector<double> weights;  // add up to 1
};

// Of each of `to` outputs of `from` inputs, both at least 1, whose outer edges coincide. antialiased: where it shrinks the filter
// becomes wider, and what it has beyond the edges is left out (a = −0.5 in the cubic), as interpolate(antialias=True); else it
// always has its own width, and edges are repeated (a = −0.75).
std::vector<Taps> resampling(Filter filter, bool antialiased, std::size_t from, std::size_t to);

// (rows, columns, width) → (to_rows, to_columns, width), in float64 and rounded to float32.
std::vector<float> resampled(const float* x, std::size_t rows, std::size_t columns, std::size_t width,
                             const std::vector<Taps>& down, const std::vector<Taps>& across);

}  // namespace models
