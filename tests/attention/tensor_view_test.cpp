// Views of cells owned elsewhere: read in place, never written to, and copied for keeping.
#include <cmath>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "attention/softmax.hpp"
#include "attention/tensor/tensor_functions.hpp"
#include "support/expect.hpp"

using attention::Shape;
using attention::Tensor;
using attention::TensorView;

TEST_CASE("a view reads cells in place, a tensor made from it has a copy") {
  std::vector<float> cells{1, 2, 3, 4, 5, 6};
  const TensorView view(cells.data(), {2, 3});
  CHECK(view.data() == cells.data());
  CHECK(attention::shape_of(view) == Shape{2, 3});
  CHECK(view.size() == 6);
  CHECK(view(1, 0) == 4.0f);

  const Tensor copy(view);
  CHECK(copy.data() != cells.data());
  cells[3] = 9;
  CHECK(view(1, 0) == 9.0f);
  CHECK(copy(1, 0) == 4.0f);
}

TEST_CASE("a tensor made from a view is a copy: it keeps its numbers when the view's cells are freed") {
  const auto kept = [](Tensor (*make)(const TensorView&)) {
    std::optional<std::vector<float>> cells(std::in_place, std::vector<float>{1, 2, 3});
    Tensor made = make(TensorView(cells->data(), {3}));
    cells.reset();  // the sanitizers report any later read of them
    return made;
  };
  CHECK(expect::same(kept([](const TensorView& view) { return Tensor(view); }), expect::tensor({3}, {1, 2, 3})) == "");
}

TEST_CASE("a view is for reading: its cells are const, and nothing can be assigned to it") {
  static_assert(std::is_same_v<decltype(std::declval<TensorView&>().data()), const float*>);
  static_assert(std::is_same_v<decltype(std::declval<TensorView&>()(0)), const float&>);
  static_assert(!std::is_assignable_v<TensorView&, const Tensor&>);
  static_assert(!std::is_assignable_v<TensorView&, const TensorView&>);
}

TEST_CASE("a tensor is taken for a view where one is asked for, without a copy") {
  const Tensor tensor = expect::tensor({2, 2}, {1, 2, 3, 4});
  const auto cells_of = [](const TensorView& view) { return view.data(); };
  CHECK(cells_of(tensor) == tensor.data());
  const TensorView view(tensor), again = view;
  CHECK(again.data() == tensor.data());
  CHECK(again(1, 1) == 4.0f);
}

TEST_CASE("a view of one number and a view of none") {
  const float number = 7;
  CHECK(TensorView(&number, {})() == 7.0f);
  CHECK(TensorView(&number, {0, 3}).size() == 0);
  CHECK(Tensor(TensorView(&number, {0, 3})).shape()[1] == 3);
}

TEST_CASE("released cells are the tensor's own, for operator delete") {
  Tensor tensor = expect::tensor({2}, {3, 4});
  const float* const at = tensor.data();
  float* const given = attention::release(std::move(tensor));
  CHECK(given == at);
  CHECK(given[1] == 4.0f);
  ::operator delete(given);
  ::operator delete(attention::release(expect::tensor({0}, {})));
}

// Cases in which xtensor behaves differently, or fails, so that the core's functions avoid them.
TEST_CASE("a row of minus infinity has the largest minus infinity, not the lowest finite number") {
  const Tensor row = expect::tensor({1, 2}, {-INFINITY, -INFINITY});
  CHECK(expect::same(expect::value(attention::amax(row, 1)), expect::tensor({1}, {-INFINITY})) == "");
  CHECK(expect::same(expect::value(attention::softmax(row, 1)), expect::tensor({1, 2}, {0, 0})) == "");
  const Tensor broken = expect::value(attention::softmax(row, 1, {.empty_row = attention::EmptyRow::nan}));
  CHECK(std::isnan(broken(0, 1)));
}

TEST_CASE("tril takes the last two axes for rows and columns") {
  const Tensor ones = expect::value(attention::ones({2, 1, 3}));
  CHECK(expect::same(expect::value(attention::tril(ones)), expect::tensor({2, 1, 3}, {1, 0, 0, 1, 0, 0})) == "");
}

TEST_CASE("axes of length 0 are allowed in every function along an axis") {
  const Tensor none = expect::tensor({2, 0}, {}), wide = expect::tensor({0, 2}, {});
  CHECK(expect::same(expect::value(attention::softmax(none, 1)), none) == "");
  CHECK(expect::same(expect::value(attention::softmax(none, 0)), none) == "");
  CHECK(expect::same(expect::value(attention::sum(none, 1)), expect::tensor({2}, {0, 0})) == "");
  CHECK(expect::same(expect::value(attention::sum(none, 0)), expect::tensor({0}, {})) == "");
  CHECK(expect::same(expect::value(attention::amax(none, 0)), expect::tensor({0}, {})) == "");
  CHECK(expect::same(expect::value(attention::concat({none, none}, 0)), expect::tensor({4, 0}, {})) == "");
  CHECK(expect::same(expect::value(attention::slice(wide, 1, 0, 1)), expect::tensor({0, 1}, {})) == "");
  CHECK(expect::same(expect::value(attention::add(wide, wide)), wide) == "");
  CHECK(expect::same(expect::value(attention::transpose(wide, 0, 1)), none) == "");
}
