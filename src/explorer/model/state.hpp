// The screen of a whole model in the explorer's state: which model and sentence, which undo covers, and how its heads are
// looked at. Layers, heads and tokens count from 0.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "explorer/json/shape.hpp"
#include "explorer/state/color_steps.hpp"

namespace explorer {

struct ModelHead {
  std::size_t layer = 0, head = 0;
  auto operator<=>(const ModelHead&) const = default;
};

// A part of the model that puts out something else: a head, or without one the MLP of the layer, or `stream`: all that leaves
// the layer, which is of a token alone. With `at` it does so at that token alone. It is off, so that its output counts as zeros,
// or `taken`: it puts out what it does in the other sentence.
struct ModelOff {
  std::size_t layer = 0;
  std::optional<std::size_t> head = {}, at = {};
  bool taken = false, stream = false;
  auto place() const { return std::tuple(layer, head, at, stream); }
  bool is_part() const { return !stream || (at && !head); }
  bool anywhere() const { return !at && !taken; }  // off at all tokens of any text
  auto operator<=>(const ModelOff&) const = default;
};

// A weight that a head is made to give, of the token `row` for the token `column`; rescaled: the others of the row are multiplied
// so that it still adds up to 1.
struct ModelSetWeight {
  ModelHead head;
  std::size_t row = 0, column = 0;
  double weight = 0;
  bool rescaled = true;
  auto place() const { return std::tuple(head, row, column); }
  bool is_share() const { return weight >= 0 && weight <= 1; }  // false for NaN
  bool operator==(const ModelSetWeight&) const = default;
};

// What the scores of a head are divided by before softmax.
struct ModelHeadTemperature {
  ModelHead head;
  double temperature = 1;
  static constexpr double least = 0.01, most = 100;
  bool is_possible() const { return temperature >= least && temperature <= most; }  // false for NaN
  auto operator<=>(const ModelHeadTemperature&) const = default;
};

// The order of the small pictures: by layer, in groups of heads that share what they look at most, or those first that look
// elsewhere most in a second model.
enum class ModelSort : std::uint8_t { layer, resemblance, moved };

// What a link may name as a model: one that the site brings, a name on the hub behind its prefix, or an address.
inline constexpr std::string_view site_models[] = {"small", "pictures"};
inline constexpr std::string_view on_hub = "hub:";
bool is_model_source(std::string_view name);

// The open model with its weights rounded: the format as models.mjs names it, its type in a GGUF file, bits of a number, and the
// sentences of its chip and its name.
struct RoundedModel {
  std::string_view name, type, bits, chip, words;
};
inline constexpr RoundedModel rounded_models[] = {
    {"q8_0", "Q8_0", "8", "model.second.eight", "model.second.name.eight"},
    {"q4_0", "Q4_0", "4", "model.second.four", "model.second.name.four"},
};
const RoundedModel* rounded_model(std::string_view name);  // nullptr: it is none

// A second model that reads the same sentence: a rounded one, what a link may name, or second_of_files: files of the reader's,
// which no link can name.
inline constexpr std::string_view second_of_files = "files";
bool is_second_model(std::string_view name);  // or empty
// What the maps of heads show then: the weights of the model that is open, those of the second one, or these less those.
enum class ModelShows : std::uint8_t { first, second, difference };

// How the parts of a word's logit are shown: in the order of the layers, by size, or what becomes of it with each head off, or
// with a head's output of another sentence; or what the model would say after each layer at each token.
enum class ModelParts : std::uint8_t { layer, size, off, lens };
// What is replaced in turn then: each head and MLP, or what leaves each layer at each token.
enum class ModelPatched : std::uint8_t { heads, stream };

// Over which texts heads are measured: those of the page, random tokens that are said twice, or the reader's.
enum class ModelTexts : std::uint8_t { page, twice, own };
// What is measured of a head, in the order of models.mjs: see measure() there.
inline constexpr std::size_t model_measures = 7, model_previous = 1, model_followed = 3;
// The first ones are shares of the weight; a head is said to be of a kind from this mean on.
inline constexpr std::size_t model_kinds = 4;
inline constexpr float model_kind_share = 0.5f;

// What logits are divided by when the model writes on; 0 takes the likeliest token each time.
enum class ModelTemperature : std::uint8_t { zero, half, one, high };
// From how many of the likeliest tokens it draws then.
enum class ModelTopK : std::uint8_t { all, forty, ten, three };

struct ModelLook {
  ModelHead head;
  std::optional<ModelHead> compared;        // shown below the sentence, and its shares in grey
  std::optional<std::size_t> row, column;   // the token followed, none: the last; and of its weights the explained one
  std::optional<std::size_t> compared_row;  // of a picture: another token, whose weights are shown beside
  ModelSort sort = ModelSort::layer;
  std::string second;  // the second model; empty: none
  ModelShows shows = ModelShows::difference;
  ColorSteps steps = ColorSteps::square_root;
  bool hide_first = false;  // the column of the first token stays empty; nothing is rescaled
  bool rollout = false;     // of a picture: through all layers (model_rollout) instead of one head
  // Why a word follows instead of the heads: which word (by id; none: the likeliest), ahead of which other one (none: the next
  // likeliest), or of none at all; the chosen part of the sum, and how its parts are shown.
  bool why = false;
  std::optional<std::size_t> word, against;
  bool alone = false;
  std::optional<std::size_t> layers;  // as if the model ended after so many of its layers; none: all
  std::optional<std::size_t> part;
  ModelParts parts = ModelParts::layer;
  ModelPatched patched = ModelPatched::heads;
  // What heads do over many texts instead: over which, and which measures are drawn across and up.
  bool over = false;
  ModelTexts texts = ModelTexts::page;
  bool paused = false;  // measuring over texts, or replacing one part after the other
  std::size_t across = model_previous, up = model_followed;
  ModelTemperature temperature = ModelTemperature::one;
  ModelTopK top_k = ModelTopK::all;
  std::size_t seed = 1;  // of the tokens that it writes on
  bool operator==(const ModelLook&) const = default;
};

// What is computed: undo goes back to an earlier one.
struct ModelInput {
  std::string text;           // empty: none yet
  std::vector<ModelOff> off;  // in rising order, each place once
  // The tokens of the text, once one was chosen that the tokenizer would not make of it; empty: those that it makes.
  std::vector<std::size_t> ids = {};
  // With which probability each of the last tokens was drawn, where the model wrote them.
  std::vector<double> written = {};
  // A sentence of as many tokens, from which parts are taken in turn; empty: zeros in their place.
  std::string other = {};
  std::vector<ModelSetWeight> weights = {};             // that are set, in rising order of place
  std::vector<ModelHeadTemperature> temperatures = {};  // other than 1, in rising order of head
  bool operator==(const ModelInput&) const = default;
  bool takes() const { return std::ranges::any_of(off, &ModelOff::taken); }
  // Whether the model reads the same: the other sentence counts where a part is taken from it.
  bool reads_as(const ModelInput& of) const {
    return text == of.text && off == of.off && ids == of.ids && weights == of.weights &&
           temperatures == of.temperatures && (!takes() || other == of.other);
  }
  // The part as it is replaced; null: it is as the model has it.
  const ModelOff* replaced(const ModelOff& part) const {
    const auto found = std::ranges::find(off, part.place(), &ModelOff::place);
    return found == off.end() ? nullptr : &*found;
  }
  // Whether a part puts out something else at a token.
  bool replaces(ModelOff part, std::size_t token) const {
    const bool everywhere = replaced(part) != nullptr;
    part.at = token;
    return everywhere || replaced(part) != nullptr;
  }
  // Whether these are the parts that are off in any text.
  bool is_off_anywhere(const std::vector<ModelOff>& parts) const {
    return std::ranges::equal(off | std::views::filter(&ModelOff::anywhere), parts);
  }
  // Whether so many parts are off, and nothing else is changed.
  bool only_off(std::size_t count) const {
    return off.size() == count && std::ranges::all_of(off, &ModelOff::anywhere) && weights.empty() &&
           temperatures.empty();
  }
  // Whether parts are off, weights are set or heads have another temperature.
  bool changed() const { return !off.empty() || !weights.empty() || !temperatures.empty(); }
  double temperature(ModelHead head) const {
    const auto found = std::ranges::find(temperatures, head, &ModelHeadTemperature::head);
    return found == temperatures.end() ? 1 : found->temperature;
  }
};

struct ModelState {
  bool shown = false;
  std::string
      source;  // "small": the site's own; "hub:" and a name; an address; "": files of the reader's, which no link can name
  ModelInput input;
  ModelLook look;
  std::optional<std::size_t> step;  // of the tour (tour.hpp), while the reader follows it
  bool operator==(const ModelState&) const = default;
};

inline constexpr std::size_t most_model_layers = 1000, most_model_tokens = 1024, most_model_seed = 999'999,
                             longest_model_text = 16'000,  // bytes of UTF-8
    most_picture_tokens = 2048,                            // of a picture with its tokens that are no patches
    most_model_pixels = 4096,                              // of a picture's side
    most_whole_weights = 2'000'000,                        // that are kept of all heads
    most_mapped_tokens = 512,                              // of a picture, of whose heads a map (T, T) is kept
    most_map_side = 180;                                   // of a map that is pooled

}  // namespace explorer

// As JSON and links spell it.
template <>
struct text::Words<explorer::ModelParts> {
  static constexpr std::string_view all[] = {"layer", "size", "off", "lens"};
};
template <>
struct text::Words<explorer::ModelPatched> {
  static constexpr std::string_view all[] = {"heads", "stream"};
};
template <>
struct text::Words<explorer::ModelTemperature> {
  static constexpr std::string_view all[] = {"0", "0.5", "1", "1.5"};
};
template <>
struct text::Words<explorer::ModelTopK> {
  static constexpr std::string_view all[] = {"all", "40", "10", "3"};
};
template <>
struct text::Words<explorer::ModelTexts> {
  static constexpr std::string_view all[] = {"page", "twice", "own"};
};
template <>
struct text::Words<explorer::ModelSort> {
  static constexpr std::string_view all[] = {"layer", "resemblance", "moved"};
};
template <>
struct text::Words<explorer::ModelShows> {
  static constexpr std::string_view all[] = {"first", "second", "difference"};
};
