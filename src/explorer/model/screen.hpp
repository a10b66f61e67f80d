// The screen of a whole model, which the page runs: it describes the model, tells the sentence that was read, and gives what is
// wanted, one thing at a time. The model is shared by lessons opened later (share).
#pragma once

#include <bitset>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/model/commands.hpp"
#include "explorer/model/data.hpp"
#include "explorer/model/json.hpp"
#include "explorer/model/tour.hpp"
#include "explorer/state/screen.hpp"

namespace explorer {

namespace json {
class Value;
}

class ModelScreen : public UndoableOf<ModelInput> {
 public:
  ModelScreen(ModelState& state, Shared shared) : UndoableOf(state.input), state_(state), shared_(shared) {}

  // On an Error nothing has changed. Undo covers the sentence, the heads that are off and the weights that are set; the rest is
  // only looked at.
  Result<Touched> carry_out(const SetModelText& command);
  Result<Touched> carry_out(const SetModelOther& command);
  Result<Touched> carry_out(const SetModelPart& command);
  Result<Touched> carry_out(const SetModelWeight& command);
  Result<Touched> carry_out(const SetModelTemperature& command);
  Result<Touched> carry_out(const LookModel& command);
  Result<Touched> carry_out(const SeekModelWord& command);
  Result<Touched> carry_out(const StepModel& command);
  void choose(std::string source);  // of another model: what is open is dropped
  void open(ModelState asked);      // of a link
  void share(const ModelScreen& from);

  // What the step of the tour that is open asks for was found, now or before.
  bool found() const { return tour() != nullptr && found_.test(tour()->first + *state_.step); }
  const ModelTour* tour() const;  // that the reader follows; nullptr: none
  const WholeModel& data() const { return *model_; }
  // A token's row through all layers, (T): as it was told, or model_rollout(), kept until more is told. Empty while not known.
  std::span<const float> rollout(std::size_t token) const;
  const ModelSetWeight* set_weight(ModelHead head, std::size_t row, std::size_t column) const;  // null: it is computed
  const ModelSweep* sweep() const;  // of what is asked for, by what is chosen; null: not told yet
  void write_after(std::string& out, std::size_t layers) const;             // "after layer 2"
  void write_swept(std::string& out, std::size_t place) const;              // what is replaced for one of them
  void write_agreement(std::string& out, const ModelLedger& ledger) const;  // of the sum of the parts and the logit
  void write_sweep(std::string& out) const;                                 // in words, what its numbers are
  std::string_view refused_word(bool against) const;                        // as it was typed; empty: none was refused
  std::optional<ModelWants> wants() const;
  // The same of the second model, which is asked for beside it: opening one takes long. None until the first one has told what
  // follows the sentence.
  std::optional<ModelWants> wants_of_second() const;
  // {"name", "family", "about", "causal", "layers", "heads", "headWidth", "vocabulary", "parameters", "bytes", "read": "file" |
  // "site", "source": as ModelState::source, "text": to begin with}. An Error of "size" for sizes that no model has.
  // {"error"}: why the one that was wanted could not be opened; it is wanted again after ShowModel with a source.
  Result<void> open_json(std::string_view text);
  // {"text", "off": [{"layer", "head"}], "weights": as ModelSetWeight, "words", "ids", "same", "known", "masked":
  // as ModelRun}: what was run; the numbers of the run before are dropped. Or
  // {"busy": true, "done", "all"}, or {"text", "off", "error"}. An Error of "size" for more than most_model_tokens words.
  Result<void> open_text_json(std::string_view text);
  // what: "pictures" and "shares" of a layer, "weights" (T, T) and "vectors" of a head: q (T, D), k, and v or not. An Error of
  // "size" if the numbers are not as many as that, or not finite. Of a second model "second_weights" (T, T) of a head, of its
  // "matrices" ModelSecond::matrices, and the "differences" of a layer: ModelSecond::Layer's numbers, one after the other.
  // "pooled" of a head: WholeModel::pooled.
  Result<void> give_numbers(std::string_view what, std::size_t layer, std::size_t head, std::span<const float> numbers);
  // Of a token of a picture whose weights are not all kept: its "rows" of all heads, (layers, heads, T), or its "rollout", (T). An
  // Error of "size".
  Result<void> give_row(std::string_view what, std::size_t token, std::span<const float> numbers);
  // {"next": [{"text", "id", "probability"}], "others": {"count", "probability"}, "before": the same as next, or null}.
  Result<void> give_next_json(std::string_view text);
  // What was wanted, with "at", "word" and "against" as there: {"lens": per layer the likeliest [{"text", "id",
  // "probability"}]}; {"parts": [{"kind", "layer", "head", "of", "minus"}], "sum", "logit", "text", "againstText"};
  // {"part", "largest": [{"place", "value"}], "others", "rest"}; {"layer", "head", "pairs": [{"query", "key": {"kind", "layer",
  // "head"}, "value"}], "others", "rest", "score"}, where at and word are row and column; {"leads": one for each head}, or {"done", "all"} of it.
  Result<void> give_why_json(std::string_view text);

