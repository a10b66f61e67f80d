// Sizes and shifts of indices as the guide has them: superscripts .62 raised .36 em, subscripts .7 lowered .24 em.
#include "ui/symbol.hpp"

#include <array>
#include <cstdlib>

namespace ui {
namespace {

bool is_letter(std::uint32_t c) { return (c | 32) - 'a' < 26 || (c >= 0x391 && c <= 0x3C9); }

// Variables are italic, words and digits upright.
Face face_of(std::string_view text) {
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
  if (!raised.empty()) runs.push_back({raised, {face_of(raised), size * 0.62f}, color, 0.36f * size});
  return runs;
}

std::string shape_words(const explorer::TensorView& tensor) {
  graph::Shape shape = tensor.shape;
  if (tensor.transposed && shape.size() > 1) std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
  std::string words;
  for (const std::size_t extent : shape) {
    if (!words.empty()) words += " × ";
    std::array<char, 24> digits{};
    std::size_t at = digits.size(), n = extent;
    do digits[--at] = static_cast<char>('0' + n % 10);
    while (n /= 10);
    words.append(digits.data() + at, digits.size() - at);
  }
  return words;
}

std::string axis_words(const explorer::TensorView& tensor) {
  std::vector<std::string> names = tensor.axis_names;
  if (tensor.transposed && names.size() > 1) std::swap(names[names.size() - 1], names[names.size() - 2]);
  std::string words;
  for (const std::string& name : names) {
    if (name.empty()) return {};
    if (!words.empty()) words += " × ";
    words += name;
  }
  return words;
}

std::string raised_digits(int n) {
  constexpr std::string_view digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string out = n < 0 ? "⁻" : "";
  n = std::abs(n);
  if (n >= 10) out += digits[n / 10 % 10];
  return out + std::string(digits[n % 10]);
}

}  // namespace ui
