// Tensors and generators: nested values, draws, operations with their options, and choices between those. Names of other
// tensors are only checked for existence; order.cpp checks the dependencies.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "lesson/read/nearest.hpp"
#include "lesson/read/options.hpp"
#include "lesson/read/table.hpp"
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

}  // namespace

// ---- values ------------------------------------------------------------------------------------------------------------
struct FileName {
  static void read(const Cursor& at, const Known&, std::string& into) {
    constexpr std::string_view kinds[] = {".npy", ".npz", ".safetensors"};
    into = at.string();
    if (std::ranges::none_of(kinds, [&](std::string_view kind) { return into.ends_with(kind); }))
      at.fail("file", "This is no .npy, .npz or .safetensors file.");
  }
  static std::string schema(Schema&) { return R"("type": "string", "pattern": "\\.(npy|npz|safetensors)$")"; }
};

constexpr std::int64_t most_heads = std::int64_t{1} << 31;  // products of two fit
using FromZero = Whole<0, most_heads>;
using FromOne = Whole<1, most_heads>;

template <>
struct Described<graph::FileOrigin>
    : Object<"origin", Needed<"name", &graph::FileOrigin::file, FileName>,
             Needed<"tensor", &graph::FileOrigin::tensor, String>,
             Needed<"heads", &graph::FileOrigin::heads, FromOne, "That the file has">,
             Needed<"part", &graph::FileOrigin::part, FromZero, "Which place of the axes before the heads">,
             Needed<"shared", &graph::FileOrigin::shared, FromOne,
                    "How many of the heads here each of its heads stands for">,
             Needed<"first", &graph::FileOrigin::first, FromZero, "The heads here begin with this one">> {};

struct Bytes {
  static void read(const Cursor& at, const Known&, ValuesSource& into) {
    std::uint64_t count = 1;
    for (const std::size_t length : into.shape) count = std::min<std::uint64_t>(count * length, max_values + 1);
    const auto bytes = decode_base64(at.string());
    if (!bytes || bytes->size() != 4 * count)
      return at.fail("size", {"These are not ", count, " numbers of four bytes in base 64, as the shape needs."});
    for (std::size_t i = 0; i < bytes->size(); i += 4) {
      std::uint32_t bits = 0;
      for (std::size_t byte = 0; byte < 4; ++byte) bits |= std::uint32_t{(*bytes)[i + byte]} << (8 * byte);
      into.data.push_back(std::bit_cast<float>(bits));
    }
  }
  static std::string schema(Schema&) { return R"("type": "string", "contentEncoding": "base64")"; }
};

struct Lengths {
  static void read(const Cursor& at, const Known& known, graph::Shape& into) {
    if (at.is_array() && at.items().size() > max_axes)
      return at.fail("nesting", {"A tensor has at most ", max_axes, " axes."});
    List<Place>::read(at, known, into);
  }
  static std::string schema(Schema& schema) {
    return List<Place>::schema(schema) + joined({R"(, "maxItems": )", max_axes});
  }
};

template <>
struct Described<ValuesSource>
    : Object<"packedValues", Needed<"shape", &ValuesSource::shape, Lengths>, Needed<"float32", whole, Bytes>,
             Maybe<"file", &ValuesSource::file, Of<graph::FileOrigin>,
                   "The file that the numbers are from, for code that loads them">> {
  static constexpr std::string_view note =
      "Numbers computed elsewhere, which may be NaN or infinite: their bytes, the lowest first, in base 64";
  static void check(const Cursor& place, const Known&, const ValuesSource& values) {
    if (values.file &&
        (values.shape.size() != 3 || values.file->first + values.shape[0] > values.file->heads * values.file->shared))
      place["file"].fail("size", "The values are (heads, rows, columns), and the file has at least that many heads.");
  }
};

void NumberLists::read(const Cursor& at, const Known& known, ValuesSource& into) {
  if (at.is_object()) Of<ValuesSource>::read(at, known, into);
  else read_nested(at, 0, into, true);
  if (into.data.size() > max_values) at.fail("too_large", {"These are more than ", max_values, " values."});
}

std::string NumberLists::schema(Schema& schema) {
  return schema.reference("values", [&] {
    return R"("description": "Nested lists, all rows of one length, or packed", )" +
           any_of({Number::schema(schema), List<NumberLists>::schema(schema), Of<ValuesSource>::schema(schema)});
  });
}

