// What the page has told of a model: its description, the sentence that it has read, and the numbers of that run which the
// screen has asked for so far. T is the number of tokens, D the width of a head. Knows nothing of files or of how a model is
// computed.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "explorer/model/state.hpp"

namespace explorer {

struct ModelAbout {
  std::string name, family, about;  // of the file; "gpt2"; the reader's or the site's words about its training
  std::string read;                 // "file": read on this device; "site": the page's own
  bool causal = true;
  // Whether sentences can be run and heads switched off; whether next tokens, and queries and keys, can be asked for.
  bool editable = true, next = true, vectors = true;
  bool pictures = false;  // it reads pictures: its tokens are patches, and what follows are labels
  bool ledger = false;    // whether a word's logit can be taken apart
  std::size_t layers = 0, heads = 0, head_width = 0, vocabulary = 0;  // those after the heads may be 0: not said
  double score_divisor = 0, score_cap = 0;  // of Gemma 2 and 3, see ModelWeight; 0: the width of a head; none
  double parameters = 0, bytes = 0;
  double text_bytes = 0;  // of memory, for the longest text over which heads are measured; 0: not said
};

// A picture as the model read it. Its tokens are some that are no patches, then the patches row by row.
struct ModelPicture {
  std::size_t rows = 0, columns = 0, before = 0;  // of patches; tokens before them
  std::size_t height = 0, width = 0;
  std::vector<std::uint8_t> pixels;  // (height, width, 3)
  std::size_t learned = 0;           // patches of a side that the model learned positions for; 0: not said

