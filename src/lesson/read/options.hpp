// Option values and their specification: checks whether a value fits, and converts a parameter's value to an option's.
// Used when a file is read and again when a parameter changes.
#pragma once

#include <optional>
#include <string>

#include "lesson/lesson.hpp"

namespace lesson {

// What is wrong with the value, as a sentence; nothing when it fits.
std::optional<std::string> misfit(const graph::OptionSpec& spec, const graph::OptionValue& value);

// On an Error, path is "" (the caller adds its pointer). A choice's value may spell a number or true and false.
graph::Result<graph::OptionValue> as_option(const ParameterValue& value, const graph::OptionSpec& spec);
graph::Result<std::size_t> as_size(const ParameterValue& value);

// A choice's value as a number, when it spells one.
std::optional<double> spelt_number(std::string_view text);

}  // namespace lesson
