// Opens a lesson, carries out the commands that only change what is looked at, and keeps view and explanation up to
// date.
#include "explorer/state/explorer.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "explorer/goals/goals.hpp"
#include "explorer/state/answers.hpp"
#include "explorer/state/cells.hpp"
#include "explorer/state/impl.hpp"
#include "explorer/views/stage_parts.hpp"

namespace explorer {
namespace {

constexpr int most_decimals_shown = 6;

std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

}  // namespace

Explorer::Explorer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Explorer::Explorer(Explorer&&) noexcept = default;
Explorer& Explorer::operator=(Explorer&&) noexcept = default;
Explorer::~Explorer() = default;

Result<Explorer> Explorer::open(std::string_view lesson_json, Catalogue catalogue, std::string language) {
  Result<lesson::Lesson> lesson = lesson::parse(lesson_json);
  if (!lesson) return std::unexpected(lesson.error());
  if (lesson->steps.empty()) return graph::fail("steps", "/steps", "A lesson needs at least one step.");
  Explorer explorer(std::make_unique<Impl>());
  Impl& impl = *explorer.impl_;
  impl.lesson = std::move(*lesson);
  if (!impl.lesson.letters.empty()) impl.lesson_json = lesson_json;
  impl.catalogue = std::move(catalogue);
  impl.state.step = impl.lesson.steps.front().id;
  impl.state.decimals = std::clamp(impl.lesson.decimals, 0, most_decimals_shown);
  if (well_formed_language(language)) impl.state.language = std::move(language);
  if (Result<void> run = impl.run(); !run) return std::unexpected(run.error());
  if (Result<void> entered = impl.enter(0); !entered) return std::unexpected(entered.error());
  impl.refresh(Touched::view);
  return explorer;
}

Result<void> Explorer::apply(const Command& command) {
  const bool watched = impl_->shows_goal();
  const unsigned before = impl_->history.changes();
  const Result<Touched> touched =
      std::visit([this](const auto& one) -> Result<Touched> { return impl_->carry_out(one); }, command);
  if (!touched) return std::unexpected(touched.error());
  if (watched && before != impl_->history.changes()) impl_->check_goals();
  impl_->refresh(*touched);
  return {};
}

const lesson::Lesson& Explorer::lesson() const { return impl_->lesson; }
unsigned Explorer::number() const { return impl_->which; }
const graph::Graph& Explorer::graph() const { return impl_->graph; }
const State& Explorer::state() const { return impl_->state; }
const View& Explorer::view() const { return impl_->view; }
CellView Explorer::cell(const graph::CellRef& cell) const { return shown_cell(*impl_->context, cell); }
CellView Explorer::color(const graph::CellRef& cell) const { return cell_view(*impl_->context, cell, Digits::without); }
TensorView Explorer::tensor(graph::NodeId node) const { return shown_tensor(*impl_->context, node); }
const std::vector<graph::CellRef>& Explorer::changed_cells() const { return impl_->changed; }
unsigned Explorer::changes() const { return impl_->changes; }
unsigned Explorer::version() const { return impl_->version; }
void Explorer::ask_on_paper(bool on) {
  if (std::exchange(impl_->on_paper, on) != on) impl_->refresh(Touched::view);
}
std::uint64_t Explorer::view_stamp() const { return std::uint64_t{impl_->which} << 32 | impl_->view_version; }
std::uint64_t Explorer::stamp() const { return std::uint64_t{impl_->which} << 32 | impl_->version; }

const ExplanationView* Explorer::explanation() const { return impl_->explanation ? &*impl_->explanation : nullptr; }

std::string Explorer::rank_words(const std::optional<graph::CellRef>& cell) const {
  if (!cell || !impl_->exists(*cell) || !impl_->view.attention) return {};
  return explorer::rank_words(*impl_->context, *impl_->view.attention, *cell);
}

std::string Explorer::edit_text(const graph::CellRef& cell) const {
  if (!impl_->exists(cell) || impl_->hidden.covers(cell)) return {};
  return shortest(impl_->graph.at(cell.node, cell.index));
}

std::string Explorer::text(std::string_view id, std::initializer_list<std::string_view> args) const {
  return impl_->say(id, args);
}

std::string Explorer::text(const graph::Message& message) const { return impl_->say(message); }

void Explorer::write(std::string& out, std::string_view id, std::initializer_list<std::string_view> args) const {
  impl_->catalogue.write(out, impl_->state.language, id, args);
}

Result<void> Explorer::load_language(std::string_view language, std::string_view catalogue_json) {
  if (Result<void> loaded = impl_->catalogue.load(language, catalogue_json); !loaded) return loaded;
  if (language == impl_->state.language)  // axis labels are created when the lesson runs
    if (Result<void> run_again = impl_->run(); !run_again) return run_again;
  impl_->refresh(Touched::view);
  return {};
}

// ---- what is shown ---------------------------------------------------------------------------------------------

unsigned Explorer::Impl::number() {
  static unsigned given = 0;
  return ++given;
}

void Explorer::Impl::refresh(Touched touched) {
  if (touched == Touched::nothing) return;
  ++version;
  contents.make(touched == Touched::view);
  if (touched == Touched::view || !context) {
    view_version = version;
    context.reset();
    hidden = Hidden(lesson, lesson.steps[step_place()], state, graph, on_paper);
    keep_slopes();
    context.emplace(
        ViewContext{lesson, graph, state, catalogue, hidden, originals, lock, runs, run_now, kept_maps, parsed, {}});
    context->slopes = slopes.get();
    keep_maps();
    view = make_view(*context, history.can_undo(), history.can_redo());
    std::erase_if(changed, [this](const graph::CellRef& cell) { return hidden.covers(cell); });
  } else if (view.question && std::ranges::contains(view.question->parts, lesson::Part::Kind::cell, &PartView::kind))
    view.question = question_view(*context, *lesson.steps[step_place()].question);  // it names the selected cell
  explanation.reset();
  if (const auto& cell = state.hovered ? state.hovered : state.focused)
    explanation = shown_explanation(*context, view, *cell);
  const bool averaged = explanation && view.attention && view.attention->is_shown &&
                        view.attention->selected.size() > 1 && explanation->cell.node == view.attention->shown.node &&
                        std::ranges::contains(view.attention->selected, explanation->cell.index.end()[-3]);
  if (averaged) explain_average(*context, *view.attention, *explanation);
}

bool Explorer::Impl::exists(const graph::CellRef& cell) const {
  return cell.node < graph.size() && within(graph.node(cell.node).shape, cell.index);
}

std::size_t Explorer::Impl::step_place() const {
  const auto found = std::ranges::find(lesson.steps, state.step, &lesson::Step::id);
  return found == lesson.steps.end() ? 0 : static_cast<std::size_t>(found - lesson.steps.begin());
}

std::optional<graph::CellRef> Explorer::Impl::preset_focus() const {
  const lesson::Step& step = lesson.steps[step_place()];
  const BeatTensors beat = beat_tensors(lesson, step, graph, state);
  const Hidden covered(lesson, step, state, graph);
  // The wanted cell, or the next one of its tensor that no question hides; after the last comes the first.
  const auto uncovered = [&](const graph::CellRef& wanted) {
    graph::CellRef cell = wanted;
    while (covered.covers(cell)) {
      next_index(graph.node(cell.node).shape, cell.index);
      if (cell == wanted) break;
    }
    return cell;
  };
  if (step.focus && step.focus->cells.size() == 1) {
    const std::optional<graph::NodeId> node = graph.find(step.focus->tensor);
    const bool known = node && within(graph.node(*node).shape, step.focus->cells.front());
    if (known && (beat.shown.empty() || std::ranges::contains(beat.shown, *node)))
      if (graph::CellRef cell = uncovered({*node, step.focus->cells.front()}); !covered.covers(cell)) return cell;
  }
  if (lesson.training && switches_run(step) && !run_gives_way(step, state.attention)) {
    const graph::NodeId loss = *graph.find(lesson.training->loss);
    return graph::CellRef{loss, graph::Index(graph.node(loss).shape.size())};
  }
  // A cell that is asked for is picked by choosing it: nothing is chosen at first where its tensor is on stage.
  const bool asks_for_cell = step.question && std::ranges::any_of(step.question->parts, [&](const lesson::Part& part) {
                               if (part.kind != lesson::Part::Kind::cell) return false;
                               const std::optional<graph::NodeId> of = graph.find(part.tensor);
                               return beat.shown.empty() || (of && std::ranges::contains(beat.shown, *of));
                             });
  const bool own = !step.stage.empty() && step.stage.front().kind == lesson::Figure::Kind::own;
  if (asks_for_cell || own) return std::nullopt;
  // Else the first one of what the beat makes, or shows first, in the slice on stage.
  std::vector<graph::NodeId> nodes(beat.shown);
  if (beat.result) nodes.insert(nodes.begin(), *beat.result);
  std::optional<graph::CellRef> hidden_one;
  for (const graph::NodeId of : nodes) {
    const graph::Node& node = graph.node(of);
    if (cell_count(node.shape) == 0) continue;
    graph::CellRef cell{of, graph::Index(node.shape.size())};
    for (const std::size_t axis : leading_axes(node)) {
      const auto place = state.leading.find(known_name(node, axis));
      if (place != state.leading.end() && place->second < node.shape[axis]) cell.index[axis] = place->second;
    }
    cell = uncovered(cell);
    if (!covered.covers(cell)) return cell;
    if (!hidden_one) hidden_one = cell;
  }
  return hidden_one;
}

Result<void> Explorer::Impl::enter(std::size_t step) {
  const std::string before = std::exchange(state.step, lesson.steps[step].id);
  const bool other = parameters_on(lesson, before, state.document) != parameters_on(lesson, state.step, state.document);
  if (other) {
    const auto put = [&](Document here) {
      if (Result<void> prepared = prepare_run(here, Reason::step); !prepared)
        return Result<Document>(std::unexpected(prepared.error()));
      return put_document(std::move(here), true);
    };
    Result<Document> done = put(state.document);
    if (!done && state.document.on_steps.contains(state.step)) {  // the reader's values, such as those of a link
      Document without = state.document;
      without.on_steps.erase(state.step);
      done = put(std::move(without));
    }
    if (!done) {
      state.step = before;
      return std::unexpected(done.error());
    }
  }
  state.training = {};
  state.edit.reset();
  state.end = false;
  state.beat = state.beat_parts = 0;
  state.beside.reset();
  state.seen.insert(state.step);
  state.hovered.reset();
  state.pinned = false;
  AttentionLook look;  // another figure has other heads and queries; curve and colour settings stay
  look.scores = state.attention.scores;
  look.shared = state.attention.shared;
  look.threshold = state.attention.threshold;
  state.attention = std::move(look);
  state.asked.reset();
  if (shows_run()) follow_document();
  std::ignore = show_weights(graph);
  if (other) changed.clear();  // another step is shown: nothing flashes
  focus_preset();
  return {};
}

void Explorer::Impl::focus_preset() {
  state.focused = preset_focus();
  if (state.focused && lesson.steps[step_place()].focus) follow(*state.focused);
}

void Explorer::Impl::enter_end() {
  state.step = lesson.steps.back().id;
  state.end = true;
  state.edit.reset();
  state.lecture = {};  // nothing follows
  state.training = {};
  state.seen.insert(std::string(lesson::closing_id));
  std::ignore = show_weights(graph);
  state.hovered.reset();
  state.pinned = false;
  state.focused.reset();
  state.asked.reset();
}

// A tensor of rank over 2 shows one slice; a focused or hovered cell must be in it.
void Explorer::Impl::show_slice_of(const graph::CellRef& cell) {
  const graph::Node& node = graph.node(cell.node);
  const AttentionView* attention = view.attention ? &*view.attention : nullptr;
  for (const std::size_t axis : leading_axes(node)) {
    const std::string name = known_name(node, axis);
    // A cell of the head that is shown beside another is in view already.
    const bool beside = attention && attention->compared && attention->head_axis == name &&
                        (cell.node == attention->shown.node || cell.node == attention->weights.node) &&
                        cell.index[axis] == attention->compared->head;
    if (!beside) state.leading[name] = cell.index[axis];
  }
  follow(cell);
}

void Explorer::Impl::show_beat_of(graph::NodeId node) {
  state.beat = first_part_of(lesson, lesson.steps[step_place()], graph, state, node).value_or(state.beat);
}

std::optional<graph::NodeId> Explorer::Impl::followed_parts() const {
  for (const lesson::Figure& figure : lesson.steps[step_place()].stage)
    for (const std::string& name : figure.tensors) {
      const std::optional<graph::NodeId> id = graph.find(name);
      if (!id || graph.node(*id).shape.size() < 3) continue;
      if (row_axis(graph.node(*id)) + 2 < graph.node(*id).shape.size()) return id;
    }
  return std::nullopt;
}

std::optional<std::size_t> Explorer::Impl::followed_axis(graph::NodeId of) const {
  const std::optional<graph::NodeId> parts = followed_parts();
  if (!parts) return std::nullopt;
  const graph::NodeId weights = graph.node(*parts).inputs.front();
  const graph::Node& node = graph.node(of);
  const bool sum = node.operation != nullptr && node.operation->layout() == graph::Layout::weighted_sum &&
                   node.inputs.front() == weights;
  return (of == weights || sum) && node.shape.size() >= 2 ? std::optional(node.shape.size() - 2) : std::nullopt;
}

void Explorer::Impl::follow(const graph::CellRef& cell) {
  follow_query(cell);
  const std::optional<std::size_t> axis = followed_axis(cell.node);
  if (!axis) return;
  const graph::Node& parts = graph.node(*followed_parts());
  state.leading[known_name(parts, parts.shape.size() - 2)] = cell.index[*axis];
}

// ---- steps -------------------------------------------------------------------------------------------------------

Result<Touched> Explorer::Impl::carry_out(const GoToStep& command) {
  std::vector<std::string> ids;
  for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
    ids.push_back(lesson.steps[step].id);
    if (lesson.steps[step].id != command.id) continue;
    if (state.step == command.id && !state.end) return Touched::nothing;
    if (Result<void> entered = enter(step); !entered) return std::unexpected(entered.error());
    return Touched::view;
  }
  if (command.id == lesson::closing_id && lesson::has_closing(lesson)) {
    if (state.end) return Touched::nothing;
    enter_end();
    return Touched::view;
  }
  return graph::fail("step", command.id, say("refuse.no_step", {command.id, listed(ids)}));
}

