// See letters.hpp. web/typeset-letters.mjs does the same for formulae and texts where the site typesets them.
#include "lesson/read/letters.hpp"

#include <algorithm>

#include "lesson/read/tex.hpp"

namespace lesson {
namespace {

bool is_tex_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool names_role(std::string_view tex) { return tex.starts_with('\\'); }

std::ptrdiff_t signs_of(std::string_view text) {
  return std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
}

bool fits(std::string_view letter) { return !letter.empty() && letter.size() <= longest_letter; }

// “\scores{S”: the braces of a role may hold more than the letter.
std::string_view opened(std::string_view tex) {
  return names_role(tex) && tex.ends_with('}') ? tex.substr(0, tex.size() - 1) : tex;
}

// The spelling of a symbol: “\scores{S_{\text{scaled}}}” is “S_{scaled}”, “w'” is “w′”, “\omega” is “ω”, and a name in code,
// “\text{p_attn}”, is “p\_attn”.
std::string symbol_of(std::string_view tex) {
  if (names_role(tex) && tex.ends_with('}')) tex = opened(tex).substr(std::min(tex.find('{') + 1, tex.size() - 1));
  std::string out;
  for (std::size_t at = 0; at < tex.size();) {
    if (tex[at] == '\'') {
      out += "′";
      ++at;
    } else if (tex[at] != '\\') {
      out += tex[at++];
    } else {
      std::size_t end = at + 1;
      while (end < tex.size() && is_tex_letter(tex[end])) ++end;
      const std::string_view command = tex.substr(at, std::max(end, at + 2) - at);
      at += command.size();
      const std::size_t close = command == "\\text" && at < tex.size() ? tex.find('}', at) : std::string_view::npos;
      if (close == std::string_view::npos) {
        if (is_tex_letter(command.back())) out += tex_words(command);  // others are spaces
      } else {
        for (const char c : tex.substr(at + 1, close - at - 1))
          out += c == '_' ? std::string("\\_") : std::string(1, c);
        at = close + 1;
      }
    }
  }
  return out;
}

// The longest first: “\scores{S_{\text{scaled}}}” before “\scores{S}”.
std::vector<LetterPair> longest_first(std::vector<LetterPair> pairs) {
  std::ranges::stable_sort(pairs, std::ranges::greater{}, [](const LetterPair& pair) { return pair.first.size(); });
  return pairs;
}

std::string replaced(std::string_view text, std::span<const LetterPair> pairs) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const bool begins = at == 0 || (!is_tex_letter(text[at - 1]) && text[at - 1] != '\\');
    const auto fits = [&](const LetterPair& pair) {
      const std::string_view from = pair.first;
      if (!text.substr(at).starts_with(from) || (is_tex_letter(from.front()) && !begins)) return false;
      const std::size_t end = at + from.size();
      return end == text.size() || !is_tex_letter(from.back()) || !is_tex_letter(text[end]);
    };
    const auto found = std::ranges::find_if(pairs, fits);
    if (found == pairs.end()) {
      out += text[at++];
    } else {
      const std::string& into = found->second;
      // An index of several signs needs braces.
      const bool index = (out.ends_with('^') || out.ends_with('_')) && signs_of(into) > 1 && !names_role(into);
      out += index ? "{" + into + "}" : into;
      at += found->first.size();
    }
  }
  return out;
}

class Swap {
 public:
  explicit Swap(std::span<const LetterPair> letters) {
    std::vector<LetterPair> tex, phrases, symbols;
    for (const auto& [from, into] : letters) {
      if (from.empty() || into.empty()) continue;
      tex.emplace_back(opened(from), opened(into));
      symbols.emplace_back(symbol_of(from), symbol_of(into));
      if (!names_role(from) && from.size() > 1) phrases.emplace_back(from, into);
    }
    std::erase_if(symbols, [](const LetterPair& pair) { return pair.first.empty(); });
    tex_ = longest_first(std::move(tex));
    phrases_ = longest_first(std::move(phrases));
    symbols_ = longest_first(std::move(symbols));
  }

  std::string tex(std::string_view tex) const { return replaced(tex, tex_); }
  std::string symbol(std::string_view symbol) const { return replaced(symbol, symbols_); }

  std::string text(std::string_view text) const {
    std::string out;
    std::size_t from = 0, at = 0;
    const auto words = [&] { out += replaced(text.substr(from, at - from), phrases_); };
    while (at < text.size()) {
      const char c = text[at];
      if (c == '\\') {
        at = std::min(at + 2, text.size());
        continue;
      }
      const std::size_t close = c == '$' || c == '`' ? text.find(c, at + 1) : std::string_view::npos;
      if (close == std::string_view::npos) {
        ++at;
        continue;
      }
      words();
      const std::string_view inside = text.substr(at + 1, close - at - 1);
      out += c;
      out += c == '$' ? tex(inside) : std::string(inside);
      out += c;
      at = from = close + 1;
    }
    words();
    return out;
  }

