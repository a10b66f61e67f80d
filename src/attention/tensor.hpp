// The tensor of the core: float32, row-major, any rank. Shapes in comments read (B, H, T, D): batch, head, token,
// feature. Including this costs seconds of compile time: keep it out of headers that the ui includes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <vector>

#include <xtensor/core/xtensor_config.hpp>
#ifdef XTENSOR_DISABLE_EXCEPTIONS
// xtensor would tell std::cerr what is wrong, with all that a stream brings.
#undef XTENSOR_THROW
#define XTENSOR_THROW(exception, message) __builtin_trap()
#endif
#include <xtensor/containers/xarray.hpp>

namespace attention {

using Shape = std::vector<std::size_t>;

// Where xtensor keeps the cells of a tensor: memory of its own, which is not filled, or memory that somebody else owns and
// that outlives it. A copy always has its own.
template <class T>
class Store {
 public:
  using value_type = T;
  using allocator_type = std::allocator<T>;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = T&;
  using const_reference = const T&;
  using pointer = T*;
  using const_pointer = const T*;
  using iterator = T*;
  using const_iterator = const T*;
  using reverse_iterator = std::reverse_iterator<T*>;
  using const_reverse_iterator = std::reverse_iterator<const T*>;

  Store() = default;
  explicit Store(std::size_t count);
  Store(std::size_t count, const T& value);
  Store(const Store&);
  Store(Store&&) noexcept;
  Store& operator=(const Store&);
  Store& operator=(Store&&) noexcept;
  ~Store();

  void resize(std::size_t count);
  void borrow(T* at, std::size_t count);
  // The cells, to be freed with std::free: its own, or a copy of what it borrows. It is empty then.
  T* release();

  T* data() { return at_; }
  const T* data() const { return at_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return at_[i]; }
  const T& operator[](std::size_t i) const { return at_[i]; }
  T* begin() { return at_; }
  T* end() { return at_ + size_; }
  const T* begin() const { return at_; }
  const T* end() const { return at_ + size_; }
  const T* cbegin() const { return at_; }
  const T* cend() const { return at_ + size_; }
  void swap(Store& other) noexcept;

 private:
  T* at_ = nullptr;
  std::size_t size_ = 0;
  bool own_ = true;
};

extern template class Store<float>;
extern template class Store<std::uint8_t>;

template <class T>
using Array = xt::xarray_container<Store<T>, xt::layout_type::row_major, xt::svector<std::size_t, 4>>;
using Tensor = Array<float>;
using BoolTensor = Array<std::uint8_t>;  // 0 false, anything else true

// A view: for reading, and only as long as the cells are there. A copy of it is a tensor like any other.
Tensor borrowed(const float* cells, const Shape& shape);
BoolTensor borrowed(const std::uint8_t* cells, const Shape& shape);

Shape shape_of(const Tensor& t);
Shape shape_of(const BoolTensor& t);

}  // namespace attention
