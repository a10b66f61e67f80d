// The tensor of the core: float32, row-major, any rank. Shapes in comments read (B, H, T, D): batch, head, token,
// feature. Including this costs seconds of compile time: keep it out of headers that the ui includes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <xtensor/containers/xarray.hpp>

namespace attention {

using Shape = std::vector<std::size_t>;
using Tensor = xt::xarray<float, xt::layout_type::row_major>;
using BoolTensor = xt::xarray<std::uint8_t, xt::layout_type::row_major>;  // 0 false, anything else true

inline Shape shape_of(const Tensor& t) { return Shape(t.shape().begin(), t.shape().end()); }
inline Shape shape_of(const BoolTensor& t) { return Shape(t.shape().begin(), t.shape().end()); }

}  // namespace attention