 private:
  std::vector<LetterPair> tex_, phrases_, symbols_;
};

// Every string below `value`, but in objects only those under the keys that `wanted` names.
template <class Wanted, class Change>
void change_strings(Json& value, const Wanted& wanted, const Change& change) {
  if (auto* text = std::get_if<std::string>(&value.value)) *text = change(*text);
  if (auto* list = std::get_if<JsonList>(&value.value))
    for (Json& item : *list) change_strings(item, wanted, change);
  if (auto* object = std::get_if<JsonObject>(&value.value))
    for (auto& [key, item] : *object)
      if (!std::holds_alternative<std::string>(item.value) || wanted(key)) change_strings(item, wanted, change);
}

// A text is a map from languages, which are those of the title.
void put_into(Json& value, const Swap& letters, const std::vector<std::string>& languages) {
  if (auto* list = std::get_if<JsonList>(&value.value))
    for (Json& item : *list) put_into(item, letters, languages);
  auto* object = std::get_if<JsonObject>(&value.value);
  if (!object) return;
  const auto is_language = [&](const JsonMember& member) { return std::ranges::contains(languages, member.first); };
  if (!object->empty() && std::ranges::all_of(*object, is_language))
    return change_strings(
        value, [](const std::string&) { return true; }, [&](const std::string& text) { return letters.text(text); });
  for (auto& [key, item] : *object) {
    if (key == "symbol")
      change_strings(
          item, [](const std::string& name) { return name != "parameter"; },
          [&](const std::string& symbol) { return letters.symbol(symbol); });
    else if (key == "formula")
      change_strings(
          item, [](const std::string& name) { return name == "tex" || name == "element"; },
          [&](const std::string& tex) { return letters.tex(tex); });
    else put_into(item, letters, languages);
  }
}

const Json* member_of_file(const Json& lesson, std::string_view key) {
  const auto* object = lesson.as<JsonObject>();
  const auto found = object ? std::ranges::find(*object, key, &JsonMember::first) : JsonObject::const_iterator{};
  return object && found != object->end() ? &found->second : nullptr;
}

}  // namespace

std::string with_letters(std::string_view tex, std::span<const LetterPair> letters) { return Swap(letters).tex(tex); }
std::string text_with_letters(std::string_view text, std::span<const LetterPair> letters) {
  return Swap(letters).text(text);
}
std::string symbol_with_letters(std::string_view symbol, std::span<const LetterPair> letters) {
  return Swap(letters).symbol(symbol);
}

void put_letters(Json& lesson) {
  std::vector<LetterPair> pairs;
  std::vector<std::string> languages;
  if (const Json* found = member_of_file(lesson, "letters"); found && found->as<JsonObject>())
    for (const auto& [from, into] : *found->as<JsonObject>())
      if (const auto* text = into.as<std::string>(); text && fits(*text) && pairs.size() < most_letters)
        pairs.emplace_back(from, *text);
  if (const Json* title = member_of_file(lesson, "title"); title && title->as<JsonObject>())
    for (const auto& [language, text] : *title->as<JsonObject>()) languages.push_back(language);
  auto* object = std::get_if<JsonObject>(&lesson.value);
  if (pairs.empty() || !object) return;
  static constexpr std::string_view kept[] = {"letters", "names", "corrections", "references",
                                              "licence", "cite",  "class"};
  const Swap letters(pairs);
  for (auto& [key, item] : *object)
    if (!std::ranges::contains(kept, key)) put_into(item, letters, languages);
}

std::vector<LetterPair> read_letters(const Cursor& place) {
  std::vector<LetterPair> pairs;
  if (!place.exists() || !place.open_object()) return pairs;
  const auto role = [](std::string_view tex) { return names_role(tex) ? tex.substr(0, tex.find('{')) : ""; };
  for (const auto& [page, value] : place.entries()) {
    if (pairs.size() == most_letters) {
      value.fail("too_large", {"A lesson names at most ", most_letters, " of the tutorial's letters."});
      break;
    }
    std::string tutorial = value.string();
    const auto fault = tex_fault(page).has_value() ? tex_fault(page) : tex_fault(tutorial);
    if (fault) value.fail(fault->code, fault->message);
    else if (page.empty() || tutorial.empty() || page == tutorial)
      value.fail("letters", "Write this page's letter and another one of the tutorial's, such as \"D\": \"k\".");
    else if (!fits(page) || !fits(tutorial))
      value.fail("too_large", {"A letter has at most ", longest_letter, " bytes."});
    else if (role(page) != role(tutorial))
      value.fail("letters", {"Both letters have the same role: “", page, "” can't become “", tutorial, "”."});
    pairs.emplace_back(page, std::move(tutorial));
  }
  return pairs;
}

}  // namespace lesson
