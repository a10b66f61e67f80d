// Parameters, each checked against its control: choices with labels, numbers with their range, orders that are
// permutations. Also checks a value set by a reader or a link.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "lesson/read/nearest.hpp"
#include "lesson/read/table.hpp"
#include "lesson/read/words.hpp"
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

}  // namespace

const Parameter* Known::parameter(std::string_view name) const {
  const auto found = std::ranges::find(lesson.parameters, name, &Parameter::name);
  return found == lesson.parameters.end() ? nullptr : &*found;
}

std::vector<std::string_view> Known::parameter_names() const {
  std::vector<std::string_view> names;
  for (const Parameter& parameter : lesson.parameters) names.push_back(parameter.name);
  return names;
}

// ---- the table ---------------------------------------------------------------------------------------------------------
// The other parameter may be defined further down: check_off checks it when all are read.
template <>
struct Described<Off>
    : Object<"off", Needed<"parameter", &Off::parameter, String>,
             Needed<"is", &Off::value, String, "Spelt as in the cases of a choose">, Needed<"why", &Off::why, Light>> {
};

// As many as the picture has, which `Choices` knows.
struct Pixels : String {
  static void read(const Cursor& at, const Known&, std::vector<std::uint8_t>& into) {
    into = decode_base64(at.string()).value_or(std::vector<std::uint8_t>());
  }
};

template <>
struct Described<Choice>
    : Object<"choice", Needed<"value", &Choice::value, String>, Needed<"label", &Choice::label, Plain>,
             Maybe<"pixels", &Choice::pixels, Pixels,
                   "Of a picture: red, green, blue of each pixel, row by row, in base64">> {};

struct Choices : Some<Of<Choice>, "parameter", "A choice needs “choices” to choose from."> {
  static void read(const Cursor& at, const Known& known, Parameter& into) {
    const bool pictured = into.control == Control::picture;
    for (const Cursor& item : at.items()) {
      if (item["pixels"].exists() && !pictured)
        return item["pixels"].fail("unknown_key", "Only the control “picture” has “pixels”. Take them out.");
      Choice choice;
      Of<Choice>::read(item, known, choice);
      if (pictured) check_pixels(item.required("pixels"), into, choice);
      if (std::ranges::contains(into.choices, choice.value, &Choice::value))
        item.fail("repeated_name", {"The choice “", choice.value, "” is there twice. Rename one of the two."});
      into.choices.push_back(std::move(choice));
    }
    if (into.choices.empty()) at.fail("parameter", "A choice needs “choices” to choose from.");
  }
};

struct Start {
  static void read(const Cursor& at, const Known&, Parameter& into) { into.start = read_start(at, into.control); }
  static std::string schema(Schema&) { return R"("type": ["boolean", "number", "string", "array"])"; }
};

// The initial items of an order.
struct Items : List<Label> {
  static void read(const Cursor& at, const Known& known, Parameter& into) {
    for (const Cursor& item : at.items()) {
      into.choices.push_back({std::to_string(into.choices.size()), {}});
      Label::read(item, known, into.choices.back().label);
    }
    const auto* start = std::get_if<std::vector<double>>(&into.start);
    if (start && start->size() != into.choices.size())
      at.fail("size", {"The order has ", start->size(), " places and ", into.choices.size(),
                       " items. Give one item for each place."});
  }
};

struct StepSize {
  static void read(const Cursor& at, const Known&, double& into) {
    into = at.number();
    if (into <= 0) at.fail("range", "“step” must be larger than 0.");
  }
  static std::string schema(Schema&) { return R"("type": "number", "exclusiveMinimum": 0)"; }
};

template <Control... controls>
inline constexpr auto of = [](const Parameter& parameter) { return ((parameter.control == controls) || ...); };
using PictureSide = Whole<1, largest_picture>;

