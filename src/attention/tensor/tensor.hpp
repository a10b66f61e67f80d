// The tensor of the core: xtensor's array of float32, row-major, any rank. Shapes in comments read (B, H, T, D): batch,
// head, token, feature. Including this costs seconds of compile time: keep it out of headers that the ui includes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <xtensor/core/xtensor_config.hpp>
#include <xtl/xtl_config.hpp>
#ifdef XTENSOR_DISABLE_EXCEPTIONS
// Both libraries would report errors to std::cerr. XTL_THROW alone adds 39 kB (brotli) of streams and locales.
#undef XTENSOR_THROW
#define XTENSOR_THROW(exception, message) __builtin_trap()
#undef XTL_THROW
#define XTL_THROW(exception, message) __builtin_trap()
#endif
#include <xtensor/containers/xadapt.hpp>
#include <xtensor/containers/xarray.hpp>

namespace attention {

using Shape = std::vector<std::size_t>;

using Tensor = xt::xarray<float, xt::layout_type::row_major>;
using BoolTensor = xt::xarray<std::uint8_t, xt::layout_type::row_major>;  // 0 false, anything else true
using Doubles = xt::xarray<double, xt::layout_type::row_major>;  // what is rounded only where it becomes a Tensor

// Cells owned elsewhere, read-only, and valid only as long as they exist. A parameter of this type accepts tensors
// without a copy, as a std::string_view accepts strings; Tensor(view) copies.
template <class T>
using Borrowed = xt::xarray_adaptor<xt::xbuffer_adaptor<const T*, xt::no_ownership, std::allocator<T>>,
                                    xt::layout_type::row_major, typename xt::xarray<T>::shape_type>;
template <class T>
class ArrayView : public Borrowed<T> {
 public:
  using Array = xt::xarray<T, xt::layout_type::row_major>;
  ArrayView(const T* cells, const Shape& shape);
  ArrayView(const Array& array);
  ArrayView(const ArrayView&);  // these two in tensor.cpp: compiled once, not at every use
  ~ArrayView();
  ArrayView& operator=(const ArrayView&) = delete;  // ambiguous: other cells, or other numbers in them
};
extern template class ArrayView<float>;
extern template class ArrayView<std::uint8_t>;
using TensorView = ArrayView<float>;
using BoolView = ArrayView<std::uint8_t>;

// Releases the cells of a tensor that is no longer needed: the new owner calls operator delete.
float* release(Tensor tensor);

template <class Array>
Shape shape_of(const Array& t) {
  return Shape(t.shape().begin(), t.shape().end());
}

}  // namespace attention
