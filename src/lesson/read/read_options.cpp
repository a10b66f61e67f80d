// Names and words that must be known, and options and sizes, written out or bound to a parameter. A bound option is tried
// with every value that the parameter offers, so that no setting can break a lesson.
#include <algorithm>

#include "lesson/read/nearest.hpp"
#include "lesson/read/options.hpp"
#include "lesson/read/table.hpp"

namespace lesson {

template <>
struct Described<ParameterRef> : Object<"bound", Needed<"parameter", &ParameterRef::name, ParameterName>> {
  static constexpr std::string_view note = "Taken from a parameter";
};
template struct Of<ParameterRef>;

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

// {"parameter": name}; `check` refuses a value that the parameter may have and that does not fit.
template <class Check>
ParameterRef read_reference(const Cursor& place, const Known& known, Check check) {
  ParameterRef reference;
  Of<ParameterRef>::read(place, known, reference);
  if (place.failure()) return reference;
  for (const ParameterValue& value : samples(*known.parameter(reference.name))) check(reference.name, value);
  return reference;
}

Bound read_bound(const Cursor& place, const Known& known, const graph::OptionSpec& spec) {
  if (place.is_object()) {
    return read_reference(place, known, [&](const std::string& name, const ParameterValue& value) {
      if (const auto fits = as_option(value, spec); !fits)
        place.fail("option", {"The parameter “", name, "” does not fit here. ", fits.error().message});
    });
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

bool Known::has_tensor(std::string_view name) const {
  return !name.empty() && std::ranges::contains(lesson.tensors, name, &Tensor::name);
}

std::vector<std::string_view> Known::tensor_names() const {
  std::vector<std::string_view> names;
  for (const Tensor& tensor : lesson.tensors) names.push_back(tensor.name);
  return names;
}

std::string read_tensor_name(const Cursor& place, const Known& known) {
  if (place.is_string() && known.has_tensor(place.string())) return place.string();
  return read_word(place, known.tensor_names(), "tensor");
}

std::string read_parameter_name(const Cursor& place, const Known& known) {
  return read_word(place, known.parameter_names(), "parameter");
}

std::string read_generator_name(const Cursor& place, const Known& known) {
  std::vector<std::string_view> names;
  for (const Generator& generator : known.lesson.generators) names.push_back(generator.name);
  return read_word(place, names, "generator");
}

void RoleName::read(const Cursor& at, const Known&, graph::Role& into) {
  into = graph::parse_role(read_word(at, role_names(), "role")).value_or(graph::Role::none);
}

std::string RoleName::schema(Schema& schema) {
  return schema.reference("role", [] {
    return R"("description": "What a tensor is for: decides its colour and place", )" + one_of(role_names());
  });
}

std::string Name::schema(Schema& schema) {
  return schema.reference("name", [] { return R"("type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_-]{0,63}$")"; });
}

BoundOptions read_options(const Cursor& object, const Known& known, std::span<const graph::OptionSpec> specs,
                          std::span<const std::string_view> other_keys, std::string_view whose) {
  BoundOptions options;
  std::vector<std::string_view> names(other_keys.begin(), other_keys.end());
  for (const auto& spec : specs) names.push_back(spec.name);
  if (!object.open_object()) return options;
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

void Sizes::read(const Cursor& at, const Known& known, std::vector<BoundSize>& into) {
  for (const Cursor& item : at.items()) {
    if (!item.is_object()) {
      into.emplace_back(static_cast<std::size_t>(item.integer(0, static_cast<std::int64_t>(max_values))));
      continue;
    }
    into.emplace_back(read_reference(item, known, [&](const std::string& name, const ParameterValue& value) {
      if (!as_size(value))
        item.fail("size",
                  {"The parameter “", name, "” can't be a size: not all its values are whole numbers from 0 on."});
    }));
  }
  if (into.size() > max_axes)
    at.fail("size", {"A tensor has at most ", max_axes, " axes, this one would have ", into.size(), "."});
}

std::string Sizes::schema(Schema& schema) {
  return schema.reference("shape", [&] {
    return R"("description": "Sizes of the axes", "type": "array", "items": { )" +
           any_of({Place::schema(schema), Of<ParameterRef>::schema(schema)}) + " }";
  });
}

}  // namespace lesson
