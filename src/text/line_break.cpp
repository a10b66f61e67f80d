// Classes as in Unicode's LineBreak.txt, for the characters that matter where there are no spaces.
#include "text/line_break.hpp"

#include "text/unicode.hpp"

namespace text {

namespace {

bool within(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

// ID, H2, H3: each character may stand at either end of a line.
bool is_ideograph(char32_t c) {
  return within(c, 0x2E80, 0x2FDF) || within(c, 0x3041, 0x3096) || within(c, 0x30A1, 0x30FA) ||
         within(c, 0x3105, 0x312F) || within(c, 0x3400, 0x4DBF) || within(c, 0x4E00, 0x9FFF) ||
         within(c, 0xA000, 0xA4CF) || within(c, 0xAC00, 0xD7A3) || within(c, 0xF900, 0xFAFF) ||
         within(c, 0xFF10, 0xFF19) || within(c, 0xFF21, 0xFF3A) || within(c, 0xFF41, 0xFF5A) ||
         within(c, 0x20000, 0x3FFFD);
}

// SA: scripts of South East Asia.
bool is_of_syllables(char32_t c) {
  return within(c, 0x0E01, 0x0E5B) || within(c, 0x0E81, 0x0EDF) || within(c, 0x1000, 0x109F) ||
         within(c, 0x1780, 0x17D3);
}

// Vowels, tones and signs that belong to the consonant before them; of Thai and Lao some vowels stand before it.
bool follows_consonant(char32_t c) {
  return within(c, 0x0E2F, 0x0E3A) || within(c, 0x0E45, 0x0E4E) || within(c, 0x0EB0, 0x0EBD) ||
         within(c, 0x0EC6, 0x0ECE) || within(c, 0x102B, 0x103E) || within(c, 0x1056, 0x1059) ||
         within(c, 0x17B4, 0x17D3);
}
bool precedes_consonant(char32_t c) {
  return within(c, 0x0E40, 0x0E44) || within(c, 0x0EC0, 0x0EC4) || c == 0x17D2 || c == 0x1039;
}

// CL, CP, EX, IS, IN, PO and NS, with small kana (CJ): no line begins with them.
bool is_closing(char32_t c) {
  constexpr std::u32string_view marks =
      U")]},.:;!?%"
      U"…‥’”»›、。〃々〉》」』】〕〗〙〛〜〞〟〻゛゜ゝゞ゠・ーヽヾ！％），．：；？］｝｡｣､･ｰﾞﾟ￠‰′″℃ぁぃぅぇぉっゃゅょゎ"
      U"ゕゖァィゥェォッャュョヮヵヶ｝～";
  return marks.contains(c) || within(c, 0x31F0, 0x31FF);
}
// OP, QU that opens, and PR: no line ends with them.
bool is_opening(char32_t c) {
  constexpr std::u32string_view marks = U"([{‘“«‹〈《「『【〔〖〘〚〝（［｛｢＄￥￡$£¥€＃＠";
  return marks.contains(c);
}
// CM: drawn over the character before it.
bool is_combining(char32_t c) {
  return is_joiner(c) || within(c, 0x0300, 0x036F) || within(c, 0x1AB0, 0x1AFF) || within(c, 0x1DC0, 0x1DFF) ||
         within(c, 0x20D0, 0x20FF) || within(c, 0x302A, 0x302F) || within(c, 0x3099, 0x309A) ||
         within(c, 0xFE20, 0xFE2F);
}
bool is_wide_mark(char32_t c) {
  return within(c, 0x3001, 0x303D) || within(c, 0xFF01, 0xFF65) || c == 0x30FB || c == 0x30FC;
}

}  // namespace

bool may_break(char32_t before, char32_t after) {
  constexpr char32_t zero_width_joiner = 0x200D;
  if (is_combining(after) || before == zero_width_joiner || is_closing(after) || is_opening(before)) return false;
  if (is_of_syllables(before) && is_of_syllables(after))
    return !follows_consonant(after) && !precedes_consonant(before);
  if (is_ideograph(before) || is_ideograph(after) || within(before, 0x3099, 0x309A)) return true;
  // A full-width mark ends or begins what is set apart, also beside letters.
  return (is_wide_mark(before) && is_closing(before)) || (is_wide_mark(after) && is_opening(after));
}

}  // namespace text
