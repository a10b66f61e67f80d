// Lesson learning, trained with its own settings: what its texts say of every run, the lines of the best possible loss by
// their closed forms, and that each weight is where the text says. Held-out losses, unless "batch" is said.
#include <algorithm>
#include <cmath>
#include <map>

#include "graph/gradient/derivative.hpp"
#include "lesson/run/run.hpp"
#include "sanitized.hpp"
#include "training/support.hpp"

namespace {

using Settings = std::map<std::string, lesson::ParameterValue, std::less<>>;
using std::string_literals::operator""s;

const lesson::Lesson& learning() {
  static const lesson::Lesson opened = expect::value(lesson::parse(files::page_lesson("learning")));
  return opened;
}

// A run of the lesson, and its graph with the weights of any step of it.
class LearningRun {
 public:
  explicit LearningRun(Settings settings = {}, std::size_t steps = 300) : overrides_{std::move(settings), {}, "en"} {
    trainer = expect::value(training::Trainer::make(learning(), overrides_));
    while (trainer->taken() < steps && trainer->step()) {
    }
  }
  double held_out(std::size_t step) const {
    const auto found = std::ranges::find(trainer->held_out(), step, &training::HeldOutLoss::step);
    REQUIRE(found != trainer->held_out().end());
    return found->loss;
  }
  double last_held_out() {
    trainer->measure_held_out();
    return trainer->held_out().back().loss;
  }
  // The numbers of a tensor with the weights that n steps have made. off: a head that is switched off in the figure.
  std::vector<double> at(std::size_t n, const std::string& name, const std::vector<std::size_t>& off = {}) {
    trainer->go_to(n);
    graph::Graph graph = expect::value(lesson::run(learning(), overrides_));
    std::vector<graph::CellEdit> edits;
    for (const training::Weights& weight : trainer->weights()) {
      const graph::NodeId id = *graph.find(weight.name);
      const std::size_t columns = weight.shape.back();
      for (std::size_t i = 0; i < weight.values.size(); ++i)
        edits.push_back({{id, {i / columns, i % columns}}, weight.values[i]});
    }
    for (const std::size_t head : off) edits.push_back({{*graph.find("kept_heads"), {head}}, 0});
    (void)expect::value(graph.set(edits));
    const attention::Tensor& tensor = graph.tensor(*graph.find(name)).tensor;
    return {tensor.data(), tensor.data() + tensor.size()};
  }
  double one(std::size_t n, const std::string& name, const std::vector<std::size_t>& off = {}) {
    return at(n, name, off).at(0);
  }

  std::unique_ptr<training::Trainer> trainer;

 private:
  lesson::Overrides overrides_;
};

bool between(double least, double value, double most) { return least <= value && value <= most; }

std::size_t largest_of(const std::vector<double>& values) {
  return static_cast<std::size_t>(std::ranges::max_element(values) - values.begin());
}

double binomial(int n, int c) {
  double value = 1;
  for (int i = 0; i < c; ++i) value = value * (n - i) / (i + 1);
  return value;
}

// The expected loss if it is known which n letters of ten came before, but not in which order: the letter before is
// each of them in proportion to how often it occurs. Of one letter that occurs c times: −(c/n) ln(c/n).
double doubt(int n) {
  double sum = 0;
  for (int c = 1; c <= n; ++c) {
    const double share = static_cast<double>(c) / n;
    sum -= 10 * binomial(n, c) * std::pow(0.1, c) * std::pow(0.9, n - c) * share * std::log(share);
  }
  return sum;
}

double mean_doubt(int from, int to) {
  double sum = 0;
  for (int n = from; n <= to; ++n) sum += doubt(n);
  return sum / (to - from + 1);
}

}  // namespace

