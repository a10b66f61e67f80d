// What is unusual about weights is found at its place.
#include "files/weights.hpp"

#include "support.hpp"

namespace files {
namespace {

const float nan = std::nanf(""), hidden = -INFINITY;

OddPlace found(const std::vector<float>& weights, Oddity kind, std::size_t side = 3) {
  return check_weights(weights, side, side)[static_cast<std::size_t>(kind)];
}

std::size_t all_oddities(const std::vector<float>& weights) {
  std::size_t sum = 0;
  for (const OddPlace& odd : check_weights(weights, 3, 3)) sum += odd.count;
  return sum;
}

TEST_CASE("weights: causal and bidirectional rows that add up to 1 are not unusual") {
  CHECK(all_oddities({1, 0, 0, 0.5, 0.5, 0, 0.2f, 0.3f, 0.5f}) == 0);
  CHECK(all_oddities({0.2f, 0.3f, 0.5f, 0.5f, 0.25f, 0.25f, 1, 0, 0}) == 0);
  CHECK(all_oddities({}) == 0);
}

TEST_CASE("weights: a row that does not add up to 1 is named with its head, query and sum") {
  const std::vector<float> two_heads{1, 0, 0, 0.5, 0.5, 0, 0, 0, 1, 1, 0, 0, 0.5, 0.25, 0, 0.5, 0.5, 0.5};
  const OddPlace odd = found(two_heads, Oddity::sum);
  CHECK(odd.count == 2);
  CHECK(odd.head == 1);
  CHECK(odd.query == 1);
  CHECK(odd.value == 0.75);
}

TEST_CASE("weights: NaN and lone infinities are named by cell, a row of −∞ as a whole") {
  const std::vector<float> broken{1, 0, 0, hidden, hidden, hidden, 0.5, nan, 0.5};
  const OddPlace cell = found(broken, Oddity::not_a_number);
  CHECK(cell.count == 1);
  CHECK(cell.query == 2);
  CHECK(cell.key == 1);
  CHECK(std::isnan(cell.value));
  CHECK(found(broken, Oddity::all_hidden).count == 1);
  CHECK(found(broken, Oddity::all_hidden).query == 1);
  CHECK(found(broken, Oddity::sum).count == 0);
  CHECK(found({1, 0, hidden, 0, 1, 0, 0, 0, 1}, Oddity::not_a_number).key == 2);
}

TEST_CASE("weights: negative numbers are scores") {
  const OddPlace odd = found({1, 0, 0, -2, 3, 0, 0, 0, 1}, Oddity::negative);
  CHECK(odd.query == 1);
  CHECK(odd.value == -2);
}

TEST_CASE("weights: a key after the query is named where most rows hide such keys") {
  const std::vector<float> gap{1, 0, 0, 0, 0.5, 0.5, 0, 0, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25};
  const OddPlace odd = found(gap, Oddity::future, 4);
  CHECK(odd.count == 1);
  CHECK(odd.query == 2);
  CHECK(odd.key == 3);
  CHECK(odd.value == 0.25);
}

}  // namespace
}  // namespace files
