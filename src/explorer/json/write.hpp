// Writes C++ values as JSON with RapidJSON, as their tables say (shape.hpp). Numbers have enough digits to read back as
// the same float32 or double; one that is not finite is null, and broken UTF-8 becomes U+FFFD.
#pragma once

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <string>
#include <string_view>

#include "explorer/json/shape.hpp"

namespace explorer::json {

using Writer = rapidjson::Writer<rapidjson::StringBuffer>;

void write_text(Writer& out, std::string_view words);
void write_number(Writer& out, double number);
void write_number(Writer& out, float number);
void write_count(Writer& out, std::size_t count);
void write_key(Writer& out, std::string_view key);

template <class T>
void write(Writer& out, const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    out.Bool(value);
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    write_text(out, value);
  } else if constexpr (std::is_floating_point_v<T>) {
    write_number(out, value);
  } else if constexpr (std::is_unsigned_v<T>) {
    write_count(out, value);
  } else if constexpr (HasWords<T>) {
    write_text(out, word(value));
  } else if constexpr (is_variant<T>) {
    std::visit([&](const auto& one) { write(out, one); }, value);
  } else if constexpr (MayBeMissing<T>) {
    if (value) write(out, *value);
    else out.Null();
  } else if constexpr (IsDescribed<T>) {
    out.StartObject();
    Described<T>::each([&]<class M>() {
      write_key(out, M::key.view());
      write(out, std::invoke(M::get, value));
    });
    out.EndObject();
  } else {
    out.StartArray();
    for (const auto& item : value) write(out, item);
    out.EndArray();
  }
}

template <class T>
std::string text_of(const T& value) {
  rapidjson::StringBuffer buffer;
  Writer out(buffer);
  write(out, value);
  return {buffer.GetString(), buffer.GetSize()};
}

}  // namespace explorer::json
