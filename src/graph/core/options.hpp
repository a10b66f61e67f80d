// The options of an operation: the values given by a lesson, and the tables of existing options. Independent of
// tensors.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace graph {

using OptionValue = std::variant<bool, double, std::string, std::vector<double>, std::vector<std::string>>;
using Options = std::map<std::string, OptionValue, std::less<>>;

// One option of an operation. Operations keep them in constant tables, which need no code to build.
struct OptionSpec {
  enum class Kind : std::uint8_t { boolean, integer, number, text, choice, integers, numbers, texts };
  std::string_view name;
  Kind kind = Kind::number;
  std::string_view doc;           // for the JSON Schema and error messages
  bool needed = false;            // has no default; otherwise fallback() gives it
  double number = 0;              // the default of a number, 0 or 1 for a boolean; lists default to none
  std::string_view word = "";     // the default of a text or a choice
  std::string_view choices = "";  // "none|first|second"
  double least = -1e30, most = 1e30;

  OptionValue fallback() const;
  std::vector<std::string_view> choice_list() const;
};

// ---- helpers for writing the tables ----
constexpr OptionSpec number_option(std::string_view name, std::string_view doc, std::optional<double> fallback,
                                   double least = -1e30, double most = 1e30) {
  return {name, OptionSpec::Kind::number, doc, !fallback, fallback.value_or(0), {}, {}, least, most};
}
constexpr OptionSpec integer_option(std::string_view name, std::string_view doc, std::optional<double> fallback,
                                    double least = -1e9, double most = 1e9) {
  return {name, OptionSpec::Kind::integer, doc, !fallback, fallback.value_or(0), {}, {}, least, most};
}
constexpr OptionSpec axis_option(std::string_view doc, double fallback = -1) {
  return integer_option("axis", doc, fallback, -8, 7);
}
constexpr OptionSpec boolean_option(std::string_view name, std::string_view doc, bool fallback) {
  return {.name = name, .kind = OptionSpec::Kind::boolean, .doc = doc, .number = fallback ? 1.0 : 0.0};
}
// choices: "none|first|second"
constexpr OptionSpec choice_option(std::string_view name, std::string_view doc, std::string_view fallback,
                                   std::string_view choices) {
  return {.name = name, .kind = OptionSpec::Kind::choice, .doc = doc, .word = fallback, .choices = choices};
}
constexpr OptionSpec list_option(std::string_view name, std::string_view doc, bool needed = true) {  // whole numbers
  return {.name = name, .kind = OptionSpec::Kind::integers, .doc = doc, .needed = needed};
}

}  // namespace graph
