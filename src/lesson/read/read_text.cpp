// Reads texts: maps from language to a text or a list of paragraphs, checked for languages, markup and the tensors
// that their numbers come from; and TeX.
#include <algorithm>

#include "lesson/read/markup.hpp"
#include "lesson/read/nearest.hpp"
#include "lesson/read/reader.hpp"
#include "lesson/read/tex.hpp"

namespace lesson {
namespace {

void check_markup(const Cursor& place, const std::string& text, const Known& known) {
  const auto paragraphs = parse_markup(text);
  if (!paragraphs) return place.fail(paragraphs.error().code, paragraphs.error().message);
  for (const Paragraph& paragraph : *paragraphs) {
    for (const Run& run : paragraph.runs) {
      const auto& names = known.tensor_names;
      if (run.kind != Run::Kind::number || std::find(names.begin(), names.end(), run.tensor) != names.end()) continue;
      if (const Parameter* named = known.parameter(run.tensor); named && named->control == Parameter::Control::choice)
        continue;
      return place.fail("unknown_tensor", {"The text takes a number from “", run.tensor,
                                           "”, which is not a tensor of this lesson.", suggestion(run.tensor, names)});
    }
  }
}

bool is_language(std::string_view word) {
  return word.size() >= 2 && word.size() <= 12 && word[0] >= 'a' && word[0] <= 'z' && word[1] >= 'a' &&
         word[1] <= 'z' && std::all_of(word.begin(), word.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
         });
}

}  // namespace

const std::string& in_language(const Text& text, std::string_view language) {
  static const std::string none;
  if (const auto found = text.find(language); found != text.end()) return found->second;
  if (const auto english = text.find("en"); english != text.end()) return english->second;
  return text.empty() ? none : text.begin()->second;
}

std::string read_lines(const Cursor& place, std::string_view joined_by) {
  if (!place.is_array()) return place.string();
  std::string text;
  for (const Cursor& line : place.items()) {
    if (!text.empty()) text += joined_by;
    text += line.string();
  }
  return text;
}

Text read_text(const Cursor& place, const Known& known, Markup markup) {
  Text text;
  if (!place.open_object()) return text;
  for (const auto& [language, value] : place.entries()) {
    const auto& languages = known.lesson.languages;
    if (!is_language(language)) {
      value.fail("language", {"“", language, "” is not a language. Write its code, such as “en” or “de”."});
    } else if (!languages.empty() && std::find(languages.begin(), languages.end(), language) == languages.end()) {
      const std::vector<std::string_view> candidates(languages.begin(), languages.end());
      value.fail("language", {"The lesson's title has no “", language, "”, so this text would never be shown. ",
                              "Add it to the title.", suggestion(language, candidates)});
    }
    std::string words = read_lines(value, "\n\n");
    if (markup == Markup::light) check_markup(value, words, known);
    text.emplace(language, std::move(words));
  }
  if (text.empty()) place.fail("text", "This text has no language yet. Write {\"en\": \"…\"}.");
  return text;
}

Text read_text_or_empty(const Cursor& place, const Known& known, Markup markup) {
  return place.exists() ? read_text(place, known, markup) : Text{};
}

std::string read_tex(const Cursor& place) {
  std::string tex = place.string();
  if (const auto fault = tex_fault(tex)) place.fail(fault->code, fault->message);
  return tex;
}

}  // namespace lesson
