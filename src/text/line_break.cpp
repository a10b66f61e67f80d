// The rules of UAX 14, revision 55 (Unicode 17), by their numbers. Each function answers for the boundary before the character
// `at`, or says nothing.
#include "text/line_break.hpp"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <optional>

#include "text/line_break_table.hpp"

namespace text {

namespace {

constexpr char32_t dotted_circle = 0x25CC, first_syllable = 0xAC00, last_syllable = 0xD7A3;
constexpr char32_t syllables_of_a_vowel = 28;

// A character with the marks that combine with it.
struct Unit {
  LineClass is = AL;
  bool wide = false;
  bool reserved_emoji = false;
  bool circle = false;  // the dotted circle, which stands for a letter
  bool joins = false;   // ends with a zero width joiner
  std::size_t at = 0;   // its first character
};

bool is_any(LineClass is, std::initializer_list<LineClass> of) { return std::ranges::find(of, is) != of.end(); }

LineClassFrom found(char32_t c) {
  const auto after =
      std::ranges::upper_bound(line_classes, c, {}, [](const LineClassFrom& from) { return from.first; });
  return *std::prev(after);
}

LineClass class_of(char32_t c) {
  const auto is = static_cast<LineClass>(found(c).is);
  if (is == H3 && c <= last_syllable && (c - first_syllable) % syllables_of_a_vowel == 0) return H2;
  return is == SA ? AL : is == SC ? CM : is;
}

bool is_quote(LineClass is) { return is_any(is, {QU, PI, PF}); }
bool is_letter(LineClass is) { return is_any(is, {AL, HL}); }
bool is_hangul(LineClass is) { return is_any(is, {JL, JV, JT, H2, H3}); }
bool ends_line(LineClass is) { return is_any(is, {BK, CR, LF, NL}); }

// The text in units, by LB9 and LB10, and the rules over them.
class Breaker {
 public:
  explicit Breaker(std::u32string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
      const LineClass is = class_of(text[at]);
      const bool marks = is_any(is, {CM, ZWJ});
      if (marks && !units_.empty() && !ends_line(units_.back().is) && !is_any(units_.back().is, {SP, ZW})) {
        units_.back().joins = is == ZWJ;
        continue;
      }
      const LineClassFrom from = found(text[at]);
      units_.push_back(
          {marks ? AL : is, from.wide != 0, from.reserved_emoji != 0, text[at] == dotted_circle, is == ZWJ, at});
    }
  }

  const std::vector<Unit>& units() const { return units_; }

  bool breaks_before(std::size_t at) const {
    for (const auto rule : {&Breaker::of_spaces, &Breaker::of_marks, &Breaker::of_quotes, &Breaker::of_hyphens,
                            &Breaker::of_numbers, &Breaker::of_letters})
      if (const std::optional<bool> says = (this->*rule)(at)) return *says;
    return true;  // LB31
  }

 private:
  using Says = std::optional<bool>;

  LineClass is(std::size_t at) const { return units_[at].is; }
  bool has(std::size_t at, std::initializer_list<LineClass> of) const {
    return at < units_.size() && is_any(is(at), of);
  }
  // Of the unit before, or before spaces; the beginning of the text counts as a break.
  bool follows(std::size_t at, std::initializer_list<LineClass> of) const { return at > 0 && has(at - 1, of); }
  std::size_t before_spaces(std::size_t at) const {  // one past the last unit that is no space
    while (at > 0 && is(at - 1) == SP) --at;
    return at;
  }

  // LB4 to LB8a, LB11 to LB12a. What must break is a break, too.
  Says of_spaces(std::size_t at) const {
    const LineClass before = is(at - 1), here = is(at);
    if (before == CR && here == LF) return false;
    if (ends_line(before)) return true;
    if (ends_line(here) || is_any(here, {SP, ZW})) return false;
    if (follows(before_spaces(at), {ZW})) return true;
    if (units_[at - 1].joins || here == WJ || is_any(before, {WJ, GL})) return false;
    if (here == GL && !is_any(before, {SP, BA, HY, HH})) return false;
    return {};
  }

