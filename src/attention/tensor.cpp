// Memory of tensors, their own and borrowed; see tensor.hpp.
#include "attention/tensor.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace attention {

namespace {

// Memory that runs out ends the program: as WebAssembly it is begun anew, and the caller is told (web/modules/core.ts).
template <class T>
T* room(std::size_t count) {
  if (count == 0) return nullptr;
  void* at = std::malloc(count * sizeof(T));
  if (at == nullptr) std::abort();
  return static_cast<T*>(at);
}

}  // namespace

template <class T>
Store<T>::Store(std::size_t count) : at_(room<T>(count)), size_(count) {}

template <class T>
Store<T>::Store(std::size_t count, const T& value) : Store(count) {
  std::fill_n(at_, count, value);
}

template <class T>
Store<T>::Store(const Store& other) : Store(other.size_) {
  std::copy_n(other.at_, size_, at_);
}

template <class T>
Store<T>::Store(Store&& other) noexcept {
  swap(other);
}

template <class T>
Store<T>& Store<T>::operator=(const Store& other) {
  if (this == &other) return *this;
  // What it borrows is not its to write to.
  if (!own_) *this = Store();
  resize(other.size_);
  std::copy_n(other.at_, size_, at_);
  return *this;
}

template <class T>
Store<T>& Store<T>::operator=(Store&& other) noexcept {
  swap(other);
  return *this;
}

template <class T>
Store<T>::~Store() {
  if (own_) std::free(at_);
}

template <class T>
void Store<T>::resize(std::size_t count) {
  if (count == size_) return;
  *this = Store();
  Store fresh(count);
  swap(fresh);
}

template <class T>
void Store<T>::borrow(T* at, std::size_t count) {
  if (own_) std::free(at_);
  at_ = at;
  size_ = count;
  own_ = false;
}

template <class T>
T* Store<T>::release() {
  if (!own_) {
    Store copy(*this);
    swap(copy);
  }
  size_ = 0;
  return std::exchange(at_, nullptr);
}

template <class T>
void Store<T>::swap(Store& other) noexcept {
  std::swap(at_, other.at_);
  std::swap(size_, other.size_);
  std::swap(own_, other.own_);
}

template class Store<float>;
template class Store<std::uint8_t>;

namespace {

template <class T>
Array<T> view(const T* cells, const Shape& shape) {
  typename Array<T>::inner_shape_type lengths(shape.begin(), shape.end());
  typename Array<T>::inner_strides_type steps(shape.size());
  std::ptrdiff_t step = 1;
  for (std::size_t axis = shape.size(); axis-- > 0; step *= static_cast<std::ptrdiff_t>(shape[axis]))
    steps[axis] = shape[axis] == 1 ? 0 : step;  // as xtensor has it for an axis that may be stretched
  Store<T> store;
  store.borrow(const_cast<T*>(cells), static_cast<std::size_t>(step));
  return Array<T>(std::move(store), std::move(lengths), std::move(steps));
}

}  // namespace

Tensor borrowed(const float* cells, const Shape& shape) { return view(cells, shape); }
BoolTensor borrowed(const std::uint8_t* cells, const Shape& shape) { return view(cells, shape); }

Shape shape_of(const Tensor& t) { return Shape(t.shape().begin(), t.shape().end()); }
Shape shape_of(const BoolTensor& t) { return Shape(t.shape().begin(), t.shape().end()); }

}  // namespace attention
