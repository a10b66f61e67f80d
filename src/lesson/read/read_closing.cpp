// Reads the end of a lesson: the sentences that a student can say, corrections, the table of names, sources, licence,
// how to cite it, its requirements as part of a course, and the picture of a reader's numbers.
#include "lesson/read/markup.hpp"
#include "lesson/read/reader.hpp"
#include "lesson/read/words.hpp"

namespace lesson {
namespace {

constexpr int most_minutes = 600;
constexpr int most_short_steps = 200;

// A name in the table: light markup without a language, since names are not translated.
std::string read_spelling(const Cursor& place) {
  if (!place.exists()) return {};
  std::string words = place.string();
  if (const auto read = parse_markup(words); !read) place.fail(read.error().code, read.error().message);
  return words;
}

NameRow read_name(const Cursor& place, const Known& known) {
  NameRow row;
  if (!place.object({"role", "what", "here", "usual", "pytorch"})) return row;
  if (place["role"].exists() == place["what"].exists()) {
    place.fail("names", "A row says what it names either by its “role” or in words, as “what”. Give one of the two.");
    return row;
  }
  if (place["role"].exists()) {
    const std::string role = read_word(place["role"], role_names(), "role");
    row.role = graph::parse_role(role).value_or(graph::Role::none);
  } else {
    row.what = read_text(place["what"], known, Markup::light);
  }
  row.here = read_spelling(place["here"]);
  row.usual = read_spelling(place["usual"]);
  row.pytorch = read_spelling(place["pytorch"]);
  if (row.here.empty() && row.usual.empty() && row.pytorch.empty())
    place.fail("names", "This row gives no name. Write at least one of “here”, “usual” and “pytorch”.");
  return row;
}

// A source is a text, or {"text", "url"}.
Reference read_reference(const Cursor& place, const Known& known) {
  if (!place.is_object() || !place["text"].exists()) return {read_text(place, known, Markup::light), {}};
  Reference reference;
  if (!place.object({"text", "url"})) return reference;
  reference.text = read_text(place["text"], known, Markup::light);
  if (!place["url"].exists()) return reference;
  reference.url = place["url"].string();
  // Only addresses that a browser opens as a page: the file is untrusted, so no scripts and no local files.
  if (!reference.url.starts_with("https://") && !reference.url.starts_with("http://"))
    place["url"].fail("url", "A source is opened as a page. Begin its address with https://.");
  return reference;
}

std::size_t read_minutes(const Cursor& place) {
  return place.exists() ? static_cast<std::size_t>(place.integer(1, most_minutes)) : 0;
}

// The lesson that follows: its id, or {"id", "title", "minutes"}.
void read_next(const Cursor& place, const Known& known, Course& course) {
  if (!place.is_object()) {
    course.next = place.name();
    return;
  }
  if (!place.object({"id", "title", "minutes"})) return;
  course.next = place.required("id").name();
  course.next_title = read_text_or_empty(place["title"], known, Markup::none);
  course.next_minutes = read_minutes(place["minutes"]);
}

Act read_act(const Cursor& place) {
  const std::string name = place.string();
  if (name == "hand") return Act::hand;
  if (name == "used") return Act::used;
  if (name == "large") return Act::large;
  place.fail("act", {"“", name, "” is no act. Write hand, used or large."});
  return Act::none;
}

// Minutes, objectives and prerequisites of a lesson, for planning a course.
Course read_course(const Cursor& place, const Known& known) {
  Course course;
  if (!place.object({"minutes", "objectives", "prerequisites", "needs", "next", "aside", "act", "short"}))
    return course;
  course.minutes = read_minutes(place.required("minutes"));
  if (place["short"].exists())
    course.short_steps = static_cast<std::size_t>(place["short"].integer(1, most_short_steps));
  if (const Cursor objectives = place.required("objectives"); objectives.exists())
    course.objectives = read_text(objectives, known, Markup::light);
  course.prerequisites = read_text_or_empty(place["prerequisites"], known, Markup::light);
  course.needs = read_text_or_empty(place["needs"], known, Markup::none);
  course.aside = read_text_or_empty(place["aside"], known, Markup::none);
  if (place["act"].exists()) course.act = read_act(place["act"]);
  if (place["next"].exists()) read_next(place["next"], known, course);
  return course;
}

// At most as many matrices as fit side by side.
Poster read_poster(const Cursor& place, const Known& known) {
  constexpr std::size_t most = 4;
  Poster poster;
  if (!place.object({"tensors", "formula"})) return poster;
  const auto tensors = place.required("tensors").items();
  if (tensors.empty() || tensors.size() > most)
    place["tensors"].fail("poster", {"A picture of the numbers shows 1 to ", most, " tensors. Name so many."});
  for (const Cursor& item : tensors) poster.tensors.push_back(read_tensor_name(item, known));
  poster.formula = read_formula(place.required("formula"), known);
  return poster;
}

std::string read_lines(const Cursor& place) {
  std::string out;
  for (const Cursor& line : place.items()) out += (out.empty() ? "" : "\n") + line.token();
  return out;
}

// Braces in what runs are for parameters.
void check_braces(const Cursor& place, const Known& known, std::string_view text) {
  for (std::size_t at = 0; (at = text.find('{', at)) != std::string_view::npos; ++at) {
    const std::size_t end = text.find('}', at);
    const std::string name(text.substr(at + 1, end == std::string_view::npos ? end : end - at - 1));
    if (known.parameter(name) == nullptr)
      return place.fail("class", {"“{", name, "}” stands for no parameter. Braces hold the name of one."});
  }
}

Layer read_layer(const Cursor& place, const Known& known) {
  Layer layer;
  if (!place.object({"code", "tensors", "run", "gives"})) return layer;
  layer.code = read_lines(place.required("code"));
  layer.run = read_lines(place.required("run"));
  check_braces(place["run"], known, layer.run);
  for (const Cursor& item : place.required("tensors").items()) layer.tensors.push_back(read_tensor_name(item, known));
  layer.gives = read_tensor_name(place.required("gives"), known);
  return layer;
}

}  // namespace

void read_closing(const Cursor& root, const Known& known, Lesson& lesson) {
  lesson.can_say = read_text_or_empty(root["canSay"], known, Markup::light);
  lesson.corrections = read_text_or_empty(root["corrections"], known, Markup::light);
  if (root["names"].exists())
    for (const Cursor& item : root["names"].items()) lesson.names.push_back(read_name(item, known));
  if (root["references"].exists())
    for (const Cursor& item : root["references"].items()) lesson.references.push_back(read_reference(item, known));
  lesson.licence = read_text_or_empty(root["licence"], known, Markup::light);
  lesson.cite = read_text_or_empty(root["cite"], known, Markup::light);
  if (root["course"].exists()) lesson.course = read_course(root["course"], known);
  if (root["class"].exists()) lesson.layer = read_layer(root["class"], known);
  if (root["poster"].exists()) lesson.poster = read_poster(root["poster"], known);
}

bool has_closing(const Lesson& lesson) {
  return !lesson.can_say.empty() || !lesson.corrections.empty() || !lesson.names.empty() ||
         !lesson.references.empty() || !lesson.licence.empty() || !lesson.cite.empty() ||
         !lesson.poster.tensors.empty();
}

}  // namespace lesson