template <>
struct Described<Parameter>
    : Object<
          "parameter", Needed<"name", &Parameter::name, Name>, Needed<"control", &Parameter::control, WordOf<Control>>,
          Needed<"label", &Parameter::label, Light>, Maybe<"hint", &Parameter::hint, Light>,
          Maybe<"advanced", &Parameter::advanced, Flag, "Folded away under “Advanced” until a reader asks for it">,
          Maybe<"off", &Parameter::off, List<Of<Off>>,
                "While another parameter has a value, this one does nothing: shown as off, with the reason">,
          Only<of<Control::picture>, Needed<"height", &Parameter::height, PictureSide, "Of a picture, in pixels">>,
          Only<of<Control::picture>, Needed<"width", &Parameter::width, PictureSide, "Of a picture, in pixels">>,
          Only<of<Control::choice, Control::picture>, Needed<"choices", whole, Choices>>,
          Only<of<Control::text>,
               Maybe<"longest", &Parameter::longest, Whole<1, longest_text>, "Of a text, in bytes: 4000 if not given">>,
          Only<of<Control::number>, Needed<"least", &Parameter::least, Number>>,
          Only<of<Control::number>, Needed<"most", &Parameter::most, Number>>,
          Only<of<Control::number>, Maybe<"step", &Parameter::step, StepSize>>,
          Needed<"start", whole, Start,
                 "The value at the start: a choice's text, true or false, a number, a text, or an order such as "
                 "[0, 1, 2]">,
          Only<of<Control::order>,
               Maybe<"items", whole, Items,
                     "What the places of an order hold; a bare text is the same in every language">>> {
  static constexpr std::string_view note =
      "A setting for the reader. Options, sizes and choices are bound to it by {\"parameter\": name}";
  static void misplaced(const Cursor& at, std::string_view key, const Parameter&) {
    if (key == "choices")
      return at.fail("unknown_key",
                     "Only the controls “choice” and “picture” have choices. Set “control” to one of them.");
    const std::string_view owner = key == "items"                      ? "order"
                                   : key == "longest"                  ? "text"
                                   : key == "height" || key == "width" ? "picture"
                                                                       : "number";
    at.fail("unknown_key", {"Only the control “", owner, "” has “", key, "”. Take it out."});
  }
  static void check(const Cursor& place, const Known&, const Parameter& parameter) {
    if (parameter.least > parameter.most)
      place["least"].fail("range", "“least” is larger than “most”. Exchange the two.");
    if (const auto fits = checked(parameter, parameter.start); !fits)
      place["start"].fail(fits.error().code, fits.error().message);
  }
};
template struct Of<Parameter>;

// ---- values of parameters ----------------------------------------------------------------------------------------------
void SettingsOf::read(const Cursor& at, const Known& known, Settings& into) {
  if (!at.open_object()) return;
  for (const auto& [name, item] : at.entries()) {
    const Parameter* parameter = known.parameter(name);
    if (!parameter)
      return item.fail("unknown_parameter",
                       {"This lesson has no parameter “", name, "”.", suggestion(name, known.parameter_names())});
    if (parameter->control == Parameter::Control::picture)
      return item.fail("parameter",
                       {"The picture “", name, "” is the reader's choice. It cannot be set; take it out."});
    ParameterValue value = read_start(item, parameter->control);
    if (item.failure()) return;
    if (const auto fits = checked(*parameter, value); !fits) item.fail(fits.error().code, fits.error().message);
    into.emplace(name, std::move(value));
  }
}

std::string SettingsOf::schema(Schema& schema) {
  return schema.reference("settings", [&] {
    return R"("description": "Values of parameters, by name. Pictures cannot be set", "type": "object", "propertyNames": { )" +
           Name::schema(schema) + R"( }, "additionalProperties": { "type": ["boolean", "number", "string", "array"] })";
  });
}

void check_off(const Cursor& list, const Parameter& parameter, const Known& known) {
  for (std::size_t i = 0; i < parameter.off.size(); ++i) {
    const Off& off = parameter.off[i];
    const Cursor item = list.items()[i];
    const Parameter* other = known.parameter(off.parameter);
    if (!other)
      return item["parameter"].fail("unknown_parameter", {"This lesson has no parameter “", off.parameter, "”.",
                                                          suggestion(off.parameter, known.parameter_names())});
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
