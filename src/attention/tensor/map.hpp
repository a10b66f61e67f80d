// Cell-by-cell functions, with which the core's formulas are written. Operands broadcast as in NumPy and must fit;
// functions that take them from outside check that. Function pointers instead of lambdas: xtensor's loops are compiled
// once for each number of operands, not once for each formula, which would enlarge the headless module by a fifth.
#pragma once

#include <limits>

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
double wide_times(double a, double b);
double wide_over(double a, double b);

}  // namespace attention
