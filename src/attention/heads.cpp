// Splitting a width into heads and joining them again, with reshapes and transpositions only.
#include "attention/heads.hpp"

#include "attention/tensor/tensor_functions.hpp"

namespace attention {

Result<Tensor> split_heads(const Tensor& x, std::size_t heads) {
  if (auto ok = check_min_rank(x, 2, "x", "(…, T, k)"); !ok) return std::unexpected(ok.error());
  const std::size_t width = x.shape()[x.dimension() - 1];
  if (heads == 0 || width % heads != 0) {
    return fail("heads", "heads",
                {"A width of ", width, " features can't be shared evenly by ", heads,
                 " heads: k must be a multiple of the number of heads."});
  }
  std::vector<long long> shape(x.shape().begin(), x.shape().end());
  shape.back() = static_cast<long long>(width / heads);
  shape.insert(shape.end() - 1, static_cast<long long>(heads));
  return attention::transpose(*attention::reshape(x, shape), -3, -2);
}

Result<Tensor> merge_heads(const Tensor& x) {
  if (auto ok = check_min_rank(x, 3, "x", "(…, h, T, s)"); !ok) return std::unexpected(ok.error());
  const Tensor side_by_side = *attention::transpose(x, -3, -2);
  std::vector<long long> shape(side_by_side.shape().begin(), side_by_side.shape().end());
  const long long width = shape.back() * shape[shape.size() - 2];
  shape.pop_back();
  shape.back() = width;
  return attention::reshape(side_by_side, shape);
}

Result<Tensor> fold_heads(const Tensor& x) {
  if (auto ok = check_rank(x, 4, "x", "(b, h, t, s)"); !ok) return std::unexpected(ok.error());
  const std::vector<long long> shape(x.shape().begin(), x.shape().end());
  return attention::reshape(x, {shape[0] * shape[1], shape[2], shape[3]});
}

Result<Tensor> unfold_heads(const Tensor& x, std::size_t heads) {
  if (auto ok = check_rank(x, 3, "x", "(b·h, t, s)"); !ok) return std::unexpected(ok.error());
  if (heads == 0 || x.shape()[0] % heads != 0) {
    return fail("heads", "heads",
                {"The first axis of x ", describe(x), " must be batch times heads, but ", x.shape()[0],
                 " is not a multiple of ", heads, "."});
  }
  const std::vector<long long> shape(x.shape().begin(), x.shape().end());
  const long long count = static_cast<long long>(heads);
  return attention::reshape(x, {shape[0] / count, count, shape[1], shape[2]});
}

}  // namespace attention
