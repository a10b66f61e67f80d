// Lesson letters, trained with its own settings: entropies by a second way of counting, losses against PyTorch's, where a
// model without attention stops, which part of the text is held out, and that the lines are the model's own. Each of the
// two runs, with attention and without, is computed once.
#include <algorithm>
#include <cmath>
#include <map>

#include "lesson/run/run.hpp"
#include "lesson/run/run_parts.hpp"
#include "sanitized.hpp"
#include "support/golden.hpp"
#include "training/support.hpp"

namespace {

using std::string_literals::operator""s;

const lesson::Lesson& letters() {
  static const lesson::Lesson opened = expect::value(lesson::parse(files::page_lesson("letters")));
  return opened;
}

lesson::Overrides with_attention(bool on) { return {{{"attention", on}}, {}, "en"}; }

training::Trainer& run_of(bool attention) {
  static std::map<bool, std::unique_ptr<training::Trainer>> runs;
  auto& run = runs[attention];
  if (!run) {
    run = expect::value(training::Trainer::make(letters(), with_attention(attention)));
    trained::take(*run, 200);
  }
  return *run;
}

double mean_loss(const training::Trainer& run, std::size_t from, std::size_t to) {
  double sum = 0;
  for (std::size_t step = from; step < to; ++step) sum += static_cast<double>(run.losses()[step]);
  return sum / static_cast<double>(to - from);
}

std::string text_of_lesson() {
  const auto found = std::ranges::find(letters().parameters, "text", &lesson::Parameter::name);
  return std::get<std::string>(found->start);
}

std::string taught() {
  const std::string text = text_of_lesson();
  return text.substr(0, static_cast<std::size_t>(static_cast<double>(text.size()) * 0.9));
}

// The entropy of all runs of n letters that overlap.
double entropy_of_runs(const std::string& text, std::size_t from, std::size_t n) {
  std::map<std::string, double> counts;
  double all = 0;
  for (std::size_t i = from; i + n <= text.size(); ++i, ++all) ++counts[text.substr(i, n)];
  double sum = 0;
  for (const auto& [run, count] : counts) sum -= count / all * std::log2(count / all);
  return sum * std::log(2.0);
}

// The uncertainty of runs of n + 1 letters less that of the n letters they begin with.
double conditional(const std::string& text, std::size_t n) {
  return entropy_of_runs(text, 0, n + 1) - entropy_of_runs(text.substr(0, text.size() - 1), 0, n);
}

std::vector<float> cells(const graph::Graph& graph, const std::string& name) {
  const attention::Tensor& tensor = graph.tensor(*graph.find(name)).tensor;
  return {tensor.data(), tensor.data() + tensor.size()};
}

// The rows of windows as text.
std::vector<std::string> windows_of(const graph::Graph& graph) {
  const std::vector<std::string> labels = graph.node(*graph.find("alphabet")).axes[0].labels;
  const std::vector<float> ids = cells(graph, "window");
  const std::size_t length = graph.node(*graph.find("window")).shape[1];
  std::vector<std::string> rows(ids.size() / length);
  for (std::size_t i = 0; i < ids.size(); ++i) rows[i / length] += labels.at(static_cast<std::size_t>(ids[i]));
  return rows;
}

bool within(std::span<const float> got, const std::vector<double>& wanted, std::size_t count, double relative) {
  for (std::size_t i = 0; i < count; ++i)
    if (std::abs(static_cast<double>(got[i]) - wanted.at(i)) > relative * wanted[i]) return false;
  return true;
}

}  // namespace

