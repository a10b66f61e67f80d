// Reads tensors from JSON with RapidJSON's event reader. Every list that is in no other list becomes a tensor; then those
// called "shape" and "data" of one object are put together.
#include <rapidjson/error/en.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "files/given.hpp"
#include "text/utf8.hpp"

namespace files {

namespace {

constexpr std::size_t deepest_object = 16;

class TensorEvents : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, TensorEvents> {
 public:
  bool Null() { return number(std::nanf("")); }
  bool Bool(bool value) { return number(value ? 1.0f : 0.0f); }
  bool RawNumber(const char* text, rapidjson::SizeType length, bool) {
    return number(std::strtof(std::string(text, length).c_str(), nullptr));
  }
  bool String(const char* text, rapidjson::SizeType length, bool) {
    if (counts_.empty()) return true;
    if (!found.back().numbers.empty() || (leaf_ != 0 && leaf_ != counts_.size()) || counts_.size() > 2)
      return wrong(
          "A text stands where a number or a list is expected; texts form a list, or a list for each sentence");
    leaf_ = counts_.size();
    ++counts_.back();
    found.back().texts.emplace_back(text, length);
    return true;
  }
  bool StartObject() {
    if (!counts_.empty()) return wrong("A list holds an object; lists may hold numbers, lists or texts");
    names_.emplace_back();
    return names_.size() <= deepest_object || wrong("Objects are nested too deeply");
  }
  bool Key(const char* text, rapidjson::SizeType length, bool) {
    names_.back().assign(text, length);
    return true;
  }
  bool EndObject(rapidjson::SizeType) {
    names_.pop_back();
    return true;
  }
  bool StartArray() {
    if (counts_.empty()) {
      if (found.size() == most_tensors) return wrong("There are more than 100,000 lists");
      found.emplace_back().name = path();
      lengths_.clear();
      sentences_.clear();
      leaf_ = 0;
    } else {
      if (leaf_ == counts_.size()) return wrong("A list stands where a number or a text is expected");
      ++counts_.back();
    }
    counts_.push_back(0);
    if (counts_.size() > most_axes) return wrong("Lists are nested more than 8 deep");
    if (lengths_.size() < counts_.size()) lengths_.emplace_back();
    return true;
  }
  bool EndArray(rapidjson::SizeType) {
    std::optional<std::uint64_t>& length = lengths_[counts_.size() - 1];
    if (counts_.size() == 2) sentences_.push_back(counts_.back());
    const bool of_texts = counts_.size() == 2 && !found.back().texts.empty();  // sentences may differ in length
    if (length && *length != counts_.back() && !of_texts)
      return wrong("Lists of one level differ in their lengths: a row has more or fewer numbers than the one before");
    length = counts_.back();
    counts_.pop_back();
    if (!counts_.empty()) return true;
    for (const auto& each : lengths_) found.back().shape.push_back(each.value_or(0));
    return found.back().texts.empty() || lengths_.size() == 1 || divide_sentences();
  }

  std::vector<Given> found;
  std::string trouble;
  std::string path() const {
    std::string all;
    for (const std::string& name : names_) all += (all.empty() ? "" : ".") + name;
    return all;
  }

 private:
  // [["I", "eat"], ["you"]]: a list for each sentence of a batch.
  bool divide_sentences() {
    const Given all = std::move(found.back());
    found.pop_back();
    std::size_t from = 0;
    for (std::size_t i = 0; i < sentences_.size(); ++i) {
      if (found.size() == most_tensors) return wrong("There are more than 100,000 lists");
      Given& one = found.emplace_back();
      one.name = joined({all.name, "[", i, "]"});
      one.sentence = i;
      const auto first = all.texts.begin() + static_cast<std::ptrdiff_t>(from);
      one.texts.assign(first, first + static_cast<std::ptrdiff_t>(sentences_[i]));
      one.shape = {one.texts.size()};
      from += sentences_[i];
    }
    return true;
  }

