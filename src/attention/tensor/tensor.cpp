// Views of memory owned elsewhere, and releasing a tensor's cells to a new owner.
#include "attention/tensor/tensor.hpp"

#include <utility>

namespace attention {

namespace {

std::size_t cells_of(const Shape& shape) {
  std::size_t count = 1;
  for (const std::size_t length : shape) count *= length;
  return count;
}

template <class T, class Axes>
Borrowed<T> borrowed(const T* cells, std::size_t count, const Axes& shape) {
  using Cells = xt::xbuffer_adaptor<const T*, xt::no_ownership, std::allocator<T>>;
  return Borrowed<T>(Cells(cells, count), typename Borrowed<T>::shape_type(shape.begin(), shape.end()));
}

}  // namespace

template <class T>
ArrayView<T>::ArrayView(const T* cells, const Shape& shape) : Borrowed<T>(borrowed(cells, cells_of(shape), shape)) {}

template <class T>
ArrayView<T>::ArrayView(const Array& array) : Borrowed<T>(borrowed(array.data(), array.size(), array.shape())) {}

template <class T>
ArrayView<T>::ArrayView(const ArrayView&) = default;

template <class T>
ArrayView<T>::~ArrayView() = default;

template class ArrayView<float>;
template class ArrayView<std::uint8_t>;

float* release(Tensor tensor) {
  // The cells come from operator new, and a uvector that is not destroyed does not free them.
  union Undestroyed {
    explicit Undestroyed(Tensor::storage_type&& from) : cells(std::move(from)) {}
    ~Undestroyed() {}
    Tensor::storage_type cells;
  } kept(std::move(tensor.storage()));
  return kept.cells.data();
}

}  // namespace attention
