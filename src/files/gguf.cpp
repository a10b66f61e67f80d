// See gguf.hpp. The header is walked from its beginning: each count and length is compared with the bytes that are left.
#include "files/gguf.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "files/convert.hpp"

namespace files {

namespace {

constexpr std::uint64_t first_bytes = 24;  // the name of the format, its version, how many tensors and settings
constexpr std::uint64_t least_setting = 13, least_tensor = 24;  // bytes: empty names, one byte; no axis
constexpr std::uint64_t most_settings = 100'000, longest_name = 65'535;
constexpr std::uint64_t usual_alignment = 32, most_alignment = 65'536;
constexpr std::size_t most_gguf_axes = 4;
constexpr std::string_view again = " Download it again, or convert the model again.";
constexpr std::string_view gguf_types = "F32, F16, BF16, F64, Q8_0, Q4_0, Q4_1, Q5_0, Q5_1, Q4_K, Q5_K and Q6_K";

// Bytes of a value of a kind; 0 for texts and lists, whose length stands in the file.
std::uint64_t width_of(GgufKind kind) {
  switch (kind) {
    case GgufKind::u8:
    case GgufKind::i8:
    case GgufKind::boolean: return 1;
    case GgufKind::u16:
    case GgufKind::i16: return 2;
    case GgufKind::u32:
    case GgufKind::i32:
    case GgufKind::f32: return 4;
    case GgufKind::u64:
    case GgufKind::i64:
    case GgufKind::f64: return 8;
    case GgufKind::text:
    case GgufKind::list: return 0;
  }
  return 0;
}

std::uint64_t whole_at(Bytes bytes, std::size_t at, std::uint64_t width) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < width; ++i) value |= std::to_integer<std::uint64_t>(bytes[at + i]) << (8 * i);
  return value;
}

double number_at(GgufKind kind, Bytes bytes, std::size_t at) {
  const std::uint64_t bits = whole_at(bytes, at, width_of(kind));
  switch (kind) {
    case GgufKind::i8: return static_cast<std::int8_t>(bits);
    case GgufKind::i16: return static_cast<std::int16_t>(bits);
    case GgufKind::i32: return static_cast<std::int32_t>(bits);
    case GgufKind::i64: return static_cast<double>(static_cast<std::int64_t>(bits));
    case GgufKind::f32: return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    case GgufKind::f64: return std::bit_cast<double>(bits);
    default: return static_cast<double>(bits);
  }
}

bool is_number(GgufKind kind) { return width_of(kind) > 0 && kind != GgufKind::boolean; }

// Walks over the bytes that are there. What is beyond them and within the file is `wanted`; what the file itself does not
// have is a problem.
class Walk {
 public:
  Walk(Bytes bytes, std::uint64_t file_size) : bytes_(bytes), file_size_(file_size) {}

  std::optional<attention::Error> problem;
  std::uint64_t wanted = 0;  // bytes from the beginning, if more must be read
  std::uint64_t at = 0;
  std::string place = "header";  // which key or tensor is read

  bool stopped() const { return problem || wanted > 0; }
  std::uint64_t left() const { return file_size_ - at; }
  std::uint64_t size() const { return file_size_; }

  void refuse(std::string_view code, std::initializer_list<attention::Part> message) {
    if (!problem) problem.emplace(code, place, joined(message));
  }

  bool has(std::uint64_t count) {
    if (stopped()) return false;
    if (count > left()) {
      refuse("short", {"“", place, "” needs ", count, " bytes from byte ", at, " on, and the file has ", file_size_,
                       " in all. It was cut off, or is damaged: download it again."});
    } else if (at + count > most_gguf_header) {
      refuse("size", {"Its header has more than ", most_gguf_header, " bytes at “", place, "”; so many are not read."});
    } else if (at + count > bytes_.size()) {
      wanted = at + count;
    }
    return !stopped();
  }

  std::uint64_t whole(std::uint64_t width) {
    if (!has(width)) return 0;
    const std::uint64_t value = whole_at(bytes_, static_cast<std::size_t>(at), width);
    at += width;
    return value;
  }

  Bytes take(std::uint64_t count) {
    if (!has(count)) return {};
    const Bytes taken = part(bytes_, at, count);
    at += count;
    return taken;
  }

  std::string_view text(std::uint64_t most) {
    const std::uint64_t length = whole(8);
    if (!stopped() && length > most && length <= left())
      refuse("size", {"A name at byte ", at, " has ", length, " bytes; at most ", most, " are read.", again});
    return as_text(take(length));
  }

