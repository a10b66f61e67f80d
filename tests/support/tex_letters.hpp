// The letters of a formula or a symbol that stand for something, found by reading it sign by sign: a second way to see which
// letters a lesson shows, beside the replacement that puts the tutorial's there.
#pragma once

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace files {

inline bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// "\scores{S}_{ij}" has (scores, S), ("", i), ("", j); words, such as the index of "\weights{A_{place}}", are none.
inline constexpr std::size_t shortest_word = 3;
inline std::set<std::pair<std::string, char>> letters_of_tex(std::string_view tex) {
  static const std::set<std::string, std::less<>> roles{"inputs", "query",   "key",    "val",
                                                        "scores", "weights", "outputs"},
      words{"text", "operatorname", "mathrm", "mathbb", "begin", "end"};
  std::set<std::pair<std::string, char>> found;
  std::vector<std::string> around{""};
  std::string command;
  for (std::size_t at = 0; at < tex.size(); ++at) {
    const char c = tex[at];
    if (c == '\\') {
      command.clear();
      while (at + 1 < tex.size() && is_ascii_letter(tex[at + 1])) command += tex[++at];
      if (words.contains(command) && at + 1 < tex.size() && tex[at + 1] == '{') at = tex.find('}', at);
      continue;
    }
    if (c == '{') around.push_back(roles.contains(command) ? command : around.back());
    else if (c == '}' && around.size() > 1) around.pop_back();
    else if (is_ascii_letter(c)) {
      std::size_t end = at;
      while (end < tex.size() && is_ascii_letter(tex[end])) ++end;
      if (end - at < shortest_word)
        for (std::size_t i = at; i < end; ++i) found.emplace(around.back(), tex[i]);
      at = end - 1;
    }
    command.clear();
  }
  return found;
}

// "A_{causal}" has A: longer runs of letters are words.
inline std::set<char> letters_of_words(std::string_view words) {
  std::set<char> found;
  for (std::size_t at = 0; at < words.size();) {
    std::size_t end = at;
    while (end < words.size() && is_ascii_letter(words[end])) ++end;
    if (end == at + 1) found.insert(words[at]);
    at = std::max(end, at + 1);
  }
  return found;
}

// What a lesson's pairs of letters leave no place for.
struct PageLetters {
  std::set<std::pair<std::string, char>> in_role;
  std::set<char> alone, all;

  explicit PageLetters(std::span<const std::pair<std::string, std::string>> pairs) {
    std::set<std::string> into;
    for (const auto& [page, tutorial] : pairs) into.insert(tutorial);
    for (const auto& [page, tutorial] : pairs) {
      const std::size_t open = page.find('{');
      if (page.starts_with('\\') && page.size() == open + 3) in_role.emplace(page.substr(1, open - 1), page[open + 1]);
      if (page.size() == 1 && is_ascii_letter(page[0]) && !into.contains(page)) alone.insert(page[0]);
    }
    all = alone;
    for (const auto& [role, letter] : in_role) all.insert(letter);
  }

  // Those that a formula or symbol still has, as words for a report.
  std::string left_in_tex(std::string_view tex) const {
    std::string out;
    for (const auto& [role, letter] : letters_of_tex(tex))
      if (in_role.contains({role, letter}) || alone.contains(letter)) out += role + " " + letter + ", ";
    return out;
  }
  std::string left_in_symbol(std::string_view symbol) const {
    std::string out;
    for (const char letter : letters_of_words(symbol))
      if (all.contains(letter)) out += std::string(1, letter) + ", ";
    return out;
  }
};

}  // namespace files
