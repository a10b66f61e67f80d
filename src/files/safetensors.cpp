// Reads the header with RapidJSON's event reader: at most three levels deep, checked while it is read.
#include "files/safetensors.hpp"

#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <set>

#include "text/utf8.hpp"

namespace files {

namespace {

constexpr std::uint64_t longest_header = 100'000'000;  // bytes, the limit of the safetensors library itself
constexpr unsigned json_flags =
    rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag | rapidjson::kParseNumbersAsStringsFlag;

// What the header says of a tensor.
struct Said {
  std::string name, type;
  Shape shape, offsets;
  bool has_type = false, has_shape = false, has_offsets = false;
};

// Receives the events. depth 1: the tensors' names; 2: what is said of one; 3: a list of numbers. What later versions of the
// format may say of a tensor is passed over.
class HeaderEvents : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, HeaderEvents> {
 public:
  bool Default() { return passes_over() || (depth_ == 1 && in_metadata()); }
  bool StartObject() {
    if (passes_over()) return ++passed_over_ < 64;
    if (depth_ == 1 && !in_metadata() && said.size() > most_tensors) return false;
    return ++depth_ <= 2;
  }
  bool EndObject(rapidjson::SizeType) {
    if (passed_over_ > 0) return --passed_over_ >= 0;
    return --depth_ >= 0;
  }
  bool StartArray() {
    if (passes_over()) return ++passed_over_ < 64;
    if (depth_ != 2) return false;
    (key_ == "shape" ? said.back().has_shape : said.back().has_offsets) = true;
    ++depth_;
    return true;
  }
  bool EndArray(rapidjson::SizeType) {
    if (passed_over_ > 0) return --passed_over_ >= 0;
    --depth_;
    return true;
  }
  bool Key(const char* text, rapidjson::SizeType length, bool) {
    if (passed_over_ > 0) return true;
    if (depth_ == 1) {
      Said& next = said.emplace_back();
      next.name.assign(text, length);
      if (names_.insert(next.name).second) return true;
      twice = next.name;
      return false;
    }
    key_.assign(text, length);
    return true;
  }
  bool String(const char* text, rapidjson::SizeType length, bool) {
    if (depth_ == 2 && in_metadata() && passed_over_ == 0) metadata[key_] = std::string(text, length);
    if (passes_over() || (depth_ == 1 && in_metadata())) return true;
    if (depth_ != 2 || key_ != "dtype") return false;
    said.back().type.assign(text, length);
    return said.back().has_type = true;
  }
  bool RawNumber(const char* text, rapidjson::SizeType length, bool) {
    if (passes_over() || (depth_ == 1 && in_metadata())) return true;
    if (depth_ != 3) return false;
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text, text + length, value);
    if (error != std::errc() || end != text + length) return false;
    Shape& list = key_ == "shape" ? said.back().shape : said.back().offsets;
    list.push_back(value);
    return list.size() <= 64;
  }

  std::vector<Said> said;
  std::string twice;
  Metadata metadata;

 private:
  bool passes_over() const {
    const bool known = key_ == "dtype" || key_ == "shape" || key_ == "data_offsets";
    return passed_over_ > 0 || (depth_ == 2 && (in_metadata() || !known));
  }
  bool in_metadata() const { return !said.empty() && said.back().name == "__metadata__"; }

  int depth_ = 0, passed_over_ = 0;
  std::string key_;
  std::set<std::string> names_;
};

Result<Tensor> tensor_of(Said&& said, std::uint64_t data, std::uint64_t room) {
  const std::string path = shown(said.name);
  if (!said.has_type || !said.has_shape || said.offsets.size() != 2)
    return fail("format", path, {"“", path, "” lacks its dtype, shape or data_offsets. Save the file again."});
  const auto [begin, end] = std::pair(said.offsets[0], said.offsets[1]);
  if (begin > end || end > room)
    return fail("short", path,
                {"The bytes of “", path, "”, ", begin, " to ", end, ", leave the file, which holds ", room,
                 " bytes of tensors. It was cut off; download or save it again."});
  Tensor tensor;
  tensor.name = std::move(said.name);
  tensor.shape = std::move(said.shape);
  tensor.offset = data + begin;
  tensor.bytes = end - begin;
  const std::optional<Type> type = type_named(said.type);
  if (!type) {
    tensor.refused = joined({"Numbers of the type “", shown(said.type), "” are not read; ", readable_types,
                             " are. Convert it, such as by x.float()."});
    return tensor;
  }
  tensor.type = *type;
  const Result<std::uint64_t> needed = bytes_of(tensor.shape, *type, path);
  if (!needed) return std::unexpected(needed.error());
  if (*needed != tensor.bytes)
    return fail("shape", path,
                {"“", path, "” of the shape ", describe(tensor.shape), " needs ", *needed, " bytes of ", name_of(*type),
                 ", and has ", tensor.bytes, ". Save the file again."});
  return tensor;
}

}  // namespace