  bool wrong(std::string_view words) {
    trouble = words;
    return false;
  }
  bool number(float value) {
    if (counts_.empty()) return true;
    if (!found.back().texts.empty() || lengths_.size() != counts_.size())
      return wrong("A number stands where a list or a text is expected");
    leaf_ = counts_.size();
    ++counts_.back();
    found.back().numbers.push_back(value);
    return true;
  }

  std::vector<std::string> names_;                     // of the open objects: their present keys
  std::vector<std::uint64_t> counts_;                  // of the open lists: how many items so far
  std::vector<std::optional<std::uint64_t>> lengths_;  // of each level: as its first list that ended
  std::vector<std::uint64_t> sentences_;               // the lengths of the lists on the second level
  std::size_t leaf_ = 0;                               // the level that holds numbers; 0: not known yet
};

// { "shape": […], "data": […] } as one tensor.
Result<std::vector<Given>> put_together(std::vector<Given> lists) {
  std::map<std::string, std::size_t, std::less<>> places;
  for (std::size_t i = 0; i < lists.size(); ++i)
    if (!places.emplace(lists[i].name, i).second)
      return fail("names", lists[i].name, {"Two tensors are called “", text::excerpt(lists[i].name, 80), "”."});
  std::vector<Given> tensors;
  for (Given& list : lists) {
    const std::size_t dot = list.name.rfind('.');
    const std::string parent = dot == std::string::npos ? "" : list.name.substr(0, dot);
    const std::string last = dot == std::string::npos ? list.name : list.name.substr(dot + 1);
    const auto beside = [&](std::string_view name) {
      return places.find(parent.empty() ? std::string(name) : parent + "." + std::string(name));
    };
    const auto shape = beside("shape"), data = beside("data");
    if (shape == places.end() || data == places.end() || (last != "shape" && last != "data")) {
      tensors.push_back(std::move(list));
      continue;
    }
    if (last == "shape") continue;
    Shape wanted;
    for (const float length : lists[shape->second].numbers)
      wanted.push_back(length >= 0 && length < 0x1p24f ? static_cast<std::uint64_t>(length) : largest_size + 1);
    const Result<std::uint64_t> bytes = bytes_of(wanted, Type::u8, parent);
    if (!bytes) return std::unexpected(bytes.error());
    if (*bytes != list.numbers.size())
      return fail(
          "shape", parent,
          {"The shape ", describe(wanted), " needs ", *bytes, " numbers, and data has ", list.numbers.size(), "."});
    list.name = parent;
    list.shape = std::move(wanted);
    tensors.push_back(std::move(list));
  }
  return tensors;
}

}  // namespace

Result<std::vector<Given>> read_json_tensors(std::string_view text) {
  constexpr unsigned flags = rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag |
                             rapidjson::kParseNumbersAsStringsFlag | rapidjson::kParseNanAndInfFlag;
  std::string mended;
  text = text::without_lone_surrogates(text, mended);
  rapidjson::MemoryStream stream(text.data(), text.size());
  rapidjson::Reader reader;
  TensorEvents events;
  const rapidjson::ParseResult parsed = reader.Parse<flags>(stream, events);
  if (parsed.IsError()) {
    const std::string_view before = text.substr(0, parsed.Offset());
    const auto line = 1 + std::ranges::count(before, '\n');
    const std::string path = text::excerpt(events.path(), 80);
    if (!events.trouble.empty())
      return fail("shape", path, {events.trouble, " (line ", line, path.empty() ? "" : ", in ", path, ")."});
    return fail("format", joined({"line ", line}),
                {"This is not valid JSON in line ", line, ": ", rapidjson::GetParseError_En(parsed.Code())});
  }
  if (events.found.empty())
    return fail("format", "", "It holds no list of numbers. Write nested lists, or an object with a name for each.");
  return put_together(std::move(events.found));
}

}  // namespace files
