// Reads JSON with RapidJSON's event reader and builds the tree. The only file of the lesson module that uses the
// library.
#include "lesson/read/json.hpp"
#include "text/utf8.hpp"

#include <rapidjson/error/en.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <cstdlib>

namespace lesson {

std::string escaped(std::string_view key) {
  std::string out;
  for (char c : key) {
    if (c == '~') out += "~0";
    else if (c == '/') out += "~1";
    else out += c;
  }
  return out;
}

namespace {

// Numbers beyond a double become infinite, those too small 0; "NaN" and "Infinity" become themselves.
double to_double(std::string_view text) { return std::strtod(std::string(text).c_str(), nullptr); }

// Receives the events. Open lists and objects are on a stack; a finished one is added to the one below.
class Builder : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Builder> {
 public:
  bool Null() { return add(Json{}); }
  bool Bool(bool b) { return add(Json{b}); }
  bool RawNumber(const char* text, rapidjson::SizeType length, bool) { return add(Json{to_double({text, length})}); }
  bool String(const char* text, rapidjson::SizeType length, bool) { return add(Json{std::string(text, length)}); }
  bool Key(const char* text, rapidjson::SizeType length, bool) {
    std::get<JsonObject>(open_.back().value).emplace_back(std::string(text, length), Json{});
    return true;
  }
  bool StartObject() { return start(Json{JsonObject{}}); }
  bool EndObject(rapidjson::SizeType) { return end(); }
  bool StartArray() { return start(Json{JsonList{}}); }
  bool EndArray(rapidjson::SizeType) { return end(); }

  bool too_deep() const { return too_deep_; }
  // The JSON pointer of the next value.
  std::string pointer() const {
    std::string path;
    for (const Json& json : open_) {
      const auto* list = json.as<JsonList>();
      path += "/" + (list ? std::to_string(list->size()) : escaped(json.as<JsonObject>()->back().first));
    }
    return path;
  }
  Json take() { return std::move(root_); }

 private:
  bool add(Json json) {
    if (open_.empty()) root_ = std::move(json);
    else if (auto* list = std::get_if<JsonList>(&open_.back().value)) list->push_back(std::move(json));
    else std::get<JsonObject>(open_.back().value).back().second = std::move(json);
    return true;
  }
  bool start(Json json) {
    too_deep_ = open_.size() >= max_depth;
    open_.push_back(std::move(json));
    return !too_deep_;
  }
  bool end() {
    Json done = std::move(open_.back());
    open_.pop_back();
    return add(std::move(done));
  }

  std::vector<Json> open_;
  Json root_;
  bool too_deep_ = false;
};

std::string place_of(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t last_break = before.rfind('\n');
  const std::size_t column = before.size() - (last_break == std::string_view::npos ? 0 : last_break + 1) + 1;
  return joined({"line ", line, ", column ", column});
}

}  // namespace

graph::Result<Json> read_json(std::string_view text) {
  constexpr unsigned flags = rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag |
                             rapidjson::kParseNumbersAsStringsFlag | rapidjson::kParseNanAndInfFlag;
  std::string mended;
  text = text::without_lone_surrogates(text, mended);
  rapidjson::MemoryStream stream(text.data(), text.size());
  rapidjson::Reader reader;
  Builder builder;
  const rapidjson::ParseResult result = reader.Parse<flags>(stream, builder);
  if (!result.IsError()) return builder.take();
  const std::string place = place_of(text, result.Offset());
  if (builder.too_deep())
    return graph::fail(
        "nesting", place,
        {"Lists and objects are nested deeper than ", max_depth, " levels at ", place, ". No lesson needs that."});
  if (result.Code() == rapidjson::kParseErrorNumberTooBig)
    return graph::fail("number", builder.pointer(),
                       "This number is too large for any computer number. Write a finite number.");
  return graph::fail("syntax", place,
                     {"This is not valid JSON at ", place, ": ", rapidjson::GetParseError_En(result.Code()),
                      " Look for a missing comma, quote or bracket just before it."});
}

}  // namespace lesson
