// Gradients against central differences: every operation, with respect to every input that it has a slope for. The loss
// is added in float64, and five points make the truncation smaller than float32's rounding.
#include <map>
#include <set>

#include "graph/catalogue.hpp"
#include "support/golden.hpp"

using namespace build;

namespace {

const std::set<std::string, std::less<>> without_slope = {
    "argmax",  "argsort", "conditional_entropy", "count_numbers", "eq", "histogram",
    "one_hot", "round",   "searchsorted",        "windows"};

// At least 1/16 from each other and 1/32 from 0, so that no difference steps over a kink.
std::vector<float> spread_out(std::size_t n, unsigned seed) {
  std::vector<float> out;
  const double gap = std::max(0.0625, std::min(0.15, 4.0 / static_cast<double>(n)));
  for (std::size_t i = 0; i < n; ++i)
    out.push_back(static_cast<float>((static_cast<double>(i) - static_cast<double>(n / 2) + 0.5) * gap));
  for (std::size_t i = n; i > 1; --i) {
    seed = seed * 1664525u + 1013904223u;
    std::swap(out[i - 1], out[(seed >> 8) % i]);
  }
  return out;
}

std::vector<std::vector<float>> smooth_data(const Case& c) {
  std::vector<std::vector<float>> data = data_of(c, 11);
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (c.inputs[i].fill == Fill::random) data[i] = spread_out(data[i].size(), 5 + static_cast<unsigned>(i));
    if (c.inputs[i].fill == Fill::positive)
      for (float& v : data[i]) v += 0.5f;
  }
  return data;
}

// Σ weight ⊙ result, in float64.
double loss(const Case& c, const std::vector<std::vector<float>>& data, const std::vector<float>& weights) {
  const Built b = built(c, data);
  double sum = 0;
  const std::vector<float> result = values(b.graph, b.result);
  for (std::size_t i = 0; i < result.size(); ++i)
    if (std::isfinite(result[i])) sum += static_cast<double>(weights[i]) * result[i];
  return sum;
}

// Whether it has a slope with respect to some input.
bool takes_numbers(const Operation& operation) {
  return !operation.inputs().empty() && !operation.recorded_by_others() && operation.name() != "slope" &&
         !operation.only_shape_counts(0) && operation.layout() != Layout::source &&
         operation.name() != "sinusoidal_positions" && !without_slope.contains(operation.name());
}

bool has_slope(const Case& c, std::size_t i) {
  if (c.operation == "slope") return c.options.at("of") == word("abs");  // flat; those of gelu and silu have none
  const Operation* operation = find_operation(c.operation);
  return !without_slope.contains(c.operation) && !operation->only_shape_counts(i) &&
         (c.inputs[i].fill == Fill::random || c.inputs[i].fill == Fill::positive);
}

// The result, weighed and added up to one number; masked cells do not count.
Built with_loss(const Case& c, const std::vector<std::vector<float>>& data, const std::vector<float>& weights) {
  Built b = built(c, data);
  const std::vector<float> result = values(b.graph, b.result);
  std::vector<float> finite = weights;
  for (std::size_t i = 0; i < result.size(); ++i)
    if (!std::isfinite(result[i])) finite[i] = 0;
  const NodeId weight = source(b.graph, "weight", b.graph.node(b.result).shape, finite);
  // −∞ · 0 would not be a number: such cells are taken out before.
  const bool masked = finite != weights;
  const NodeId seen = masked ? apply(b.graph, "seen", "mask", {b.result, weight}, {{"fill", word("zero")}}) : b.result;
  const NodeId product = apply(b.graph, "product", "multiply", {seen, weight});
  apply(b.graph, "loss", "sum", {product}, {{"all", true}});
  return b;
}

std::vector<float> random_weights(const Case& c, const std::vector<std::vector<float>>& data) {
  const Built b = built(c, data);
  return spread_out(values(b.graph, b.result).size(), 99);
}

}  // namespace