Result<Touched> Explorer::Impl::carry_out(const NextStep&) {
  if (step_place() + 1 < lesson.steps.size()) {
    if (Result<void> entered = enter(step_place() + 1); !entered) return std::unexpected(entered.error());
  } else if (!state.end && lesson::has_closing(lesson)) {
    enter_end();
  } else {
    return Touched::nothing;
  }
  return Touched::view;
}

Result<Touched> Explorer::Impl::carry_out(const PreviousStep& command) {
  if (step_place() == 0 && !state.end) return Touched::nothing;
  if (Result<void> entered = enter(state.end ? step_place() : step_place() - 1); !entered)
    return std::unexpected(entered.error());
  const std::size_t count = stage_parts(lesson, lesson.steps[step_place()], graph, state).size();
  if (command.to_last_beat && count > 0) state.beat = count - 1;
  return Touched::view;
}

Result<Touched> Explorer::Impl::carry_out(const GoToBeat& command) {
  const std::size_t count = stage_parts(lesson, lesson.steps[step_place()], graph, state).size();
  const std::size_t beat = std::min(command.beat, std::max<std::size_t>(count, 1) - 1);
  const std::size_t parts = command.parts == 0 ? 0 : std::min(command.parts, count - beat);
  if (state.end || (beat == state.beat && parts == state.beat_parts)) return Touched::nothing;
  const bool preset = state.focused == preset_focus() && !state.pinned;
  state.beat = beat;
  state.beat_parts = parts;
  state.beside.reset();
  const std::vector<graph::NodeId> shown = beat_tensors(lesson, lesson.steps[step_place()], graph, state).shown;
  if (preset || (state.focused && !std::ranges::contains(shown, state.focused->node))) {
    state.hovered.reset();
    state.pinned = false;
    focus_preset();
  }
  return Touched::view;
}

