// How a lesson file is written. An object of the file has a table of its keys (table.hpp); each key takes a kind of value.
// A kind says how such a value is read, what is wrong with others, and what editors are told of it as a JSON Schema.
// Errors are recorded in the cursor's Failure; what was read is then meaningless. Private to src/lesson and to the kinds of
// figures.
#pragma once

#include <algorithm>
#include <concepts>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "lesson/lesson.hpp"
#include "lesson/read/cursor.hpp"
#include "lesson/read/schema.hpp"
#include "lesson/read/words.hpp"
#include "text/keys.hpp"

namespace lesson {

using text::Key;
using text::Literal;
using text::Object;
using text::path;

// The table of an object's keys: specialised for every struct that is an object of the file.
template <class T>
struct Described;

// What is known of the lesson when a part is read: its title, parameters, generators and tensors come first.
struct Known {
  const Lesson& lesson;
  const Parameter* parameter(std::string_view name) const;
  std::vector<std::string_view> parameter_names() const;
  bool has_tensor(std::string_view name) const;
  std::vector<std::string_view> tensor_names() const;
};

// ---- texts (read_text.cpp) ---------------------------------------------------------------------------------------------
enum class Markup : std::uint8_t { none, light };
void read_text(const Cursor& place, const Known& known, Markup markup, Text& into);
std::string read_lines(const Cursor& place, std::string_view joined_by);  // a string, or a list of strings

// ---- names and words that must be known (read_options.cpp) -----------------------------------------------------------------
std::string read_tensor_name(const Cursor& place, const Known& known);
std::string read_parameter_name(const Cursor& place, const Known& known);
std::string read_generator_name(const Cursor& place, const Known& known);
std::string read_word(const Cursor& place, std::span<const std::string_view> words, std::string_view what);

// ---- parameters (read_parameters.cpp) ------------------------------------------------------------------------------------
// Checks that the value is one of the parameter's, spelt as in a "choose".
void check_value(const Cursor& place, const Parameter& parameter, std::string_view value);
// That what switches a parameter off exists: `list` is its “off”.
void check_off(const Cursor& list, const Parameter& parameter, const Known& known);
// Every value that a parameter can take, spelt as in a "choose": "3" for a number, "true" for a toggle. Empty if there
// are too many to list.
std::vector<std::string> spelt_values(const Parameter& parameter);

// ---- options and sizes that may be bound to a parameter (read_options.cpp) -----------------------------------------------
BoundOptions read_options(const Cursor& object, const Known& known, std::span<const graph::OptionSpec> specs,
                          std::span<const std::string_view> other_keys, std::string_view whose);

// ---- what may follow a parameter (read_tensors.cpp) ------------------------------------------------------------------------
// The parameter and the cases of a "choose", one for each of its values and no other.
struct Cases {
  std::string parameter;
  std::vector<std::pair<std::string, Cursor>> items;
};
Cases read_cases(const Cursor& place, const Known& known);

// ---- checks over the whole lesson (run/order.cpp) --------------------------------------------------------------------------
// Sorts the tensors into a valid order of computation, whatever the order in the file. A cycle is a failure.
void put_in_order(Lesson& lesson, Failure& failure);

// ---- kinds of values -----------------------------------------------------------------------------------------------------
struct String {
  static void read(const Cursor& at, const Known&, std::string& into) { into = at.string(); }
  static std::string schema(Schema&) { return R"("type": "string")"; }
};
struct Flag {
  static void read(const Cursor& at, const Known&, bool& into) { into = at.boolean(); }
  static std::string schema(Schema&) { return R"("type": "boolean")"; }
};
struct Number {
  static void read(const Cursor& at, const Known&, double& into) { into = at.number(); }
  static std::string schema(Schema&) { return R"("type": "number")"; }
};
// How far a number may be off.
struct Tolerance {
  static void read(const Cursor& at, const Known&, double& into) { into = at.number(0, 1e30); }
  static std::string schema(Schema&) { return R"("type": "number", "minimum": 0)"; }
};

template <std::int64_t least, std::int64_t most>
struct Whole {
  template <std::integral T>
  static void read(const Cursor& at, const Known&, T& into) {
    into = static_cast<T>(at.integer(least, most));
  }
  static std::string schema(Schema&) {
    return joined({R"("type": "integer", "minimum": )", least, R"(, "maximum": )", most});
  }
};
// A place along an axis, from 0.
struct Place {
  static void read(const Cursor& at, const Known&, std::size_t& into) {
    into = static_cast<std::size_t>(at.integer(0, max_values));
  }
  static std::string schema(Schema&) { return R"("type": "integer", "minimum": 0)"; }
};

// A name that the lesson gives: letters, digits, _ and -.
struct Name {
  static void read(const Cursor& at, const Known&, std::string& into) { into = at.name(); }
  static std::string schema(Schema& schema);
};
// Names of what the lesson has.
struct TensorName : Name {
  static void read(const Cursor& at, const Known& known, std::string& into) { into = read_tensor_name(at, known); }
};
struct ParameterName : Name {
  static void read(const Cursor& at, const Known& known, std::string& into) { into = read_parameter_name(at, known); }
};
struct GeneratorName : Name {
  static void read(const Cursor& at, const Known& known, std::string& into) { into = read_generator_name(at, known); }
};
struct RoleName {
  static void read(const Cursor& at, const Known& known, graph::Role& into);
  static std::string schema(Schema& schema);
};

// A word of an enumeration: of text::Words<T>.
template <class T>
struct WordOf {
  static void read(const Cursor& at, const Known&, T& into) {
    using Words = text::Words<T>;
    if (const auto word = text::parse_word<T>(read_word(at, Words::all, Words::what))) into = *word;
  }
  static std::string schema(Schema&) { return one_of(text::Words<T>::all); }
};

// A text in one or more languages, plain or in light markup.
struct Plain {
  static void read(const Cursor& at, const Known& known, Text& into) { read_text(at, known, Markup::none, into); }
  static std::string schema(Schema& schema);
};
struct Light : Plain {
  static void read(const Cursor& at, const Known& known, Text& into) { read_text(at, known, Markup::light, into); }
};
// A text, or a string that is the same in every language, such as a word of the example sentence.
struct Label {
  static void read(const Cursor& at, const Known& known, Text& into) {
    if (at.is_string()) into = {{"en", at.token()}};
    else Plain::read(at, known, into);
  }
  static std::string schema(Schema& schema) { return any_of({String::schema(schema), Plain::schema(schema)}); }
};
// Lines in one language: a string, or a list of strings.
struct Lines {
  static void read(const Cursor& at, const Known&, std::string& into) { into = read_lines(at, "\n"); }
  static std::string schema(Schema& schema);
};
struct Tex : String {
  static void read(const Cursor& at, const Known&, std::string& into);
};

template <class Kind>
struct List {
  template <class T>
  static void read(const Cursor& at, const Known& known, std::vector<T>& into) {
    for (const Cursor& item : at.items()) Kind::read(item, known, into.emplace_back());
  }
  static std::string schema(Schema& schema) { return R"("type": "array", "items": { )" + Kind::schema(schema) + " }"; }
};
// A list that must not be empty, with the sentence that says so.
template <class Kind, Literal code, Literal refusal>
struct Some {
  template <class T>
  static void read(const Cursor& at, const Known& known, std::vector<T>& into) {
    List<Kind>::read(at, known, into);
    if (into.empty()) at.fail(code.view(), std::string(refusal.view()));
  }
  static std::string schema(Schema& schema) { return List<Kind>::schema(schema) + R"(, "minItems": 1)"; }
};
// A list of two, likewise.
template <class Kind, Literal code, Literal refusal>
struct Two {
  template <class T>
  static void read(const Cursor& at, const Known& known, T& into) {
    std::vector<typename T::value_type> given;
    List<Kind>::read(at, known, given);
    if (given.size() != 2) return at.fail(code.view(), std::string(refusal.view()));
    if constexpr (requires { into.push_back(given[0]); }) into = std::move(given);
    else std::ranges::move(given, into.begin());
  }
  static std::string schema(Schema& schema) { return List<Kind>::schema(schema) + R"(, "minItems": 2, "maxItems": 2)"; }
};
// One value, as the last of what may be several.
template <class Kind>
struct Single {
  template <class T>
  static void read(const Cursor& at, const Known& known, std::vector<T>& into) {
    Kind::read(at, known, into.emplace_back());
  }
  static std::string schema(Schema& schema) { return Kind::schema(schema); }
};

// An object, by the table of its keys. Defined in table.hpp; a file that has the table of an object which others name
// instantiates it.
template <class T, class Table = Described<T>>
struct Of {
  static void read(const Cursor& at, const Known& known, T& into);
  static void read(const Cursor& at, const Known& known, std::optional<T>& into) { read(at, known, into.emplace()); }
  static std::string schema(Schema& schema);
};

// The keys of one object choose what it is: this one makes it `kind`, and its value is that of `get`.
template <auto kind, auto get, class Kind>
struct As {
  template <class T>
  static void read(const Cursor& at, const Known& known, T& into) {
    into.kind = kind;
    Kind::read(at, known, std::invoke(get, into));
  }
  static std::string schema(Schema& schema) { return Kind::schema(schema); }
};

// A source: a text, or one with an address.
struct Source {
  static void read(const Cursor& at, const Known& known, Reference& into);
  static std::string schema(Schema& schema);
};

// One value, or {"choose": …} with one for each value of a parameter.
constexpr std::size_t deepest_choice = 4;
bool is_deepest_choice(const Cursor& place);  // that many choices around it
std::string varied_schema(Schema& schema, std::string_view name, std::string_view plain);
template <class Kind, Literal name>
struct Vary {
  template <class T>
  static void read(const Cursor& at, const Known& known, Varied<T>& into) {
    if (!at.is_object() || !at["choose"].exists()) return Kind::read(at, known, into.plain);
    if (!at.object({"choose"})) return;
    if (is_deepest_choice(at)) return at["choose"].fail("nesting", "Choices are nested too deeply here.");
    const Cases cases = read_cases(at["choose"], known);
    into.parameter = cases.parameter;
    for (const auto& [value, item] : cases.items) {
      into.values.push_back(value);
      read(item, known, into.cases.emplace_back());
    }
  }
  static std::string schema(Schema& schema) { return varied_schema(schema, name.view(), Kind::schema(schema)); }
};

using VariedFormula = Vary<Of<Formula>, "variedFormula">;

// Values of parameters by their names: {"mask": false, "rate": 4}.
struct SettingsOf {
  static void read(const Cursor& at, const Known& known, Settings& into);
  static std::string schema(Schema& schema);
};
// Sizes of the axes, each a number or bound to a parameter.
struct Sizes {
  static void read(const Cursor& at, const Known& known, std::vector<BoundSize>& into);
  static std::string schema(Schema& schema);
};
// Nested lists of numbers, or packed ones.
struct NumberLists {
  static void read(const Cursor& at, const Known& known, ValuesSource& into);
  static std::string schema(Schema& schema);
};
// The tensors of a lesson, which may name each other in any order.
struct Tensors {
  static constexpr std::size_t most = 2000;
  static void read(const Cursor& at, const Known& known, std::vector<Tensor>& into);
  static std::string schema(Schema& schema);
};
// The place of a cell: one entry for each axis.
struct CellIndex : List<Place> {
  static std::string schema(Schema& schema);
};
// A figure by its kind, with its key and place.
std::shared_ptr<const StepFigure> read_figure(const FigureReader& kind, const Cursor& place, const Known& known);

// Objects whose tables are in one file and that others name.
extern template struct Of<CellSpec>;
extern template struct Of<Course>;
extern template struct Of<Formula>;
extern template struct Of<Generator>;
extern template struct Of<HiddenCells>;
extern template struct Of<Layer>;
extern template struct Of<Lesson>;
extern template struct Of<NameRow>;
extern template struct Of<Parameter>;
extern template struct Of<ParameterRef>;
extern template struct Of<Poster>;
extern template struct Of<Question>;
extern template struct Of<Step>;
extern template struct Of<Training>;

}  // namespace lesson
