// Checks option values of every kind, and turns parameter values into them.
#include "lesson/read/options.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "lesson/read/cursor.hpp"
#include "lesson/read/nearest.hpp"

namespace lesson {
namespace {

using Kind = graph::OptionSpec::Kind;

std::optional<std::string> number_misfit(const graph::OptionSpec& spec, double value, bool whole) {
  const std::string name(spec.name);
  if (!std::isfinite(value)) return joined({"The option “", name, "” must be a finite number."});
  if (whole && value != std::floor(value))
    return joined({"The option “", name, "” must be a whole number, not ", number_text(value), "."});
  if (value >= spec.least && value <= spec.most) return std::nullopt;
  std::string message = joined({"The option “", name, "” must be "});
  if (spec.most > 1e29) message += number_text(spec.least) + " or more";
  else if (spec.least < -1e29) message += number_text(spec.most) + " or less";
  else message += joined({"from ", number_text(spec.least), " to ", number_text(spec.most)});
  return joined({message, ", not ", number_text(value), "."});
}

}  // namespace

std::optional<std::string> misfit(const graph::OptionSpec& spec, const graph::OptionValue& value) {
  std::string wrong_kind = joined({"The option “", spec.name, "” has the wrong kind of value."});
  switch (spec.kind) {
    case Kind::boolean: return std::holds_alternative<bool>(value) ? std::nullopt : std::optional(wrong_kind);
    case Kind::integer:
    case Kind::number:
      if (const auto* number = std::get_if<double>(&value))
        return number_misfit(spec, *number, spec.kind == Kind::integer);
      return wrong_kind;
    case Kind::text: return std::holds_alternative<std::string>(value) ? std::nullopt : std::optional(wrong_kind);
    case Kind::choice: {
      const auto* word = std::get_if<std::string>(&value);
      if (!word) return wrong_kind;
      const std::vector<std::string_view> choices = spec.choice_list();
      if (std::ranges::find(choices, *word) != choices.end()) return std::nullopt;
      return joined({"The option “", spec.name, "” has no choice “", *word, "”.", suggestion(*word, choices)});
    }
    case Kind::integers:
    case Kind::numbers: {
      const auto* list = std::get_if<std::vector<double>>(&value);
      if (!list) return wrong_kind;
      for (double number : *list)
        if (auto wrong = number_misfit(spec, number, spec.kind == Kind::integers)) return wrong;
      return std::nullopt;
    }
    case Kind::texts:
      return std::holds_alternative<std::vector<std::string>>(value) ? std::nullopt : std::optional(wrong_kind);
  }
  return wrong_kind;
}

std::optional<double> spelt_number(std::string_view text) {
  const std::string copy(text);
  if (copy.empty() || copy.find_first_not_of("0123456789+-.eE") != std::string::npos) return std::nullopt;
  char* end = nullptr;
  const double value = std::strtod(copy.c_str(), &end);
  if (end != copy.c_str() + copy.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

graph::Result<graph::OptionValue> as_option(const ParameterValue& value, const graph::OptionSpec& spec) {
  graph::OptionValue option;
  const bool numeric = spec.kind == Kind::integer || spec.kind == Kind::number;
  if (const auto* toggle = std::get_if<bool>(&value)) {
    option = *toggle;
  } else if (const auto* number = std::get_if<double>(&value)) {
    option = *number;
  } else if (const auto* places = std::get_if<std::vector<double>>(&value)) {
    option = *places;
  } else {
    const std::string& text = std::get<std::string>(value);
    const auto number_of_text = spelt_number(text);
    if (numeric && number_of_text) option = *number_of_text;
    else if (spec.kind == Kind::boolean && (text == "true" || text == "false")) option = text == "true";
    else option = text;
  }
  if (auto wrong = misfit(spec, option)) return graph::fail("option", "", std::move(*wrong));
  return option;
}

graph::Result<std::size_t> as_size(const ParameterValue& value) {
  std::optional<double> number;
  if (const auto* direct = std::get_if<double>(&value)) number = *direct;
  else if (const auto* text = std::get_if<std::string>(&value)) number = spelt_number(*text);
  if (number && *number >= 0 && *number <= static_cast<double>(max_values) && *number == std::floor(*number))
    return static_cast<std::size_t>(*number);
  return graph::fail("size", "", {"A size must be a whole number from 0 to ", max_values, "."});
}

}  // namespace lesson