Result<Touched> Explorer::Impl::carry_out(const Reveal& command) {
  const lesson::Question* question = find_question(command.question);
  if (!question) return graph::fail("question", command.question, say("refuse.no_question", {command.question}));
  const lesson::Asked& asked = lesson::asked_of(*question, state.student);
  const bool fresh = state.revealed.insert(command.question).second;
  // A solution can be set again, as often as the reader likes.
  if (has_goal(asked))
    if (Result<void> done = set_solution(asked); !done) return std::unexpected(done.error());
  return fresh || has_goal(asked) ? Touched::view : Touched::nothing;
}

// ---- how it is shown -------------------------------------------------------------------------------------------------

Result<Touched> Explorer::Impl::carry_out(const SetDecimals& command) {
  if (command.decimals < 0 || command.decimals > most_decimals_shown)
    return graph::fail("decimals", std::to_string(command.decimals), say("refuse.decimals"));
  return std::exchange(state.decimals, command.decimals) == command.decimals ? Touched::nothing : Touched::view;
}

Result<Touched> Explorer::Impl::carry_out(const SetColorSteps& command) {
  return std::exchange(state.color_steps, command.steps) == command.steps ? Touched::nothing : Touched::view;
}

Result<Touched> Explorer::Impl::carry_out(const SetTheme& command) {
  return std::exchange(state.theme, command.theme) == command.theme ? Touched::nothing : Touched::look;
}

Result<Touched> Explorer::Impl::carry_out(const SetLanguage& command) {
  if (!well_formed_language(command.language))
    return graph::fail("language", command.language, say("refuse.language", {command.language}));
  if (state.language == command.language) return Touched::nothing;
  std::string before = std::exchange(state.language, command.language);
  if (Result<void> run_again = run(); !run_again) {  // axis labels are created when the lesson runs
    state.language = std::move(before);
    return std::unexpected(run_again.error());
  }
  return Touched::view;
}

}  // namespace explorer