  bool interpolated() const { return learned != 0 && (rows != learned || columns != learned); }  // its positions
  // The patch of a token, row by row; none: it is none.
  std::optional<std::size_t> patch(std::size_t token) const {
    return token < before ? std::nullopt : std::optional(token - before);
  }
};

struct ModelRun {
  ModelInput input;
  std::vector<std::string> words;          // T tokens as shown
  std::vector<std::size_t> ids, same;      // T each; same: the first position with the same id
  bool known = true;                       // false where the vocabulary lacks a word
  std::optional<std::size_t> masked = {};  // the first token that stands for a word that the model has to fill in
  std::optional<ModelPicture> picture = {};
  // Of a picture: whether the weights of all heads take little memory, so that all are asked for; else they are asked for by
  // row.
  bool whole = false;
};

// How much of its weight a head gives to some places, as means over the rows i = 1 … T − 1 of A: A[i, 0]; A[i, i − 1];
// Σ A[i, j] over other places j with the same token; Σ A[i, j] over j ≥ 1 with |i − j| > far_from.
enum class ModelShare : std::uint8_t { first, previous, same, far };
inline constexpr std::size_t model_shares = 4, far_from = 4;
using ModelShares = std::array<float, model_shares>;

struct ModelLayer {
  std::vector<float>
      pictures;  // (heads, side, side): the largest weight of each block of the T × T map; empty: not known
  std::vector<float> shares;  // (heads, model_shares)
};

// Rows of a head as its scores take them, (T, D) each; values may be missing.
struct ModelVectors {
  std::vector<float> query, key, value;
};

// Of a picture whose weights are not all kept: what a token gives in each head, (layers, heads, T), and what it takes through all
// layers, (T); empty while not known.
struct ModelRows {
  std::vector<float> heads, rollout;
};

struct ModelToken {
  std::string text;  // as shown
  std::size_t id = 0;
  double probability = 0;
  std::string adds = {};  // what it adds to the sentence, with the space before it
};

struct ModelNext {
  std::vector<ModelToken> next;  // the likeliest first
  std::size_t others = 0;        // how many more tokens there are,
  double rest = 0;               // and their probability together
  // The same before the last change of a word, or with all heads on: with at least the tokens of `next`.
  std::optional<std::vector<ModelToken>> before;
  std::string before_text;  // the sentence that `before` is of; empty: the same one, with all heads on
  bool of_second = false;   // `before` is what the second model says
};

struct ModelBusy {
  std::size_t done = 0, all = 0;
};

// A sentence that could not be run; before there is a model, why that could not be opened.
struct ModelRefused {
  ModelInput input;
  std::string message;
};

// What a model would say after each of its layers, and before the first: the likeliest tokens that follow place `at`.
struct ModelLens {
  std::size_t at = 0;
  std::vector<std::vector<ModelToken>> layers;  // (layers + 1, words)
};

// The likeliest token after each token of the sentence, after each layer and before the first: (layers + 1, T).
struct ModelGrid {
  std::vector<std::vector<ModelToken>> layers;  // empty while it is computed
  std::size_t done = 0, all = 0;
};

// Which logit, or by how much it is ahead of another one.
struct ModelAsked {
  std::size_t at = 0, word = 0;
  std::optional<std::size_t> against;
  std::optional<std::size_t> layers = {};  // as if the model ended after so many; none: all
  bool operator==(const ModelAsked&) const = default;
};

struct ModelPart {
  std::string kind;  // as models.mjs names it
  std::size_t layer = 0, head = 0;
  double value = 0, of = 0, against = 0;  // value = of − against: for the word and for the other one
};

// A logit as the sum of what the parts of the model gave to it.
struct ModelLedger {
  ModelAsked asked;
  std::string word, against;  // as shown
  std::vector<ModelPart> parts;
  double sum = 0, logit = 0;  // of the values; what the model itself computed
};

// One of its parts, again as a sum: a head by token, an MLP by neuron.
struct ModelSplit {
  ModelAsked asked;
  std::size_t part = 0;
  // value = factor times what the token's value, or the neuron's row of the projection back, gives.
  struct Term {
    std::size_t place = 0;  // of a token; of a neuron its number
    double value = 0;
    std::optional<double> factor;  // the weight, or the activation; none: the bias
  };
  std::vector<Term> largest;
  std::size_t others = 0;
  double rest = 0;
};

// What the logit asked for becomes with each head and then the MLP of each layer alone replaced, (layers, heads + 1), or with
// what leaves each layer at each token, (layers, T): by zeros, or what the other sentence has there. Empty while it is
// computed, and where that was refused.
struct ModelSweep {
  ModelAsked asked;
  std::string other;
  ModelPatched patched = ModelPatched::heads;
  std::vector<double> leads;
  double there = 0;                // the logit asked for in the other sentence
  std::string refused;             // why the other sentence cannot be used
  std::vector<std::string> words;  // T, of the other sentence as shown
  std::size_t done = 0, all = 0;
  bool ended() const { return !leads.empty() || !refused.empty(); }
  bool is_of(const ModelAsked& what, std::string_view from, ModelPatched over) const {
    return asked == what && other == from && patched == over;
  }
};

// The score that the row's token gives to the column's, before softmax, as a sum over what wrote the query and what wrote the
// key: the largest pairs, and the others together.
struct ModelScore {
  ModelHead head;
  std::size_t row = 0, column = 0;
  struct Pair {
    ModelPart query, key;
    double value = 0;
  };
  std::vector<Pair> pairs;
  std::size_t others = 0;
  double rest = 0, score = 0;  // score: what the model itself computed
  bool is_of(ModelHead of, std::size_t at, std::size_t looked_at) const {
    return head == of && row == at && column == looked_at;
  }
};

// What the page has told of a second model that reads the same sentence (ModelLook::second).
struct ModelSecond {
  std::string source, name;  // as ModelLook::second; the page's words for it
  double bytes = 0;          // that its weights take in memory
  std::string refused;       // why it cannot be compared
  bool read = false;         // the sentence; the numbers below are of it
  ModelBusy busy;
  struct Layer {
    std::vector<float> pictures;  // as ModelLayer::pictures
    std::vector<float>
        differences;           // (heads, side, side): of each block of the T × T map the difference furthest from 0
    std::vector<float> moved;  // (heads): ½ Σ |B[i, j] − A[i, j]|, the mean over the rows i
  };
  std::vector<Layer> layers;
  std::map<ModelHead, std::vector<float>> weights;  // (T, T)
  // How far each of a head's own matrices differs, in the order of model_matrices: ‖B − A‖ / ‖A‖, Frobenius norms; none where
  // they have other sizes. NaN or infinite where A is 0.
  std::map<ModelHead, std::vector<float>> matrices;
};
inline constexpr std::string_view model_matrices[] = {"q", "k", "v", "o"};  // W_q, W_k, W_v, W_o

// What every head does over many texts: (layers, heads, model_measures), NaN where a measure had no row; empty while it is
// computed.
struct ModelAtlas {
  // A text, the mean over its tokens, the token at which the measure is largest, which one that looks at, and how large it
  // is there.
  struct Example {
    std::size_t line = 0;
    float mean = 0;
    std::size_t row = 0, column = 0;
    float value = 0;
  };
  ModelTexts texts = ModelTexts::page;
  std::string model;                         // its name
  bool saved = false;                        // from a file
  std::optional<std::vector<ModelOff>> off;  // what was off; none: measures from a file, which does not tell
  std::size_t done = 0, all = 0;             // texts
  std::vector<float> means;
  // The texts, the words of their tokens, and for each of the means what it is in some of them, in falling order; empty if
  // they have no words.
  std::vector<std::string> lines;
  std::vector<std::vector<std::string>> words;
  std::vector<std::vector<Example>> examples;
};

// A word that was typed: the tokens that it may be, or those that make it up where it is none.
struct ModelSought {
  std::string text;
  bool against = false;  // it is to be the other word
  bool told = false;     // the page has said what it is
  std::vector<ModelToken> tokens;
  std::string refused;  // why it cannot be asked for; empty: it can
};

struct ModelWants {
  enum class What : std::uint8_t {
    model,
    text,
    next,
    word,
    weights,
    vectors,
    pictures,
    lens,
    ledger,
    split,
    sweep,
    score,
    atlas,
    grid,
    second,
    second_weights,
    matrices,
    differences,
    rows,
    rollout,
    pooled
  };
  What what = What::model;
  ModelHead head;
  // Of a lens and of rows: the place; of a score: row and column as `at` and `word`.
  ModelAsked asked;
  std::size_t part = 0;                 // of a split
  bool inner = false;                   // it is the MLP of head.layer
  ModelTexts texts = ModelTexts::page;  // of an atlas
  bool whole = false;                   // with all parts on, though some are off
};

// The numbers are as the page gave them: rows of weights need not add up to 1, and may hold NaN.
struct WholeModel {
  std::optional<ModelAbout> about;
  std::optional<ModelRun> run;
  std::optional<ModelBusy> busy;        // while another sentence is run
  std::optional<ModelRefused> refused;  // the last sentence that could not be run
  std::optional<ModelNext> next;
  std::vector<ModelLayer> layers;
  std::map<ModelHead, std::vector<float>> weights;  // (T, T)
  std::map<ModelHead, ModelVectors> vectors;
  // Of a picture: rows by token, and where there are too many tokens for a map its weights in small, (2, side, side): the largest
  // ones of each block, of all keys and of all but the first.
  std::map<std::size_t, ModelRows> rows;
  std::map<ModelHead, std::vector<float>> pooled;
  // Weights of the run before, while its sentence has as many tokens: what a changed word or a head switched off changes.
  std::map<ModelHead, std::vector<float>> weights_before;
  std::map<std::size_t, ModelRows> rows_before;
  std::vector<std::string> words_before;
  std::optional<ModelSecond> second;
  std::optional<ModelLens> lens;
  std::optional<ModelGrid> grid;
  std::optional<ModelLedger> ledger;
  std::optional<ModelSplit> split;
  std::optional<ModelSweep> sweep;
  std::optional<ModelScore> score;
  std::optional<ModelSought> sought;
  std::optional<ModelAtlas> atlas;  // stays when another sentence is run
  // Of the same texts: with all heads on, of the model of this shape that was open before, or from a file.
  std::optional<ModelAtlas> atlas_before;

