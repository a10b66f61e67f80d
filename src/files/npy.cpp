// Reads the dictionary in a .npy header, which is a Python literal: {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }.
#include "files/npy.hpp"

#include <algorithm>
#include <utility>

#include "text/utf8.hpp"

namespace files {

namespace {

constexpr std::string_view npy_magic = "\x93NUMPY";
constexpr std::uint64_t longest_npy_header = 65'536;  // bytes; numpy itself stops at 10,000

struct NpyHeader {
  std::string descr;
  bool structured = false;
  std::optional<bool> fortran;
  std::optional<Shape> shape;
};

// Walks over the literal. Every function gives false where the text is something else.
class Literal {
 public:
  explicit Literal(std::string_view text) : rest_(text) {}

  bool dictionary(NpyHeader& header) {
    if (!take('{')) return false;
    while (!take('}')) {
      std::string key;
      if (!text(key) || !take(':') || !value(key, header)) return false;
      if (!take(',') && peek() != '}') return false;
    }
    return peek() == '\0';
  }

 private:
  char peek() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n' || rest_[0] == '\t')) rest_.remove_prefix(1);
    return rest_.empty() ? '\0' : rest_[0];
  }
  bool take(char wanted) {
    if (peek() != wanted || wanted == '\0') return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool word(std::string_view wanted) {
    peek();
    if (!rest_.starts_with(wanted)) return false;
    rest_.remove_prefix(wanted.size());
    return true;
  }
  bool text(std::string& out) {
    const char quote = peek();
    if (quote != '\'' && quote != '"') return false;
    const std::size_t end = rest_.find(quote, 1);
    if (end == std::string_view::npos) return false;
    out = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return true;
  }
  bool number(std::uint64_t& out) {
    peek();
    std::size_t digits = 0;
    out = 0;
    for (; digits < rest_.size() && rest_[digits] >= '0' && rest_[digits] <= '9'; ++digits) {
      if (out > largest_size) continue;  // too large already, which bytes_of tells
      out = out * 10 + static_cast<std::uint64_t>(rest_[digits] - '0');
    }
    rest_.remove_prefix(digits);
    if (digits > 0 && rest_.starts_with('L')) rest_.remove_prefix(1);  // a long integer of Python 2
    return digits > 0;
  }
  bool tuple(Shape& out) {
    if (!take('(')) return false;
    while (!take(')')) {
      std::uint64_t length = 0;
      if (!number(length)) return false;
      out.push_back(length);
      if (!take(',') && peek() != ')') return false;
    }
    return true;
  }
  bool value(std::string_view key, NpyHeader& header) {
    if (key == "descr") {
      header.structured = peek() == '[';
      if (!header.structured) return text(header.descr);
      rest_ = "}";  // named fields: refused whatever follows
      header.fortran = false;
      header.shape = Shape{};
      return true;
    }
    if (key == "fortran_order") {
      if (word("True")) header.fortran = true;
      else if (word("False")) header.fortran = false;
      return header.fortran.has_value();
    }
    return key == "shape" && tuple(header.shape.emplace());
  }

  std::string_view rest_;
};

struct NpyType {
  std::string_view code;
  Type type;
};
constexpr NpyType npy_types[] = {{"f8", Type::f64}, {"f4", Type::f32}, {"f2", Type::f16},    {"i8", Type::i64},
                                 {"i4", Type::i32}, {"u1", Type::u8},  {"b1", Type::boolean}};

std::unexpected<attention::Error> refused_npy_type(const NpyHeader& header) {
  const std::string_view descr = header.descr;
  if (header.structured)
    return fail("type", "dtype", "It holds records with named fields (a structured dtype). Save each field by itself.");
  if (descr.ends_with('O'))
    return fail(
        "type", "dtype",
        "It holds Python objects (dtype object): pickled programs, which are not opened. Save an array of numbers, "
        "such as np.save(\"x.npy\", np.stack(list_of_arrays)).");
  if (descr.ends_with("V2"))
    return fail("type", "dtype",
                "Its type, V2, says only that each number has two bytes. If it is bfloat16, save it as .safetensors or "
                "convert it: x.float().numpy().");
  return fail("type", "dtype",
              {"Numbers of the type “", text::excerpt(text::valid_utf8(descr), 40), "” are not read; ", readable_types,
               " are. Convert it, such as by x.astype(np.float32)."});
}

}  // namespace

Result<std::variant<Tensor, NeedsBytes>> read_npy(Bytes start, std::uint64_t file_size) {
  const auto broken = [] {
    return fail("format", "header", "The header of this .npy file is damaged. Save it again.");
  };
  start = start.first(static_cast<std::size_t>(std::min<std::uint64_t>(start.size(), file_size)));
  if (file_size < npy_magic.size() + 4)
    return fail("format", "header", {"It has ", file_size, " bytes, fewer than the header of a .npy file."});
  if (start.size() < npy_magic.size() + 6 && start.size() < file_size)
    return NeedsBytes{std::min<std::uint64_t>(first_npy_bytes, file_size)};
  if (!as_text(start).starts_with(npy_magic))
    return fail("format", "header",
                as_text(start).starts_with("\x80")
                    ? "It is a Python pickle, a program, and not opened. Save the array with np.save."
                    : "It does not begin as a .npy file does. Save it with np.save.");
  const auto major = std::to_integer<unsigned>(start[6]);
  if (major < 1 || major > 3)
    return fail("format", "header", {"Version ", major, " of the .npy format is not read; 1, 2 and 3 are."});
  const std::size_t before = major == 1 ? 10 : 12;
  if (start.size() < before) return broken();
  const std::uint64_t length = major == 1 ? whole_number<2>(start, 8) : whole_number<4>(start, 8);
  if (length > longest_npy_header || before + length > file_size) return broken();
  if (start.size() < before + length) return NeedsBytes{before + length};
  NpyHeader header;
  if (!Literal(as_text(start.subspan(before, static_cast<std::size_t>(length)))).dictionary(header) ||
      !header.fortran || !header.shape)
    return broken();
  if (header.structured || header.descr.size() != 3 ||
      std::string_view("<>|=").find(header.descr[0]) == std::string_view::npos)
    return refused_npy_type(header);
  const auto* const known = std::ranges::find(npy_types, std::string_view(header.descr).substr(1), &NpyType::code);
  if (known == std::end(npy_types)) return refused_npy_type(header);
  Tensor tensor;
  tensor.type = known->type;
  tensor.big_endian = header.descr[0] == '>';
  tensor.shape = *std::move(header.shape);
  tensor.fortran = *header.fortran && tensor.shape.size() > 1;
  tensor.offset = before + length;
  const Result<std::uint64_t> bytes = bytes_of(tensor.shape, tensor.type, "shape");
  if (!bytes) return std::unexpected(bytes.error());
  tensor.bytes = *bytes;
  if (tensor.bytes > file_size - tensor.offset)
    return fail("short", "shape",
                {"Its shape ", describe(tensor.shape), " needs ", tensor.bytes, " bytes, and ",
                 file_size - tensor.offset, " follow the header. The file was cut off; save or copy it again."});
  return tensor;
}

}  // namespace files
