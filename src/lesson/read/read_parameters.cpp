// Reads parameters and checks each against its control: choices with labels, numbers with their range, orders that are
// permutations. Also checks a value set by a reader or a link.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "lesson/read/nearest.hpp"
#include "lesson/read/reader.hpp"
#include "lesson/run/picture.hpp"
#include "lesson/run/run.hpp"

namespace lesson {
namespace {

using Control = Parameter::Control;

bool is_permutation(const std::vector<double>& order) {
  std::vector<double> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size(); ++i)
    if (sorted[i] != static_cast<double>(i)) return false;
  return true;
}

graph::Result<ParameterValue> wrong(const Parameter& parameter, std::string_view what) {
  return graph::fail("parameter", parameter.pointer, {"“", parameter.name, "” ", what});
}

// The other parameter may be defined further down: check_off checks it when all are read.
Off read_off(const Cursor& place, const Known& known) {
  Off off;
  if (!place.object({"parameter", "is", "why"})) return off;
  off.parameter = place.required("parameter").string();
  off.value = place.required("is").string();
  off.why = read_text(place.required("why"), known, Markup::light);
  return off;
}

ParameterValue read_start(const Cursor& place, Control control) {
  switch (control) {
    case Control::toggle: return place.boolean();
    case Control::number: return place.number();
    case Control::text: return read_lines(place, "\n");
    case Control::choice:
    case Control::picture: return place.string();
    case Control::order: {
      std::vector<double> order;
      for (const Cursor& item : place.items()) order.push_back(static_cast<double>(item.integer(0, 1000)));
      return order;
    }
  }
  return false;
}

// The initial items of an order; either the same in every language, or a text.
void read_items(const Cursor& place, const Known& known, Parameter& parameter) {
  if (parameter.control != Control::order)
    return place.fail("unknown_key", "Only the control “order” has items. Take them out.");
  for (const Cursor& item : place.items())
    parameter.choices.push_back({std::to_string(parameter.choices.size()), item.is_string()
                                                                               ? Text{{"en", item.string()}}
                                                                               : read_text(item, known, Markup::none)});
  const auto* start = std::get_if<std::vector<double>>(&parameter.start);
  if (start && start->size() != parameter.choices.size())
    place.fail("size", {"The order has ", start->size(), " places and ", parameter.choices.size(),
                        " items. Give one item for each place."});
}

}  // namespace

const Parameter* Known::parameter(std::string_view name) const {
  const auto& all = lesson.parameters;
  const auto found = std::find_if(all.begin(), all.end(), [&](const Parameter& p) { return p.name == name; });
  return found == all.end() ? nullptr : &*found;
}

namespace {

void read_choices(const Cursor& place, const Known& known, Parameter& parameter) {
  const bool pictured = parameter.control == Control::picture;
  for (const Cursor& item : place.required("choices").items()) {
    if (pictured ? !item.object({"value", "label", "pixels"}) : !item.object({"value", "label"})) return;
    Choice choice{item.required("value").string(), read_text(item.required("label"), known, Markup::none)};
    if (pictured) choice.pixels = read_pixels(item.required("pixels"), parameter);
    const bool twice = std::any_of(parameter.choices.begin(), parameter.choices.end(),
                                   [&](const Choice& other) { return other.value == choice.value; });
    if (twice) item.fail("repeated_name", {"The choice “", choice.value, "” is there twice. Rename one of the two."});
    parameter.choices.push_back(std::move(choice));
  }
  if (parameter.choices.empty()) place.fail("parameter", "A choice needs “choices” to choose from.");
}

void read_range(const Cursor& place, Parameter& parameter) {
  parameter.least = place.required("least").number();
  parameter.most = place.required("most").number();
  parameter.step = place["step"].exists() ? place["step"].number() : 1;
  if (parameter.least > parameter.most)
    place["least"].fail("range", "“least” is larger than “most”. Exchange the two.");
  if (parameter.step <= 0) place["step"].fail("range", "“step” must be larger than 0.");
}

// Keys of other controls.
void refuse_others(const Cursor& place, Control control) {
  const bool pictured = control == Control::picture;
  if (place["choices"].exists() && control != Control::choice && !pictured)
    place["choices"].fail("unknown_key",
                          "Only the controls “choice” and “picture” have choices. Set “control” to one of them.");
  const auto only = [&](std::string_view of, bool is, std::initializer_list<std::string_view> keys) {
    for (const std::string_view key : keys)
      if (place[key].exists() && !is)
        place[key].fail("unknown_key", {"Only the control “", of, "” has “", key, "”. Take it out."});
  };
  only("picture", pictured, {"height", "width"});
  only("text", control == Control::text, {"longest"});
  only("number", control == Control::number, {"least", "most", "step"});
}

}  // namespace