// ---- draws -------------------------------------------------------------------------------------------------------------
template <bool with_generator>
struct Random {
  static void read(const Cursor& at, const Known& known, RandomSource& into) {
    static constexpr std::string_view keys[] = {"draw", "shape", "generator"};
    if (!at.open_object()) return;
    if (with_generator) into.generator = read_generator_name(at.required("generator"), known);
    into.draw = read_word(at.required("draw"), draw_names(), "draw");
    Sizes::read(at.required("shape"), known, into.shape);
    if (at.failure()) return;
    const DrawSpec& spec = *find_draw(into.draw);
    into.options = read_options(at, known, spec.options, std::span(keys, with_generator ? 3 : 2), into.draw);
    if (spec.rank != 0 && into.shape.size() != spec.rank)
      at["shape"].fail("size", {"“", into.draw, "” draws a tensor of ", spec.rank, " axes: ", spec.doc, "."});
  }
  static std::string schema(Schema& schema) {
    return schema.reference("random", [&] { return draws_schema(schema, Sizes::schema(schema)); });
  }
};

struct Seed {
  static void read(const Cursor& at, const Known& known, Generator& into) {
    constexpr std::int64_t exact = std::int64_t{1} << 53;
    if (!at.is_object()) {
      into.seed = at.integer(-exact, exact);
      return;
    }
    ParameterRef reference;
    Of<ParameterRef>::read(at, known, reference);
    if (const Parameter* parameter = known.parameter(reference.name);
        parameter && parameter->control != Parameter::Control::number)
      at.fail("parameter", "A seed needs a parameter with the control “number”.");
    into.seed = std::move(reference);
  }
  static std::string schema(Schema& schema) {
    return any_of({R"("type": "integer")", Of<ParameterRef>::schema(schema)});
  }
};

template <>
struct Described<Generator> : Object<"generator", Needed<"name", &Generator::name, Name>, Needed<"seed", whole, Seed>,
                                     Maybe<"discard", &Generator::discard, List<Random<false>>,
                                           "Draws made and discarded before the first tensor">> {
  static constexpr std::string_view note = "PyTorch's random generator, started once for each run";
};
template struct Of<Generator>;

// ---- how a tensor is made ----------------------------------------------------------------------------------------------
// Reads into the source of a making, which becomes a Source.
template <class Source, class Kind>
struct MadeBy {
  static void read(const Cursor& at, const Known& known, Making& into) {
    Kind::read(at, known, into.source.emplace<Source>());
  }
  static std::string schema(Schema& schema) { return Kind::schema(schema); }
};
template <class Source>
inline constexpr auto made_by = [](const Making& making) { return std::holds_alternative<Source>(making.source); };
template <class Source>
inline constexpr auto source = [](Making& making) -> Source& { return std::get<Source>(making.source); };

struct OperationName {
  static void read(const Cursor& at, const Known&, OperationSource& into) {
    into.operation = at.string();
    if (at.failure() || graph::find_operation(into.operation)) return;
    std::vector<std::string_view> names;
    for (const graph::Operation* other : graph::all_operations()) names.push_back(other->name());
    at.fail("unknown_operation", {"There is no operation “", into.operation, "”.", suggestion(into.operation, names)});
  }
  static std::string schema(Schema& schema) { return operations_schema(schema); }
};

struct OptionsOfOperation {
  static void read(const Cursor& at, const Known& known, OperationSource& into) {
    into.options = read_options(at, known, graph::find_operation(into.operation)->options(), {}, into.operation);
  }
  static std::string schema(Schema&) { return R"("type": "object")"; }
};

struct Choose {
  static void read(const Cursor& at, const Known& known, ChooseSource& into) {
    if (is_deepest_choice(at)) return at["cases"].fail("nesting", "Choices are nested too deeply here.");
    const Cases cases = read_cases(at, known);
    into.parameter = cases.parameter;
    for (const auto& [value, item] : cases.items) {
      into.values.push_back(value);
      Of<Making>::read(item, known, into.makings.emplace_back());
    }
  }
  static std::string schema(Schema& schema) {
    return choose_schema(schema, "choose", "One making for each value of a parameter", Of<Making>::schema(schema));
  }
};

