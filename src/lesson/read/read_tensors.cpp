// Reads tensors and generators: nested values, draws, operations with their options, and choices between those. Names
// of other tensors are only checked for existence; order.cpp checks the dependencies.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "lesson/read/nearest.hpp"
#include "lesson/read/options.hpp"
#include "lesson/read/reader.hpp"
#include "lesson/read/words.hpp"
#include "lesson/run/draws.hpp"
#include "lesson/run/picture.hpp"
#include "lesson/run/run.hpp"

namespace lesson {
namespace {

std::string shape_text(const graph::Shape& shape) {
  if (shape.empty()) return "a single number";
  std::string text;
  for (std::size_t size : shape) text += joined({(text.empty() ? "" : " × "), size});
  return text;
}

// Fills data row by row. The first element at each depth fixes the shape; all others must agree with it.
void read_nested(const Cursor& place, std::size_t axis, ValuesSource& values, bool first) {
  if (place.failure()) return;
  if (!place.is_array()) {
    if (axis < values.shape.size())
      return place.fail("ragged", {"Expected a list of ", values.shape[axis],
                                   " here, as in the rows before. Rows must all have one length."});
    const double number = place.number();
    if (std::abs(number) > std::numeric_limits<float>::max())
      return place.fail("number", "This number is too large for a tensor, which holds 32-bit floats (up to 3.4e38).");
    values.data.push_back(static_cast<float>(number));
    return;
  }
  const auto items = place.items();
  if (first) {
    if (axis >= max_axes) return place.fail("nesting", {"These lists are nested deeper than ", max_axes, " axes."});
    values.shape.push_back(items.size());
  } else if (axis >= values.shape.size()) {
    return place.fail("ragged", "Expected a number here, found a list. Rows must all have one shape.");
  } else if (items.size() != values.shape[axis]) {
    return place.fail("ragged", {"This row has ", items.size(), " entries, the first one has ", values.shape[axis],
                                 ". Rows must all have one length."});
  }
  for (std::size_t i = 0; i < items.size(); ++i) read_nested(items[i], axis + 1, values, first && i == 0);
}

// Where the numbers come from, for code that loads them.
std::optional<graph::FileOrigin> read_origin(const Cursor& place, const graph::Shape& shape) {
  if (!place.exists() || !place.object({"name", "tensor", "heads", "part", "shared", "first"})) return std::nullopt;
  constexpr std::int64_t most = std::int64_t{1} << 31;  // products of two fit
  const auto count = [&](std::string_view key, std::int64_t least) {
    return static_cast<std::size_t>(place.required(key).integer(least, most));
  };
  graph::FileOrigin origin{.file = place.required("name").string(), .tensor = place.required("tensor").string()};
  origin.heads = count("heads", 1);
  origin.part = count("part", 0);
  origin.shared = count("shared", 1);
  origin.first = count("first", 0);
  constexpr std::string_view kinds[] = {".npy", ".npz", ".safetensors"};
  if (std::ranges::none_of(kinds, [&](std::string_view kind) { return origin.file.ends_with(kind); }))
    place["name"].fail("file", "This is no .npy, .npz or .safetensors file.");
  if (shape.size() != 3 || origin.first + shape[0] > origin.heads * origin.shared)
    place.fail("size", "The values are (heads, rows, columns), and the file has at least that many heads.");
  return origin;
}

// {"shape": […], "float32": "…"}: the numbers as they lie in memory, the lowest byte first, in base 64. Numbers that were
// computed elsewhere: they may be NaN or infinite.
void read_packed(const Cursor& place, ValuesSource& values) {
  if (!place.object({"shape", "float32", "file"})) return;
  std::uint64_t count = 1;
  const auto lengths = place.required("shape").items();
  if (lengths.size() > max_axes) return place.fail("nesting", {"A tensor has at most ", max_axes, " axes."});
  for (const Cursor& length : lengths) {
    values.shape.push_back(static_cast<std::size_t>(length.integer(0, max_values)));
    count = std::min<std::uint64_t>(count * values.shape.back(), max_values + 1);
  }
  const Cursor packed = place.required("float32");
  const auto bytes = decode_base64(packed.string());
  if (!bytes || bytes->size() != 4 * count)
    return packed.fail("size", {"These are not ", count, " numbers of four bytes in base 64, as the shape needs."});
  for (std::size_t i = 0; i < bytes->size(); i += 4) {
    std::uint32_t bits = 0;
    for (std::size_t byte = 0; byte < 4; ++byte) bits |= std::uint32_t{(*bytes)[i + byte]} << (8 * byte);
    values.data.push_back(std::bit_cast<float>(bits));
  }
  values.file = read_origin(place["file"], values.shape);
}

RandomSource read_random(const Cursor& place, const Known& known, bool with_generator) {
  static constexpr std::string_view plain[] = {"draw", "shape"};
  static constexpr std::string_view named[] = {"generator", "draw", "shape"};
  RandomSource random;
  if (!place.open_object()) return random;
  if (with_generator) {
    std::vector<std::string_view> names;
    for (const Generator& generator : known.lesson.generators) names.push_back(generator.name);
    random.generator = read_word(place.required("generator"), names, "generator");
  }
  random.draw = read_word(place.required("draw"), draw_names(), "draw");
  random.shape = read_shape(place.required("shape"), known);
  if (place.failure()) return random;
  const DrawSpec& spec = *find_draw(random.draw);
  const auto keys =
      with_generator ? std::span<const std::string_view>(named) : std::span<const std::string_view>(plain);
  random.options = read_options(place, known, spec.options, keys, random.draw);
  if (spec.rank != 0 && random.shape.size() != spec.rank)
    place["shape"].fail("size", {"“", random.draw, "” draws a tensor of ", spec.rank, " axes: ", spec.doc, "."});
  return random;
}

OperationSource read_operation(const Cursor& place, const Known& known) {
  OperationSource source;
  source.operation = place["operation"].string();
  if (place.failure()) return source;
  const graph::Operation* operation = graph::find_operation(source.operation);
  if (!operation) {
    std::vector<std::string_view> names;
    for (const graph::Operation* other : graph::all_operations()) names.push_back(other->name());
    place["operation"].fail("unknown_operation",
                            {"There is no operation “", source.operation, "”.", suggestion(source.operation, names)});
    return source;
  }
  const auto specs = operation->inputs();
  const bool repeats = !specs.empty() && specs.back().repeats;
  std::size_t least = 0;
  for (const auto& spec : specs) least += spec.optional ? 0 : 1;
  const Cursor inputs = specs.empty() ? place["inputs"] : place.required("inputs");
  if (inputs.exists())
    for (const Cursor& item : inputs.items()) source.inputs.push_back(read_tensor_name(item, known));
  if (!place.failure() && (source.inputs.size() < least || (!repeats && source.inputs.size() > specs.size()))) {
    std::string names;
    for (const auto& spec : specs)
      names += joined({(names.empty() ? "" : ", "), spec.name,
                       (spec.repeats    ? " (any number)"
                        : spec.optional ? " (optional)"
                                        : "")});
    inputs.fail("inputs", {"“", source.operation, "” takes ", (names.empty() ? "no inputs" : "the inputs " + names),
                           "; here are ", source.inputs.size(), "."});
  }
  source.options = read_options(place["options"], known, operation->options(), {}, source.operation);
  if (!place["options"].exists()) {
    for (const auto& spec : operation->options()) {
      if (!spec.needed) continue;
      place.fail("missing_option", {"“", source.operation, "” needs the option “", spec.name, "”: ", spec.doc, "."});
      break;
    }
  }
  return source;
}

Making read_making(const Cursor& place, const Known& known, int depth);

ChooseSource read_choose(const Cursor& place, const Known& known, int depth) {
  ChooseSource choose;
  if (depth >= deepest_choice) return place["cases"].fail("nesting", "Choices are nested too deeply here."), choose;
  const Cases cases = read_cases(place, known);
  choose.parameter = cases.parameter;
  for (const auto& [value, item] : cases.items) {
    choose.values.push_back(value);
    static constexpr std::string_view keys[] = {"values",  "shape",  "random", "operation", "inputs",
                                                "options", "choose", "ours",   "picture"};
    if (item.object(keys)) choose.makings.push_back(read_making(item, known, depth + 1));
  }
  return choose;
}

PictureSource read_picture(const Cursor& place, const Known& known) {
  PictureSource source;
  if (!place.object({"parameter"})) return source;
  source.parameter = read_parameter_name(place.required("parameter"), known);
  const Parameter* parameter = known.parameter(source.parameter);
  if (parameter && parameter->control != Parameter::Control::picture)
    place["parameter"].fail("parameter", "A picture needs a parameter with the control “picture”.");
  return source;
}

Making read_making(const Cursor& place, const Known& known, int depth) {
  static constexpr std::string_view ways[] = {"values", "random", "operation", "choose", "picture"};
  Making making;
  making.pointer = place.pointer();
  making.ours = place["ours"].boolean_or(false);
  std::vector<std::string_view> found;
  for (std::string_view way : ways)
    if (place[way].exists()) found.push_back(way);
  if (found.size() != 1) {
    place.fail(
        "making",
        found.empty()
            ? "Nothing says how this tensor is made. Give it “values”, “random”, “operation”, “choose” or "
              "“picture”."
            : joined({"This tensor is made in two ways, by “", found[0], "” and by “", found[1], "”. Keep one."}));
    return making;
  }
  for (std::string_view key : {"inputs", "options"})
    if (place[key].exists() && found[0] != "operation")
      place[key].fail("unknown_key", {"Only an operation has “", key, "”. Take it out."});
  if (place["shape"].exists() && found[0] != "values")
    place["shape"].fail("unknown_key", "“shape” belongs to “values” here, to take their leading part. Take it out.");
  if (found[0] == "values") {
    ValuesSource values = read_values(place["values"]);
    if (place["shape"].exists()) values.take = read_shape(place["shape"], known);
    if (place["shape"].exists() && values.take.size() != values.shape.size())
      place["shape"].fail("size", {"The values have ", values.shape.size(), " axes, the shape ", values.take.size(),
                                   ". Give one size for each axis."});
    making.source = std::move(values);
  } else if (found[0] == "random") {
    making.source = read_random(place["random"], known, true);
  } else if (found[0] == "operation") {
    making.source = read_operation(place, known);
  } else if (found[0] == "picture") {
    making.source = read_picture(place["picture"], known);
  } else {
    making.source = read_choose(place["choose"], known, depth);
  }
  return making;
}

std::vector<AxisSpec> read_axes(const Cursor& place, const Known& known) {
  std::vector<AxisSpec> axes;
  if (!place.exists()) return axes;
  for (const Cursor& item : place.items()) {
    AxisSpec axis;
    if (!item.object({"name", "labels"})) break;
    axis.name = read_word(item.required("name"), axis_names(), "axis");
    if (item["labels"].exists()) {
      for (const Cursor& label : item["labels"].items()) {
        // A label that is the same in every language, such as a word of the example sentence, is a plain string.
        axis.labels.push_back(label.is_string() ? Text{{"en", label.token()}} : read_text(label, known, Markup::none));
      }
    }
    axes.push_back(std::move(axis));
  }
  return axes;
}

void check_axes(const Tensor& tensor, const Cursor& place) {
  const auto* values = std::get_if<ValuesSource>(&tensor.making.source);
  if (tensor.axes.empty() || !values || place.failure()) return;
  if (tensor.axes.size() != values->shape.size())
    return place["axes"].fail("axes", {"The values are ", shape_text(values->shape), ", but ", tensor.axes.size(),
                                       " axes are named. Name one for each."});
  for (std::size_t i = 0; i < tensor.axes.size(); ++i) {
    const std::size_t labels = tensor.axes[i].labels.size();
    if (labels == 0 || labels == values->shape[i]) continue;
    place["axes"].fail("axes", {"Axis ", i, " has ", values->shape[i], " places and ", labels,
                                " labels. Give one label for each place."});
  }
}

}  // namespace

Cases read_cases(const Cursor& place, const Known& known) {
  Cases found;
  if (!place.object({"parameter", "cases"})) return found;
  found.parameter = read_parameter_name(place.required("parameter"), known);
  const Cursor cases = place.required("cases");
  const Parameter* parameter = known.parameter(found.parameter);
  if (!parameter || !cases.open_object()) return found;
  const auto values = spelt_values(*parameter);
  const std::vector<std::string_view> words(values.begin(), values.end());
  const bool with_others = cases[other_values].exists();
  // A number may have more values than can be listed: then some have a case, and the others share one.
  const bool counted = values.empty() && with_others && parameter->control == Parameter::Control::number;
  if (values.empty() && !counted)
    place["parameter"].fail("parameter", {"“", found.parameter, "” has no list of values that could be told apart. ",
                                          "Bind it to an option or a size instead."});
  found.items = cases.entries();
  for (const auto& [value, item] : found.items) {
    if (value == other_values) continue;
    const std::optional<double> number = counted ? spelt_number(value) : std::nullopt;
    const bool known_value = number ? checked(*parameter, *number).has_value() && spelt(*number) == value
                                    : std::find(words.begin(), words.end(), value) != words.end();
    if (!known_value)
      item.fail("unknown_case",
                {"The parameter “", found.parameter, "” never has the value “", value, "”.", suggestion(value, words)});
  }
  if (with_others) return found;
  for (const std::string& value : values) {
    const bool there =
        std::any_of(found.items.begin(), found.items.end(), [&](const auto& item) { return item.first == value; });
    if (!there)
      cases.fail("missing_case",
                 {"The value “", value, "” of the parameter “", found.parameter, "” has no case. Add one."});
  }
  return found;
}

ValuesSource read_values(const Cursor& place) {
  ValuesSource values;
  if (place.is_object()) read_packed(place, values);
  else read_nested(place, 0, values, true);
  if (values.data.size() > max_values) place.fail("too_large", {"These are more than ", max_values, " values."});
  return values;
}

Generator read_generator(const Cursor& place, const Known& known) {
  Generator generator;
  generator.pointer = place.pointer();
  if (!place.object({"name", "seed", "discard"})) return generator;
  generator.name = place.required("name").name();
  const Cursor seed = place.required("seed");
  if (seed.is_object()) {
    if (!seed.object({"parameter"})) return generator;
    ParameterRef reference{read_parameter_name(seed.required("parameter"), known)};
    if (const Parameter* parameter = known.parameter(reference.name);
        parameter && parameter->control != Parameter::Control::number)
      seed.fail("parameter", "A seed needs a parameter with the control “number”.");
    generator.seed = std::move(reference);
  } else {
    constexpr std::int64_t exact = std::int64_t{1} << 53;
    generator.seed = seed.integer(-exact, exact);
  }
  if (place["discard"].exists())
    for (const Cursor& item : place["discard"].items()) generator.discard.push_back(read_random(item, known, false));
  return generator;
}

Tensor read_tensor(const Cursor& place, const Known& known) {
  Tensor tensor;
  tensor.pointer = place.pointer();
  static constexpr std::string_view keys[] = {"name",      "symbol",  "role",    "axes",      "editable", "toggle",
                                              "ours",      "values",  "shape",   "random",    "inputs",   "choose",
                                              "operation", "options", "picture", "cellNames", "word"};
  if (!place.object(keys)) return tensor;
  tensor.name = place.required("name").name();
  tensor.symbol = read_varied(place["symbol"], known, [](const Cursor& symbol) { return symbol.string(); });
  if (place["role"].exists()) {
    const std::string role = read_word(place["role"], role_names(), "role");
    tensor.role = graph::parse_role(role).value_or(graph::Role::none);
  }
  tensor.axes = read_axes(place["axes"], known);
  tensor.editable = place["editable"].boolean_or(false);
  tensor.toggle = place["toggle"].boolean_or(false);
  tensor.ours = place["ours"].boolean_or(false);
  if (place["cellNames"].exists()) tensor.cell_names = read_tensor_name(place["cellNames"], known);
  if (place["word"].exists()) tensor.word = read_text(place["word"], known, Markup::none);
  tensor.making = read_making(place, known, 0);
  if (tensor.editable && std::holds_alternative<OperationSource>(tensor.making.source))
    place["editable"].fail("editable",
                           {"“", tensor.name, "” is computed, so its cells can't be edited. Take “editable” out."});
  check_axes(tensor, place);
  return tensor;
}

}  // namespace lesson