TEST_SUITE("the lesson learning, trained") {
  TEST_CASE(
      "untrained it is worse than guessing, and one plain step lowers the loss a little less than its slopes predict") {
    LearningRun plain({{"method", "plain"s}, {"rate", 0.5}}, 1);
    CHECK(std::abs(plain.one(0, "one_loss") - 2.3496) < 6e-5);
    CHECK(std::abs(static_cast<double>(plain.trainer->losses()[0]) - plain.one(0, "one_loss")) < 1e-6);
    CHECK(std::abs(plain.one(0, "guessing") - std::log(10.0)) < 1e-5);
    CHECK(std::abs(plain.one(0, "leaning") - 0.41) < 0.01);
    CHECK(std::abs(plain.one(0, "slope_squares") - 0.1315) < 6e-5);
    CHECK(std::abs(plain.one(0, "half_promised") - 0.0658) < 6e-5);
    CHECK(std::abs(plain.one(0, "drop") - 0.0632) < 6e-5);
    // What the lesson shows as one step is the optimiser's: the loss of that batch with the weights of step 1.
    CHECK(std::abs(plain.one(1, "one_loss") - plain.one(0, "step_loss")) < 1e-6);
    const std::vector<double> blame = plain.at(0, "blame");
    CHECK(std::abs(blame[6] - 0.0149) < 6e-5);
    CHECK(std::abs(blame[2] - 0.00015) < 6e-6);
    CHECK(largest_of(blame) == 6);
  }

  TEST_CASE("Adam's first step moves every weight by its rate, whatever its slope") {
    LearningRun run({}, 1);
    std::vector<std::vector<float>> after;
    for (const training::Weights& weight : run.trainer->weights()) after.push_back(weight.values);
    run.trainer->go_to(0);
    std::size_t moved = 0, all = 0;
    for (std::size_t w = 0; w < after.size(); ++w)
      for (std::size_t i = 0; i < after[w].size(); ++i, ++all)
        moved += std::abs(std::abs(after[w][i] - run.trainer->weights()[w].values[i]) - 0.003F) < 1e-5F;
    CHECK(all == 5120);
    CHECK(moved > all * 99 / 100);  // but for slopes as small as eps
  }

  TEST_CASE(
      "the letter before is learned within a hundred steps: by four heads with Adam, by head 3 with plain descent") {
    LearningRun adam, plain({{"method", "plain"s}});
    CHECK(between(2.37, adam.held_out(0), 2.42));
    CHECK(between(2.2, plain.held_out(20), 2.3));  // flat at first
    CHECK(between(1.0, adam.held_out(50), 1.2));
    CHECK(adam.held_out(100) < 0.005);
    CHECK(plain.held_out(100) < 0.05);
    CHECK(adam.one(300, "accuracy") == 1);
    CHECK(plain.one(300, "accuracy") == 1);
    CHECK(std::abs(adam.one(0, "even_share") - 0.191) < 6e-4);
    for (const double share : adam.at(0, "on_target")) CHECK(between(0.18, share, 0.20));
    for (const double share : adam.at(300, "on_target")) CHECK(share > 0.8);
    const std::vector<double> shares = plain.at(300, "on_target");
    CHECK(largest_of(shares) == 2);
    CHECK(shares[2] > 0.9);
    for (std::size_t head = 0; head < 4; ++head) {
      CAPTURE(head);
      CHECK(adam.one(300, "loss_kept", {head}) < 0.05);
      CHECK((plain.one(300, "loss_kept", {head}) > 0.5) == (head == 2));
    }
    CHECK(plain.one(300, "loss_kept", {0, 1, 3}) < 0.05);
    CHECK(adam.one(300, "loss_kept") == adam.one(300, "one_loss"));
  }

  TEST_CASE("without positions the loss stays between the best possible and guessing, and place 2 is always right" *
            doctest::skip(sanitized)) {
    LearningRun run({{"positions", false}});
    const std::vector<double> doubts = run.at(0, "doubts");
    for (int n = 1; n <= 11; ++n) CHECK(std::abs(doubts[static_cast<std::size_t>(n) - 1] - doubt(n)) < 1e-5);
    CHECK(std::abs(run.one(0, "best") - mean_doubt(1, 11)) < 1e-5);
    CHECK(std::abs(mean_doubt(1, 11) - 1.283) < 6e-4);
    CHECK(between(1.45, run.held_out(290), 1.49));
    CHECK(between(0.35, run.one(300, "accuracy"), 0.45));
    CHECK(run.at(300, "right_rows")[0] == 1);
    CHECK(std::abs(run.one(0, "right_of_two") - (0.1 + 0.9 / 2)) < 1e-6);
    for (const double share : run.at(300, "on_target")) CHECK(between(0.2, share, 0.23));
  }

  TEST_CASE("without mask the letter before is found a little later, and the next letter is looked at" *
            doctest::skip(sanitized)) {
    LearningRun before({{"mask", false}}), with_mask, next({{"task", "next"s}, {"mask", false}}),
        hidden({{"task", "next"s}});
    CHECK(before.held_out(50) > with_mask.held_out(50) + 0.2);
    CHECK(before.held_out(110) < 0.01);
    CHECK(next.held_out(150) < 0.01);
    CHECK(next.one(300, "accuracy") == 1);
    CHECK(next.one(0, "best") == 0);
    CHECK(std::abs(next.one(0, "even_share") - 1.0 / 12) < 1e-6);
    for (const double share : next.at(300, "on_target")) CHECK(share > 0.5);
    CHECK(std::abs(hidden.one(0, "best") - std::log(10.0)) < 1e-5);
    for (const std::size_t step : {50, 100, 200, 290}) CHECK(between(2.29, hidden.held_out(step), 2.33));
  }

  TEST_CASE("without positions and mask all other letters are equal") {
    LearningRun run({{"positions", false}, {"mask", false}});
    CHECK(std::abs(run.one(0, "best") - doubt(11)) < 1e-5);
    CHECK(between(1.9, run.last_held_out(), 2.0));
  }

  TEST_CASE("rates: too small creeps, too large overshoots, plain descent at 4 is not a number before step 20" *
            doctest::skip(sanitized)) {
    LearningRun slow({{"method", "adam_slow"s}}), fast({{"method", "adam_fast"s}}), wild({{"method", "adam_wild"s}});
    CHECK(slow.held_out(100) > 2.2);
    CHECK(between(1.3, slow.last_held_out(), 1.7));
    CHECK(slow.held_out(290) < slow.held_out(100));
    LearningRun usual({{"method", "adam"s}}, 60);
    CHECK(between(usual.held_out(50), slow.last_held_out(), usual.held_out(30)));
    CHECK(fast.held_out(20) < 0.005);
    double later = 0;
    for (std::size_t step = 100; step <= 250; step += 10) later = std::max(later, fast.held_out(step));
    CHECK(later > 0.1);
    CHECK(fast.last_held_out() < 0.1);
    CHECK(wild.held_out(10) > 10);
    LearningRun half({{"method", "plain"s}}, 60), two({{"method", "plain_2"s}}, 60), four({{"method", "plain_4"s}}, 60);
    CHECK(two.held_out(50) < 0.01);
    CHECK(half.held_out(50) > 1);
    REQUIRE(four.trainer->stopped().has_value());
    CHECK(between(10, static_cast<double>(*four.trainer->stopped()), 19));
  }

  TEST_CASE("reverse: all places without mask, those from 7 on with it" * doctest::skip(sanitized)) {
    LearningRun open({{"task", "reverse"s}, {"mask", false}}), masked({{"task", "reverse"s}});
    CHECK(open.last_held_out() < 0.005);
    CHECK(masked.one(0, "reverse_in_view") == 6);
    CHECK(std::abs(masked.one(0, "best") - std::log(10.0) / 2) < 1e-5);
    CHECK(between(1.25, masked.last_held_out(), 1.36));
    const std::vector<double> right = masked.at(300, "right_rows");
    for (std::size_t place = 0; place < 12; ++place) CHECK((right[place] > 0.9) == (place >= 6));
    LearningRun unplaced({{"task", "reverse"s}, {"positions", false}}, 1);
    CHECK(std::abs(unplaced.one(0, "best") - (std::log(10.0) + mean_doubt(6, 11)) / 2) < 1e-5);
  }

  TEST_CASE("induction: both layers form together between steps 80 and 130, and one layer gets just below ln 7" *
            doctest::skip(sanitized)) {
    LearningRun two({{"task", "induction"s}});
    CHECK(two.held_out(80) > 2);
    CHECK(two.held_out(130) < 0.05);
    CHECK(two.one(300, "pair_accuracy") == 1);
    CHECK(two.one(0, "best") == 0);
    const auto first = [&](std::size_t step) { return two.at(step, "pair_shares")[0]; };
    const auto second = [&](std::size_t step) { return two.at(step, "pair_shares")[1]; };
    CHECK(std::abs(first(0) - 0.245) < 0.02);
    CHECK(std::abs(second(0) - 0.086) < 0.01);
    CHECK(first(80) < 0.4);
    CHECK(second(80) < 0.3);
    CHECK(first(130) > 0.8);
    CHECK(second(130) > 0.9);
    std::size_t parameters = 0;
    for (const training::Weights& weight : two.trainer->weights()) parameters += weight.values.size();
    CHECK(parameters == 9312);
    LearningRun alone({{"task", "induction"s}, {"first_layer", false}});
    CHECK(std::abs(alone.one(0, "best") - (std::log(7.0) + 6 * std::log(6.0)) / 7) < 1e-5);
    CHECK(between(1.82, alone.last_held_out(), 2.0));
    LearningRun plain({{"task", "induction"s}, {"method", "plain"s}});
    CHECK(plain.last_held_out() > 1.9);
  }

  TEST_CASE("induction asks each letter of the second part what followed it in the first") {
    const graph::Graph graph = expect::value(lesson::run(learning(), {{{"task", "induction"s}}, {}, "en"}));
    const attention::Tensor& letters = graph.tensor(*graph.find("pair_letters")).tensor;
    const attention::Tensor& wanted = graph.tensor(*graph.find("pair_targets")).tensor;
    for (std::size_t b = 0; b < 16; ++b) {
      const float* row = letters.data() + b * 15;
      for (std::size_t i = 0; i < 8; ++i) CHECK(std::count(row, row + 8, row[i]) == 1);
      for (std::size_t i = 8; i < 15; ++i) {
        const float* before = std::find(row, row + 7, row[i]);
        REQUIRE(before != row + 7);
        CHECK(before[1] == wanted.data()[b * 7 + i - 8]);
      }
    }
  }
}