TEST_CASE("every gradient is the slope that central differences find") {
  std::set<std::string> checked;
  for (const Case& c : every_operation()) {
    std::vector<std::vector<float>> data = smooth_data(c);
    const std::vector<float> weights = random_weights(c, data);
    for (std::size_t i = 0; i < c.inputs.size(); ++i) {
      if (!has_slope(c, i)) continue;
      Built b = with_loss(c, data, weights);
      const Result<NodeId> made = try_apply(b.graph, "slope", "gradient", {*b.graph.find("loss"), b.inputs[i]});
      REQUIRE_MESSAGE(made, label(c), " input ", i, ": ", made ? "" : made.error().message);
      CHECK(b.graph.node(*made).shape == c.inputs[i].shape);
      CHECK(b.graph.node(*made).axes.size() == c.inputs[i].shape.size());
      checked.insert(c.operation);
      const std::vector<float> gradient = values(b.graph, *made);
      constexpr double h = 1.0 / 64;
      double largest = 1e-2;
      std::vector<double> wanted;
      for (std::size_t k = 0; k < data[i].size(); ++k) {
        const auto at = [&](double step) {
          const float before = data[i][k];
          data[i][k] = static_cast<float>(before + step);
          const double there = loss(c, data, weights);
          data[i][k] = before;
          return there;
        };
        wanted.push_back((at(-2 * h) - 8 * at(-h) + 8 * at(h) - at(2 * h)) / (12 * h));
        largest = std::max(largest, std::fabs(wanted.back()));
      }
      for (std::size_t k = 0; k < gradient.size(); ++k)
        CHECK_MESSAGE(std::fabs(gradient[k] - wanted[k]) <= 2e-4 * largest, label(c), " input ", i, ", cell ", k, ": ",
                      gradient[k], ", wanted ", wanted[k]);
    }
  }
  for (const Operation* operation : all_operations())
    if (takes_numbers(*operation))
      CHECK_MESSAGE(checked.contains(std::string(operation->name())), operation->name(), " is not checked");
}

namespace {

// The options of a case, as a lesson file gives them.
Options options_in(const rapidjson::Value& json) {
  Options options;
  for (const auto& [name, value] : json.GetObject()) {
    OptionValue& option = options[name.GetString()];
    if (value.IsBool()) option = value.GetBool();
    else if (value.IsString()) option = std::string(value.GetString());
    else if (value.IsNumber()) option = value.GetDouble();
    else option = golden::numbers(value);
  }
  return options;
}

}  // namespace

TEST_CASE("every gradient is the one that PyTorch's autograd computes") {
  const golden::File file("operation_gradients");
  std::map<std::string, std::size_t> checked;
  for (const rapidjson::Value& one : file.at("/cases").GetArray()) {
    Case c{one["operation"].GetString(), {}, options_in(one["options"])};
    std::vector<std::vector<float>> data;
    for (const rapidjson::Value& input : one["inputs"].GetArray()) {
      const std::vector<double> lengths = golden::numbers(input["shape"]), cells = golden::numbers(input["data"]);
      c.inputs.push_back({Shape(lengths.begin(), lengths.end())});
      data.emplace_back(cells.begin(), cells.end());
    }
    const std::vector<double> weights = golden::numbers(one["weights"]);
    for (std::size_t i = 0; i < c.inputs.size(); ++i) {
      const rapidjson::Value& gradients = one["gradients"];
      const rapidjson::Value& wanted_json = gradients[static_cast<rapidjson::SizeType>(i)];
      if (wanted_json.IsNull()) continue;
      const std::vector<double> wanted = golden::numbers(wanted_json);
      Built b = with_loss(c, data, {weights.begin(), weights.end()});
      const Result<NodeId> made = try_apply(b.graph, "slope", "gradient", {*b.graph.find("loss"), b.inputs[i]});
      REQUIRE_MESSAGE(made, label(c), " input ", i, ": ", made ? "" : made.error().message);
      const std::vector<float> gradient = values(b.graph, *made);
      REQUIRE(gradient.size() == wanted.size());
      double largest = 1e-3;
      for (const double v : wanted) largest = std::max(largest, std::fabs(v));
      for (std::size_t k = 0; k < gradient.size(); ++k)
        CHECK_MESSAGE(std::fabs(gradient[k] - wanted[k]) <= 1e-5 * largest, label(c), " input ", i, ", cell ", k, ": ",
                      gradient[k], ", PyTorch's ", wanted[k]);
      ++checked[c.operation];
    }
  }
  for (const Operation* operation : all_operations()) {
    if (!takes_numbers(*operation)) continue;
    CHECK_MESSAGE(checked[std::string(operation->name())] >= 3, operation->name(), " has fewer than three cases");
  }
}
