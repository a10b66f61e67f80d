// Opens a link's part of the lesson, after its keys are read. Each value is taken by itself: one that does not fit is left out
// and reported.
#include <algorithm>
#include <functional>
#include <span>
#include <tuple>
#include <utility>

#include "explorer/lesson/screen.hpp"
#include "explorer/link/keys.hpp"
#include "explorer/link/link_reader.hpp"
#include "explorer/link/link_text.hpp"
#include "explorer/state/cells.hpp"
#include "explorer/training/earlier.hpp"

namespace explorer {
namespace {

constexpr std::size_t most_refused_edits = 50;  // are checked one by one; beyond that the rest is left out

bool has_leading_place(const graph::Graph& graph, std::string_view axis, std::size_t place) {
  for (graph::NodeId id = 0; id < graph.size(); ++id) {
    const graph::Node& node = graph.node(id);
    for (const std::size_t i : leading_axes(node))
      if (known_name(node, i) == axis && place < node.shape[i]) return true;
  }
  return false;
}

}  // namespace

LinkSource LessonScreen::link_source() const { return {lesson_, graph_, state_, preset_focus(), run_of_now()}; }

std::string LessonScreen::parameter_label(std::string_view name) const {
  const auto found = std::ranges::find(lesson_.parameters, name, &lesson::Parameter::name);
  return found == lesson_.parameters.end() ? std::string(name) : lesson::in_language(found->label, state_.language);
}

// Runs the lesson with the parameters of a link. If they fail together, each is tried by itself, so that one wrong
// parameter does not discard the others.
std::vector<std::string> LessonScreen::take_parameters(const LinkReader& asked) {
  std::vector<std::string> failed;
  state_.document.parameters = asked.parameters;
  state_.document.on_steps = asked.on_steps;
  if (run()) return failed;
  state_.document.parameters.clear();
  state_.document.on_steps.erase(state_.step);
  const auto take = [&](Parameters& into, const Parameters& from) {
    for (const auto& [name, value] : from) {
      into.insert_or_assign(name, value);
      const Result<void> done = run();
      if (done) continue;
      into.erase(name);
      failed.push_back(say("link.parameter", {parameter_label(name), done.error().message}));
    }
  };
  take(state_.document.parameters, asked.parameters);
  if (const auto own = asked.on_steps.find(state_.step); own != asked.on_steps.end())
    take(state_.document.on_steps[state_.step], own->second);
  std::erase_if(state_.document.on_steps, [](const auto& one) { return one.second.empty(); });
  std::ignore = run();
  return failed;
}

// Applies the edits whose cell exists and whose value the operations accept; returns the others. An edit to the
// lesson's own value is none.
std::vector<lesson::Edit> LessonScreen::take_edits(const std::vector<lesson::Edit>& asked) {
  std::vector<lesson::Edit> failed;
  std::vector<lesson::Edit>& taken = state_.document.edits;
  for (const lesson::Edit& edit : asked) {
    if (!takes_edit(edit, graph_)) failed.push_back(edit);
    else if (graph_.at(*graph_.find(edit.tensor), edit.index) != edit.value) taken.push_back(edit);
  }
  if (taken.empty() || run()) return failed;

  const std::vector<lesson::Edit> together = std::exchange(taken, {});
  std::size_t refused = 0;
  const std::function<void(std::span<const lesson::Edit>)> take = [&](std::span<const lesson::Edit> edits) {
    std::vector<graph::CellEdit> cells;
    for (const lesson::Edit& edit : edits) cells.push_back({{*graph_.find(edit.tensor), edit.index}, edit.value});
    if (refused < most_refused_edits && graph_.set(cells)) {
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

// The lesson's numbers: parameters, and then cells.
void LessonScreen::take_document(LinkReader& reader, const State& before, std::vector<std::string>& notes) {
  // The reader's own picture is not part of a link, so it is available only in the page where it was opened.
  for (const std::string& name : reader.own) {
    const auto kept = before.document.parameters.find(name);
    if (kept != before.document.parameters.end() && is_own_picture(lesson_, name, kept->second))
      reader.parameters.insert_or_assign(name, kept->second);
    else notes.push_back(say("link.own_picture"));
  }
  reader.hold_on(lesson_.steps[step_place()]);
  for (std::string& note : take_parameters(reader)) notes.push_back(std::move(note));
  for (const auto& [name, why] : reader.refused)
    notes.push_back(say("link.parameter", {parameter_label(name), say(why)}));
  for (const lesson::Edit& edit : take_edits(reader.edits))
    reader.wrong_edits.add(edit.tensor + " " + index_text(edit.index));
  follow_document();
}

void LessonScreen::take_run(LinkReader& reader) {
  if (!shows_run()) {
    if (reader.run > 0) reader.broken.add("run");
    return;
  }
  if (reader.rates.size() > 1 && !take_rates(reader.rates)) reader.broken.add("run.rates");
  if (reader.run > 0) {
    const std::size_t most = run_of_now()->most();
    state_.training.target = std::min(reader.run, most);
    if (most == 0) state_.training.target.reset();
  }
  auto& weight = state_.run.weight;
  if (!weight || is_weight_of(graph_, *run_of_now(), *weight)) return;
  reader.broken.add("run.weight");
  weight.reset();
}

std::vector<std::string> LessonScreen::drop_strange_attention() {
  std::vector<std::string> dropped;
  AttentionLook& look = state_.attention;
  const lesson::Figure* figure = attention_figure(lesson_.steps[step_place()]);
  const std::optional<graph::NodeId> weights = figure ? graph_.find(figure->tensors.front()) : std::nullopt;
  const graph::Shape shape = weights ? graph_.node(*weights).shape : graph::Shape{};
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

// What is looked at: the part of the stage, the slices of tensors, attention, and the explained cell.
void LessonScreen::take_look(LinkReader& reader) {
  for (const auto& [axis, place] : reader.leading) {
    if (has_leading_place(graph_, axis, place)) state_.leading[axis] = place;
    else reader.broken.add("lead." + axis);
  }
  state_.beat = reader.beat.value_or(0);
  state_.beside.reset();
  for (const std::string& part : drop_strange_attention()) reader.broken.add(part);
  const AttentionLook asked_look = state_.attention;
  state_.focused = preset_focus();
  if (reader.end) {
    enter_end();
  } else if (!reader.selected.empty()) {
    state_.focused = reader.selected == "none" ? std::nullopt : find_cell(reader.selected, graph_);
    state_.pinned = reader.pinned && state_.focused;
    if (!state_.focused && reader.selected != "none") reader.broken.add(reader.selected);
    if (state_.focused) show_slice_of(*state_.focused);
    if (state_.focused && !reader.beat) show_beat_of(state_.focused->node);
  } else {
    focus_preset();
  }
  keep_beside();
  if (!asked_look.queries.empty()) state_.attention.queries = asked_look.queries;  // explicit in the link
  if (!reader.end && !reader.asked.empty()) open_asked(reader);
}

void LessonScreen::open(LinkReader& reader, const State& before, bool first, std::vector<std::string>& notes) {
  if (!first) state_.seen = before.seen;  // what the lesson opened with was never shown
  take_document(reader, before, notes);
  take_run(reader);
  // A reader's answers stay when they go back to an older link of their own.
  state_.student = reader.student.value_or(before.student);
  if (state_.student == before.student) state_.answers = before.answers;
  take_answers(reader.answers);
  if (!reader.end) state_.seen.insert(state_.step);
  take_look(reader);

  // The link that a page starts with is not an undo step; a later one is. Under a lock no link is: undo could change
  // what the reader may not.
  if (!first && !lock_.on) history_.record(before.document, state_.document, {}, false);
}

}  // namespace explorer