template <>
struct Described<PictureSource>
    : Object<"pictureSource", Needed<"parameter", &PictureSource::parameter, ParameterName>> {
  static constexpr std::string_view note = "The picture of a parameter: (3, height, width), from 0 to 1";
  static void check(const Cursor& place, const Known& known, const PictureSource& picture) {
    if (known.parameter(picture.parameter)->control != Parameter::Control::picture)
      place["parameter"].fail("parameter", "A picture needs a parameter with the control “picture”.");
  }
};

// Those without which an operation cannot be computed.
void check_operation(const Cursor& place, const OperationSource& source) {
  const graph::Operation& operation = *graph::find_operation(source.operation);
  const auto specs = operation.inputs();
  const bool repeats = !specs.empty() && specs.back().repeats;
  const auto least = static_cast<std::size_t>(std::ranges::count(specs, false, &graph::InputSpec::optional));
  const Cursor inputs = specs.empty() ? place["inputs"] : place.required("inputs");
  if (source.inputs.size() < least || (!repeats && source.inputs.size() > specs.size())) {
    std::string names;
    for (const auto& spec : specs)
      names += joined({(names.empty() ? "" : ", "), spec.name,
                       (spec.repeats    ? " (any number)"
                        : spec.optional ? " (optional)"
                                        : "")});
    inputs.fail("inputs", {"“", source.operation, "” takes ", (names.empty() ? "no inputs" : "the inputs " + names),
                           "; here are ", source.inputs.size(), "."});
  }
  for (const auto& spec : operation.options())
    if (spec.needed && !place["options"].exists())
      place["options"].fail("missing_option",
                            {"“", source.operation, "” needs the option “", spec.name, "”: ", spec.doc, "."});
}

template <>
struct Described<Making>
    : Object<"case", Maybe<"values", whole, MadeBy<ValuesSource, NumberLists>>,
             Maybe<"random", whole, MadeBy<RandomSource, Random<true>>>,
             Maybe<"operation", whole, MadeBy<OperationSource, OperationName>>,
             Maybe<"choose", whole, MadeBy<ChooseSource, Choose>>,
             Maybe<"picture", whole, MadeBy<PictureSource, Of<PictureSource>>>,
             Only<made_by<ValuesSource>, Maybe<"shape", path<source<ValuesSource>, &ValuesSource::take>, Sizes,
                                               "With values: how much of their leading part is taken">>,
             Only<made_by<OperationSource>, Maybe<"inputs", path<source<OperationSource>, &OperationSource::inputs>,
                                                  List<TensorName>, "Names of tensors, in the operation's order">>,
             Only<made_by<OperationSource>, Maybe<"options", source<OperationSource>, OptionsOfOperation>>,
             Maybe<"ours", &Making::ours, Flag, "Numbers that no tutorial gives">> {
  static constexpr std::string_view note = "How a tensor is made: by values, random, operation, choose or picture";
  static std::string rules(Schema& schema) {
    return R"("oneOf": [{ "required": ["values"] }, { "required": ["random"] }, { "required": ["operation"] }, )"
           R"({ "required": ["choose"] }, { "required": ["picture"] }], "allOf": [{ )" +
           options_of_operations(schema) + " }]";
  }
  static void opening(const Cursor& place) {
    std::vector<std::string_view> found;
    for (const std::string_view way : {"values", "random", "operation", "choose", "picture"})
      if (place[way].exists()) found.push_back(way);
    if (found.empty())
      place.fail("making",
                 "Nothing says how this tensor is made. Give it “values”, “random”, “operation”, “choose” or "
                 "“picture”.");
    else if (found.size() > 1)
      place.fail("making", {"This tensor is made in two ways, by “", found[0], "” and by “", found[1], "”. Keep one."});
  }
  static void misplaced(const Cursor& at, std::string_view key, const Making&) {
    if (key == "shape")
      at.fail("unknown_key", "“shape” belongs to “values” here, to take their leading part. Take it out.");
    else at.fail("unknown_key", {"Only an operation has “", key, "”. Take it out."});
  }
  static void check(const Cursor& place, const Known&, const Making& making) {
    if (const auto* operation = std::get_if<OperationSource>(&making.source)) check_operation(place, *operation);
    const auto* values = std::get_if<ValuesSource>(&making.source);
    if (values && place["shape"].exists() && values->take.size() != values->shape.size())
      place["shape"].fail("size", {"The values have ", values->shape.size(), " axes, the shape ", values->take.size(),
                                   ". Give one size for each axis."});
  }
};

