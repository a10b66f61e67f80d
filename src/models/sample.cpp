// See sample.hpp.
#include "models/sample.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "attention/kernels/kernels.hpp"

namespace models {

Result<NextToken> sample(const Run& run, std::size_t position, const SampleOptions& options,
                         attention::Generator& generator) {
  if (!(options.temperature >= 0) || !std::isfinite(options.temperature)) {
    return attention::fail("range", "temperature", "The temperature should be 0 or a positive number.");
  }
  if (options.top_k == 0)
    return attention::fail("range", "topK", "With topK 0 there is no token left; give 1 or more.");
  const std::size_t all = run.model().config().vocabulary;
  std::vector<float> logits(all);
  if (Result<void> fine = run.logits(position, 1, logits.data()); !fine)
    return std::unexpected(std::move(fine).error());
  if (options.temperature == 0) {
    const std::size_t id = static_cast<std::size_t>(std::ranges::max_element(logits) - logits.begin());
    return NextToken{id, logits[id], 1.0};
  }
  std::vector<float> shares = logits;
  if (options.top_k && *options.top_k < all) {
    std::vector<float> sorted = logits;
    const auto least = sorted.begin() + static_cast<std::ptrdiff_t>(*options.top_k - 1);
    std::ranges::nth_element(sorted, least, std::greater());
    for (float& logit : shares)
      if (logit < *least) logit = -std::numeric_limits<float>::infinity();
  }
  if (!attention::kernels::best().softmax(shares.data(), shares.data(), 1, all,
                                          static_cast<float>(1 / options.temperature)))
    return attention::fail("range", "temperature", "The logits divided by this temperature are too large for float32.");
  std::size_t drawn = 0;
  float most = -1.0f;
  for (std::size_t id = 0; id < all; ++id) {
    const auto waiting = static_cast<float>(-std::log1p(-generator.uniform_double()));
    const float quotient = shares[id] / waiting;
    if (quotient > most) most = quotient, drawn = id;
  }
  return NextToken{drawn, logits[drawn], double{shares[drawn]}};
}

}  // namespace models
