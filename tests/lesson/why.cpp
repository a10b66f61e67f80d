// Lesson why: the plan's numbers for both sentences, computed a second way here, and what its texts say in words.
#include <algorithm>
#include <array>
#include <cmath>

#include "lesson/support.hpp"

using lessons::cell;
using lessons::row;

namespace {

using Vector = std::array<double, 3>;  // water, money, music

graph::Graph with(std::map<std::string, lesson::ParameterValue, std::less<>> parameters = {},
                  std::vector<lesson::Edit> edits = {}) {
  static const lesson::Lesson opened = lessons::open("why");
  return lessons::run(opened, {std::move(parameters), std::move(edits), "en"});
}

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// The shares of a word by the definition: powers of e of its products, divided by their sum.
std::vector<double> shares_of(const Vector& word, const std::vector<Vector>& words) {
  std::vector<double> powers;
  double sum = 0;
  for (const Vector& other : words) sum += powers.emplace_back(std::exp(dot(word, other)));
  for (double& power : powers) power /= sum;
  return powers;
}

const Vector sang{0, 0, 3}, note{0, 1, 1}, river{3, 0, 0}, bank{1, 1, 0}, paid{0, 3, 0}, savings{0, 3, 0};

}  // namespace

TEST_SUITE("why") {
  TEST_CASE("the shares of every word in both sentences are those of the definition") {
    const std::vector<Vector> a{sang, note, river, bank}, b{paid, note, savings, bank};
    const graph::Graph in_a = with(), in_b = with({{"sentence", std::string("b")}});
    for (std::size_t word = 0; word < 4; ++word) {
      CHECK_NEAR(row(in_a, "shares", word), (shares_of(a[word], a)), 1e-6);
      CHECK_NEAR(row(in_a, "shares_a", word), (shares_of(a[word], a)), 1e-6);
      CHECK_NEAR(row(in_b, "shares", word), (shares_of(b[word], b)), 1e-6);
    }
  }

  TEST_CASE("new vectors: bank and note change places in A, lean to money in B") {
    const graph::Graph in_a = with(), in_b = with({{"sentence", std::string("b")}});
    CHECK_NEAR(row(in_a, "y", 3), ({2.169, .324, .183}), 5e-4);
    CHECK_NEAR(row(in_a, "y", 1), ({.183, .324, 2.169}), 5e-4);
    CHECK_NEAR(row(in_b, "y", 3), ({.147, 2.598, .054}), 5e-4);
    CHECK_NEAR(row(in_b, "y", 1), ({.054, 2.598, .147}), 5e-4);
  }

  TEST_CASE("the average is (1, .5, 1) in A and (.25, 2, .25) in B, the same for every word") {
    const graph::Graph in_b = with({{"sentence", std::string("b")}});
    for (std::size_t word = 0; word < 4; ++word) {
      CHECK_NEAR(row(with(), "averaged", word), ({1, .5, 1}), 1e-6);
      CHECK_NEAR(row(in_b, "averaged", word), ({.25, 2, .25}), 1e-6);
    }
  }

  TEST_CASE("row bank of A: products 0, 1, 3, 2, powers that add up to 31.193") {
    CHECK_NEAR(row(with(), "products", 3), ({0, 1, 3, 2}), 0);
    CHECK_NEAR(row(with(), "powers", 3), ({1, 2.718, 20.086, 7.389}), 5e-4);
    CHECK(std::abs(cell(with(), "power_sums", {3, 0}) - 31.193) < 5e-4);
  }

  TEST_CASE("drag: river gives .877 to (2,0,0), .134 to (0,1,0), and a quarter each is left without length") {
    const auto set = [](double water, double money) {
      return with({}, {{"table", {3, 0}, static_cast<float>(water)}, {"table", {3, 1}, static_cast<float>(money)}});
    };
    CHECK(std::abs(cell(set(2, 0), "shares_bank", {0, 2}) - .877) < 5e-4);
    CHECK(std::abs(cell(set(1, 0), "shares_bank", {0, 2}) - .810) < 5e-4);
    CHECK_NEAR(row(set(0, 1), "shares_bank", 0), ({.134, .366, .134, .366}), 5e-4);
    CHECK_NEAR(row(set(0, 0), "shares_bank", 0), ({.25, .25, .25, .25}), 1e-6);
    CHECK_NEAR(row(set(0, 0), "y_bank", 0), ({.75, .25, 1}), 1e-6);  // the mean of what is left
  }

  TEST_CASE("twice as long, bank gets .119 from river instead of .644, and .879 from itself") {
    CHECK_NEAR(row(with(), "shares_longer", 3), ({.0003, .0022, .1189, .8786}), 5e-5);
    CHECK(cell(with(), "products_longer", {3, 3}) == 4 * cell(with(), "products_a", {3, 3}));
  }
}