Parameter read_parameter(const Cursor& place, const Known& known) {
  static constexpr std::string_view controls[] = {"choice", "toggle", "number", "text", "order", "picture"};
  Parameter parameter;
  parameter.pointer = place.pointer();
  if (!place.object({"name", "control", "label", "hint", "choices", "least", "most", "step", "start", "off", "items",
                     "height", "width", "advanced", "longest"}))
    return parameter;
  parameter.name = place.required("name").name();
  const std::string control = read_word(place.required("control"), controls, "control");
  const auto found = std::find(std::begin(controls), std::end(controls), control);
  if (found == std::end(controls)) return parameter;
  parameter.control = static_cast<Control>(found - std::begin(controls));
  parameter.label = read_text(place.required("label"), known, Markup::light);
  parameter.hint = read_text_or_empty(place["hint"], known, Markup::light);
  if (place["advanced"].exists()) parameter.advanced = place["advanced"].boolean();
  if (place["off"].exists())
    for (const Cursor& item : place["off"].items()) parameter.off.push_back(read_off(item, known));

  const bool pictured = parameter.control == Control::picture;
  if (pictured) {
    parameter.height = static_cast<std::size_t>(place.required("height").integer(1, largest_picture));
    parameter.width = static_cast<std::size_t>(place.required("width").integer(1, largest_picture));
  }
  if (pictured || parameter.control == Control::choice) read_choices(place, known, parameter);
  if (place.failure()) return parameter;
  refuse_others(place, parameter.control);
  if (place["longest"].exists())
    parameter.longest = static_cast<std::size_t>(place["longest"].integer(1, longest_text));
  if (parameter.control == Control::number) read_range(place, parameter);

  const Cursor start = place.required("start");
  parameter.start = read_start(start, parameter.control);
  if (place["items"].exists()) read_items(place["items"], known, parameter);
  if (place.failure()) return parameter;
  if (const auto fits = checked(parameter, parameter.start); !fits) start.fail(fits.error().code, fits.error().message);
  return parameter;
}

Settings read_settings(const Cursor& place, const Known& known) {
  Settings settings;
  if (!place.exists() || !place.open_object()) return settings;
  for (const auto& [name, item] : place.entries()) {
    const Parameter* parameter = known.parameter(name);
    if (!parameter) {
      std::vector<std::string_view> names;
      for (const Parameter& other : known.lesson.parameters) names.push_back(other.name);
      item.fail("unknown_parameter", {"This lesson has no parameter “", name, "”.", suggestion(name, names)});
      return settings;
    }
    if (parameter->control == Parameter::Control::picture) {
      item.fail("parameter", {"The picture “", name, "” is the reader's choice. It cannot be set; take it out."});
      return settings;
    }
    ParameterValue value = read_start(item, parameter->control);
    if (item.failure()) return settings;
    if (const auto fits = checked(*parameter, value); !fits) item.fail(fits.error().code, fits.error().message);
    settings.emplace(name, std::move(value));
  }
  return settings;
}

void check_off(const Cursor& place, const Parameter& parameter, const Known& known) {
  for (std::size_t i = 0; i < parameter.off.size(); ++i) {
    const Off& off = parameter.off[i];
    const Cursor item = place["off"].items()[i];
    std::vector<std::string_view> names;
    for (const Parameter& other : known.lesson.parameters) names.push_back(other.name);
    const Parameter* other = known.parameter(off.parameter);
    if (!other) {
      item["parameter"].fail("unknown_parameter",
                             {"This lesson has no parameter “", off.parameter, "”.", suggestion(off.parameter, names)});
      return;
    }
    check_value(item["is"], *other, off.value);
  }
}