 private:
  Bytes bytes_;
  std::uint64_t file_size_;
};

GgufKind read_kind(Walk& walk) {
  const std::uint64_t number = walk.whole(4);
  if (!walk.stopped() && number > static_cast<std::uint64_t>(GgufKind::f64))
    walk.refuse("format", {"“", walk.place, "” is of the kind ", number, ", which GGUF does not have.", again});
  return walk.stopped() ? GgufKind::u8 : static_cast<GgufKind>(number);
}

void read_list(Walk& walk, GgufValue& value) {
  value.of = read_kind(walk);
  value.count = walk.whole(8);
  if (walk.stopped()) return;
  if (value.of == GgufKind::list)
    return walk.refuse("format", {"“", walk.place, "” is a list of lists, which is not read."});
  const std::uint64_t least = value.of == GgufKind::text ? 8 : width_of(value.of);
  if (value.count > walk.left() / least)
    return walk.refuse(
        "short", {"“", walk.place, "” should have ", value.count, " values, more than the file has bytes for.", again});
  const std::uint64_t begin = walk.at;
  if (value.of != GgufKind::text) {
    value.bytes = walk.take(value.count * width_of(value.of));
    return;
  }
  for (std::uint64_t i = 0; i < value.count && !walk.stopped(); ++i) walk.text(largest_size);
  if (walk.stopped()) return;
  const std::uint64_t end = std::exchange(walk.at, begin);
  value.bytes = walk.take(end - begin);
}

GgufValue read_value(Walk& walk) {
  GgufValue value;
  value.kind = read_kind(walk);
  if (walk.stopped()) return value;
  if (value.kind == GgufKind::list) {
    read_list(walk, value);
  } else if (value.kind == GgufKind::text) {
    const std::string_view words = walk.text(largest_size);
    value.bytes = std::as_bytes(std::span(words.data(), words.size()));
  } else {
    value.bytes = walk.take(width_of(value.kind));
  }
  return value;
}

void read_settings(Walk& walk, std::uint64_t count, Gguf& out) {
  for (std::uint64_t i = 0; i < count; ++i) {
    walk.place = joined({"setting ", i + 1});
    const std::string_view key = walk.text(longest_name);
    walk.place = shown(key);
    const GgufValue value = read_value(walk);
    if (walk.stopped()) return;
    if (!out.values.try_emplace(key, value).second)
      return walk.refuse("names", {"Two settings are called “", walk.place, "”.", again});
  }
}

struct Known {
  std::uint32_t number;
  std::string_view name;
  std::optional<Type> type;
};
// ggml's types of numbers (github.com/ggml-org/ggml, ggml.h).
constexpr Known known_types[] = {
    {0, "F32", Type::f32},    {1, "F16", Type::f16},   {2, "Q4_0", Type::q4_0},  {3, "Q4_1", Type::q4_1},
    {6, "Q5_0", Type::q5_0},  {7, "Q5_1", Type::q5_1}, {8, "Q8_0", Type::q8_0},  {9, "Q8_1", {}},
    {10, "Q2_K", {}},         {11, "Q3_K", {}},        {12, "Q4_K", Type::q4_k}, {13, "Q5_K", Type::q5_k},
    {14, "Q6_K", Type::q6_k}, {15, "Q8_K", {}},        {16, "IQ2_XXS", {}},      {17, "IQ2_XS", {}},
    {18, "IQ3_XXS", {}},      {19, "IQ1_S", {}},       {20, "IQ4_NL", {}},       {21, "IQ3_S", {}},
    {22, "IQ2_S", {}},        {23, "IQ4_XS", {}},      {24, "I8", {}},           {25, "I16", {}},
    {26, "I32", Type::i32},   {27, "I64", Type::i64},  {28, "F64", Type::f64},   {29, "IQ1_M", {}},
    {30, "BF16", Type::bf16}, {34, "TQ1_0", {}},       {35, "TQ2_0", {}},        {39, "MXFP4", {}}};

void read_type(Walk& walk, std::uint64_t number, Tensor& tensor) {
  const auto* const found = std::ranges::find(known_types, number, &Known::number);
  if (found == std::end(known_types))
    return walk.refuse("format",
                       {"“", walk.place, "” has numbers of the type ", number, ", which GGUF does not have.", again});
  if (found->type) {
    tensor.type = *found->type;
  } else {
    tensor.refused = joined({"Numbers of the type ", found->name, " are not read; ", gguf_types,
                             " are. Choose a file of the model with these, such as one called Q4_K_M or Q8_0."});
  }
}

