// The tables of the objects of a lesson file, and how an object is read and described by its own: struct Described<T>, an
// Object of these keys. A table may further have, as static members:
//   note           what the object is, for editors
//   also           a part of it (get: T& → Part&) whose keys stand in the same object
//   options        those that may be bound to a parameter and stand beside the keys; settings: the member that takes them
//   kinds          kinds of figures, each with a key; shown: what takes one that was read
//   opening        (place): refuses keys that do not go together, before any value is read
//   misplaced      (place of a key, key, T so far): refuses a key that is `Only` for others
//   check          (place, known, T): what the keys alone do not say, if all could be read
//   rules          the same for editors, as a fragment of the schema
#pragma once

#include <array>

#include "lesson/read/format.hpp"

namespace lesson {

// A key that may be left out, and one that may not: its kind of value, and what editors say of it.
template <Literal key_text, auto get_value, class KindOfValue, Literal about = "">
struct Maybe : text::Member<key_text, get_value, Key::optional> {
  using Kind = KindOfValue;
  static constexpr auto note = about;
};
template <Literal key_text, auto get_value, class KindOfValue, Literal about = "">
struct Needed : text::Member<key_text, get_value, Key::needed> {
  using Kind = KindOfValue;
  static constexpr auto note = about;
};
// A key that only some of these objects have, by what was read before it.
template <auto fits, class M>
struct Only : M {
  static constexpr auto applies = fits;
};
// For kinds that read into the object itself.
inline constexpr auto whole = std::identity{};

namespace detail {

template <class Table, class T>
void add_keys(std::vector<std::string_view>& keys) {
  Table::each([&]<class M>() { keys.push_back(M::key.view()); });
  if constexpr (requires { Table::also; }) {
    using Part = std::remove_cvref_t<std::invoke_result_t<decltype(Table::also), T&>>;
    add_keys<Described<Part>, Part>(keys);
  }
  if constexpr (requires { Table::options(); })
    for (const graph::OptionSpec& option : Table::options()) keys.push_back(option.name);
  if constexpr (requires { Table::kinds(); })
    for (const FigureReader& kind : Table::kinds()) keys.push_back(kind.key);
}

template <class M, class Table, class T>
void read_key(const Cursor& place, const Known& known, T& into) {
  if (place.failure()) return;
  const std::string_view key = M::key.view();
  if constexpr (requires { M::applies; }) {
    if (!M::applies(into)) {
      if (place[key].exists()) Table::misplaced(place[key], key, into);
      return;
    }
  }
  const Cursor at = M::use == Key::needed ? place.required(key) : place[key];
  if (at.exists()) M::Kind::read(at, known, std::invoke(M::get, into));
}

template <class Table, class T>
void read_all(const Cursor& place, const Known& known, T& into) {
  if constexpr (std::same_as<Table, Described<T>> && requires { into.pointer; }) into.pointer = place.pointer();
  if constexpr (requires { Table::opening(place); }) Table::opening(place);
  Table::each([&]<class M>() { read_key<M, Table>(place, known, into); });
  if constexpr (requires { Table::also; }) {
    auto& part = std::invoke(Table::also, into);
    read_all<Described<std::remove_cvref_t<decltype(part)>>>(place, known, part);
  }
  if constexpr (requires { Table::options(); }) {
    std::vector<std::string_view> keys;
    Table::each([&]<class M>() { keys.push_back(M::key.view()); });
    if (!place.failure())
      std::invoke(Table::settings, into) = read_options(place, known, Table::options(), keys, Table::name.view());
  }
  if constexpr (requires { Table::kinds(); })
    for (const FigureReader& kind : Table::kinds())
      if (place[kind.key].exists() && !place.failure()) Table::shown(into, read_figure(kind, place[kind.key], known));
  if constexpr (requires { Table::check(place, known, into); })
    if (!place.failure()) Table::check(place, known, into);
}

// The properties of an object, its needed keys and rules, each added to what is there.
template <class Table, class T>
void describe(Schema& schema, std::string& properties, std::vector<std::string_view>& needed, std::string& rules) {
  const auto add = [&](const std::string& more) { properties += (properties.empty() ? "" : ", ") + more; };
  Table::each([&]<class M>() {
    add(property(M::key.view(), M::note.view(), M::Kind::schema(schema)));
    if (M::use == Key::needed && !requires { M::applies; }) needed.push_back(M::key.view());
  });
  if constexpr (requires { Table::also; }) {
    using Part = std::remove_cvref_t<std::invoke_result_t<decltype(Table::also), T&>>;
    describe<Described<Part>, Part>(schema, properties, needed, rules);
  }
  if constexpr (requires { Table::options(); }) {
    add(properties_of(schema, Table::options()));
    std::ranges::copy(needed_of(Table::options()), std::back_inserter(needed));
  }
  if constexpr (requires { Table::kinds(); }) add(properties_of_figures(schema, Table::kinds()));
  if constexpr (requires { Table::rules(schema); }) rules += ", " + std::string(Table::rules(schema));
}

}  // namespace detail

template <class T, class Table>
void Of<T, Table>::read(const Cursor& at, const Known& known, T& into) {
  std::vector<std::string_view> keys;
  detail::add_keys<Table, T>(keys);
  if (at.object(keys)) detail::read_all<Table>(at, known, into);
}

template <class T, class Table>
std::string Of<T, Table>::schema(Schema& schema) {
  return schema.reference(Table::name.view(), [&] {
    std::string properties, rules;
    std::vector<std::string_view> needed;
    detail::describe<Table, T>(schema, properties, needed, rules);
    std::string_view note;
    if constexpr (requires { Table::note; }) note = Table::note;
    return object_of(note, properties, needed, rules);
  });
}

// Cells of a tensor, whose keys also stand in other objects.
template <>
struct Described<CellSpec> : Object<"cells", Needed<"tensor", &CellSpec::tensor, TensorName>,
                                    Maybe<"cells", &CellSpec::cells, List<CellIndex>, "None: the whole tensor">> {};

// A kind of figure is an object, or it has one value: then its table is that key.
template <class Figure>
std::shared_ptr<StepFigure> FigureOf<Figure>::read(const Cursor& place, const Known& known) {
  using Table = Described<Figure>;
  auto figure = std::make_shared<Figure>();
  if constexpr (requires { Table::get; }) Table::Kind::read(place, known, std::invoke(Table::get, *figure));
  else Of<Figure>::read(place, known, *figure);
  return figure;
}
template <class Figure>
std::string FigureOf<Figure>::schema(Schema& schema) {
  using Table = Described<Figure>;
  if constexpr (requires { Table::get; }) return property(Figure::key, Table::note.view(), Table::Kind::schema(schema));
  else return property(Figure::key, "", Of<Figure>::schema(schema));
}

}  // namespace lesson
