// The state as a link, and back. Each key is in the table of keys.cpp. Links to the contents hold nothing of a lesson, nor
// do those to the large map. Only what differs from the lesson's start is written. Each screen opens
// its own part of a link (lesson/link.cpp); this file decides what is read, and reports the rest to the reader.
#include <algorithm>
#include <set>
#include <utility>

#include "explorer/large_map/link.hpp"
#include "explorer/link/keys.hpp"
#include "explorer/link/link_reader.hpp"
#include "explorer/link/link_text.hpp"
#include "explorer/model/link.hpp"
#include "explorer/state/screens.hpp"
#include "text/utf8.hpp"

namespace explorer {
namespace {

using Notes = std::vector<std::string>;  // for the reader

constexpr std::size_t max_link_bytes = 160 * 1024;  // the longest text of a reader, percent-encoded, and more
constexpr std::size_t longest_part_quoted = 60;     // bytes of a broken part that a note quotes

// "summary" is what the page after the last step is called on screen.
bool names_closing(std::string_view step) { return step == lesson::closing_id || step == "summary"; }

// Whether the page or the lesson has texts in that language.
bool speaks(const Shared& shared, const lesson::Lesson& lesson, std::string_view language) {
  return shared.catalogue.speaks(language) || lesson.title.contains(language);
}

// All languages of both: "de, en".
std::string languages(const Shared& shared, const lesson::Lesson& lesson) {
  std::set<std::string, std::less<>> all = shared.catalogue.languages();
  for (const auto& [language, title] : lesson.title) all.insert(language);
  std::string out;
  for (const std::string& language : all) out += (out.empty() ? "" : ", ") + language;
  return out;
}

// "m.head=99" preceded by the setting's name: "Heads: m.head=99".
std::string named_part(const Shared& shared, const LessonScreen& lesson, std::string_view part) {
  const std::string_view key = part.substr(0, part.find('='));
  const LinkKey* const known = find_link_key(key);
  const std::string_view label = key.starts_with("m.")      ? large_label(key)
                                 : key.starts_with("model") ? model_label(key)
                                 : known                    ? known->label
                                                            : "";
  std::string name;
  if (!label.empty()) name = shared.say(label);
  else if (key.starts_with("p.")) name = lesson.parameter_label(key.substr(key.rfind('.') + 1));
  return name.empty() ? std::string(part) : name + ": " + std::string(part);
}

void tell_trouble(const Shared& shared, const LessonScreen& lesson, const LinkReader& reader, Notes& notes) {
  const auto tell = [&](const Trouble& trouble, const char* one, const char* many) {
    if (trouble.count == 0) return;
    const std::string first = named_part(shared, lesson, text::excerpt(trouble.first, longest_part_quoted));
    notes.push_back(trouble.count == 1 ? shared.say(one, {first})
                                       : shared.say(many, {std::to_string(trouble.count), first}));
  };
  tell(reader.wrong_edits, "link.edit", "link.edits");
  tell(reader.broken, "link.part", "link.parts");
  tell(reader.repeated, "link.repeated", "link.repeated.many");
}

// Sets the step that a link opens: the one that it names, else the first. The page after the last step is the last step, at its
// end. Returns false if the link names no step of this lesson.
bool take_step(const std::optional<std::string>& asked, const Shared& shared, const lesson::Lesson& lesson,
               LinkReader& reader, Notes& notes) {
  reader.state.step = lesson.steps.front().id;
  if (!asked) return false;
  if (std::ranges::contains(lesson.steps, *asked, &lesson::Step::id)) {
    reader.state.step = *asked;
  } else if (names_closing(*asked) && lesson::has_closing(lesson)) {
    reader.state.step = lesson.steps.back().id;
    reader.end = true;
  } else {
    notes.push_back(shared.say("link.no_step", {text::excerpt(*asked, longest_part_quoted)}));
    return false;
  }
  return true;
}

// Reads a link. One that is too long, or has too many edits, keeps only its step, and one of another lesson nothing; the notes
// say why.
LinkReader read_link(std::string_view link, const Shared& shared, const lesson::Lesson& lesson, Notes& notes) {
  LinkReader reader(lesson);
  const bool too_long = link.size() > max_link_bytes;
  const std::string_view readable = link.substr(0, max_link_bytes);
  const std::optional<std::string> lesson_id = find_in_link(readable, "lesson");
  const bool foreign = lesson_id && *lesson_id != lesson.id;
  if (!foreign && !too_long) reader.read(link);
  const bool too_many = reader.too_many_edits();
  if (foreign) notes.push_back(shared.say("link.lesson", {text::excerpt(*lesson_id, longest_part_quoted)}));
  if (foreign || too_long || too_many) reader = LinkReader(lesson);
  if (reader.later) notes.push_back(shared.say("link.later"));
  const auto step = foreign ? std::nullopt : find_in_link(readable, "step");
  const bool named = take_step(step, shared, lesson, reader, notes);
  if (too_long) notes.push_back(shared.say(named ? "link.too_long" : "link.too_long.start"));
  if (too_many) notes.push_back(shared.say(named ? "link.too_many" : "link.too_many.start"));
  if (!reader.language || speaks(shared, lesson, *reader.language)) return reader;
  notes.push_back(
      shared.say("link.language", {text::excerpt(*reader.language, longest_part_quoted), languages(shared, lesson)}));
  reader.language.reset();
  return reader;
}

}  // namespace

std::string Explorer::link() const {
  const LinkSource source = screens_->lesson.link_source();
  const State& state = screens_->state;
  const bool lesson = state.shows_lesson();
  LinkWriter out;
  for (const LinkKey& key : link_keys()) {
    const bool here = key.screens == LinkScreens::all || (lesson && key.screens == LinkScreens::lesson) ||
                      (state.large.shown && key.screens == LinkScreens::large) ||
                      (state.model.shown && key.screens == LinkScreens::model) ||
                      (state.contents && key.screens == LinkScreens::contents);
    if (here && key.write != nullptr) key.write(out, source);
  }
  return out.text();
}

std::vector<std::string> Explorer::open_link(std::string_view link) {
  Screens& s = *screens_;
  const bool first = s.version <= 1;
  Notes notes;
  LinkReader reader = read_link(link, s.shared, s.lesson.lesson(), notes);

  // Theme and language belong to the reader: a link that does not set them leaves them as they are.
  const State before = std::exchange(s.state, std::move(reader.state));
  if (!s.state.contents) s.state.hero = before.hero;
  s.model.open(std::exchange(s.state.model, before.model));
  s.state.theme = reader.theme.value_or(before.theme);
  s.state.language = reader.language.value_or(before.language);
  s.state.decimals = reader.decimals.value_or(s.lesson.lesson().decimals);
  for (const std::string& part : s.large_map.open(reader.large, notes)) reader.broken.add(part);
  s.lesson.open(reader, before, first, notes);
  tell_trouble(s.shared, s.lesson, reader, notes);
  s.refresh(Touched::view);
  return notes;
}

}  // namespace explorer
