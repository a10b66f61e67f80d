// The commands of the screen of a whole model, with their spelling in JSON.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explorer/json/shape.hpp"
#include "explorer/model/state.hpp"

namespace explorer {

// Switches to the screen of a whole model and back. Another source drops the model that is open: the page then brings that
// one ("small": the site's own, or an address; "": files that the reader chooses).
struct ShowModel {
  bool on = true;
  std::optional<std::string> source = {};
  using Json = Object<"ShowModel", Member<"on", &ShowModel::on>, Member<"source", &ShowModel::source>>;
};
// The sentence that the model reads; ids: its tokens, where the tokenizer might make others of it; written: with which
// probability the model has just drawn each of the last ones; row, column: the weight that is looked at once it is read. An
// Error if it is empty or longer than longest_model_text.
struct SetModelText {
  std::string text;
  bool continues = false;  // still typing: merged into the undo entry of the previous command
  std::vector<std::size_t> ids = {};
  std::vector<double> written = {};
  std::optional<std::size_t> row = {}, column = {};
  using Json =
      Object<"SetModelText", Member<"text", &SetModelText::text>,
             Member<"continues", &SetModelText::continues, Key::optional>,
             Member<"ids", &SetModelText::ids, Key::optional>, Member<"written", &SetModelText::written, Key::optional>,
             Member<"row", &SetModelText::row>, Member<"column", &SetModelText::column>>;
};
// The sentence from which parts are taken, in turn to see what the logit asked for becomes, or by SetModelPart; empty: zeros in
// their place in turn, and parts that were taken are on again. An Error if it is longer than longest_model_text.
struct SetModelOther {
  std::string text;
  bool continues = false;  // as of SetModelText
  using Json = Object<"SetModelOther", Member<"text", &SetModelOther::text>,
                      Member<"continues", &SetModelOther::continues, Key::optional>>;
};
// Whether a part, as in ModelOff, is on, that is, as the model has it; else it is off, or taken from the other sentence. An
// Error for one that the model does not have, and to take one where there is no other sentence.
struct SetModelPart {
  std::size_t layer = 0;
  std::optional<std::size_t> head = {};
  bool on = true;
  std::optional<std::size_t> at = {};
  bool taken = false, stream = false;
  using Json = Object<"SetModelPart", Member<"layer", &SetModelPart::layer>, Member<"head", &SetModelPart::head>,
                      Member<"on", &SetModelPart::on>, Member<"at", &SetModelPart::at>,
                      Member<"taken", &SetModelPart::taken, Key::optional>,
                      Member<"stream", &SetModelPart::stream, Key::optional>>;
};
// A weight that a head is made to give, as in ModelSetWeight; without `weight` it is computed again. An Error for a head or tokens that
// there are not, a token that is not seen, and a weight that is not between 0 and 1.
struct SetModelWeight {
  std::size_t layer = 0, head = 0, row = 0, column = 0;
  std::optional<double> weight = {};
  bool rescaled = true;
  bool continues = false;  // as of SetModelText
  using Json = Object<"SetModelWeight", Member<"layer", &SetModelWeight::layer>, Member<"head", &SetModelWeight::head>,
                      Member<"row", &SetModelWeight::row>, Member<"column", &SetModelWeight::column>,
                      Member<"weight", &SetModelWeight::weight>, Member<"rescaled", &SetModelWeight::rescaled>,
                      Member<"continues", &SetModelWeight::continues, Key::optional>>;
};
// What the scores of a head are divided by before softmax; 1: as the model has it. An Error for a head that there is
// not, and for a temperature beyond those of ModelHeadTemperature.
struct SetModelTemperature {
  std::size_t layer = 0, head = 0;
  double temperature = 1;
  bool continues = false;  // as of SetModelText
  using Json =
      Object<"SetModelTemperature", Member<"layer", &SetModelTemperature::layer>,
             Member<"head", &SetModelTemperature::head>, Member<"temperature", &SetModelTemperature::temperature>,
             Member<"continues", &SetModelTemperature::continues, Key::optional>>;
};
// How the model's heads are looked at; what is not set stays. compare: layer and head; none: no head is. compare_row: another
// token of a picture, whose weights are shown beside those of the followed one. A row alone explains
// all of its weights, with a column that one; unpin explains the last row again. second: as in
// ModelLook; a model of pictures has none.
struct LookModel {
  std::optional<std::size_t> layer = {}, head = {}, row = {}, column = {};
  std::optional<std::optional<std::pair<std::size_t, std::size_t>>> compare = {};
  std::optional<std::size_t> compare_row = {};
  bool apart = false;  // no row is compared
  std::optional<ModelSort> sort = {};
  std::optional<std::string> second = {};
  std::optional<ModelShows> shows = {};
  std::optional<ColorSteps> steps = {};
  std::optional<bool> hide_first = {};
  std::optional<bool> rollout = {};
  bool unpin = false;
  // As in ModelLook; `word` and `against` by id.
  std::optional<bool> why = {}, alone = {};
  std::optional<ModelParts> parts = {};
  std::optional<ModelPatched> patched = {};
  std::optional<std::size_t> word = {}, against = {}, part = {};
  std::optional<std::size_t> layers = {};  // as many as the model has: all
  std::optional<bool> over = {};
  std::optional<ModelTexts> texts = {};
  std::optional<bool> paused = {};
  std::optional<std::size_t> across = {}, up = {};  // measures
  std::optional<ModelTemperature> temperature = {};
  std::optional<ModelTopK> top_k = {};
  std::optional<std::size_t> seed = {};  // up to most_model_seed
  using Json = Object<
      "LookModel", Member<"layer", &LookModel::layer>, Member<"head", &LookModel::head>, Member<"row", &LookModel::row>,
      Member<"column", &LookModel::column>, Member<"compare", &LookModel::compare>,
      Member<"compareRow", &LookModel::compare_row>, Member<"apart", &LookModel::apart, Key::optional>,
      Member<"sort", &LookModel::sort>, Member<"second", &LookModel::second>, Member<"shows", &LookModel::shows>,
      Member<"steps", &LookModel::steps>, Member<"hideFirst", &LookModel::hide_first>,
      Member<"rollout", &LookModel::rollout>, Member<"unpin", &LookModel::unpin, Key::optional>,
      Member<"why", &LookModel::why>, Member<"parts", &LookModel::parts>, Member<"patched", &LookModel::patched>,
      Member<"word", &LookModel::word>, Member<"part", &LookModel::part>, Member<"layers", &LookModel::layers>,
      Member<"against", &LookModel::against>, Member<"alone", &LookModel::alone>, Member<"over", &LookModel::over>,
      Member<"texts", &LookModel::texts>, Member<"paused", &LookModel::paused>, Member<"across", &LookModel::across>,
      Member<"up", &LookModel::up>, Member<"temperature", &LookModel::temperature>, Member<"topK", &LookModel::top_k>,
      Member<"seed", &LookModel::seed>>;
};

// A word as it is typed, whose logit is asked for, or with `against` the one that it is to be ahead of. Once the page has told
// which token it is, that is looked at as by LookModel; what is none is refused then, in a sentence beside the field. Empty: none is
// sought. An Error if it is longer than longest_model_text, and where no logit can be taken apart.
struct SeekModelWord {
  std::string text;
  bool against = false;
  using Json = Object<"SeekModelWord", Member<"text", &SeekModelWord::text>,
                      Member<"against", &SeekModelWord::against, Key::optional>>;
};

// Begins a step of the tour of one of the page's own models (tour.hpp), which it shows; none: leaves the tour. The step's sentence
// replaces the reader's, which undo restores. An Error for a step that there is not.
struct StepModel {
  std::optional<std::size_t> step;
  std::optional<std::string> source = {};  // of the tour's model; none: the one that is open, or that of "Why Mary?"
  using Json = Object<"StepModel", Member<"step", &StepModel::step>, Member<"source", &StepModel::source>>;
};

}  // namespace explorer