  std::uint64_t changes = 0;  // counts what was told

  std::size_t tokens() const { return run ? run->words.size() : 0; }
  // The token that is followed where none is chosen: the masked one, else the last, which says what follows; of a picture [CLS],
  // which says its label.
  std::size_t usual_row() const { return tokens() == 0 || run->picture ? 0 : run->masked.value_or(tokens() - 1); }
  std::size_t picture_side() const;
  std::size_t map_side() const { return std::min(tokens(), most_map_side); }
  bool failed() const { return !about && refused; }  // it could not be opened
  bool has(ModelHead head) const { return about && head.layer < about->layers && head.head < about->heads; }
  bool has(const ModelOff& part) const { return has(ModelHead{part.layer, part.head.value_or(0)}); }
  bool sees(std::size_t query, std::size_t key) const {  // as far as the causal mask says
    return query < tokens() && key < tokens() && (!about->causal || key <= query);
  }
  // Empty while not known.
  std::span<const float> picture(ModelHead head) const;
  std::optional<ModelShares> shares(ModelHead head) const;
  std::span<const float> weights_of(ModelHead head) const;
  std::span<const float> row(ModelHead head, std::size_t token) const;  // of the weights
  std::span<const float> pooled_map(ModelHead head, bool without_first) const;
  std::span<const float> told_rollout(std::size_t token) const;
  // What a row is compared with: that of the second model, while there is one, else that of the run before.
  std::span<const float> row_compared(ModelHead head, std::size_t token) const;
  bool has_second() const { return second && second->read; }
  std::span<const float> second_weights_of(ModelHead head) const;
  // In small: the second model's weights, or how they differ; empty while not known.
  std::span<const float> second_picture(ModelHead head, bool differences) const;
  std::optional<float> moved(ModelHead head) const;
  const std::vector<float>* matrices_moved(ModelHead head) const;  // ModelSecond::matrices; nullptr while not known
  float largest_difference() const;                                // of those of all heads in small
  std::vector<float> whole_differences(ModelHead head) const;      // (T, T); empty while not known
  bool measured(ModelTexts texts, const ModelInput& input) const {
    return atlas && atlas->texts == texts && !atlas->means.empty() &&
           (!atlas->off || input.is_off_anywhere(*atlas->off));
  }
  // Whether there is, or will be, something that measures with parts off are compared with.
  bool compares_over(ModelTexts texts) const;
  std::span<const float> measures(ModelHead head) const;  // of the atlas; empty while not known
  std::span<const float> measures_before(ModelHead head) const;
  void keep_atlas();  // what was measured, to compare what comes with it
  std::span<const ModelAtlas::Example> examples(ModelHead head, std::size_t measure) const;