void check_value(const Cursor& place, const Parameter& parameter, std::string_view value) {
  const auto values = spelt_values(parameter);
  const std::vector<std::string_view> words(values.begin(), values.end());
  if (std::ranges::contains(words, value)) return;
  place.fail("unknown_case",
             {"The parameter “", parameter.name, "” never has the value “", value, "”.", suggestion(value, words)});
}

graph::Result<ParameterValue> checked(const Parameter& parameter, const ParameterValue& value) {
  switch (parameter.control) {
    case Control::toggle:
      if (std::holds_alternative<bool>(value)) return value;
      return wrong(parameter, "is a switch: its value is true or false.");
    case Control::number: {
      const auto* number = std::get_if<double>(&value);
      if (!number || !std::isfinite(*number)) return wrong(parameter, "needs a number.");
      if (*number < parameter.least || *number > parameter.most)
        return wrong(parameter, joined({"goes from ", number_text(parameter.least), " to ", number_text(parameter.most),
                                        ", not to ", number_text(*number), "."}));
      // Integer steps from an integer start give integers, whatever a link contains.
      const bool whole = parameter.step == std::floor(parameter.step) && parameter.least == std::floor(parameter.least);
      if (whole && *number != std::floor(*number)) return wrong(parameter, "needs a whole number.");
      return value;
    }
    case Control::choice: {
      const auto* word = std::get_if<std::string>(&value);
      std::vector<std::string_view> known;
      for (const Choice& choice : parameter.choices) known.push_back(choice.value);
      if (word && std::find(known.begin(), known.end(), *word) != known.end()) return value;
      if (!word) return wrong(parameter, "is a choice: its value is one of the texts of its choices.");
      return wrong(parameter, joined({"has no choice “", *word, "”.", suggestion(*word, known)}));
    }
    case Control::text: {
      const auto* text = std::get_if<std::string>(&value);
      if (!text) return wrong(parameter, "needs a text.");
      if (text->size() > parameter.longest)
        return wrong(parameter, joined({"takes a text of at most ", parameter.longest, " bytes. Shorten it."}));
      return value;
    }
    case Control::picture: {
      const auto* text = std::get_if<std::string>(&value);
      if (text && is_own_picture(*text)) {
        if (own_pixels(parameter, *text)) return value;
        return wrong(parameter, joined({"takes a picture of ", parameter.width, " × ", parameter.height,
                                        " pixels in red, green and blue."}));
      }
      std::vector<std::string_view> known;
      for (const Choice& choice : parameter.choices) known.push_back(choice.value);
      if (text && std::find(known.begin(), known.end(), *text) != known.end()) return value;
      return wrong(parameter, joined({"has no picture “", (text ? *text : std::string()), "”.",
                                      suggestion(text ? *text : std::string(), known)}));
    }
    case Control::order: {
      const auto* order = std::get_if<std::vector<double>>(&value);
      const auto* start = std::get_if<std::vector<double>>(&parameter.start);
      if (order && start && order->size() == start->size() && is_permutation(*order)) return value;
      return wrong(parameter, "is an order: each place from 0 on must be named once.");
    }
  }
  return wrong(parameter, "has an unknown control.");
}

std::string spelt(const ParameterValue& value) {
  if (const auto* toggle = std::get_if<bool>(&value)) return *toggle ? "true" : "false";
  if (const auto* number = std::get_if<double>(&value)) return number_text(*number == 0 ? 0 : *number);  // not "-0"
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return "";
}

ParameterValue from_spelt(const Parameter& parameter, std::string_view spelling) {
  if (parameter.control == Control::toggle) return spelling == "true";
  if (parameter.control != Control::number) return std::string(spelling);
  return std::strtod(std::string(spelling).c_str(), nullptr);
}

std::vector<std::string> spelt_values(const Parameter& parameter) {
  std::vector<std::string> values;
  if (parameter.control == Control::toggle) return {"false", "true"};
  if (parameter.control == Control::picture || parameter.control == Control::order) return {};
  for (const Choice& choice : parameter.choices) values.push_back(choice.value);
  if (parameter.control == Control::number && (parameter.most - parameter.least) / parameter.step < 32)
    for (int i = 0; parameter.least + i * parameter.step <= parameter.most; ++i)
      values.push_back(number_text(parameter.least + i * parameter.step));
  return values;
}

}  // namespace lesson