  // Whether a quotation mark that opens stands at the beginning of a word (LB15a).
  bool opens_word(std::size_t at) const {
    return has(at, {PI}) && (at == 0 || has(at - 1, {BK, CR, LF, NL, OP, QU, PI, PF, GL, SP, ZW}));
  }
  // Whether one that closes stands at the end of a word (LB15b).
  bool closes_word(std::size_t at) const {
    return has(at, {PF}) &&
           (at + 1 == units_.size() || has(at + 1, {SP, GL, WJ, CL, QU, PI, PF, CP, EX, IS, SY, BK, CR, LF, NL, ZW}));
  }

  // LB13 to LB18.
  Says of_marks(std::size_t at) const {
    const LineClass here = is(at);
    const std::size_t last = before_spaces(at);
    if (is_any(here, {CL, CP, EX, SY}) || follows(last, {OP})) return false;
    if ((last > 0 && opens_word(last - 1)) || closes_word(at)) return false;
    if (here == IS) return is(at - 1) == SP && has(at + 1, {NU});
    if (here == NS && follows(last, {CL, CP})) return false;
    if (here == B2 && follows(last, {B2})) return false;
    if (is(at - 1) == SP) return true;
    return {};
  }

  // LB19 to LB20.
  Says of_quotes(std::size_t at) const {
    const LineClass before = is(at - 1), here = is(at);
    if (is_any(here, {QU, PF}) || is_any(before, {QU, PI})) return false;
    const auto wide = [&](std::size_t unit) { return unit < units_.size() && units_[unit].wide; };
    if (is_quote(here) && (!wide(at - 1) || !wide(at + 1))) return false;
    if (is_quote(before) && (!wide(at) || at < 2 || !wide(at - 2))) return false;
    if (here == CB || before == CB) return true;
    return {};
  }

  // LB20a to LB22.
  Says of_hyphens(std::size_t at) const {
    const LineClass before = is(at - 1), here = is(at);
    const bool hyphen = is_any(before, {HY, HH});
    if (hyphen && is_letter(here) && (at < 2 || has(at - 2, {BK, CR, LF, NL, SP, ZW, CB, GL}))) return false;
    if (is_any(here, {BA, HH, HY, NS, IN}) || before == BB) return false;
    if (hyphen && here != HL && at >= 2 && is(at - 2) == HL) return false;
    if (before == SY && here == HL) return false;
    return {};
  }

  // Whether the unit before `at` ends a number: digits, then marks within it, then what closes it if asked for.
  bool ends_number(std::size_t at, bool closed) const {
    if (closed && follows(at, {CL, CP})) --at;
    while (follows(at, {SY, IS})) --at;
    return follows(at, {NU});
  }

  // LB23 to LB25.
  Says of_numbers(std::size_t at) const {
    const LineClass before = is(at - 1), here = is(at);
    if ((is_letter(before) && here == NU) || (before == NU && is_letter(here))) return false;
    if (before == PR && is_any(here, {ID, EB, EM})) return false;
    if (is_any(before, {ID, EB, EM}) && here == PO) return false;
    if (is_any(before, {PR, PO}) && is_letter(here)) return false;
    if (is_letter(before) && is_any(here, {PR, PO})) return false;
    if (is_any(here, {PO, PR}) && ends_number(at, true)) return false;
    if (is_any(before, {PO, PR}) && here == OP && (has(at + 1, {NU}) || (has(at + 1, {IS}) && has(at + 2, {NU}))))
      return false;
    if (here == NU && (is_any(before, {PO, PR, HY, IS}) || ends_number(at, false))) return false;
    return {};
  }

  bool aksara(std::size_t at) const { return has(at, {AK, AS}) || (at < units_.size() && units_[at].circle); }

