// The explorer: owns lesson, graph and state; takes commands and returns views. Runs without a canvas and without a
// browser; the reading view needs nothing else.
#pragma once

#include <cstdint>
#include <functional>
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
#include "large_map/computation.hpp"
#include "lesson/lesson.hpp"

namespace explorer {

using graph::Error;
using graph::Result;

class Hero;
struct LargeBand;
struct WholeModel;
struct ModelPart;
struct ModelWants;
struct ModelExample;

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
  std::optional<TrainingOrder> training_order() const;
  std::string training_order_json() const;
  Result<void> report(const TrainingReport& report);
  // {"run", "changes", "first", "losses": [x], "heldOut": [{"step", "loss"}], "step", "names": [{"name", "count"}],
  // "stopped"}; a loss that is not a number is null. The weights lie one after the other, in the order of the names.
  Result<void> report_json(std::string_view text, std::span<const float> weights);

  // The large map, which has tokens and heads of its own. work: computes slices until the deadline, those on screen
  // first; true if more work is left.
  const large_map::Computation& large() const;
  bool work(const large_map::VisiblePart& wish, const std::function<bool()>& late);
  // Appended to `out`, as write() does.
  void write_large_token(std::string& out, std::size_t token) const;   // “ship 56”, “row 3, column 17”
  void write_large_head(std::string& out, std::size_t head) const;     // "Head 5", "Layer 2, head 5"
  void write_large_pattern(std::string& out, std::size_t head) const;  // the pattern that the head looks for
  void write_large_source(std::string& out) const;  // what tokens and numbers are, and how they were trained, if so
  // The heads that the large map has from training: {"letters", "features", "width", "base", "steps", "optimiser", "random", "rounds", "names":
  // [{"name", "count"}]}, as web/build/heads.mjs writes it, with the weights one after the other. A map that waits for them
  // starts.
  Result<void> load_heads_json(std::string_view text, std::span<const float> weights);
  // Queries and keys of the reader's own for the large map: {"name", "tokens", "heads", "width", "words"}, words empty or one
  // per token; then each head, when LargeJson::wants it: its queries (tokens, width), then its keys. The map shows them.
  Result<void> open_own_heads_json(std::string_view text);
  Result<void> give_own_head(std::size_t head, std::span<const float> numbers);
  bool has_own_heads() const;
  bool can_undo_large() const;
  bool can_redo_large() const;

  // A whole model, which the page runs: it describes the model, tells the sentence that was read, and gives what is wanted, one
  // thing at a time. All of it is shared by lessons opened later (share_model).
  const WholeModel& model() const;
  std::optional<ModelWants> model_wants() const;
  void share_model(const Explorer& from);
  // {"name", "family", "about", "causal", "layers", "heads", "headWidth", "vocabulary", "parameters", "bytes", "read": "file" |
  // "site", "source": as ModelState::source, "text": to begin with}. An Error of "size" for sizes that no model has.
  // {"error"}: why the one that was wanted could not be opened; it is wanted again after ShowModel with a source.
  Result<void> open_model_json(std::string_view text);
  // {"text", "off": [{"layer", "head"}], "words", "ids", "same"}: what was run; the numbers of the run before are dropped. Or
  // {"busy": true, "done", "all"}, or {"text", "off", "error"}. An Error of "size" for more than most_model_tokens words.
  Result<void> open_model_text_json(std::string_view text);
  // what: "pictures" and "shares" of a layer, "weights" (T, T) and "vectors" of a head: q (T, D), k, and v or not. An Error of
  // "size" if the numbers are not as many as that, or not finite.
  Result<void> give_model_numbers(std::string_view what, std::size_t layer, std::size_t head,
                                  std::span<const float> numbers);
  // {"next": [{"text", "id", "probability"}], "others": {"count", "probability"}, "before": the same as next, or null}.
  Result<void> give_model_next_json(std::string_view text);
  // What was wanted, with "at", "word" and "against" as there: {"lens": per layer the likeliest [{"text", "id",
  // "probability"}]}; {"parts": [{"kind", "layer", "head", "of", "minus"}], "sum", "logit", "text", "againstText"};
  // {"part", "largest": [{"place", "value"}], "others", "rest"}; {"leads": one for each head}, or {"done", "all"} of it.
  Result<void> give_model_why_json(std::string_view text);
  bool can_undo_model() const;
  bool can_redo_model() const;
  void write_model_head(std::string& out, ModelHead head) const;      // “Layer 10, head 9”
  void write_model_token(std::string& out, std::size_t token) const;  // “Mary 2”
  void write_model_why_title(std::string& out) const;  // of what is asked for; nothing while it is not known
  void write_model_part(std::string& out, const ModelPart& part) const;
  std::string_view model_word(
      std::size_t id) const;  // as far as it is known from the lens, the next words and the sentence
  // How a weight came to be, in a sentence for each step: dot product, scale, softmax. Empty until its vectors are there.
  std::vector<std::string> model_explanation(ModelHead head, std::size_t row, std::size_t column) const;
  // Queries, keys and values of up to five tokens of the chosen head, for a lesson: the followed one, the pinned key and those
  // that it looks at most. None where they are not there, or the head does not scale its scores by 1/√D alone.
  std::optional<ModelExample> model_example() const;
  std::string model_example_json() const;

  // The sentence that the contents take through self-attention; nullptr while they are not shown, or until web/hero.json
  // is loaded.
  const Hero* hero() const;
  // Another of the given sentences with the word that the hero follows; nullptr if none has it.
  const Hero* hero_beside() const;
  Result<void> load_hero(std::string_view file);
  const LargeBand* large_band() const;  // nullptr if web/hero.json has none, as in the sources
  bool can_undo_hero() const;
  bool can_redo_hero() const;

  // The state as the part of a link behind "#": "lesson=worked-example&step=scores-1&p.score=scaled&…". Only what
  // differs from the lesson's start is written.
  std::string link() const;
  // The whole computation as code, without what an open question hides.
  std::string code(graph::Language language) const;
  // On a step with a run: the run as a PyTorch script that prints its losses; else empty.
  std::string training_code() const;

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
  std::string rows_json(graph::NodeId node, std::size_t first, std::size_t count) const;
  // The answer key of the current step's question, for teachers (explorer/views/answer_key.hpp); null without a question.
  std::string answer_key_json() const;
  // Rows of the large map in words, {"rows": [{"label", "largest": [{"label", "text"}], "entropy"}]}; and queries and
  // keys of its head, {"query": [[x]], "key": [[x]]}, for checking the weights by another computation.
  std::string large_rows_json(std::size_t first, std::size_t count) const;
  std::string map_tables_json() const;  // views/map_tables.hpp
  std::string large_vectors_json(std::size_t first, std::size_t count) const;
  // {"type": "GoToStep", "id": …}: the JSON spelling of every command, for the page and the JavaScript module.
  Result<void> apply_json(std::string_view command_json);

 private:
  struct Impl;
  explicit Explorer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace explorer
