// Reads options and sizes, written out or bound to a parameter. A bound option is tried with every value that the
// parameter offers, so that no setting can break a lesson.
#include <algorithm>

#include "lesson/read/nearest.hpp"
#include "lesson/read/options.hpp"
#include "lesson/read/reader.hpp"

namespace lesson {
namespace {

using Kind = graph::OptionSpec::Kind;
using Control = Parameter::Control;

graph::OptionValue read_value(const Cursor& place, Kind kind) {
  switch (kind) {
    case Kind::boolean: return place.boolean();
    case Kind::integer:
    case Kind::number: return place.number();
    case Kind::text:
    case Kind::choice: return place.string();
    case Kind::integers:
    case Kind::numbers: {
      std::vector<double> list;
      for (const Cursor& item : place.items()) list.push_back(item.number());
      return list;
    }
    case Kind::texts: {
      std::vector<std::string> list;
      for (const Cursor& item : place.items()) list.push_back(item.string());
      return list;
    }
  }
  return false;
}

// The values to try for a binding: all choices, both ends of a range, the initial value.
std::vector<ParameterValue> samples(const Parameter& parameter) {
  std::vector<ParameterValue> values{parameter.start};
  if (parameter.control == Control::toggle) values.insert(values.end(), {true, false});
  if (parameter.control == Control::number) values.insert(values.end(), {parameter.least, parameter.most});
  if (parameter.control != Control::order)  // the choices of an order are the names of its items
    for (const Choice& choice : parameter.choices) values.emplace_back(choice.value);
  return values;
}

Bound read_bound(const Cursor& place, const Known& known, const graph::OptionSpec& spec) {
  if (place.is_object()) {
    if (!place.object({"parameter"})) return ParameterRef{};
    ParameterRef reference{read_parameter_name(place.required("parameter"), known)};
    const Parameter* parameter = known.parameter(reference.name);
    if (!parameter) return reference;
    for (const ParameterValue& value : samples(*parameter)) {
      const auto fits = as_option(value, spec);
      if (fits) continue;
      place.fail("option", {"The parameter “", reference.name, "” does not fit here. ", fits.error().message});
      break;
    }
    return reference;
  }
  graph::OptionValue value = read_value(place, spec.kind);
  if (place.failure()) return value;
  if (auto wrong = misfit(spec, value)) place.fail("option", std::move(*wrong));
  return value;
}

}  // namespace

std::string read_word(const Cursor& place, std::span<const std::string_view> words, std::string_view what) {
  std::string word = place.string();
  if (place.failure() || std::find(words.begin(), words.end(), word) != words.end()) return word;
  place.fail(joined({"unknown_", what}), joined({"“", word, "” is not a known ", what, ".", suggestion(word, words)}));
  return word;
}

std::string read_tensor_name(const Cursor& place, const Known& known) {
  return read_word(place, known.tensor_names, "tensor");
}

std::string read_parameter_name(const Cursor& place, const Known& known) {
  std::vector<std::string_view> names;
  for (const Parameter& parameter : known.lesson.parameters) names.push_back(parameter.name);
  return read_word(place, names, "parameter");
}

std::map<std::string, Bound, std::less<>> read_options(const Cursor& object, const Known& known,
                                                       std::span<const graph::OptionSpec> specs,
                                                       std::span<const std::string_view> other_keys,
                                                       std::string_view whose) {
  std::map<std::string, Bound, std::less<>> options;
  std::vector<std::string_view> names(other_keys.begin(), other_keys.end());
  for (const auto& spec : specs) names.push_back(spec.name);
  if (object.exists() && !object.open_object()) return options;
  for (const auto& [key, value] : object.entries()) {
    if (std::find(other_keys.begin(), other_keys.end(), key) != other_keys.end()) continue;
    const auto spec = std::find_if(specs.begin(), specs.end(), [&](const auto& s) { return s.name == key; });
    if (spec == specs.end()) {
      value.fail("unknown_option", {"“", whose, "” has no option “", key, "”.", suggestion(key, names)});
      return options;
    }
    options.emplace(key, read_bound(value, known, *spec));
  }
  for (const auto& spec : specs) {
    if (!spec.needed || options.contains(spec.name) || object.failure()) continue;
    object.fail("missing_option", {"“", whose, "” needs the option “", spec.name, "”: ", spec.doc, "."});
  }
  return options;
}

std::vector<BoundSize> read_shape(const Cursor& place, const Known& known) {
  std::vector<BoundSize> shape;
  for (const Cursor& item : place.items()) {
    if (!item.is_object()) {
      shape.emplace_back(static_cast<std::size_t>(item.integer(0, static_cast<std::int64_t>(max_values))));
      continue;
    }
    if (!item.object({"parameter"})) return shape;
    ParameterRef reference{read_parameter_name(item.required("parameter"), known)};
    if (const Parameter* parameter = known.parameter(reference.name)) {
      for (const ParameterValue& value : samples(*parameter)) {
        if (as_size(value)) continue;
        item.fail("size", {"The parameter “", reference.name,
                           "” can't be a size: not all its values are whole numbers from 0 on."});
        break;
      }
    }
    shape.emplace_back(std::move(reference));
  }
  if (shape.size() > max_axes)
    place.fail("size", {"A tensor has at most ", max_axes, " axes, this one would have ", shape.size(), "."});
  return shape;
}

}  // namespace lesson
