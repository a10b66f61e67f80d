// Sizes and shifts of indices from the design guide: superscripts .62 raised .36 em, subscripts .7 lowered .24 em.
#include "ui/type/symbol.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "ui/shell/screen.hpp"

namespace ui {
namespace {

bool is_letter(std::uint32_t c) { return (c | 32) - 'a' < 26 || (c >= 0x391 && c <= 0x3C9); }

// Variables are italic; words, digits and the logarithm upright.
Face face_of(std::string_view text) {
  if (text.starts_with("ln") || text.find_first_of(" 0123456789") != text.npos) return Face::main;
  std::size_t letters = 0, others = 0;
  for (std::string_view rest = text; !rest.empty();) (is_letter(next_code(rest)) ? letters : others) += 1;
  return letters >= 1 && letters <= 2 ? Face::math : Face::main;
}

}  // namespace

std::vector<TextRun> symbol_runs(const graph::Symbol& symbol, float size, Color color, bool transposed) {
  std::vector<TextRun> runs;
  if (!symbol.base.empty()) runs.push_back({symbol.base, {face_of(symbol.base), size}, color, 0});
  if (!symbol.sub.empty()) {
    runs.push_back({symbol.sub, {face_of(symbol.sub), size * 0.7f}, color, -0.24f * size});
  }
  std::string raised = symbol.sup;
  if (transposed && raised.ends_with('T')) raised.pop_back();  // the transpose of a transpose
  else if (transposed) raised += "T";
  // An exponent may have an index of its own, as in e^{s_1}.
  const std::size_t index = raised.find('_');
  const std::string exponent = raised.substr(0, index);
  if (!exponent.empty()) runs.push_back({exponent, {face_of(exponent), size * 0.62f}, color, 0.36f * size});
  if (index != std::string::npos) {
    const std::string below = raised.substr(index + 1);
    runs.push_back({below, {face_of(below), size * 0.48f}, color, 0.24f * size});
  }
  return runs;
}

const std::vector<TextRun>& Screen::symbol(const graph::Symbol& symbol, float size, Color color,
                                           bool transposed) const {
  Hash hash;
  for (const std::string* part : {&symbol.base, &symbol.sub, &symbol.sup}) hash.add(*part);
  hash.add(size);
  hash.add(std::uint64_t{color} << 1 | std::uint64_t{transposed});
  return memory.symbols.get(hash, [&] { return symbol_runs(symbol, size, color, transposed); });
}

namespace {

// The axis that is drawn in this direction.
std::size_t drawn_axis(const explorer::TensorView& tensor, std::size_t place, std::size_t count) {
  if (!tensor.transposed || count < 2 || place + 2 < count) return place;
  return place + 1 == count ? place - 1 : place + 1;
}

}  // namespace

void write_shape(std::string& words, const explorer::TensorView& tensor) {
  for (std::size_t place = 0; place < tensor.shape.size(); ++place) {
    if (place > 0) words += " × ";
    std::array<char, 24> digits{};
    std::size_t at = digits.size(), n = tensor.shape[drawn_axis(tensor, place, tensor.shape.size())];
    do digits[--at] = static_cast<char>('0' + n % 10);
    while (n /= 10);
    words.append(digits.data() + at, digits.size() - at);
  }
}

std::string shape_words(const explorer::TensorView& tensor) {
  std::string words;
  write_shape(words, tensor);
  return words;
}

void write_axes(std::string& words, const explorer::TensorView& tensor) {
  const std::vector<std::string>& names = tensor.axis_names;
  if (std::ranges::any_of(names, [](const std::string& name) { return name.empty(); })) return;
  for (std::size_t place = 0; place < names.size(); ++place) {
    if (place > 0) words += " × ";
    words += names[drawn_axis(tensor, place, names.size())];
  }
}

std::string raised_digits(int n) {
  constexpr std::string_view digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string out = n < 0 ? "⁻" : "";
  n = std::abs(n);
  if (n >= 10) out += digits[n / 10 % 10];
  return out + std::string(digits[n % 10]);
}

}  // namespace ui
