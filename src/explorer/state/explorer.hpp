// The explorer: owns the state and the screens that show it, the lesson's and others; takes commands and returns views. Runs
// without a canvas and without a browser; the reading view needs nothing else.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/language/catalogue.hpp"
#include "explorer/state/command.hpp"
#include "explorer/state/state.hpp"
#include "explorer/views/view.hpp"
#include "graph/core/graph.hpp"
#include "lesson/lesson.hpp"

namespace explorer {

using graph::Error;
using graph::Result;

class LargeMapScreen;
class ModelScreen;
class ContentsScreen;

class Explorer {
 public:
  // Parses, checks and runs the lesson; starts at its first step.
  static Result<Explorer> open(std::string_view lesson_json, Catalogue catalogue = {}, std::string language = "en");
  Explorer(Explorer&&) noexcept;
  Explorer& operator=(Explorer&&) noexcept;
  ~Explorer();

  // Executes a command. On an Error nothing has changed; the message is for the reader, in their language.
  Result<void> apply(const Command& command);

  const lesson::Lesson& lesson() const;
  unsigned number() const;  // of this opening of a lesson: no other has it, while an address may come again
  const graph::Graph& graph() const;
  const State& state() const;
  const View& view() const;  // of the current state; the reference holds until the next apply()
  CellView cell(const graph::CellRef& cell) const;
  CellView color(const graph::CellRef& cell) const;  // the same without its digits
  TensorView tensor(graph::NodeId node) const;       // as it would be shown now, whether or not it is on stage
  // The cell's full value for an edit field: shortest digits that give the same float32.
  std::string edit_text(const graph::CellRef& cell) const;
  // The slice that is shown, as text for a spreadsheet: tabs between columns, a line per row; "?" where it is hidden.
  std::string matrix_text(graph::NodeId node) const;
  // Of the hovered cell, else of the focused one; nullptr if there is none or it is hidden.
  const ExplanationView* explanation() const;
  // The rank of a cell of the attention figure in its row, in words; empty where there is none.
  std::string rank_words(const std::optional<graph::CellRef>& cell) const;
  // Cells on stage whose value the latest change affected, and those that were edited, for their flash; `changes`
  // counts such changes.
  const std::vector<graph::CellRef>& changed_cells() const;
  unsigned changes() const;
  // What this step's question and those before it ask stays hidden, as on a worksheet, until this is called again.
  void ask_on_paper(bool on);
  unsigned version() const;  // counts every change of state: if it is unchanged, there is nothing to redraw
  // The same, unique across explorers: results cached under a stamp never become stale.
  std::uint64_t stamp() const;
  std::uint64_t view_stamp() const;  // changes only when view() does, not when something else is looked at

  std::string text(std::string_view id, std::initializer_list<std::string_view> args = {}) const;  // of the catalogue
  std::string text(const graph::Message& message) const;
  void write(std::string& out, std::string_view id,
             std::initializer_list<std::string_view> args = {}) const;  // appended to `out`
  Result<void> load_language(std::string_view language, std::string_view catalogue_json);
  // Adds texts in more languages to the open lesson; an Error, and nothing changed, when it is another lesson.
  Result<void> translate(std::string_view lesson_json);

  // The run of the lesson's training. A trainer carries out the order and reports; there is no order
  // where the step shows no run. training_order_json: {"run", "changes", "parameters", "edits", "rates": [[step, rate]], "from",
  // "until", "paced"}, or null.
  // ahead: of a run that is not played yet, the first steps are to be computed, so that its curve can be seen.
  std::optional<TrainingOrder> training_order(bool ahead = false) const;
  std::string training_order_json() const;
  Result<void> report(const TrainingReport& report);
  // {"run", "changes", "first", "losses": [x], "heldOut": [{"step", "loss"}], "step", "names": [{"name", "count"}],
  // "stopped"}; a loss that is not a number is null. The weights lie one after the other, in the order of the names.
  Result<void> report_json(std::string_view text, std::span<const float> weights);

  // The screens that can be shown instead of the lesson (state/screen.hpp). What the page tells one of them, it takes itself.
  const LargeMapScreen& large_map() const;
  LargeMapScreen& large_map();
  const ModelScreen& model() const;
  ModelScreen& model();
  const ContentsScreen& contents() const;
  Result<void> load_hero(std::string_view file);  // web/hero.json
  bool can_undo() const;                          // on the screen that is shown
  bool can_redo() const;

  // The state as the part of a link behind "#": "lesson=worked-example&step=scores-1&p.score=scaled&…". Only what
  // differs from the lesson's start is written.
  std::string link() const;
  // The whole computation as code, without what an open question hides.
  std::string code(graph::Language language) const;
  // On a step with a run: the run as a PyTorch script that prints its losses; else empty.
  std::string training_code() const;
  // The lesson's layer as a PyTorch class with the current numbers; "" for a lesson without one.
  std::string class_code() const;

  // Opens what link() wrote. Parts that no longer fit are dropped and reported, each in one sentence; it never fails as
  // a whole. From a link over 64 kB, or with more than 10,000 edits, only the step is taken.
  std::vector<std::string> open_link(std::string_view link);

  // From now on readers can change only what is not locked (syntax: lock.hpp). An Error if a name is unknown.
  Result<void> lock(std::string_view text);
  // Any tensor by its name, in full.
  Result<std::string> tensor_json(std::string_view name) const;

  // The step model as JSON for the reading view (its shape: explorer/json/reading_json.hpp), the explanation alone, and
  // a page of rows of any tensor: of the slice that is shown, {"rows": [[cell]], "rowLabels": [..], "first": 40}.
  std::string reading_json() const;
  std::string explanation_json() const;
  std::string article_json() const;  // of all steps (explorer/json/article_json.hpp)
  std::string rows_json(graph::NodeId node, std::size_t first, std::size_t count) const;
  // The answer key of the current step's question, for teachers (explorer/views/answer_key.hpp); null without a question.
  std::string answer_key_json() const;
  std::string map_tables_json() const;  // views/map_tables.hpp
  // The texts over which heads were measured, and where in them each does something most, to be saved; null if none were.
  std::string atlas_texts_json() const;
  // {"type": "GoToStep", "id": …}: the JSON spelling of every command, for the page and the JavaScript module.
  Result<void> apply_json(std::string_view command_json);

 private:
  struct Screens;  // they refer to one another's state, so it stays where it is
  explicit Explorer(std::unique_ptr<Screens> screens);
  std::unique_ptr<Screens> screens_;
};

}  // namespace explorer