// The tensor as the file describes it, its place counted from where the tensors begin.
Tensor read_tensor(Walk& walk) {
  Tensor tensor;
  tensor.name = std::string(walk.text(longest_name));
  if (!walk.stopped()) walk.place = shown(tensor.name);
  const std::uint64_t axes = walk.whole(4);
  if (axes > most_gguf_axes)
    walk.refuse("shape", {"“", walk.place, "” has ", axes, " axes; GGUF has at most ", most_gguf_axes, ".", again});
  for (std::uint64_t axis = 0; axis < axes && !walk.stopped(); ++axis) tensor.shape.push_back(walk.whole(8));
  std::ranges::reverse(tensor.shape);
  const std::uint64_t type = walk.whole(4);
  tensor.offset = walk.whole(8);
  if (walk.stopped()) return tensor;
  read_type(walk, type, tensor);
  if (walk.stopped() || !tensor.refused.empty()) return tensor;
  const Result<std::uint64_t> bytes = bytes_of(tensor.shape, tensor.type, walk.place);
  if (bytes) tensor.bytes = *bytes;
  else walk.problem = bytes.error();
  return tensor;
}

void read_tensors(Walk& walk, std::uint64_t count, Gguf& out) {
  std::set<std::string, std::less<>> names;
  for (std::uint64_t i = 0; i < count; ++i) {
    walk.place = joined({"tensor ", i + 1});
    Tensor tensor = read_tensor(walk);
    if (walk.stopped()) return;
    if (!names.insert(tensor.name).second)
      return walk.refuse("names", {"Two tensors are called “", walk.place, "”.", again});
    out.tensors.push_back(std::move(tensor));
  }
}

void read_start(Walk& walk, std::uint64_t& tensors, std::uint64_t& settings) {
  walk.take(4);
  const std::uint64_t version = walk.whole(4);
  tensors = walk.whole(8);
  settings = walk.whole(8);
  if (walk.stopped()) return;
  if (version == 0x02000000 || version == 0x03000000)
    return walk.refuse("format",
                       {"This is a GGUF file for machines that store the highest byte first, which is not read. ",
                        "Take the usual file of the model."});
  if (version != 2 && version != 3)
    return walk.refuse("format",
                       {"It is GGUF of version ", version, "; versions 2 and 3 are read. Convert the model again, ",
                        "or take a newer file of it."});
  if (tensors > most_tensors || tensors > walk.left() / least_tensor)
    return walk.refuse(
        "size", {"It should have ", tensors, " tensors; the file has no room for so many, or they are more than the ",
                 most_tensors, " that are read.", again});
  if (settings > most_settings || settings > walk.left() / least_setting)
    return walk.refuse(
        "size", {"It should have ", settings, " settings; the file has no room for so many, or they are more than the ",
                 most_settings, " that are read.", again});
}

// Walks over the whole header.
Gguf walk_header(Walk& walk) {
  Gguf out;
  std::uint64_t tensors = 0, settings = 0;
  read_start(walk, tensors, settings);
  if (!walk.stopped()) read_settings(walk, settings, out);
  if (!walk.stopped()) read_tensors(walk, tensors, out);
  return out;
}

std::uint64_t alignment_of(const Gguf& file, Walk& walk) {
  const GgufValue* const value = file.find("general.alignment");
  if (value == nullptr) return usual_alignment;
  const double given = value->number().value_or(0.0);
  const auto alignment =
      given >= 1.0 && given <= static_cast<double>(most_alignment) ? static_cast<std::uint64_t>(given) : 0;
  if (std::has_single_bit(alignment)) return alignment;
  walk.place = "general.alignment";
  walk.refuse("format", {"general.alignment should be a power of two up to ", most_alignment, ".", again});
  return usual_alignment;
}

