// Numbers and strings of JSON.
#include "explorer/json/write.hpp"

#include <cmath>

#include "explorer/language/numbers.hpp"
#include "text/utf8.hpp"

namespace explorer::json {
namespace {

void raw(Writer& out, const std::string& number) { out.RawValue(number.data(), number.size(), rapidjson::kNumberType); }

}  // namespace

void write_text(Writer& out, std::string_view words) {
  const std::string valid = text::valid_utf8(words);
  out.String(valid.data(), static_cast<rapidjson::SizeType>(valid.size()));
}
void write_key(Writer& out, std::string_view key) { out.Key(key.data(), static_cast<rapidjson::SizeType>(key.size())); }
void write_count(Writer& out, std::size_t count) { out.Uint64(count); }

// RapidJSON would write 1 as 1.0, and a float32 with the digits of a double.
void write_number(Writer& out, double number) {
  if (std::isfinite(number)) raw(out, shortest(number));
  else out.Null();
}
void write_number(Writer& out, float number) {
  if (std::isfinite(number)) raw(out, shortest(number));
  else out.Null();
}

}  // namespace explorer::json
