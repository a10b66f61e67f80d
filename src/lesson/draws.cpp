// The table of draws. Names and options are PyTorch's: torch.rand …, torch.nn.init.xavier_uniform_ …, nn.Linear.
#include "lesson/draws.hpp"

#include <algorithm>

namespace lesson {
namespace {

using graph::OptionSpec;
using Kind = OptionSpec::Kind;

OptionSpec number(std::string_view name, std::string_view doc, double fallback, double least = -1e30,
                  double most = 1e30) {
  return {name, Kind::number, doc, graph::OptionValue(fallback), {}, least, most};
}
OptionSpec integer(std::string_view name, std::string_view doc, std::optional<graph::OptionValue> fallback,
                   double least, double most) {
  return {name, Kind::integer, doc, std::move(fallback), {}, least, most};
}
OptionSpec choice(std::string_view name, std::string_view doc, std::vector<std::string_view> choices) {
  return {name, Kind::choice, doc, graph::OptionValue(std::string(choices.front())), choices};
}

std::vector<OptionSpec> kaiming() {
  return {number("a", "slope of the leaky ReLU that follows", 0, 0, 1e6),
          choice("mode", "which side of the matrix counts", {"fan_in", "fan_out"}),
          choice("nonlinearity", "what follows the layer", {"leaky_relu", "relu", "tanh", "sigmoid", "linear"})};
}

std::vector<DrawSpec> make_draws() {
  std::vector<DrawSpec> draws = {
      {"rand", "uniform from 0 to 1, torch.rand", 0, {}},
      {"randn", "standard normal, torch.randn", 0, {}},
      {"randint",
       "whole numbers from low to high - 1, torch.randint",
       0,
       {integer("low", "the least number", graph::OptionValue(0.0), -1e9, 1e9),
        integer("high", "one more than the largest number", std::nullopt, -1e9, 1e9)}},
      {"uniform",
       "uniform between two numbers, uniform_",
       0,
       {number("from", "lower end", 0), number("to", "upper end", 1)}},
      {"gaussian",
       "normal with mean and std, normal_",
       0,
       {number("mean", "mean", 0), number("std", "standard deviation", 1, 0)}},
      {"xavier_uniform", "Glorot's uniform initialisation of a matrix [out, in]", 0, {number("gain", "factor", 1)}},
      {"xavier_normal", "Glorot's normal initialisation of a matrix [out, in]", 0, {number("gain", "factor", 1, 0)}},
      {"kaiming_uniform", "He's uniform initialisation of a matrix [out, in]", 0, kaiming()},
      {"kaiming_normal", "He's normal initialisation of a matrix [out, in]", 0, kaiming()},
      {"linear_weight", "the weight [out, in] of a fresh nn.Linear", 2, {}},
      {"linear_bias",
       "the bias [out] of a fresh nn.Linear",
       1,
       {integer("in_features", "how many numbers go into the layer", std::nullopt, 1, 4e6)}},
      {"dropout", "the draws of F.dropout, one for each cell, in [0, 1) with 53 bits", 0, {}},
      {"embedding", "the table [words, features] of a fresh nn.Embedding", 2, {}},
  };
  std::sort(draws.begin(), draws.end(), [](const DrawSpec& a, const DrawSpec& b) { return a.name < b.name; });
  return draws;
}

}  // namespace

std::span<const DrawSpec> all_draws() {
  static const std::vector<DrawSpec> draws = make_draws();
  return draws;
}

std::span<const std::string_view> draw_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> list;
    for (const DrawSpec& draw : all_draws()) list.push_back(draw.name);
    return list;
  }();
  return names;
}

const DrawSpec* find_draw(std::string_view name) {
  const auto all = all_draws();
  const auto found = std::find_if(all.begin(), all.end(), [&](const DrawSpec& draw) { return draw.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace lesson