// Places count from the file's beginning from here on. Each must lie within the file, and apart from the others.
void place_tensors(Walk& walk, std::uint64_t alignment, std::vector<Tensor>& tensors) {
  // A file without any byte of tensors may end before the next multiple.
  const std::uint64_t data = std::min((walk.at + alignment - 1) / alignment * alignment, walk.size());
  for (Tensor& tensor : tensors) {
    walk.place = shown(tensor.name);
    if (tensor.offset % alignment != 0)
      return walk.refuse("format", {"“", walk.place, "” begins at byte ", tensor.offset,
                                    " of the tensors, which is no multiple of ", alignment, ".", again});
    const std::uint64_t room = walk.size() - data;
    if (tensor.offset > room || tensor.bytes > room - tensor.offset)
      return walk.refuse("short", {"The bytes of “", walk.place, "”, ", tensor.bytes, " from ", tensor.offset,
                                   " on, leave the file, which holds ", room,
                                   " bytes of tensors. It was cut off: download it again."});
    tensor.offset += data;
  }
  const std::optional<std::size_t> second = sort_by_bytes(tensors);
  if (!second) return;
  walk.place = shown(tensors[*second].name);
  walk.refuse("format",
              {"“", walk.place, "” begins within the bytes of “", shown(tensors[*second - 1].name), "”.", again});
}

template <class Read>
auto each_value(const GgufValue& value, Read read) {
  using Item = decltype(read(std::size_t{}));
  std::vector<Item> all;
  const std::uint64_t width = width_of(value.of);
  for (std::uint64_t i = 0; i < value.count; ++i) all.push_back(read(static_cast<std::size_t>(i * width)));
  return all;
}

}  // namespace

std::optional<double> GgufValue::number() const {
  if (!is_number(kind)) return std::nullopt;
  return number_at(kind, bytes, 0);
}

std::optional<bool> GgufValue::flag() const {
  if (kind != GgufKind::boolean) return std::nullopt;
  return bytes[0] != std::byte{0};
}

std::optional<std::string_view> GgufValue::text() const {
  if (kind != GgufKind::text) return std::nullopt;
  return as_text(bytes);
}

std::optional<std::vector<double>> GgufValue::numbers() const {
  if (kind != GgufKind::list || !is_number(of)) return std::nullopt;
  return each_value(*this, [this](std::size_t at) { return number_at(of, bytes, at); });
}

std::optional<std::vector<bool>> GgufValue::flags() const {
  if (kind != GgufKind::list || of != GgufKind::boolean) return std::nullopt;
  return each_value(*this, [this](std::size_t at) { return bytes[at] != std::byte{0}; });
}

std::optional<std::vector<std::string_view>> GgufValue::texts() const {
  if (kind != GgufKind::list || of != GgufKind::text) return std::nullopt;
  std::vector<std::string_view> all;
  std::uint64_t at = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t length = whole_number<8>(bytes, static_cast<std::size_t>(at));
    all.push_back(as_text(part(bytes, at + 8, length)));
    at += 8 + length;
  }
  return all;
}

const GgufValue* Gguf::find(std::string_view key) const {
  const auto found = values.find(key);
  return found == values.end() ? nullptr : &found->second;
}

bool is_gguf(Bytes start) { return start.size() >= 4 && as_text(start.first(4)) == "GGUF"; }

Result<std::uint64_t> gguf_header(Bytes start, std::uint64_t file_size) {
  if (!is_gguf(start))
    return fail("format", "header", "This is no GGUF file: such a file begins with the letters GGUF.");
  if (file_size < first_bytes)
    return fail("short", "header", {"It has ", file_size, " bytes, fewer than the header of a GGUF file."});
  Walk walk(start, file_size);
  walk_header(walk);
  if (walk.problem) return std::unexpected(*std::move(walk.problem));
  if (walk.wanted == 0) return walk.at;
  // Some more than that: each call walks from the beginning.
  const std::uint64_t more = std::max<std::uint64_t>({walk.wanted, 4 * std::uint64_t{start.size()}, 65'536});
  return std::min({more, file_size, std::max(walk.wanted, most_gguf_header)});
}

Result<Gguf> read_gguf(Bytes header, std::uint64_t file_size) {
  const Result<std::uint64_t> length = gguf_header(header, file_size);
  if (!length) return std::unexpected(length.error());
  if (*length > header.size()) return fail("format", "header", "Only a part of the header was given.");
  Walk walk(header, file_size);
  Gguf file = walk_header(walk);
  const std::uint64_t alignment = alignment_of(file, walk);
  if (!walk.stopped()) place_tensors(walk, alignment, file.tensors);
  if (walk.problem) return std::unexpected(*std::move(walk.problem));
  return file;
}

}  // namespace files