  // Of a second model that is compared; see there.
  Result<void> give_second_json(std::string_view text);
  // {"texts", "off": the heads that were off, "done", "all"} of an atlas, and once it is computed "means": as ModelAtlas, null for
  // NaN. An Error of "size".
  Result<void> give_atlas_json(std::string_view text);

  void write_head(std::string& out, ModelHead head) const;      // “Layer 10, head 9”
  void write_token(std::string& out, std::size_t token) const;  // “Mary 2”
  void write_part(std::string& out, const ModelPart& part) const;
  // A term of a part that is split, a head or an MLP: a token or a neuron; and the product that it is, up to "= ".
  void write_term_name(std::string& out, const ModelSplit::Term& term, bool head) const;
  void write_product(std::string& out, const ModelSplit::Term& term, bool head) const;
  void write_measure(std::string& out, std::size_t measure) const;          // its name
  void write_measure_formula(std::string& out, std::size_t measure) const;  // of a row i, of which it is the mean
  void write_measure_value(std::string& out, ModelHead head, std::size_t measure) const;
  void write_measure_change(std::string& out, ModelHead head, std::size_t measure) const;  // "+0.120" since before
  void write_kind(std::string& out, ModelHead head) const;                                 // with its threshold
  void write_off(std::string& out, const ModelOff& part) const;                            // "Layer 3, head 2"
  void write_replaced(std::string& out, const ModelOff& part) const;               // "Layer 3, head 2 is off: …"
  void write_largest(std::string& out, const ModelAtlas::Example& example) const;  // where it is largest, in words
  void write_atlas(std::string& out) const;      // over how many texts, or how far it is
  void write_why_title(std::string& out) const;  // of what is asked for; nothing while it is not known
  std::string_view word(std::size_t id) const;   // as far as it is known from the lens, the next words and the sentence
  void write_moved(std::string& out, ModelHead head) const;  // how far its weights lie elsewhere in the second model
  static void write_matrix_moved(std::string& out, float share);  // one of ModelSecond::matrices
  std::string second_name() const;
  void write_second(std::string& out) const;  // what it is, how far it is opened, or why it cannot be compared
  // How a weight came to be, in a sentence for each step: dot product, scale, softmax. Empty until its vectors are there.
  std::vector<std::string> explanation(ModelHead head, std::size_t row, std::size_t column) const;
  // Queries, keys and values of up to five tokens of the chosen head, for a lesson: the followed one, the pinned key and those
  // that it looks at most. None where they are not there, or the head does not scale its scores by 1/√D alone.
  std::optional<ModelExample> example() const;
  std::string example_json() const;
  ModelScreenJson json(bool reading) const;  // reading: with what only the reading view shows

 private:
  void fit() override;     // drops looks at things that no longer exist
  Result<void> changed();  // counts what the page told
  static void look_at_numbers(const LookModel& command, ModelLook& next);
  void look_at_view(const LookModel& command, ModelLook& next) const;
  bool has(const LookModel& command, const ModelLook& next) const;
  Touched change(ModelInput next, const std::string& what, bool continues);  // with undo
  Touched looked();  // after a command: whether what the tour asks for is found
  void find();
  bool take_word(const json::Value& root);
  std::optional<ModelWants> wants_of_weights() const;
  void open_on_telling_head();
  void name_label(std::string& label) const;
  void name_labels(std::vector<ModelToken>& labels) const;
  std::optional<ModelTourJson> tour_json() const;
  std::optional<ModelSecondJson> second_json() const;
  ModelAtlasJson atlas_json() const;
  std::string tokens_text() const;
  ModelRowJson row_json(ModelHead head, std::size_t token) const;
  std::vector<ModelTermJson> grid_json(const ModelGrid& grid) const;
  ModelWhyJson why_json(const ModelLedger& ledger) const;
  std::string score_sum(ModelHead head, std::size_t row, std::size_t column) const;

  ModelState& state_;
  Shared shared_;
  std::shared_ptr<WholeModel> model_ = std::make_shared<WholeModel>();
  struct Rollout {
    const WholeModel* model = nullptr;
    std::uint64_t changes = 0;
    std::map<std::size_t, std::vector<float>> rows;  // by token
  };
  mutable Rollout rollout_;
  std::bitset<16> found_;  // by step of all tours
  // The weight that is to be looked at once the sentence is read.
  struct Coming {
    std::string text;
    std::optional<std::size_t> row, column;
  };
  Coming coming_;
  bool opening_ = false;  // the reader has chosen nothing yet: the screen opens on its most telling head
};

}  // namespace explorer
