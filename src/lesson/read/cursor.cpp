// The readers of a Cursor. Messages say what was found and what was expected, in terms of the file, not of the library.
#include "lesson/read/cursor.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "lesson/read/nearest.hpp"
#include "text/utf8.hpp"

namespace lesson {

void Failure::add(std::string_view code, std::string_view pointer, std::string message) {
  if (!first_) first_ = graph::Error{code, pointer, std::move(message)};
}

void Failure::add(std::string_view code, std::string_view pointer, std::initializer_list<graph::Part> message) {
  if (!first_) add(code, pointer, graph::joined(message));
}

std::string number_text(double value) {
  // Whole numbers in full, others with the fewest digits that read back. Not by to_chars, which would add 100 kB of
  // tables.
  char buffer[32];
  if (value == std::trunc(value) && std::fabs(value) < 1e15) {
    std::snprintf(buffer, sizeof buffer, "%.0f", value);
    return buffer;
  }
  for (int digits = 1; digits <= 17; ++digits) {
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
    if (std::strtod(buffer, nullptr) == value) break;
  }
  return buffer;
}

void Cursor::fail(std::string_view code, std::string message) const {
  failure_->add(code, pointer_, std::move(message));
}

void Cursor::fail(std::string_view code, std::initializer_list<graph::Part> message) const {
  failure_->add(code, pointer_, message);
}

bool Cursor::is_object() const { return value_ && value_->as<JsonObject>(); }
bool Cursor::is_array() const { return value_ && value_->as<JsonList>(); }
bool Cursor::is_string() const { return value_ && value_->as<std::string>(); }
bool Cursor::is_number() const { return value_ && value_->as<double>(); }
bool Cursor::is_boolean() const { return value_ && value_->as<bool>(); }

std::string Cursor::found() const {
  if (!exists()) return "nothing";
  if (is_object()) return "an object { }";
  if (is_array()) return "a list [ ]";
  if (is_string()) return "a text";
  if (is_number()) return "a number";
  if (is_boolean()) return *value_->as<bool>() ? "true" : "false";
  return "null";
}

// ---- objects -----------------------------------------------------------------------------------------------------------

bool Cursor::open_object() const {
  if (!is_object()) {
    fail("type", {"Expected an object { } here, found ", found(), "."});
    return false;
  }
  std::vector<std::string_view> seen;
  for (const auto& [key, value] : *value_->as<JsonObject>()) seen.emplace_back(key);
  std::sort(seen.begin(), seen.end());
  if (const auto twice = std::adjacent_find(seen.begin(), seen.end()); twice != seen.end()) {
    failure_->add("repeated_key", joined({pointer_, "/", escaped(*twice)}),
                  joined({"The key “", *twice, "” appears twice in this object. Keep one of the two."}));
    return false;
  }
  return true;
}

bool Cursor::object(std::span<const std::string_view> keys) const {
  if (!open_object()) return false;
  for (const auto& [word, value] : *value_->as<JsonObject>()) {
    if (std::find(keys.begin(), keys.end(), word) != keys.end()) continue;
    failure_->add("unknown_key", joined({pointer_, "/", escaped(word)}),
                  joined({"The key “", word, "” is not known here.", suggestion(word, keys)}));
    return false;
  }
  return true;
}

bool Cursor::object(std::initializer_list<std::string_view> keys) const {
  return object(std::span(keys.begin(), keys.size()));
}

Cursor Cursor::operator[](std::string_view key) const {
  const Json* found = nullptr;
  if (is_object())
    for (const auto& [word, value] : *value_->as<JsonObject>())
      if (word == key) found = &value;
  return {found, joined({pointer_, "/", escaped(key)}), *failure_};
}

Cursor Cursor::required(std::string_view key) const {
  Cursor place = (*this)[key];
  if (!place.exists() && is_object()) fail("missing_key", {"The key “", key, "” is missing here. Add it."});
  return place;
}

std::vector<std::pair<std::string, Cursor>> Cursor::entries() const {
  std::vector<std::pair<std::string, Cursor>> out;
  if (!is_object()) return out;
  for (const auto& [word, value] : *value_->as<JsonObject>())
    out.emplace_back(word, Cursor(&value, joined({pointer_, "/", escaped(word)}), *failure_));
  return out;
}

std::vector<Cursor> Cursor::items() const {
  std::vector<Cursor> out;
  if (!exists() && *failure_) return out;
  if (!is_array()) {
    fail("type", {"Expected a list [ ] here, found ", found(), "."});
    return out;
  }
  const JsonList& list = *value_->as<JsonList>();
  out.reserve(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) out.emplace_back(&list[i], joined({pointer_, "/", i}), *failure_);
  return out;
}

// ---- values ------------------------------------------------------------------------------------------------------------

std::string Cursor::string() const {
  if (!is_string()) {
    fail("type", {"Expected a text in quotes here, found ", found(), "."});
    return "";
  }
  std::string text = *value_->as<std::string>();
  const bool control = std::any_of(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t'; });
  if (control) fail("text", "This text holds a control character. Only line breaks and tabs are allowed.");
  return text;
}

std::string Cursor::token() const { return is_string() ? text::visible(*value_->as<std::string>()) : string(); }

std::string Cursor::name() const {
  std::string text = string();
  if (*failure_) return text;
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const bool fits =
      !text.empty() && text.size() <= 64 && letter(text[0]) &&
      std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '-'; });
  if (!fits)
    fail("name", {"“", text,
                  "” can't be a name here. A name starts with a letter and has at most 64 letters, digits, _ and -."});
  return text;
}

double Cursor::number() const {
  if (!is_number()) {
    fail("type", {"Expected a number here, found ", found(), "."});
    return 0;
  }
  const double value = *value_->as<double>();
  if (std::isnan(value)) fail("number", "NaN is not a number that a lesson can hold. Write a finite number.");
  if (std::isinf(value)) fail("number", "This number is too large or infinite. Write a finite number.");
  return std::isfinite(value) ? value : 0;
}

double Cursor::number(double least, double most) const {
  const double value = number();
  if (value >= least && value <= most) return value;
  fail("range",
       {"Expected a number from ", number_text(least), " to ", number_text(most), ", found ", number_text(value), "."});
  return least;
}

std::int64_t Cursor::integer(std::int64_t least, std::int64_t most) const {
  const double value = number();
  if (*failure_) return least;
  if (value != std::floor(value)) {
    fail("number", {"Expected a whole number here, found ", number_text(value), "."});
    return least;
  }
  if (value < static_cast<double>(least) || value > static_cast<double>(most)) {
    fail("range", {"Expected a whole number from ", least, " to ", most, ", found ", number_text(value), "."});
    return least;
  }
  return static_cast<std::int64_t>(value);
}

bool Cursor::boolean() const {
  if (!is_boolean()) {
    fail("type", {"Expected true or false here, found ", found(), "."});
    return false;
  }
  return *value_->as<bool>();
}

}  // namespace lesson