// ---- tensors -----------------------------------------------------------------------------------------------------------
struct AxisName {
  static void read(const Cursor& at, const Known&, std::string& into) { into = read_word(at, axis_names(), "axis"); }
  static std::string schema(Schema& schema) {
    return schema.reference(
        "axis", [] { return R"("description": "What the places of an axis are", )" + one_of(axis_names()); });
  }
};

template <>
struct Described<AxisSpec> : Object<"axisOfLesson", Needed<"name", &AxisSpec::name, AxisName>,
                                    Maybe<"labels", &AxisSpec::labels, List<Label>>> {};

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

template <>
struct Described<Tensor>
    : Object<"tensor", Needed<"name", &Tensor::name, Name, "The tutorial's name in code">,
             Maybe<"symbol", &Tensor::symbol, Vary<String, "variedSymbol">,
                   "The tutorial's symbol: base[_sub][^sup], {} around more than one character">,
             Maybe<"role", &Tensor::role, RoleName>, Maybe<"axes", &Tensor::axes, List<Of<AxisSpec>>>,
             Maybe<"editable", &Tensor::editable, Flag, "A source whose cells a reader may change">,
             Maybe<"toggle", &Tensor::toggle, Flag, "Its cells are 0 or 1, and a click changes one">,
             Maybe<"cellNames", &Tensor::cell_names, TensorName,
                   "Of ids: a tensor. The labels of its first axis are shown instead of 0, 1, 2, …">,
             Maybe<"word", &Tensor::word, Plain,
                   "What stands beside this number where it is a height in a curve, instead of the symbol">> {
  static constexpr auto also = &Tensor::making;
  static void check(const Cursor& place, const Known&, Tensor& tensor) {
    tensor.ours = tensor.making.ours;
    if (tensor.editable && std::holds_alternative<OperationSource>(tensor.making.source))
      place["editable"].fail("editable",
                             {"“", tensor.name, "” is computed, so its cells can't be edited. Take “editable” out."});
    check_axes(tensor, place);
  }
};

void Tensors::read(const Cursor& at, const Known& known, std::vector<Tensor>& into) {
  const auto items = at.items();
  if (items.size() > most) return at.fail("too_large", {"A lesson has at most ", most, " tensors."});
  if (items.empty()) at.fail("missing_key", "A lesson needs at least one tensor.");
  // Names first, since a tensor may use one defined further down.
  for (const Cursor& item : items) {
    std::string name = item["name"].is_string() ? item["name"].string() : "";
    if (!name.empty() && known.has_tensor(name))
      return item.fail("repeated_name", {"There is another tensor named “", name, "”. Rename one of the two."});
    into.emplace_back().name = std::move(name);
  }
  for (std::size_t i = 0; i < items.size() && !at.failure(); ++i) Of<Tensor>::read(items[i], known, into[i]);
  for (const Tensor& tensor : into) {
    const auto named = std::ranges::find(into, tensor.cell_names, &Tensor::name);
    if (named == into.end()) continue;  // none, or an unknown one, which was told where it was read
    if (tensor.cell_names.empty() || (!named->axes.empty() && !named->axes.front().labels.empty())) continue;
    at.failure().add(
        "unknown_key", tensor.pointer + "/cellNames",
        {"The first axis of “", tensor.cell_names, "” has no labels. Give it some, or name another tensor."});
  }
}

std::string Tensors::schema(Schema& schema) { return List<Of<Tensor>>::schema(schema) + R"(, "minItems": 1)"; }

// ---- choices -----------------------------------------------------------------------------------------------------------
bool is_deepest_choice(const Cursor& place) {
  constexpr std::string_view step = "/choose/cases/";
  std::size_t around = 0;
  for (std::size_t at = 0; (at = place.pointer().find(step, at)) != std::string::npos; at += step.size()) ++around;
  return around >= deepest_choice;
}

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

}  // namespace lesson
