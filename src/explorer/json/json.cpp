// Reading uses the lesson module's reader, so that only one file of the project depends on the JSON library; writing
// takes a few lines.
#include "explorer/json/json.hpp"

#include <cmath>

#include "explorer/language/numbers.hpp"
#include "text/utf8.hpp"

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

Node Writer::number(double value) const { return std::isfinite(value) ? shortest(value) : null(); }
Node Writer::number(float value) const { return std::isfinite(value) ? shortest(value) : null(); }

Node Writer::text(std::string_view value) const {
  constexpr char hex[] = "0123456789abcdef";
  Node out = "\"";
  for (const char c : text::valid_utf8(value)) {
    if (c == '"' || c == '\\') (out += '\\') += c;
    else if (c == '\n') out += "\\n";
    else if (c == '\t') out += "\\t";
    else if (static_cast<unsigned char>(c) < 0x20) ((out += "\\u00") += hex[c / 16]) += hex[c % 16];
    else out += c;
  }
  return out + '"';
}

Node Writer::object(std::initializer_list<std::pair<const char*, Node>> members) const {
  Node out = "{";
  for (const auto& [key, value] : members) {
    if (out.size() > 1) out += ',';
    ((out += '"') += key) += "\":";
    out += value;
  }
  return out + '}';
}

Node Writer::array(const std::vector<Node>& items) const {
  Node out = "[";
  for (const Node& item : items) {
    if (out.size() > 1) out += ',';
    out += item;
  }
  return out + ']';
}

Node Writer::texts(const std::vector<std::string>& items) const {
  return array(items, [this](const std::string& item) { return text(item); });
}

Node Writer::indices(const std::vector<std::size_t>& items) const {
  return array(items, [this](std::size_t item) { return count(item); });
}

}  // namespace explorer::json
