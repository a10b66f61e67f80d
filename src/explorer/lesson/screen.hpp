// The screen of a lesson: its graph, what the reader has changed in it, with undo, and the view that is made of it. Each part is
// a file beside this one, or of goals, training or moves. It knows neither the explorer nor another screen.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "explorer/lesson/hidden.hpp"
#include "explorer/lesson/lock.hpp"
#include "explorer/moves/slopes.hpp"
#include "explorer/state/command.hpp"
#include "explorer/state/history.hpp"
#include "explorer/state/screen.hpp"
#include "explorer/state/state.hpp"
#include "explorer/views/view.hpp"
#include "explorer/views/view_context.hpp"
#include "graph/core/graph.hpp"
#include "lesson/lesson.hpp"
#include "lesson/run/same_run.hpp"

namespace explorer {

class LinkReader;
struct LinkSource;
struct ReadingJson;

class LessonScreen : public Undoable {
 public:
  LessonScreen(State& state, Shared shared) : state_(state), shared_(shared) {}

  // ---- screen.cpp: what is shown
  Result<void> begin(lesson::Lesson lesson, std::string_view lesson_json);  // at its first step
  // Replaces the lesson by the same one with texts in more languages; an Error, and nothing changed, when it is another lesson.
  Result<void> translate(std::string_view lesson_json);
  void refresh(Touched touched);  // after the state has changed: view and explanation follow
  bool ask_on_paper(bool on);     // false: it is so already
  const lesson::Lesson& lesson() const { return lesson_; }
  const graph::Graph& graph() const { return graph_; }
  const View& view() const { return view_; }
  unsigned view_version() const { return view_version_; }
  const ExplanationView* explanation() const { return explanation_ ? &*explanation_ : nullptr; }
  const std::vector<graph::CellRef>& changed_cells() const { return changed_; }
  unsigned changes() const { return changes_; }
  CellView cell(const graph::CellRef& cell) const { return shown_cell(*context_, cell); }
  CellView color(const graph::CellRef& cell) const { return cell_view(*context_, cell, Digits::without); }
  TensorView tensor(graph::NodeId node) const { return shown_tensor(*context_, node); }
  std::string edit_text(const graph::CellRef& cell) const;
  std::string rank_words(const std::optional<graph::CellRef>& cell) const;
  std::string matrix_text(graph::NodeId node) const;  // clipboard.cpp
  std::string code(graph::Language language) const;
  std::string class_code() const;

  // ---- steps.cpp
  Result<Touched> carry_out(const GoToStep& command);
  Result<Touched> carry_out(const MarkSeen& command);
  Result<Touched> carry_out(const NextStep& command);
  Result<Touched> carry_out(const PreviousStep& command);
  Result<Touched> carry_out(const GoToBeat& command);
  Result<Touched> carry_out(const PlayLesson& command);
  Result<Touched> carry_out(const ReportTiming& command);

  // ---- focus.cpp
  Result<Touched> carry_out(const Hover& command);
  Result<Touched> carry_out(const Focus& command);
  Result<Touched> carry_out(const MoveFocus& command);
  Result<Touched> carry_out(const SetLeading& command);

  // ---- beside.cpp
  Result<Touched> carry_out(const SetReading& command);
  Result<Touched> carry_out(const ShowBeside& command);
  Result<Touched> carry_out(const FollowText& command);

  // ---- attention_commands.cpp
  Result<Touched> carry_out(const SelectHeads& command);
  Result<Touched> carry_out(const FollowQueries& command);
  Result<Touched> carry_out(const CompareHead& command);
  Result<Touched> carry_out(const SwitchHeadsOff& command);
  Result<Touched> carry_out(const ShowAttention& command);
  Result<Touched> carry_out(const ZoomAttention& command);

  // ---- document.cpp: what undo and reset cover
  bool can_undo() const override { return history_.can_undo(); }
  bool can_redo() const override { return history_.can_redo(); }
  Result<Touched> undo() override;
  Result<Touched> redo() override;
  unsigned document_changes() const { return history_.changes(); }
  Result<Touched> carry_out(const SetParameter& command);
  Result<Touched> carry_out(const EditCell& command);
  Result<Touched> carry_out(const MovePoint& command);
  Result<Touched> carry_out(const PasteCells& command);  // clipboard.cpp
  Result<Touched> carry_out(const SetLetters& command);
  Result<Touched> carry_out(const RestoreLesson& command);
  Result<std::string> text_of(
      const EditTarget& of) const;           // what the field for it holds at first, or why there is none
  Result<void> lock(std::string_view text);  // lock.cpp; an Error if a name is unknown
  // Computes the graph of the current document from scratch: at the start, or after a change of language or letters.
  Result<void> run();

