// Reads texts: maps from language to a text or a list of paragraphs, checked for languages, markup and the tensors
// that their numbers come from; and TeX.
#include <algorithm>

#include "lesson/read/format.hpp"
#include "lesson/read/markup.hpp"
#include "lesson/read/nearest.hpp"
#include "lesson/read/tex.hpp"

namespace lesson {
namespace {

void check_markup(const Cursor& place, const std::string& text, const Known& known) {
  const auto paragraphs = parse_markup(text);
  if (!paragraphs) return place.fail(paragraphs.error().code, paragraphs.error().message);
  for (const Paragraph& paragraph : *paragraphs) {
    for (const Run& run : paragraph.runs) {
      if (run.kind != Run::Kind::number || known.has_tensor(run.tensor)) continue;
      if (const Parameter* named = known.parameter(run.tensor); named && named->control == Parameter::Control::choice)
        continue;
      return place.fail("unknown_tensor",
                        {"The text takes a number from “", run.tensor, "”, which is not a tensor of this lesson.",
                         suggestion(run.tensor, known.tensor_names())});
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

std::string_view language_of(const Text& text, std::string_view asked) {
  if (text.empty() || text.contains(asked)) return asked;
  return text.contains("en") ? "en" : std::string_view(text.begin()->first);
}

const std::string& in_language(const Text& text, std::string_view asked) {
  static const std::string none;
  const auto found = text.find(language_of(text, asked));
  return found == text.end() ? none : found->second;
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

void read_text(const Cursor& place, const Known& known, Markup markup, Text& into) {
  if (!place.open_object()) return;
  const Text& title = known.lesson.title;
  for (const auto& [language, value] : place.entries()) {
    if (!is_language(language)) {
      value.fail("language", {"“", language, "” is not a language. Write its code, such as “en” or “de”."});
    } else if (&into != &title && !title.contains(language)) {
      std::vector<std::string_view> candidates;
      for (const auto& [other, words] : title) candidates.push_back(other);
      value.fail("language", {"The lesson's title has no “", language, "”, so this text would never be shown. ",
                              "Add it to the title.", suggestion(language, candidates)});
    }
    std::string words = read_lines(value, "\n\n");
    if (markup == Markup::light) check_markup(value, words, known);
    into.emplace(language, std::move(words));
  }
  if (into.empty()) place.fail("text", "This text has no language yet. Write {\"en\": \"…\"}.");
}

void Tex::read(const Cursor& at, const Known&, std::string& into) {
  into = at.string();
  if (const auto fault = tex_fault(into)) at.fail(fault->code, fault->message);
}

std::string Lines::schema(Schema& schema) {
  return schema.reference("lines", [&] { return any_of({String::schema(schema), List<String>::schema(schema)}); });
}

std::string Plain::schema(Schema& schema) {
  return schema.reference("text", [&] {
    return R"("description": "Language to text, or to a list of paragraphs. **strong**, *emphasis*, `code`, $TeX$, )"
           R"([words](role), {=tensor[0,1]|4}, {=parameter}, - items", )"
           R"("type": "object", "minProperties": 1, "propertyNames": { "pattern": "^[a-z]{2}[A-Za-z0-9-]*$" }, )"
           R"("additionalProperties": { )" +
           Lines::schema(schema) + " }";
  });
}

}  // namespace lesson