TEST_SUITE("the lesson letters, trained") {
  TEST_CASE("the entropies are those of runs of letters, less those of the letters before") {
    const graph::Graph graph = expect::value(lesson::run(letters(), {}));
    CHECK(text_of_lesson().size() > 19000);
    CHECK(std::abs(graph.at(*graph.find("guessing"), {}) - std::log(64.0)) < 1e-6);
    CHECK(std::abs(graph.at(*graph.find("singles"), {}) - entropy_of_runs(taught(), 0, 1)) < 1e-5);
    CHECK(std::abs(graph.at(*graph.find("pairs"), {}) - conditional(taught(), 1)) < 1e-5);
    CHECK(std::abs(graph.at(*graph.find("triples"), {}) - conditional(taught(), 2)) < 1e-5);
  }

  TEST_CASE("the losses of the lesson letters are PyTorch's, with attention and without" * doctest::skip(sanitized)) {
    const golden::File file("training");
    for (const bool attention : {true, false}) {
      CAPTURE(attention);
      const std::string place = attention ? "/letters/attention" : "/letters/alone";
      const std::vector<double> wanted = file.numbers(place + "/losses"), apart = file.numbers(place + "/heldOut");
      const training::Trainer& run = run_of(attention);
      CHECK(within(run.losses(), wanted, 20, 1e-5));
      CHECK(within(run.losses(), wanted, 100, 1e-3));
      std::vector<float> held_out;
      for (const training::HeldOutLoss& one : run.held_out()) held_out.push_back(static_cast<float>(one.loss));
      CHECK(within(held_out, apart, 5, 1e-3));
    }
  }

  TEST_CASE("without attention the loss stops at the pairs, with attention it falls below them" *
            doctest::skip(sanitized)) {
    const double pairs = conditional(taught(), 1), without = mean_loss(run_of(false), 150, 200);
    CHECK(without > pairs);
    CHECK(without < pairs + 0.08);
    CHECK(mean_loss(run_of(true), 50, 75) > pairs);
    CHECK(mean_loss(run_of(true), 150, 200) < pairs - 0.2);
  }

  TEST_CASE("windows are cut from the first nine tenths, held-out ones from the last") {
    const std::string text = text_of_lesson(), rest = text.substr(taught().size());
    const graph::Graph in_training = expect::value(lesson::run(letters(), lesson::for_training(letters(), {})));
    const graph::Graph apart = expect::value(lesson::run(letters(), lesson::for_held_out(letters(), {})));
    CHECK(windows_of(in_training).size() == 16);
    for (const std::string& row : windows_of(in_training)) CHECK(taught().contains(row));
    for (const std::string& row : windows_of(apart)) CHECK(rest.contains(row));
  }

  TEST_CASE("each letter of a line is the one that the weights of its step pick after the letters before it") {
    training::Trainer& run = run_of(true);
    REQUIRE(run.written().size() == 3);  // after 0, 100 and 200 steps, the last included
    run.go_to(100);
    std::vector<std::string> temperatures = {"0.5", "0.8", "1.2"};
    if (sanitized) temperatures.resize(1);
    for (std::size_t i = 0; i < temperatures.size(); ++i) {
      CAPTURE(temperatures[i]);
      graph::Graph graph = expect::value(lesson::run(letters(), {{{"temperature", temperatures[i]}}, {}, "en"}));
      std::vector<graph::Graph::Cells> given;
      for (const training::Weights& weight : run.weights()) given.push_back({*graph.find(weight.name), weight.values});
      const std::vector<float>& line = run.written()[1].lines[i];
      given.push_back({*graph.find(run.line_names()[i]), line});
      REQUIRE(graph.replace(given).has_value());
      const std::vector<float> picks = cells(graph, "picks");
      CHECK(std::ranges::equal(picks, std::span(line).subspan(1)));
    }
    CHECK(run.written()[0].lines != run.written()[1].lines);
    CHECK(run.write() == run.written()[1].lines);
    run.go_to(200);
  }

  TEST_CASE("in a text with too many different characters the rarest become one") {
    std::string many;
    for (int i = 0; i < 100; ++i)  // Latin letters with marks, two bytes each; the first ones more often
      for (int k = 0; k < 100 - i + 20; ++k)
        many += {static_cast<char>(0xC3 + i / 64), static_cast<char>(0x80 + i % 64)};
    const graph::Graph graph = expect::value(lesson::run(letters(), {{{"text", many}}, {}, "en"}));
    const std::vector<std::string> labels = graph.node(*graph.find("alphabet")).axes[0].labels;
    CHECK(labels.size() == 64);
    CHECK(std::ranges::contains(labels, "□"s));
    CHECK(std::ranges::contains(labels, "À"s));
  }

  TEST_CASE("a text that is too short for its windows is refused, with a cure") {
    const auto made = lesson::run(letters(), {{{"text", "too short"s}, {"part", "taught"s}}, {}, "en"});
    REQUIRE(!made.has_value());
    CHECK(made.error().message.contains("Take a longer sequence"));
  }
}
