// Reads with the lesson module's reader.
#include "explorer/json/json.hpp"

#include <cmath>

namespace explorer::json {
namespace {

template <class T>
const T* as(const lesson::Json* value) {
  return value == nullptr ? nullptr : value->as<T>();
}

}  // namespace

bool Value::is_object() const { return as<lesson::JsonObject>(value_) != nullptr; }
bool Value::is_array() const { return as<lesson::JsonList>(value_) != nullptr; }
bool Value::is_null() const { return as<std::monostate>(value_) != nullptr; }

std::optional<std::string_view> Value::text() const {
  const auto* value = as<std::string>(value_);
  return value == nullptr ? std::nullopt : std::optional<std::string_view>(*value);
}

std::optional<double> Value::number() const {
  const auto* value = as<double>(value_);
  return value == nullptr || !std::isfinite(*value) ? std::nullopt : std::optional(*value);
}

std::optional<bool> Value::boolean() const {
  const auto* value = as<bool>(value_);
  return value == nullptr ? std::nullopt : std::optional(*value);
}

std::optional<std::size_t> Value::index() const {
  const std::optional<double> value = number();
  if (!value || *value < 0 || *value > 1e9 || *value != std::floor(*value)) return std::nullopt;
  return static_cast<std::size_t>(*value);
}

Value Value::operator[](std::string_view key) const {
  if (const auto* object = as<lesson::JsonObject>(value_))
    for (const auto& [name, value] : *object)
      if (name == key) return Value(&value);
  return Value();
}

std::vector<Value> Value::items() const {
  std::vector<Value> out;
  if (const auto* list = as<lesson::JsonList>(value_))
    for (const lesson::Json& item : *list) out.emplace_back(&item);
  return out;
}

std::vector<std::pair<std::string_view, Value>> Value::members() const {
  std::vector<std::pair<std::string_view, Value>> out;
  if (const auto* object = as<lesson::JsonObject>(value_))
    for (const auto& [name, value] : *object) out.emplace_back(name, Value(&value));
  return out;
}

graph::Result<Document> read(std::string_view text) {
  graph::Result<lesson::Json> root = lesson::read_json(text);
  if (!root) return std::unexpected(root.error());
  return Document(std::move(*root));
}

}  // namespace explorer::json