  // ---- answers.cpp
  Result<Touched> carry_out(const Reveal& command);
  Result<Touched> carry_out(const Answer& command);
  Result<Touched> carry_out(const ShowHint& command);

  // ---- goals/goals.cpp
  bool shows_goal() const;  // the step has one
  void check_goals();       // after every change of the document

  // ---- moves/moves_commands.cpp
  Result<Touched> carry_out(const AskWhatMoves& command);
  Result<Touched> carry_out(const Nudge& command);

  // ---- training
  Result<Touched> carry_out(const RunTraining& command);
  Result<Touched> carry_out(const SeekTraining& command);
  Result<Touched> carry_out(const ResetTraining& command);
  Result<Touched> carry_out(const LookTraining& command);
  std::optional<TrainingOrder> training_order(bool ahead) const;  // none where the step shows no run
  Result<TrainingReport> read_report(std::string_view text, std::span<const float> weights) const;
  Result<Touched> take(const TrainingReport& report);
  std::string training_code() const;

  // ---- link.cpp
  LinkSource link_source() const;
  // What a link asks for, once its keys have set the state; before: the state that it replaced. first: the page starts with it.
  void open(LinkReader& reader, const State& before, bool first, std::vector<std::string>& notes);
  std::string parameter_label(std::string_view name) const;

  // ---- json.cpp
  ReadingJson reading(bool tables) const;  // tables: with the tensors on stage
  std::string explanation_json() const;
  std::string article_json() const;
  std::string rows_json(graph::NodeId node, std::size_t first, std::size_t count) const;
  std::string answer_key_json() const;
  Result<std::string> tensor_json(std::string_view name) const;

 private:
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

  std::string say(std::string_view id, std::initializer_list<std::string_view> args = {}) const {
    return shared_.say(id, args);
  }
  std::string say(const graph::Message& message) const { return shared_.say(message); }

  // ---- screen.cpp and steps.cpp
  bool exists(const graph::CellRef& cell) const;
  std::size_t step_place() const;
  // What the current beat focuses at its start: the cell that the step names if it is shown, else one of the result.
  std::optional<graph::CellRef> preset_focus() const;
  void focus_preset();  // and shows its slice, if the step names the cell
  // On an Error, which is that of the values that the step sets, nothing has changed.
  Result<void> enter(std::size_t step);
  void enter_end();  // the page after the last step

  // ---- focus.cpp
  void show_slice_of(const graph::CellRef& cell);
  void show_beat_of(graph::NodeId node);  // from the first part that shows it
  // The parts of a weighted sum on stage, which shows one query at a time, and the query axis of a tensor of that sum
  // (its weights, its result, the parts).
  std::optional<graph::NodeId> followed_parts() const;
  std::optional<std::size_t> followed_axis(graph::NodeId of) const;
  void follow(const graph::CellRef& cell);        // shows the query of the focused or hovered cell
  void follow_query(const graph::CellRef& cell);  // the attention figure follows the row of the cell that is looked at

  // ---- beside.cpp: the figure beside the reading view's text
  bool on_stage(graph::NodeId node) const;
  void keep_beside();  // shows what is explained

  // ---- document.cpp and clipboard.cpp
  Result<void> may_edit(const graph::CellRef& cell) const;  // otherwise the reason
  void put(Document& into, const graph::CellRef& cell, float value) const;
  // Makes `next` the current document and updates the graph; on an Error nothing has changed. One undo entry, as
  // History::record says.
  Result<Touched> change_document(Document next, std::string what, bool continues);
  // The same without history; returns the document that was replaced.
  Result<Document> apply_document(Document next);
  // The same, all computed anew, whatever becomes of a run.
  Result<Document> run_with(Document next);
  // What the graph is to be given, and the lesson's own numbers of all edited cells after it; none if the lesson has to run again.
  struct CellChanges {
    std::vector<graph::CellEdit> edits;
    Originals originals;
  };
  std::optional<CellChanges> only_cells(const Document& next) const;
  Result<void> run_lesson();  // as it has been read
  bool left_the_stage(graph::NodeId node) const;