  // LB26 to LB30b.
  Says of_letters(std::size_t at) const {
    const LineClass before = is(at - 1), here = is(at);
    if (before == JL && is_any(here, {JL, JV, H2, H3})) return false;
    if (is_any(before, {JV, H2}) && is_any(here, {JV, JT})) return false;
    if (is_any(before, {JT, H3}) && here == JT) return false;
    if ((is_hangul(before) && here == PO) || (before == PR && is_hangul(here))) return false;
    if (is_letter(before) && is_letter(here)) return false;
    if (keeps_aksara(at)) return false;
    if (before == IS && is_letter(here)) return false;
    const auto in_word = [](LineClass is) { return is_letter(is) || is == NU; };
    if (in_word(before) && here == OP && !units_[at].wide) return false;
    if (before == CP && !units_[at - 1].wide && in_word(here)) return false;
    if (before == RI && here == RI) {
      std::size_t flags = 0;
      while (flags < at && is(at - 1 - flags) == RI) ++flags;
      if (flags % 2 == 1) return false;
    }
    if (here == EM && (before == EB || units_[at - 1].reserved_emoji)) return false;
    return {};
  }

  // LB28a.
  bool keeps_aksara(std::size_t at) const {
    if (is(at - 1) == AP && aksara(at)) return true;
    if (aksara(at - 1) && has(at, {VF, VI})) return true;
    if (at >= 2 && aksara(at - 2) && is(at - 1) == VI && (has(at, {AK}) || units_[at].circle)) return true;
    return aksara(at - 1) && aksara(at) && has(at + 1, {VF});
  }

  std::vector<Unit> units_;
};

bool within(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

// Vowels, tones and signs that belong to the consonant before them; of Thai and Lao some vowels stand before it.
bool follows_consonant(char32_t c) {
  return within(c, 0x0E2F, 0x0E3A) || within(c, 0x0E45, 0x0E4E) || within(c, 0x0EB0, 0x0EBD) ||
         within(c, 0x0EC6, 0x0ECE) || within(c, 0x102B, 0x103E) || within(c, 0x1056, 0x1059) ||
         within(c, 0x17B4, 0x17D3);
}
bool precedes_consonant(char32_t c) {
  return within(c, 0x0E40, 0x0E44) || within(c, 0x0EC0, 0x0EC4) || c == 0x17D2 || c == 0x1039;
}

// UAX 14 leaves these to a dictionary.
bool between_syllables(char32_t before, char32_t after) {
  const auto of_syllables = [](char32_t c) { return is_any(static_cast<LineClass>(found(c).is), {SA, SC}); };
  return of_syllables(before) && of_syllables(after) && !follows_consonant(after) && !precedes_consonant(before);
}

}  // namespace

std::vector<bool> line_breaks(std::u32string_view text) {
  std::vector<bool> out(text.size());
  const Breaker breaker(text);
  for (std::size_t unit = 1; unit < breaker.units().size(); ++unit)
    out[breaker.units()[unit].at] = breaker.breaks_before(unit);
  return out;
}

std::vector<bool> breaks_within_words(std::u32string_view text) {
  constexpr char32_t first_such = 0x0E01;  // Thai; full-width characters come later
  std::vector<bool> out(text.size());
  if (std::ranges::all_of(text, [](char32_t c) { return c < first_such; })) return out;
  const Breaker breaker(text);
  const std::vector<Unit>& units = breaker.units();
  for (std::size_t unit = 1; unit < units.size(); ++unit) {
    const bool words = is_any(units[unit - 1].is, {SP}) || is_any(units[unit].is, {SP});
    if (!words && (units[unit - 1].wide || units[unit].wide)) out[units[unit].at] = breaker.breaks_before(unit);
  }
  for (std::size_t at = 1; at < text.size(); ++at)
    if (between_syllables(text[at - 1], text[at])) out[at] = true;
  return out;
}

}  // namespace text
