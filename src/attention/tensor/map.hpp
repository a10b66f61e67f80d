// Cell-by-cell functions, with which the core's formulas are written. Operands broadcast as in NumPy and must fit;
// functions that take them from outside check that. Function pointers instead of lambdas: xtensor's loops are compiled
// once for each number of operands, not once for each formula, which would enlarge the headless module by a fifth.
#pragma once

#include <concepts>
#include <limits>
#include <type_traits>

#include "attention/tensor/tensor.hpp"

namespace attention {

Tensor map(double (*f)(double), const Tensor& x);  // rounded once
Tensor map(float (*f)(float, float), const Tensor& a, const Tensor& b);

// The same for formulas that are rounded only at the end.
Doubles map(double (*f)(double), const Doubles& x);
Doubles map(double (*f)(double, double), const Doubles& a, const Doubles& b);

// f(… f(f(first, x0), x1) …, x_last) along an axis, which stays with length 1: (…, n, …) → (…, 1, …).
// Evaluated at once: xtensor's lazy reductions read out of bounds inside a broadcasting expression.
Doubles reduced(double (*f)(double, double), double first, const Doubles& x, std::size_t axis);
Doubles wide_sums(const Doubles& x, std::size_t axis);

// Call it as attention::sqrt(…): a bare sqrt(…) may find xtensor's lazy one.
Doubles sqrt(const Doubles& x);

Doubles widened(const Tensor& x);
Tensor rounded(const Doubles& x);

// a where the condition holds, b elsewhere. Call it as attention::where(…): a bare where(…) may find xtensor's lazy
// one.
Tensor where(const BoolTensor& condition, const Tensor& a, const Tensor& b);
BoolTensor compare(bool (*f)(double, double), const Doubles& a, const Doubles& b);

// The score of a key that a query may not attend to.
inline constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

// One number, shape (): it broadcasts to everything.
Tensor scalar(float value);
Doubles wide_scalar(double value);

Tensor filled(const Shape& shape, float value);

// 0 1 2 … n − 1, and the same as a column, (n, 1, …, 1) with `after` axes of length 1.
Doubles count_up(std::size_t n);
Doubles column(std::size_t n, std::size_t after = 1);

float plus(float a, float b);
float minus(float a, float b);
float times(float a, float b);
float over(float a, float b);
double wide_plus(double a, double b);
double wide_minus(double a, double b);
double wide_times(double a, double b);
double wide_over(double a, double b);

// NumPy's operators: a + b, a − b, a · b and a / b of tensors and numbers, cell by cell and evaluated at once. They win over
// xtensor's, which are lazy, because they are more constrained.
inline const Tensor& operand(const Tensor& x) { return x; }
inline const Doubles& operand(const Doubles& x) { return x; }
inline Tensor operand(float x) { return scalar(x); }
inline Doubles operand(double x) { return wide_scalar(x); }

template <class Array, class A>
concept IsArray = std::same_as<std::remove_cvref_t<A>, Array>;
template <class Array, class A>
concept IsOperand = IsArray<Array, A> || std::same_as<std::remove_cvref_t<A>, typename Array::value_type>;
template <class Array, class A, class B>
concept AreOperands = IsOperand<Array, A> && IsOperand<Array, B> && (IsArray<Array, A> || IsArray<Array, B>);

template <class A, class B>
  requires AreOperands<Tensor, A, B>
Tensor operator+(A&& a, B&& b) {
  return map(plus, operand(a), operand(b));
}
template <class A, class B>
  requires AreOperands<Tensor, A, B>
Tensor operator-(A&& a, B&& b) {
  return map(minus, operand(a), operand(b));
}
template <class A, class B>
  requires AreOperands<Tensor, A, B>
Tensor operator*(A&& a, B&& b) {
  return map(times, operand(a), operand(b));
}
template <class A, class B>
  requires AreOperands<Tensor, A, B>
Tensor operator/(A&& a, B&& b) {
  return map(over, operand(a), operand(b));
}
template <class A, class B>
  requires AreOperands<Doubles, A, B>
Doubles operator+(A&& a, B&& b) {
  return map(wide_plus, operand(a), operand(b));
}
template <class A, class B>
  requires AreOperands<Doubles, A, B>
Doubles operator-(A&& a, B&& b) {
  return map(wide_minus, operand(a), operand(b));
}
template <class A, class B>
  requires AreOperands<Doubles, A, B>
Doubles operator*(A&& a, B&& b) {
  return map(wide_times, operand(a), operand(b));
}
template <class A, class B>
  requires AreOperands<Doubles, A, B>
Doubles operator/(A&& a, B&& b) {
  return map(wide_over, operand(a), operand(b));
}

}  // namespace attention