  // ---- answers.cpp and goals/goals.cpp
  const lesson::Step* step_that_asks(std::string_view question) const;
  const lesson::Question* find_question(std::string_view id) const;
  void take_answers(const std::map<std::string, Progress, std::less<>>& asked);  // of a link
  Result<void> set_solution(const lesson::Asked& asked);                         // of its goals

  // ---- training/training.cpp
  bool shows_run() const;  // the step does
  const Run* run_of_now() const;
  Run* run_of_now() { return const_cast<Run*>(std::as_const(*this).run_of_now()); }
  lesson::Overrides run_settings(const Document& of) const {
    return {parameters_on(lesson_, state_.step, of), of.edits, state_.language};
  }
  // Call before the document or the step changes. Weights of other settings are put aside, and those of these settings
  // come back. On the same step, the current run goes on if only the learning rate changes.
  enum class Reason : std::uint8_t { settings, step };
  Result<void> prepare_run(Document& next, Reason reason = Reason::settings);
  void follow_document();  // after it has changed: the run of its settings becomes the current one
  // The rates of a link's run; false if the last is not that of its settings.
  bool take_rates(const std::vector<std::pair<std::size_t, double>>& rates);
  Run& begin_run();  // a new one, of the document's settings
  std::size_t trained_steps() const { return state_.document.trained ? state_.document.trained->step : 0; }
  bool is_trained(graph::NodeId node) const;  // one of the tensors that the current run trains
  bool is_fresh(graph::NodeId node) const;    // drawn anew at each step of a run
  // Gives a graph the weights that the step shows, and a held-out batch where it shows a run.
  Result<void> show_weights(graph::Graph& in);
  // training/earlier.cpp
  Result<std::shared_ptr<const TrainedWeights>> batch_to_show();
  void keep_maps();  // of the steps before the one that is shown

  // ---- moves/moves_commands.cpp
  Result<Slopes> slopes_now(const SlopesOf& of) const;
  SlopesOf asked_now(const graph::CellRef& cell) const;
  void open_asked(LinkReader& reader);  // from a link
  void keep_slopes();                   // of the current numbers; if there are none, “What moves this?” ends

  // ---- link.cpp
  void take_document(LinkReader& reader, const State& before, std::vector<std::string>& notes);
  void take_run(LinkReader& reader);
  void take_look(LinkReader& reader);
  std::vector<std::string> take_parameters(const LinkReader& asked);
  std::vector<lesson::Edit> take_edits(const std::vector<lesson::Edit>& asked);
  // Drops heads and queries of a link that the step's figure does not have; the others stay.
  std::vector<std::string> drop_strange_attention();

  State& state_;
  Shared shared_;
  lesson::Lesson lesson_;
  std::string lesson_json_;  // of one with a choice of letters: it is read again with the others
  graph::Graph graph_;
  History<Document> history_;
  Originals originals_;
  Hidden hidden_;
  bool on_paper_ = false;
  Lock lock_;
  std::unique_ptr<const Slopes> slopes_;  // during “What moves this?”
  std::optional<SlopesOf> slopes_of_;     // what they were computed from
  bool asked_for_matrices_ = false;       // during it they replace the step's attention figure
  std::optional<ViewContext> context_;    // points at the members above; rebuilt with every view
  View view_;
  unsigned view_version_ = 0;  // of the change that made it
  std::unordered_map<std::string, Paragraphs> parsed_;
  std::optional<ExplanationView> explanation_;
  std::vector<graph::CellRef> changed_;
  unsigned changes_ = 0;
  lesson::RunComparison compare_runs_;
  std::vector<Run> runs_;  // the newest last; includes the current one
  unsigned run_now_ = 0;   // its id; 0: none yet
  // The lesson's own numbers of the trained tensors, and what the graph holds instead of them.
  std::shared_ptr<const TrainedWeights> own_weights_, weights_in_graph_;
  // The same of the tensors that are drawn anew at each step: a step that shows a run has a held-out batch in them.
  std::shared_ptr<const TrainedWeights> own_batch_, batch_in_graph_, held_out_batch_;
  std::optional<std::pair<std::map<std::string, lesson::ParameterValue, std::less<>>, std::vector<lesson::Edit>>>
      held_out_of_;  // its settings
  // The maps of the figure's heads at the steps whose weights are kept, and what they were computed for.
  std::vector<KeptMaps> kept_maps_;
  std::optional<MapsOf> kept_maps_of_;
};

}  // namespace explorer