  bool keeps_all_weights() const { return run && run->whole; }
  bool keeps_rows() const { return run && run->picture && !run->whole; }
  bool keeps_maps() const { return !keeps_rows() || tokens() <= most_mapped_tokens; }
  void forget_numbers();
  void forget_run();
  // Drops weights and vectors of heads, and rows of tokens, that the look does not show if they take much memory.
  void keep(const ModelLook& look);

 private:
  std::size_t kept_numbers() const;
};

// A token's row of attention rollout (Abnar and Zuidema 2020), (T): of the product Ā_L … Ā_1, where Ā is half the mean of a layer's
// heads and half the identity, which stands for the stream. It adds up to 1. Empty until the weights of all heads are known.
std::vector<float> model_rollout(const WholeModel& model, std::size_t token);

// Places of the largest weights of a row, largest first; none of those that are 0.
std::vector<std::size_t> largest_model_weights(std::span<const float> row, std::size_t count);

// Heads in the order of the small pictures; `starts` are the places where a group begins, with what its heads look at most.
struct ModelOrder {
  std::vector<ModelHead> heads;
  // Empty: by layer; a group without a share: those that moved most first.
  std::vector<std::pair<std::size_t, std::optional<ModelShare>>> groups;
};
// By resemblance: groups in the order of ModelShare, each with the largest share first. By layer until all numbers are known.
ModelOrder model_order(const WholeModel& model, ModelSort sort);

// A weight on a word that is neither the first one, nor the looking word itself, nor a neighbour of it.
struct ModelSpot {
  ModelHead head;
  std::size_t row = 0;
  float weight = 0;
};
// The largest such weight of all heads, in the last row of a causal model and in any row of others. None if it is under 0.5, or
// while small pictures are missing.
std::optional<ModelSpot> telling_model_spot(const WholeModel& model);

// What is asked for by the look, once the lens is known: the likeliest word where none is chosen.
std::optional<ModelAsked> model_asked(const WholeModel& model, const ModelLook& look);
// The part that is chosen, or the largest one; none without a ledger of what is asked for.
std::optional<std::size_t> model_part(const WholeModel& model, const ModelLook& look);
// Where in the run a part writes: 0 before the layers, then each layer, then what comes after.
std::size_t model_part_group(const ModelPart& part, std::size_t layers);
// How many of the last tokens of the run the model wrote itself; 0 while another sentence is run.
std::size_t written_tokens(const WholeModel& model, const ModelState& state);
// The text with a word in place of its masked token; as it is where the text does not name that.
std::string filled_text(const ModelRun& run, const ModelToken& word);
// Ids of the words that can be asked for or compared: those chosen, those of a typed word, the likeliest, and those of the
// sentence, each once.
std::vector<std::size_t> model_choices(const WholeModel& model, const ModelAsked& asked);
bool offers_all_words(const WholeModel& model);  // whether those are all that there are
// What was replaced for one of the numbers of a sweep.
ModelOff swept_part(const WholeModel& model, const ModelSweep& sweep, std::size_t place);
std::optional<ModelOff> switch_of(const ModelPart& part);  // of a head or an MLP; others cannot be switched off

// Vectors of a few of the sentence's tokens, (words, width) each; value may be empty.
struct ModelExample {
  std::string name;                   // of the head
  std::vector<std::string> words;     // “Mary 2”
  std::size_t width = 0, tokens = 0;  // tokens: of the whole sentence
  std::vector<float> query, key, value;
};

// How a weight came to be, from the vectors: product = q · k times the scale; capped = cap · tanh(product / cap), or without
// a cap the product; score = capped / the head's temperature; weight = e^(score − highest) / sum. The scale is the one of
// those in use (1 / √D, or the root of the model's own divisor in its place; 1; both divided by the layer's number from 1)
// for which softmax over the keys that have a weight gives the row's weights to 1e-3; none if no scale does.
struct ModelWeight {
  double dot = 0, divisor = 1, product = 0, cap = 0, capped = 0, temperature = 1, score = 0, highest = 0,
         sum = 0;                                        // sum of e^(score − highest) over the row
  double weight = 0;                                     // as computed here
  std::vector<std::pair<std::size_t, double>> products;  // q_d · k_d, the largest in magnitude first
  bool divided_by_layer = false, scaled = true;
};
std::optional<ModelWeight> explain_model_weight(const WholeModel& model, ModelHead head, std::size_t row,
                                                std::size_t column);

}  // namespace explorer
