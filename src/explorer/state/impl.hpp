// The implementation of the explorer, shared by the files that execute commands, open links and write JSON. Only they
// include this.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "explorer/hero/screen.hpp"
#include "explorer/large_map/screen.hpp"
#include "explorer/lesson/hidden.hpp"
#include "explorer/model/screen.hpp"
#include "explorer/moves/slopes.hpp"
#include "explorer/state/explorer.hpp"
#include "explorer/state/history.hpp"
#include "explorer/views/view_context.hpp"
#include "lesson/run/same_run.hpp"

namespace explorer {

class LinkReader;

// If these are the same, so are the slopes.
struct SlopesOf {
  std::string step, language;
  Document document;
  graph::CellRef cell;
  std::vector<graph::NodeId> nodes;
  bool operator==(const SlopesOf&) const = default;
};

// If these are the same, so are the maps of an earlier step.
struct MapsOf {
  unsigned run = 0;
  Document document;  // without the trained weights
  graph::NodeId maps = 0;
  graph::Index leading;
  bool operator==(const MapsOf&) const = default;
};

struct Explorer::Impl {
  lesson::Lesson lesson;
  std::string lesson_json;  // of one with a choice of letters: it is read again with the others
  Catalogue catalogue;
  graph::Graph graph;
  State state;
  History<Document> history;
  Originals originals;
  Hidden hidden;
  bool on_paper = false;
  Lock lock;
  std::unique_ptr<const Slopes> slopes;  // during “What moves this?”
  std::optional<SlopesOf> slopes_of;     // what they were computed from
  bool asked_for_matrices = false;       // during it they replace the step's attention figure
  std::optional<ViewContext> context;    // points at the members above; rebuilt with every view
  View view;
  std::unordered_map<std::string, Paragraphs> parsed;
  std::optional<ExplanationView> explanation;
  std::vector<graph::CellRef> changed;
  unsigned changes = 0;
  unsigned version = 0, view_version = 0;
  unsigned which = number();  // unique among all explorers
  static unsigned number();
  Shared shared{catalogue, state.language, version};
  LargeMapScreen large_map{state.large, shared};
  ModelScreen model{state.model, shared};
  ContentsScreen contents{state.hero, state.contents, shared};
  lesson::RunComparison compare_runs;
  std::vector<Run> runs;  // the newest last; includes the current one
  unsigned run_now = 0;   // its id; 0: none yet
  // The lesson's own numbers of the trained tensors, and what the graph holds instead of them.
  std::shared_ptr<const TrainedWeights> own_weights, weights_in_graph;
  // The same of the tensors that are drawn anew at each step: a step that shows a run has a held-out batch in them.
  std::shared_ptr<const TrainedWeights> own_batch, batch_in_graph, held_out_batch;
  std::optional<std::pair<std::map<std::string, lesson::ParameterValue, std::less<>>, std::vector<lesson::Edit>>>
      held_out_of;  // its settings
  // The maps of the figure's heads at the steps whose weights are kept, and what they were computed for.
  std::vector<KeptMaps> kept_maps;
  std::optional<MapsOf> kept_maps_of;

  // ---- lesson/screen.cpp, steps.cpp and focus.cpp: what is shown and looked at
  void refresh(Touched touched);
  std::string say(std::string_view id, std::initializer_list<std::string_view> args = {}) const {
    return catalogue.text(state.language, id, args);
  }
  std::string say(const graph::Message& message) const { return catalogue.text(state.language, message); }
  bool exists(const graph::CellRef& cell) const;
  std::size_t step_place() const;
  // What the current beat focuses at its start: the cell that the step names if it is shown, else one of the result.
  std::optional<graph::CellRef> preset_focus() const;
  void focus_preset();  // and shows its slice, if the step names the cell
  // On an Error, which is that of the values that the step sets, nothing has changed.
  Result<void> enter(std::size_t step);
  void enter_end();  // the page after the last step
  void show_slice_of(const graph::CellRef& cell);
  void show_beat_of(graph::NodeId node);  // from the first part that shows it
  // ---- lesson/beside.cpp: the figure beside the reading view's text
  bool on_stage(graph::NodeId node) const;
  void keep_beside();  // shows what is explained
  Result<Touched> carry_out(const SetReading& command);
  Result<Touched> carry_out(const ShowBeside& command);
  Result<Touched> carry_out(const FollowText& command);
  // The parts of a weighted sum on stage, which shows one query at a time, and the query axis of a tensor of that sum
  // (its weights, its result, the parts).
  std::optional<graph::NodeId> followed_parts() const;
  std::optional<std::size_t> followed_axis(graph::NodeId of) const;
  // Shows the query of the focused or hovered cell.
  void follow(const graph::CellRef& cell);