namespace {

// What a file is that begins so, and what to do; empty if it may be a .safetensors file.
std::string_view kind_instead(Bytes start) {
  const std::string_view text(reinterpret_cast<const char*>(start.data()), 8);
  if (text == "version ")
    return "This is a Git LFS pointer, not the weights themselves: run git lfs pull in the folder, or download the "
           "file by its link.";
  if (text.starts_with("<!") || text.starts_with("<htm") || text.starts_with("<HTM"))
    return "This is a web page, not the weights: use the page's download link.";
  if (text.starts_with("GGUF"))
    return "This is a GGUF file, which is a whole model. Open it alone, without a config.json, or take the checkpoint "
           "as .safetensors.";
  if (text.starts_with("tjgg") || text.starts_with("lmgg") || text.starts_with("fmgg"))
    return "This is a model of llama.cpp from before GGUF, which is not read. Take it as GGUF or as .safetensors.";
  if (text.starts_with("PK\x03\x04"))
    return "This is a zip file, as torch.save writes it (pytorch_model.bin). Save it with safetensors.torch.save_file, "
           "or unpack it.";
  if (text.starts_with("\x80\x02") || text.starts_with("\x80\x04"))
    return "This is a Python pickle, which is a program and is not opened. Save it with safetensors.torch.save_file.";
  return {};
}

}  // namespace

Result<std::uint64_t> safetensors_header(Bytes start, std::uint64_t file_size) {
  if (start.size() < 8 || file_size < 10)
    return fail("format", "header", {"It has ", file_size, " bytes, fewer than the header of a .safetensors file."});
  if (const std::string_view other = kind_instead(start); !other.empty())
    return fail("format", "header", std::string(other));
  const std::uint64_t length = whole_number<8>(start, 0);
  if (length < 2 || length > file_size - 8)
    return fail("short", "header",
                {"Its header should have ", length, " bytes, and the file has ", file_size,
                 " in all. It is no .safetensors file, or it was cut off."});
  if (length > longest_header)
    return fail("format", "header", {"Its header has ", length, " bytes; at most ", longest_header, " are read."});
  return 8 + length;
}

Result<std::vector<Tensor>> read_safetensors(Bytes header, std::uint64_t file_size, Metadata* metadata) {
  const Result<std::uint64_t> length = safetensors_header(header, file_size);
  if (!length) return std::unexpected(length.error());
  if (header.size() < *length) return fail("format", "header", "Only a part of the header was given.");
  rapidjson::MemoryStream stream(reinterpret_cast<const char*>(header.data()) + 8,
                                 static_cast<std::size_t>(*length) - 8);
  rapidjson::Reader reader;
  HeaderEvents events;
  const rapidjson::ParseResult parsed = reader.Parse<json_flags>(stream, events);
  if (!events.twice.empty())
    return fail("names", "header", {"Two tensors are called “", shown(events.twice), "”. Save the file again."});
  if (events.said.size() > most_tensors)
    return fail("names", "header", {"It holds more than ", most_tensors, " tensors, and so many are not read."});
  if (parsed.IsError())
    return fail("format", "header",
                {"The header is not the JSON of a .safetensors file, at its byte ", parsed.Offset(),
                 ". Download or save the file again."});
  if (metadata != nullptr) *metadata = std::move(events.metadata);
  std::vector<Tensor> tensors;
  for (Said& said : events.said) {
    if (said.name == "__metadata__") continue;
    Result<Tensor> tensor = tensor_of(std::move(said), *length, file_size - *length);
    if (!tensor) return std::unexpected(tensor.error());
    tensors.push_back(*std::move(tensor));
  }
  if (const std::optional<std::size_t> second = sort_by_bytes(tensors)) {
    const std::string name = shown(tensors[*second].name);
    return fail(
        "format", name,
        {"“", name, "” begins within the bytes of “", shown(tensors[*second - 1].name), "”. Save the file again."});
  }
  return tensors;
}

namespace {

// {"metadata": {…}, "weight_map": {"name": "file", …}}
class IndexEvents : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, IndexEvents> {
 public:
  bool StartObject() { return ++depth_ <= 16; }
  bool EndObject(rapidjson::SizeType) { return --depth_ >= 0; }
  bool StartArray() { return StartObject() && !in_map(); }
  bool EndArray(rapidjson::SizeType) { return EndObject(0); }
  bool Default() { return !in_map(); }
  bool RawNumber(const char*, rapidjson::SizeType, bool) { return Default(); }
  bool Key(const char* text, rapidjson::SizeType length, bool) {
    (depth_ == 1 ? section_ : name_).assign(text, length);
    return true;
  }
  bool String(const char* text, rapidjson::SizeType length, bool) {
    if (!in_map()) return true;
    file = std::string(text, length);
    const bool beside = !file.empty() && file.find_first_of("/\\") == std::string::npos && file != "..";
    if (!beside || files.size() == most_tensors) return false;
    files.emplace_back(name_, file);
    return true;
  }

  std::vector<std::pair<std::string, std::string>> files;
  std::string file;  // the last one

 private:
  bool in_map() const { return depth_ >= 2 && section_ == "weight_map"; }

  int depth_ = 0;
  std::string section_, name_;
};

}  // namespace

Result<std::vector<std::pair<std::string, std::string>>> read_safetensors_index(std::string_view json) {
  rapidjson::MemoryStream stream(json.data(), json.size());
  rapidjson::Reader reader;
  IndexEvents events;
  const rapidjson::ParseResult parsed = reader.Parse<json_flags>(stream, events);
  if (parsed.IsError())
    return fail("format", "index",
                {"The index is not readable at its byte ", parsed.Offset(),
                 ": it needs a weight_map with the name of a file beside it for each tensor."});
  if (events.files.empty())
    return fail("format", "index", "The index has no weight_map. It should say in which file each tensor lies.");
  return events.files;
}

}  // namespace files
