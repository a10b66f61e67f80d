// Tensors that borrow their cells: read in place, copied when copied, and never written through.
#include <cstdlib>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "attention/tensor.hpp"

using attention::Shape;
using attention::Tensor;

TEST_CASE("a borrowed tensor reads cells where they are, a copy of it has its own") {
  std::vector<float> cells{1, 2, 3, 4, 5, 6};
  Tensor view = attention::borrowed(cells.data(), {2, 3});
  CHECK(view.data() == cells.data());
  CHECK(attention::shape_of(view) == Shape{2, 3});
  CHECK(view.size() == 6);
  CHECK(view(1, 0) == 4.0f);

  const Tensor copy = view;
  CHECK(copy.data() != cells.data());
  const Tensor moved = std::move(view);
  CHECK(moved.data() == cells.data());
  cells[3] = 9;
  CHECK(copy(1, 0) == 4.0f);
  CHECK(moved(1, 0) == 9.0f);
}

TEST_CASE("assigned to, a borrowed tensor leaves the cells alone that it borrowed") {
  std::vector<float> cells{1, 2};
  Tensor view = attention::borrowed(cells.data(), {2});
  Tensor other = Tensor::from_shape({2});
  other(0) = other(1) = 7;
  view = other;
  CHECK(view(0) == 7.0f);
  CHECK(cells == std::vector<float>{1, 2});
}

TEST_CASE("released cells are the tensor's own, or a copy of what it borrowed") {
  std::vector<float> cells{3, 4};
  Tensor view = attention::borrowed(cells.data(), {2}), own = view;
  const float* const at = own.data();
  float* const given = own.storage().release();
  CHECK(given == at);
  float* const copied = view.storage().release();
  CHECK(copied != cells.data());
  CHECK(copied[1] == 4.0f);
  std::free(given);
  std::free(copied);
}
