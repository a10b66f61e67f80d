// The small tensor functions with which attention is written: making, arranging, joining, and arithmetic with
// broadcasting. Names, argument meaning and axis order are PyTorch's. Every result is a new, contiguous tensor. Call
// them as attention::sum(…): a bare sum(…) may find xtensor's lazy function through its arguments.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <vector>

#include "attention/tensor/shape.hpp"

namespace attention {

// --- making -------------------------------------------------------------------------------------------------------
// Error "size" if the number of values is not the number of cells.
Result<Tensor> from_values(const Shape& shape, const std::vector<float>& values);
Result<Tensor> zeros(const Shape& shape);
Result<Tensor> ones(const Shape& shape);
Result<Tensor> full(const Shape& shape, float value);
Result<Tensor> eye(std::size_t n);

// --- arranging ----------------------------------------------------------------------------------------------------
// Swaps two axes; negative ones count from the end. transpose(k, -2, -1) is Kᵀ of each matrix in a batch.
Result<Tensor> transpose(const Tensor& x, int axis_a, int axis_b);
Result<Tensor> permute(const Tensor& x, const std::vector<int>& axes);

// The same numbers in row-major order with another shape; one entry may be -1 and is inferred.
Result<Tensor> reshape(const Tensor& x, const std::vector<long long>& shape);

// Cells start … end-1 along one axis. Negative positions count from the end, as in x[..., start:end].
Result<Tensor> slice(const Tensor& x, int axis, long long start, long long end);

// One index along an axis, which disappears: x[:, i] for axis 1.
Result<Tensor> select(const Tensor& x, int axis, long long index);

// The chosen indices along an axis, in the order given; index_select of PyTorch.
Result<Tensor> index_select(const Tensor& x, int axis, const std::vector<long long>& indices);

// Joins tensors side by side along an existing axis; all other axes must agree.
Result<Tensor> concat(const std::vector<Tensor>& parts, int axis);

// Joins tensors of one shape along a new axis.
Result<Tensor> stack(const std::vector<Tensor>& parts, int axis);

// Each entry of an axis repeated `times` in a row: 0 0 1 1 2 2.
Result<Tensor> repeat_interleave(const Tensor& x, std::size_t times, int axis);

// The lower triangle of each matrix (…, M, N): cells right of the diagonal + `diagonal` become 0.
Result<Tensor> tril(const Tensor& x, int diagonal = 0);

// --- arithmetic, operands broadcast as in NumPy -------------------------------------------------------------------
Result<Tensor> add(const Tensor& a, const Tensor& b);
Result<Tensor> subtract(const Tensor& a, const Tensor& b);
Result<Tensor> multiply(const Tensor& a, const Tensor& b);
Result<Tensor> divide(const Tensor& a, const Tensor& b);
Tensor scale(const Tensor& x, float factor);
Tensor exp(const Tensor& x);
Tensor tanh(const Tensor& x);

// Sum, mean, largest or smallest along one axis. With keep_dim the axis stays with length 1. An empty axis has only a
// sum and a norm: the others return an Error "empty".
Result<Tensor> sum(const Tensor& x, int axis, bool keep_dim = false);
Result<Tensor> mean(const Tensor& x, int axis, bool keep_dim = false);
Result<Tensor> amax(const Tensor& x, int axis, bool keep_dim = false);
Result<Tensor> amin(const Tensor& x, int axis, bool keep_dim = false);

// The index of the largest number along the axis; the first of equal ones, and NaN counts as the largest.
Result<Tensor> argmax(const Tensor& x, int axis, bool keep_dim = false);

// torch.argsort(stable=True): the indices along the axis in the order of their numbers; equal ones keep their order,
// and NaN counts as the largest. x (…, n, …) → (…, n, …).
Result<Tensor> argsort(const Tensor& x, int axis, bool descending = false);

// torch.histc: how many numbers lie in each of `bins` equally wide bins from min to max, which belongs to the last; others
// are not counted. x (…) → (bins). Error "range" (no bin, or min not below max). And the bin of one number.
Result<Tensor> histc(const Tensor& x, std::size_t bins, double min, double max);
std::optional<std::size_t> histc_bin(double value, std::size_t bins, double min, double max);

// torch.linalg.vector_norm: the root of the sum of squares. torch.std: with n − 1, NaN for a single number.
Result<Tensor> norm(const Tensor& x, int axis, bool keep_dim = false);
Result<Tensor> std_dev(const Tensor& x, int axis, bool keep_dim = false);

// Running sums along the axis.
Result<Tensor> cumsum(const Tensor& x, int axis);

// torch.nn.functional.layer_norm over the last axis: (x − mean) / √(variance + eps) · weight + bias. x (…, D), weight and
// bias (D). Errors "axis", "empty", "shape".
Result<Tensor> layer_norm(const Tensor& x, const std::optional<Tensor>& weight, const std::optional<Tensor>& bias,
                          double eps = 1e-5);

// The root of the mean square along an axis, √(Σ x² / n + eps): (…, n, …) → (…, 1, …), or without the axis. Errors "axis",
// "empty".
Result<Tensor> root_mean_square(const Tensor& x, int axis, bool keep_dim = false, double eps = 0);

// torch.nn.functional.rms_norm over the last axis: x / √(Σ x² / D + eps) · weight. x (…, D), weight (D). Errors "axis",
// "empty", "shape".
Result<Tensor> rms_norm(const Tensor& x, const std::optional<Tensor>& weight, double eps);

// The inverse of broadcasting, torch's sum_to_size: x summed over leading axes that `shape` lacks and over those where it
// has length 1. Error "shape" if `shape` does not broadcast to that of x.
Result<Tensor> sum_to_size(const Tensor& x, const Shape& shape);

// torch.zeros(shape).index_add(axis, places, x): each index of x along the axis is added to that place of the result. x
// has as many indices there as there are places; the other axes are those of `shape`. Errors "axis", "shape", "range".
Result<Tensor> index_add(const Tensor& x, const Shape& shape, int axis, const std::vector<long long>& places);

// A single number, shape (), for two tensors of one shape, compared cell by cell: the largest absolute difference, and
// Pearson's correlation. Error "shape".
Result<Tensor> max_abs_difference(const Tensor& a, const Tensor& b);
Result<Tensor> correlation(const Tensor& a, const Tensor& b);

// x where the mask is false, value where it is true; the mask broadcasts to x (error "mask"). masked_fill of PyTorch.
Result<Tensor> masked_fill(const Tensor& x, const BoolTensor& mask, float value);

}  // namespace attention
