// The recipe of the large map's trained heads (web/large/heads.json), trained here: each weight is PyTorch's
// (golden/heads.mjs) after all 300 steps.
#include <algorithm>
#include <cmath>

#include "sanitized.hpp"
#include "support/golden.hpp"
#include "training/support.hpp"

TEST_SUITE("the heads of the large map, trained" * doctest::skip(sanitized)) {
  TEST_CASE("all weights are within 1e-3 of PyTorch's, the held-out loss within a thousandth") {
    const golden::File golden("heads");
    const std::string text = files::read_file(std::string(AE_SOURCE_DIR) + "/web/large/heads.json");
    const auto trainer = expect::value(training::Trainer::make(expect::value(lesson::parse(text)), {}));
    trained::take(*trainer, trainer->planned());
    for (const training::Weights& weight : trainer->weights()) {
      const std::vector<double> wanted = golden.numbers("/weights/" + weight.name);
      REQUIRE(wanted.size() == weight.values.size());
      double most = 0;
      for (std::size_t i = 0; i < wanted.size(); ++i)
        most = std::max(most, std::abs(wanted[i] - static_cast<double>(weight.values[i])));
      CAPTURE(weight.name);
      CHECK(most < 1e-3);
    }
    trainer->measure_held_out();
    const double loss = golden.numbers("/heldOut").at(0);
    CHECK(std::abs(trainer->held_out().back().loss - loss) < 1e-3 * loss);
  }
}