  Result<Touched> carry_out(const GoToStep& command);
  Result<Touched> carry_out(const MarkSeen& command);
  Result<Touched> carry_out(const NextStep& command);
  Result<Touched> carry_out(const PreviousStep& command);
  Result<Touched> carry_out(const GoToBeat& command);
  Result<Touched> carry_out(const Hover& command);
  Result<Touched> carry_out(const Focus& command);
  Result<Touched> carry_out(const MoveFocus& command);
  Result<Touched> carry_out(const SetDecimals& command);
  Result<Touched> carry_out(const SetColorSteps& command);
  Result<Touched> carry_out(const SetTheme& command);
  Result<Touched> carry_out(const SetLanguage& command);
  Result<Touched> carry_out(const Reveal& command);
  Result<Touched> carry_out(const SetLeading& command);
  Result<Touched> carry_out(const PlayLesson& command);
  Result<Touched> carry_out(const ReportTiming& command);

  // ---- lesson/attention_commands.cpp
  Result<Touched> carry_out(const SelectHeads& command);
  Result<Touched> carry_out(const FollowQueries& command);
  Result<Touched> carry_out(const CompareHead& command);
  Result<Touched> carry_out(const SwitchHeadsOff& command);
  Result<Touched> carry_out(const ShowAttention& command);
  Result<Touched> carry_out(const ZoomAttention& command);
  void follow_query(const graph::CellRef& cell);  // the attention figure follows the row of the cell that is looked at

  // ---- training/training.cpp
  Result<Touched> carry_out(const RunTraining& command);
  Result<Touched> carry_out(const SeekTraining& command);
  Result<Touched> carry_out(const ResetTraining& command);
  Result<Touched> carry_out(const LookTraining& command);
  Result<Touched> take(const TrainingReport& report);
  bool shows_run() const;  // the step does
  const Run* run_of_now() const;
  Run* run_of_now() { return const_cast<Run*>(std::as_const(*this).run_of_now()); }
  lesson::Overrides run_settings(const Document& of) const {
    return {parameters_on(lesson, state.step, of), of.edits, state.language};
  }
  // Call before the document or the step changes. Weights of other settings are put aside, and those of these settings
  // come back. On the same step, the current run goes on if only the learning rate changes.
  enum class Reason : std::uint8_t { settings, step };
  Result<void> prepare_run(Document& next, Reason reason = Reason::settings);
  void follow_document();  // after it has changed: the run of its settings becomes the current one
  // The rates of a link's run; false if the last is not that of its settings.
  bool take_rates(const std::vector<std::pair<std::size_t, double>>& rates);
  Run& begin_run();  // a new one, of the document's settings
  std::size_t trained_steps() const { return state.document.trained ? state.document.trained->step : 0; }
  bool is_trained(graph::NodeId node) const;  // one of the tensors that the current run trains
  bool is_fresh(graph::NodeId node) const;    // drawn anew at each step of a run
  // Gives a graph the weights that the step shows, and a held-out batch where it shows a run.
  Result<void> show_weights(graph::Graph& in);
  TrainingOrder training_order(bool ahead) const;
  // training/earlier.cpp
  Result<std::shared_ptr<const TrainedWeights>> batch_to_show();
  void keep_maps();  // of the steps before the one that is shown

  // ---- moves/moves_commands.cpp
  Result<Touched> carry_out(const AskWhatMoves& command);
  Result<Touched> carry_out(const Nudge& command);
  Result<Slopes> slopes_now(const SlopesOf& of) const;
  SlopesOf asked_now(const graph::CellRef& cell) const;
  void open_asked(LinkReader& reader);  // from a link
  void keep_slopes();                   // of the current numbers; if there are none, “What moves this?” ends

