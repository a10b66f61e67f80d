// xtensor's loops over broadcasting operands are compiled only here, each once.
#include "attention/tensor/map.hpp"

#include <cmath>

#include <xtensor/core/xmath.hpp>
#include <xtensor/core/xvectorize.hpp>
#include <xtensor/generators/xbuilder.hpp>
#include <xtensor/reducers/xreducer.hpp>

namespace attention {

Tensor map(double (*f)(double), const Tensor& x) { return rounded(map(f, widened(x))); }
Tensor map(float (*f)(float, float), const Tensor& a, const Tensor& b) { return xt::vectorize(f)(a, b); }

Doubles map(double (*f)(double), const Doubles& x) { return xt::vectorize(f)(x); }
Doubles map(double (*f)(double, double), const Doubles& a, const Doubles& b) { return xt::vectorize(f)(a, b); }

Doubles reduced(double (*f)(double, double), double first, const Doubles& x, std::size_t axis) {
  if (x.size() == 0) {  // a reduction of an empty axis reads out of bounds
    Shape shape = shape_of(x);
    shape[axis] = 1;
    return Doubles(Doubles::shape_type(shape.begin(), shape.end()), first);
  }
  return xt::reduce(xt::make_xreducer_functor(f, xt::const_value<double>(first)), x, {axis}, xt::keep_dims);
}

Doubles wide_sums(const Doubles& x, std::size_t axis) { return reduced(wide_plus, 0.0, x, axis); }
Doubles sqrt(const Doubles& x) {
  return map([](double cell) { return std::sqrt(cell); }, x);
}

Doubles widened(const Tensor& x) { return x; }
Tensor rounded(const Doubles& x) { return x; }

Tensor where(const BoolTensor& condition, const Tensor& a, const Tensor& b) { return xt::where(condition, a, b); }

BoolTensor compare(bool (*f)(double, double), const Doubles& a, const Doubles& b) { return xt::vectorize(f)(a, b); }

Tensor scalar(float value) { return filled({}, value); }
Doubles wide_scalar(double value) { return Doubles(Doubles::shape_type{}, value); }

Tensor filled(const Shape& shape, float value) { return Tensor(Tensor::shape_type(shape.begin(), shape.end()), value); }

Doubles count_up(std::size_t n) { return xt::arange<double>(static_cast<double>(n)); }

Doubles column(std::size_t n, std::size_t after) {
  Shape shape(after + 1, 1);
  shape[0] = n;
  Doubles numbers = count_up(n);
  numbers.reshape(shape);
  return numbers;
}

float plus(float a, float b) { return a + b; }
float minus(float a, float b) { return a - b; }
float times(float a, float b) { return a * b; }
float over(float a, float b) { return a / b; }
double wide_plus(double a, double b) { return a + b; }
double wide_minus(double a, double b) { return a - b; }
double wide_times(double a, double b) { return a * b; }
double wide_over(double a, double b) { return a / b; }

}  // namespace attention
