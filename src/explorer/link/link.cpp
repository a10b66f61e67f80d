// The state as a link, and back. Each key is in the table of keys.cpp. Links to the contents hold nothing of a lesson, nor
// do those to the large map. Only what differs from the lesson's start is written. Every part is opened by itself; one
// that does not fit is left out and reported.
#include <algorithm>
#include <functional>
#include <set>
#include <span>
#include <utility>

#include "explorer/large_map/link.hpp"
#include "explorer/link/keys.hpp"
#include "explorer/link/link_reader.hpp"
#include "explorer/link/link_text.hpp"
#include "explorer/model/link.hpp"
#include "explorer/state/cells.hpp"
#include "explorer/state/impl.hpp"
#include "explorer/training/earlier.hpp"
#include "text/utf8.hpp"

namespace explorer {
namespace {

constexpr std::size_t max_link_bytes = 160 * 1024;  // the longest text of a reader, percent-encoded, and more
constexpr std::size_t most_refused_edits = 50;      // are checked one by one; beyond that the rest is left out
constexpr std::size_t longest_part_quoted = 60;     // bytes of a broken part that a note quotes

bool has_leading_place(const graph::Graph& graph, std::string_view axis, std::size_t place) {
  for (graph::NodeId id = 0; id < graph.size(); ++id) {
    const graph::Node& node = graph.node(id);
    for (const std::size_t i : leading_axes(node))
      if (known_name(node, i) == axis && place < node.shape[i]) return true;
  }
  return false;
}

// "summary" is what the page after the last step is called on screen.
bool names_closing(std::string_view step) { return step == lesson::closing_id || step == "summary"; }

}  // namespace

std::string Explorer::link() const {
  const Impl& impl = *impl_;
  const LinkSource source{impl.lesson, impl.graph, impl.state, impl.preset_focus(), impl.run_of_now()};
  const bool lesson = impl.state.shows_lesson();
  LinkWriter out;
  for (const LinkKey& key : link_keys()) {
    const bool here = key.screens == LinkScreens::all || (lesson && key.screens == LinkScreens::lesson) ||
                      (impl.state.large.shown && key.screens == LinkScreens::large) ||
                      (impl.state.model.shown && key.screens == LinkScreens::model) ||
                      (impl.state.contents && key.screens == LinkScreens::contents);
    if (here && key.write != nullptr) key.write(out, source);
  }
  return out.text();
}

// Runs the lesson with the parameters of a link. If they fail together, each is tried by itself, so that one wrong
// parameter does not discard the others.
std::vector<std::string> Explorer::Impl::take_parameters(const LinkReader& asked) {
  std::vector<std::string> failed;
  state.document.parameters = asked.parameters;
  state.document.on_steps = asked.on_steps;
  if (run()) return failed;
  state.document.parameters.clear();
  state.document.on_steps.erase(state.step);
  const auto take = [&](Parameters& into, const Parameters& from) {
    for (const auto& [name, value] : from) {
      into.insert_or_assign(name, value);
      const Result<void> done = run();
      if (done) continue;
      into.erase(name);
      failed.push_back(say("link.parameter", {parameter_label(name), done.error().message}));
    }
  };
  take(state.document.parameters, asked.parameters);
  if (const auto own = asked.on_steps.find(state.step); own != asked.on_steps.end())
    take(state.document.on_steps[state.step], own->second);
  std::erase_if(state.document.on_steps, [](const auto& one) { return one.second.empty(); });
  std::ignore = run();
  return failed;
}

bool Explorer::Impl::speaks(std::string_view language) const {
  return catalogue.speaks(language) || lesson.title.contains(language);
}

std::string Explorer::Impl::languages() const {
  std::set<std::string, std::less<>> all = catalogue.languages();
  for (const auto& [language, title] : lesson.title) all.insert(language);
  std::string out;
  for (const std::string& language : all) out += (out.empty() ? "" : ", ") + language;
  return out;
}

// Applies the edits whose cell exists and whose value the operations accept; returns the others. An edit to the
// lesson's own value is none.
std::vector<lesson::Edit> Explorer::Impl::take_edits(const std::vector<lesson::Edit>& asked) {
  std::vector<lesson::Edit> failed;
  std::vector<lesson::Edit>& taken = state.document.edits;
  for (const lesson::Edit& edit : asked) {
    if (!takes_edit(edit, graph)) failed.push_back(edit);
    else if (graph.at(*graph.find(edit.tensor), edit.index) != edit.value) taken.push_back(edit);
  }
  if (taken.empty() || run()) return failed;

  const std::vector<lesson::Edit> together = std::exchange(taken, {});
  std::size_t refused = 0;
  const std::function<void(std::span<const lesson::Edit>)> take = [&](std::span<const lesson::Edit> edits) {
    std::vector<graph::CellEdit> cells;
    for (const lesson::Edit& edit : edits) cells.push_back({{*graph.find(edit.tensor), edit.index}, edit.value});
    if (refused < most_refused_edits && graph.set(cells)) {
      taken.insert(taken.end(), edits.begin(), edits.end());
    } else if (edits.size() == 1 || refused >= most_refused_edits) {
      refused += edits.size();
      failed.insert(failed.end(), edits.begin(), edits.end());
    } else {
      take(edits.first(edits.size() / 2));
      take(edits.subspan(edits.size() / 2));
    }
  };
  take(together);
  if (!run()) taken.clear();
  return failed;
}

std::string Explorer::Impl::parameter_label(std::string_view name) const {
  const auto found = std::ranges::find(lesson.parameters, name, &lesson::Parameter::name);
  return found == lesson.parameters.end() ? std::string(name) : lesson::in_language(found->label, state.language);
}

std::string Explorer::Impl::named_part(std::string_view part) const {
  const std::string_view key = part.substr(0, part.find('='));
  const LinkKey* const known = find_link_key(key);
  const std::string_view label = key.starts_with("m.")      ? large_label(key)
                                 : key.starts_with("model") ? model_label(key)
                                 : known                    ? known->label
                                                            : "";
  std::string name;
  if (!label.empty()) name = say(label);
  else if (key.starts_with("p.")) name = parameter_label(key.substr(key.rfind('.') + 1));
  return name.empty() ? std::string(part) : name + ": " + std::string(part);
}

std::vector<std::string> Explorer::Impl::drop_strange_attention() {
  std::vector<std::string> dropped;
  AttentionLook& look = state.attention;
  const lesson::Figure* figure = attention_figure(lesson.steps[step_place()]);
  const std::optional<graph::NodeId> weights = figure ? graph.find(figure->tensors.front()) : std::nullopt;
  const graph::Shape shape = weights ? graph.node(*weights).shape : graph::Shape{};
  const auto fits = [&](std::vector<std::size_t>& places, std::size_t from_the_end, const char* name) {
    const std::size_t count = shape.size() >= from_the_end ? shape[shape.size() - from_the_end] : 0;
    if (std::ranges::all_of(places, [&](std::size_t place) { return place < count; })) return;
    dropped.push_back(std::string(name) + "=" + index_text(places));
    std::erase_if(places, [&](std::size_t place) { return place >= count; });
  };
  fits(look.heads, 3, "heads");
  fits(look.queries, 2, "queries");
  fits(look.off, 3, "off");
  if (look.compared) {
    std::vector<std::size_t> compared{*look.compared};
    fits(compared, 3, "compare");
    if (compared.empty()) look.compared.reset();
  }
  if (look.heads.size() < 2) look.heads.clear();
  return dropped;
}

// Which step a link opens: one of its own, else the first; the page after the last one is the last step, at its end.
Explorer::Impl::LinkStep Explorer::Impl::link_step(const std::optional<std::string>& asked, Notes& notes) const {
  LinkStep out{lesson.steps.front().id};
  if (!asked) return out;
  if (std::ranges::contains(lesson.steps, *asked, &lesson::Step::id)) return {*asked, true, false};
  if (names_closing(*asked) && lesson::has_closing(lesson)) return {lesson.steps.back().id, true, true};
  notes.push_back(say("link.no_step", {text::excerpt(*asked, longest_part_quoted)}));
  return out;
}

// What of a link is not read at all, and why; then what is left of it are its step and what belongs to the reader.
void Explorer::Impl::read_link(std::string_view link, LinkReader& reader, LinkStep& step, Notes& notes) const {
  const bool too_long = link.size() > max_link_bytes;
  const std::string_view readable = link.substr(0, max_link_bytes);
  const std::optional<std::string> lesson_id = find_in_link(readable, "lesson");
  const bool foreign = lesson_id && *lesson_id != lesson.id;
  if (!foreign && !too_long) reader.read(link);
  const bool too_many = reader.too_many_edits();
  if (foreign) notes.push_back(say("link.lesson", {text::excerpt(*lesson_id, longest_part_quoted)}));
  if (foreign || too_long || too_many) reader = LinkReader(lesson);
  if (reader.later) notes.push_back(say("link.later"));
  step = link_step(foreign ? std::nullopt : find_in_link(readable, "step"), notes);
  if (too_long) notes.push_back(say(step.named ? "link.too_long" : "link.too_long.start"));
  if (too_many) notes.push_back(say(step.named ? "link.too_many" : "link.too_many.start"));
  if (!reader.language || speaks(*reader.language)) return;
  notes.push_back(say("link.language", {text::excerpt(*reader.language, longest_part_quoted), languages()}));
  reader.language.reset();
}

// The lesson's numbers: parameters, and then cells.
void Explorer::Impl::take_document(LinkReader& reader, const State& before, Notes& notes) {
  // The reader's own picture is not part of a link, so it is available only in the page where it was opened.
  for (const std::string& name : reader.own) {
    const auto kept = before.document.parameters.find(name);
    if (kept != before.document.parameters.end() && is_own_picture(lesson, name, kept->second))
      reader.parameters.insert_or_assign(name, kept->second);
    else notes.push_back(say("link.own_picture"));
  }
  reader.hold_on(lesson.steps[step_place()]);
  for (std::string& note : take_parameters(reader)) notes.push_back(std::move(note));
  for (const auto& [name, why] : reader.refused)
    notes.push_back(say("link.parameter", {parameter_label(name), say(why)}));
  for (const lesson::Edit& edit : take_edits(reader.edits))
    reader.wrong_edits.add(edit.tensor + " " + index_text(edit.index));
  follow_document();
}

void Explorer::Impl::take_run(LinkReader& reader) {
  if (!shows_run()) {
    if (reader.run > 0) reader.broken.add("run");
    return;
  }
  if (reader.rates.size() > 1 && !take_rates(reader.rates)) reader.broken.add("run.rates");
  if (reader.run > 0) {
    const std::size_t most = run_of_now()->most();
    state.training.target = std::min(reader.run, most);
    if (most == 0) state.training.target.reset();
  }
  auto& weight = state.run.weight;
  if (!weight || is_weight_of(graph, *run_of_now(), *weight)) return;
  reader.broken.add("run.weight");
  weight.reset();
}

// What is looked at: the part of the stage, the slices of tensors, attention, and the explained cell.
void Explorer::Impl::take_look(LinkReader& reader, bool end) {
  for (const auto& [axis, place] : reader.leading) {
    if (has_leading_place(graph, axis, place)) state.leading[axis] = place;
    else reader.broken.add("lead." + axis);
  }
  state.beat = reader.beat.value_or(0);
  state.beside.reset();
  for (const std::string& part : drop_strange_attention()) reader.broken.add(part);
  const AttentionLook asked_look = state.attention;
  state.focused = preset_focus();
  if (end) {
    enter_end();
  } else if (!reader.selected.empty()) {
    state.focused = reader.selected == "none" ? std::nullopt : find_cell(reader.selected, graph);
    state.pinned = reader.pinned && state.focused;
    if (!state.focused && reader.selected != "none") reader.broken.add(reader.selected);
    if (state.focused) show_slice_of(*state.focused);
    if (state.focused && !reader.beat) show_beat_of(state.focused->node);
  } else {
    focus_preset();
  }
  keep_beside();
  if (!asked_look.queries.empty()) state.attention.queries = asked_look.queries;  // explicit in the link
  if (!end && !reader.asked.empty()) open_asked(reader);
}

void Explorer::Impl::tell_trouble(const LinkReader& reader, Notes& notes) const {
  const auto tell = [&](const Trouble& trouble, const char* one, const char* many) {
    if (trouble.count == 0) return;
    const std::string first = named_part(text::excerpt(trouble.first, longest_part_quoted));
    notes.push_back(trouble.count == 1 ? say(one, {first}) : say(many, {std::to_string(trouble.count), first}));
  };
  tell(reader.wrong_edits, "link.edit", "link.edits");
  tell(reader.broken, "link.part", "link.parts");
  tell(reader.repeated, "link.repeated", "link.repeated.many");
}

std::vector<std::string> Explorer::open_link(std::string_view link) {
  Impl& impl = *impl_;
  const bool at_start = impl.version <= 1;
  Impl::Notes notes;
  LinkReader reader(impl.lesson);
  Impl::LinkStep step;
  impl.read_link(link, reader, step, notes);

  // Theme and language belong to the reader: a link that does not set them leaves them as they are.
  const State before = std::exchange(impl.state, std::move(reader.state));
  impl.state.step = std::move(step.id);
  if (!at_start) impl.state.seen = before.seen;  // what the lesson opened with was never shown
  if (!impl.state.contents) impl.state.hero = before.hero;
  impl.model.open(std::exchange(impl.state.model, before.model));
  impl.state.theme = reader.theme.value_or(before.theme);
  impl.state.language = reader.language.value_or(before.language);
  impl.state.decimals = reader.decimals.value_or(impl.lesson.decimals);
  for (const std::string& part : impl.large_map.open(reader.large, notes)) reader.broken.add(part);

  impl.take_document(reader, before, notes);
  impl.take_run(reader);
  // A reader's answers stay when they go back to an older link of their own.
  impl.state.student = reader.student.value_or(before.student);
  if (impl.state.student == before.student) impl.state.answers = before.answers;
  impl.take_answers(reader.answers);
  if (!step.end) impl.state.seen.insert(impl.state.step);
  impl.take_look(reader, step.end);
  impl.tell_trouble(reader, notes);

  // The link that a page starts with is not an undo step; a later one is. Under a lock no link is: undo could change
  // what the reader may not.
  if (!at_start && !impl.lock.on) impl.history.record(before.document, impl.state.document, {}, false);
  impl.refresh(Touched::view);
  return notes;
}

}  // namespace explorer