  // ---- screens.cpp: the switch between screens, and what goes on to the one that a command is of
  enum class Shown : std::uint8_t { lesson, contents, large_map, model };
  void show(Shown screen);
  Undoable* screen();  // the one that is shown instead of the lesson; nullptr if none is
  const Undoable* screen() const { return const_cast<Impl*>(this)->screen(); }
  Result<Touched> carry_out(const ShowContents& command);
  Result<Touched> carry_out(const ShowLarge& command);
  Result<Touched> carry_out(const ShowModel& command);
  Result<Touched> carry_out(const SetLarge& command) { return large_map.carry_out(command); }
  Result<Touched> carry_out(const LookLarge& command) { return large_map.carry_out(command); }
  Result<Touched> carry_out(const SetModelText& command) { return model.carry_out(command); }
  Result<Touched> carry_out(const SetModelOther& command) { return model.carry_out(command); }
  Result<Touched> carry_out(const SetModelPart& command) { return model.carry_out(command); }
  Result<Touched> carry_out(const SetModelWeight& command) { return model.carry_out(command); }
  Result<Touched> carry_out(const SetModelTemperature& command) { return model.carry_out(command); }
  Result<Touched> carry_out(const LookModel& command) { return model.carry_out(command); }
  Result<Touched> carry_out(const SeekModelWord& command) { return model.carry_out(command); }
  Result<Touched> carry_out(const StepModel& command);
  Result<Touched> carry_out(const SetSentence& command) { return contents.carry_out(command); }
  Result<Touched> carry_out(const FollowWord& command) { return contents.carry_out(command); }
  Result<Touched> carry_out(const LookHero& command) { return contents.carry_out(command); }

  // ---- lesson/answers.cpp
  Result<Touched> carry_out(const Answer& command);
  Result<Touched> carry_out(const ShowHint& command);
  const lesson::Step* step_that_asks(std::string_view question) const;
  const lesson::Question* find_question(std::string_view id) const;
  void take_answers(const std::map<std::string, Progress, std::less<>>& asked);  // of a link

  // ---- goals/goals.cpp
  bool shows_goal() const;                                // the step has one
  void check_goals();                                     // after every change of the document
  Result<void> set_solution(const lesson::Asked& asked);  // of its goals

  // ---- edit.cpp: what is being typed
  Result<Touched> carry_out(const BeginEdit& command);
  Result<Touched> carry_out(const TypeEdit& command);
  Result<Touched> carry_out(const EndEdit& command);
  Result<std::string> text_of(const EditTarget& of) const;
  Result<Touched> type_into(const EditTarget& of, const std::string& text, bool continues);

  // ---- lesson/document.cpp: what undo and reset cover
  Result<Touched> carry_out(const SetParameter& command);
  Result<Touched> carry_out(const EditCell& command);
  Result<Touched> carry_out(const MovePoint& command);
  Result<Touched> carry_out(const PasteCells& command);     // lesson/clipboard.cpp
  Result<void> may_edit(const graph::CellRef& cell) const;  // otherwise the reason
  void put(Document& into, const graph::CellRef& cell, float value) const;
  Result<Touched> carry_out(const SetLetters& command);
  Result<Touched> carry_out(const RestoreLesson& command);
  Result<Touched> carry_out(const Undo& command);
  Result<Touched> carry_out(const Redo& command);
  // Makes `next` the current document and updates the graph; on an Error nothing has changed. One undo entry, as
  // History::record says.
  Result<Touched> change_document(Document next, std::string what, bool continues);
  // The same without history; returns the document that was replaced.
  Result<Document> apply_document(Document next);
  // The same, whatever becomes of a run; other_values: those of another step, so that all is computed anew.
  Result<Document> put_document(Document next, bool other_values = false);
  // Computes the graph of the current document from scratch: at the start, or after a change of language or letters.
  Result<void> run();
  Result<void> run_lesson();  // as it has been read
  bool left_the_stage(graph::NodeId node) const;

  // ---- link.cpp
  using Notes = std::vector<std::string>;  // for the reader
  struct LinkStep {
    std::string id;
    bool named = false, end = false;  // the link names it; it is the page after the last one
  };
  LinkStep link_step(const std::optional<std::string>& asked, Notes& notes) const;
  void read_link(std::string_view link, LinkReader& reader, LinkStep& step, Notes& notes) const;
  void take_document(LinkReader& reader, const State& before, Notes& notes);
  void take_run(LinkReader& reader);
  void take_look(LinkReader& reader, bool end);
  void tell_trouble(const LinkReader& reader, Notes& notes) const;
  std::vector<std::string> take_parameters(const LinkReader& asked);
  std::vector<lesson::Edit> take_edits(const std::vector<lesson::Edit>& asked);
  bool speaks(std::string_view language) const;  // whether the page's sentences or the lesson's have it
  std::string languages() const;                 // all of them: "de, en"
  // "m.head=99" preceded by the setting's name: "Heads: m.head=99".
  std::string named_part(std::string_view part) const;
  std::string parameter_label(std::string_view name) const;
  // Drops heads and queries of a link that the step's figure does not have; the others stay.
  std::vector<std::string> drop_strange_attention();
};

// ---- command_json.cpp
Result<Command> read_command(std::string_view text, const graph::Graph& graph);

}  // namespace explorer
