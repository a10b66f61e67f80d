// The table of draws. Names and options are PyTorch's: torch.rand …, torch.nn.init.xavier_uniform_ …, nn.Linear.
#include "lesson/run/draws.hpp"

#include <algorithm>

namespace lesson {
namespace {

using graph::choice_option, graph::integer_option, graph::number_option, graph::OptionSpec;

constexpr OptionSpec gaussian_options[] = {number_option("mean", "mean", 0),
                                           number_option("std", "standard deviation", 1, 0)};
constexpr OptionSpec kaiming_options[] = {
    number_option("a", "slope of the leaky ReLU that follows", 0, 0, 1e6),
    choice_option("mode", "which side of the matrix counts", "fan_in", "fan_in|fan_out"),
    choice_option("nonlinearity", "what follows the layer", "leaky_relu", "leaky_relu|relu|tanh|sigmoid|linear")};
constexpr OptionSpec linear_bias_options[] = {
    integer_option("in_features", "how many numbers go into the layer", std::nullopt, 1, 4e6)};
constexpr OptionSpec randint_options[] = {integer_option("low", "the least number", 0),
                                          integer_option("high", "one more than the largest number", std::nullopt)};
constexpr OptionSpec uniform_options[] = {number_option("from", "lower end", 0), number_option("to", "upper end", 1)};
constexpr OptionSpec xavier_normal_options[] = {number_option("gain", "factor", 1, 0)};
constexpr OptionSpec xavier_uniform_options[] = {number_option("gain", "factor", 1)};

// By name.
constexpr DrawSpec draws[] = {
    {"dropout", "the draws of F.dropout, one for each cell, in [0, 1) with 53 bits", 0, {}},
    {"embedding", "the table [words, features] of a fresh nn.Embedding", 2, {}},
    {"gaussian", "normal with mean and std, normal_", 0, gaussian_options},
    {"kaiming_normal", "He's normal initialisation of a matrix [out, in]", 0, kaiming_options},
    {"kaiming_uniform", "He's uniform initialisation of a matrix [out, in]", 0, kaiming_options},
    {"linear_bias", "the bias [out] of a fresh nn.Linear", 1, linear_bias_options},
    {"linear_weight", "the weight [out, in] of a fresh nn.Linear", 2, {}},
    {"rand", "uniform from 0 to 1, torch.rand", 0, {}},
    {"randint", "whole numbers from low to high - 1, torch.randint", 0, randint_options},
    {"randn", "standard normal, torch.randn", 0, {}},
    {"uniform", "uniform between two numbers, uniform_", 0, uniform_options},
    {"xavier_normal", "Glorot's normal initialisation of a matrix [out, in]", 0, xavier_normal_options},
    {"xavier_uniform", "Glorot's uniform initialisation of a matrix [out, in]", 0, xavier_uniform_options},
};
static_assert(std::ranges::is_sorted(draws, {}, &DrawSpec::name));

}  // namespace

std::span<const DrawSpec> all_draws() { return draws; }

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
