// Takes what the page tells of a model: all of it is checked, as it comes from files and from another program.
#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "explorer/json/json.hpp"
#include "explorer/model/data.hpp"
#include "explorer/model/made_picture.hpp"
#include "explorer/model/screen.hpp"
#include "explorer/model/tour.hpp"
#include "lesson/run/picture.hpp"

namespace explorer {

namespace {

constexpr std::size_t most_heads = 1000, widest_head = 4096, longest_word = 200;
constexpr std::size_t most_next = 100;
constexpr std::string_view first_sentence = "When Mary and John went to the shop, John gave a drink to";

std::string text_of(const json::Value& object, std::string_view key) {
  return std::string(object[key].text().value_or(""));
}
std::size_t count_of(const json::Value& object, std::string_view key) { return object[key].index().value_or(0); }

std::vector<ModelOff> off_in(const json::Value& list) {
  std::vector<ModelOff> off;
  for (const json::Value& one : list.items())
    off.push_back({.layer = count_of(one, "layer"),
                   .head = one["head"].index(),
                   .at = one["at"].index(),
                   .taken = one["taken"].boolean().value_or(false),
                   .stream = one["stream"].boolean().value_or(false)});
  std::ranges::sort(off);
  return off;
}

std::vector<ModelSetWeight> weights_in(const json::Value& list) {
  std::vector<ModelSetWeight> weights;
  for (const json::Value& one : list.items())
    weights.push_back({{count_of(one, "layer"), count_of(one, "head")},
                       count_of(one, "row"),
                       count_of(one, "column"),
                       one["weight"].number().value_or(0),
                       one["rescaled"].boolean().value_or(true)});
  return weights;
}

std::vector<ModelHeadTemperature> temperatures_in(const json::Value& list) {
  std::vector<ModelHeadTemperature> temperatures;
  for (const json::Value& one : list.items())
    temperatures.push_back({{count_of(one, "layer"), count_of(one, "head")}, one["temperature"].number().value_or(1)});
  return temperatures;
}

std::vector<ModelToken> tokens_in(const json::Value& list, std::size_t most = most_next) {
  std::vector<ModelToken> tokens;
  for (const json::Value& one : list.items()) {
    if (tokens.size() == most) break;
    tokens.push_back(
        {text_of(one, "text"), count_of(one, "id"), one["probability"].number().value_or(0), text_of(one, "adds")});
  }
  return tokens;
}

ModelInput input_in(const json::Value& root) {
  ModelInput input{text_of(root, "text"), off_in(root["off"])};
  input.weights = weights_in(root["weights"]);
  input.temperatures = temperatures_in(root["temperatures"]);
  input.other = text_of(root, "other");
  for (const json::Value& id : root["given"].items()) input.ids.push_back(id.index().value_or(0));
  return input;
}

ModelAsked asked_in(const json::Value& object) {
  return {count_of(object, "at"), count_of(object, "word"), object["against"].index(), object["layers"].index()};
}

constexpr std::size_t most_parts = 100'000, most_split = 20;

bool are_finite(std::span<const float> numbers) {
  return std::ranges::all_of(numbers, [](float number) { return std::isfinite(number); });
}

bool is_finite(const json::Value& number) { return std::isfinite(number.number().value_or(NAN)); }

// Each of these takes one of the answers of give_why_json: false, and nothing is taken, if it is not as long as the model wants
// it, or holds what is no number.
bool take_lens(WholeModel& model, const ModelAsked& asked, const json::Value& root) {
  ModelLens lens{asked.at, {}};
  for (const json::Value& words : root["lens"].items()) lens.layers.push_back(tokens_in(words));
  if (lens.layers.size() != model.about->layers + 1) return false;
  model.lens = std::move(lens);
  return true;
}

// {"done", "all"} while it is computed.
bool take_grid(WholeModel& model, const json::Value& root) {
  ModelGrid grid{{}, count_of(root, "done"), count_of(root, "all")};
  for (const json::Value& words : root["grid"].items()) {
    grid.layers.push_back(tokens_in(words, most_picture_tokens));
    if (grid.layers.back().size() != model.tokens()) return false;
  }
  if (root["grid"].is_array() && grid.layers.size() != model.about->layers + 1) return false;
  model.grid = std::move(grid);
  return true;
}

bool take_ledger(WholeModel& model, const ModelAsked& asked, const json::Value& root) {
  if (!is_finite(root["sum"]) || !is_finite(root["logit"])) return false;
  ModelLedger ledger{asked, text_of(root, "text"), text_of(root, "againstText"),
                     {},    *root["sum"].number(), *root["logit"].number()};
  for (const json::Value& one : root["parts"].items()) {
    if (ledger.parts.size() == most_parts || !is_finite(one["of"]) || !is_finite(one["minus"])) return false;
    const double of = *one["of"].number(), minus = *one["minus"].number();
    ledger.parts.push_back(
        {text_of(one, "kind"), count_of(one, "layer"), count_of(one, "head"), of - minus, of, minus});
    if (ledger.parts.back().layer >= model.about->layers) return false;
  }
  model.ledger = std::move(ledger);
  return true;
}

bool take_split(WholeModel& model, const ModelAsked& asked, const json::Value& root) {
  ModelSplit split{asked, count_of(root, "part"), {}, count_of(root, "others"), root["rest"].number().value_or(0)};
  for (const json::Value& one : root["largest"].items()) {
    if (split.largest.size() == most_split || !is_finite(one["value"])) return false;
    split.largest.push_back({count_of(one, "place"), *one["value"].number(), one["factor"].number()});
  }
  model.split = std::move(split);
  return true;
}

bool take_score(WholeModel& model, const ModelAsked& asked, const json::Value& root) {
  ModelScore score{{count_of(root, "layer"), count_of(root, "head")},
                   asked.at,
                   asked.word,
                   {},
                   count_of(root, "others"),
                   root["rest"].number().value_or(0),
                   root["score"].number().value_or(0)};
  if (!model.has(score.head) || asked.word >= model.tokens() || !is_finite(root["score"])) return false;
  const auto part = [](const json::Value& one) {
    ModelPart out;
    out.kind = text_of(one, "kind");
    out.layer = count_of(one, "layer");
    out.head = count_of(one, "head");
    return out;
  };
  for (const json::Value& one : root["pairs"].items()) {
    if (score.pairs.size() == most_split || !is_finite(one["value"])) return false;
    score.pairs.push_back({part(one["query"]), part(one["key"]), *one["value"].number()});
  }
  model.score = std::move(score);
  return true;
}

bool take_sweep(WholeModel& model, const ModelAsked& asked, const json::Value& root) {
  ModelSweep sweep{.asked = asked,
                   .other = text_of(root, "other"),
                   .patched = json::parse_word<ModelPatched>(text_of(root, "patched")).value_or(ModelPatched::heads),
                   .leads = {},
                   .there = root["there"].number().value_or(0),
                   .refused = text_of(root, "refused"),
                   .words = {},
                   .done = count_of(root, "done"),
                   .all = count_of(root, "all")};
  if (!sweep.refused.empty()) {
    model.sweep = std::move(sweep);
    return true;
  }
  if (!root["leads"].is_array()) {
    if (sweep.all == 0) return false;
    model.sweep = std::move(sweep);
    return true;
  }
  for (const json::Value& one : root["leads"].items()) {
    if (!is_finite(one)) return false;
    sweep.leads.push_back(*one.number());
  }
  for (const json::Value& word : root["words"].items())
    sweep.words.emplace_back(word.text().value_or("").substr(0, longest_word));
  const std::size_t across = sweep.patched == ModelPatched::heads ? model.about->heads + 1 : model.tokens();
  if (sweep.leads.size() != model.about->layers * across) return false;
  if (!sweep.words.empty() && sweep.words.size() != model.tokens()) return false;
  model.sweep = std::move(sweep);
  return true;
}

ModelAbout about_in(const json::Value& root) {
  ModelAbout about;
  about.name = text_of(root, "name");
  about.family = text_of(root, "family");
  about.about = text_of(root, "about");
  about.read = text_of(root, "read");
  about.causal = root["causal"].boolean().value_or(true);
  about.layers = count_of(root, "layers");
  about.heads = count_of(root, "heads");
  about.head_width = count_of(root, "headWidth");
  about.score_divisor = root["scoreDivisor"].number().value_or(0);
  about.score_cap = root["scoreCap"].number().value_or(0);
  about.vocabulary = count_of(root, "vocabulary");
  about.parameters = root["parameters"].number().value_or(0);
  about.bytes = root["bytes"].number().value_or(0);
  about.text_bytes = root["textBytes"].number().value_or(0);
  const auto flag = [&root](std::string_view key) { return root[key].boolean().value_or(true); };
  about.editable = flag("editable");
  about.next = flag("next");
  about.vectors = flag("vectors");
  about.pictures = root["pictures"].boolean().value_or(false);
  about.ledger = about.next && root["ledger"].boolean().value_or(false);
  return about;
}

bool has_possible_sizes(const ModelAbout& about) {
  const auto within = [](std::size_t count, std::size_t most) { return count > 0 && count <= most; };
  return within(about.layers, most_model_layers) && within(about.heads, most_heads) &&
         about.head_width <= widest_head && (!about.vectors || about.head_width != 0);
}

}  // namespace

Result<void> ModelScreen::open_json(std::string_view text) {
  const auto document = json::read(text);
  if (!document) return std::unexpected(document.error());
  const json::Value root = document->root();
  if (const auto error = root["error"].text()) {
    if (model_->about) return {};
    model_->refused = ModelRefused{state_.input, std::string(*error)};
    return changed();
  }
  ModelAbout about = about_in(root);
  if (!has_possible_sizes(about)) return graph::fail("size", "", shared_.say("refuse.model.size"));
  ModelState& state = state_;
  WholeModel& model = *model_;
  const std::string source = text_of(root, "source");
  const auto sizes = [](const ModelAbout& of) {
    return std::tuple(of.name.empty(), of.family, of.layers, of.heads, of.head_width, of.vocabulary, of.parameters);
  };
  // The same model in other words, after a change of language.
  const bool again = model.about && !source.empty() && source == state.source && sizes(*model.about) == sizes(about);
  model.about = std::move(about);
  if (again) {
    if (model.run && model.run->picture) model.forget_numbers();  // labels are words of the page
    return changed();
  }
  model.keep_atlas();
  model.forget_run();
  model.sought.reset();
  if (std::exchange(model.second, std::nullopt) && state.look.second == second_of_files) state.look.second.clear();
  state.source = source;
  if (tour() == nullptr) state.step.reset();
  history().clear();
  if (!model.about->editable) {
    state.input = {};  // it holds the numbers of one text, which it does not know
  } else if (state.input.text.empty()) {
    state.input.text = text_of(root, "text");
    if (state.input.text.empty() || state.input.text.size() > longest_model_text)
      state.input.text = model.about->pictures ? given_pictures().front().text() : std::string(first_sentence);
  }
  fit();
  return changed();
}

namespace {

// None if its sizes do not fit together.
std::optional<ModelPicture> picture_in(const json::Value& value, std::size_t tokens) {
  ModelPicture picture{count_of(value, "rows"),   count_of(value, "columns"), count_of(value, "before"),
                       count_of(value, "height"), count_of(value, "width"),   {},
                       count_of(value, "learned")};
  const auto pixels = lesson::decode_base64(value["pixels"].text().value_or(""));
  const bool small =
      std::max({picture.rows, picture.columns, picture.before, picture.learned}) <= most_picture_tokens &&
      std::max(picture.height, picture.width) <= most_model_pixels;
  if (!pixels || !small || picture.rows == 0 || picture.columns == 0 ||
      picture.rows * picture.columns + picture.before != tokens || picture.height % picture.rows != 0 ||
      picture.width % picture.columns != 0 || pixels->size() != picture.height * picture.width * 3)
    return std::nullopt;
  picture.pixels = *pixels;
  return picture;
}

}  // namespace

Result<void> ModelScreen::open_text_json(std::string_view text) {
  const auto document = json::read(text);
  if (!document) return std::unexpected(document.error());
  const json::Value root = document->root();
  WholeModel& model = *model_;
  if (!model.about) return graph::fail("model", "", shared_.say("refuse.model.none"));
  if (root["busy"].boolean().value_or(false)) {
    model.busy = ModelBusy{count_of(root, "done"), count_of(root, "all")};
    return changed();
  }
  const ModelInput input = input_in(root);
  if (const auto error = root["error"].text()) {
    model.busy.reset();
    model.refused = ModelRefused{input, std::string(*error)};
    return changed();
  }
  ModelRun run{input, {}, {}, {}, root["known"].boolean().value_or(true)};
  for (const json::Value& word : root["words"].items())
    run.words.emplace_back(word.text().value_or("").substr(0, longest_word));
  for (const json::Value& id : root["ids"].items()) run.ids.push_back(id.index().value_or(0));
  for (const json::Value& place : root["same"].items()) run.same.push_back(place.index().value_or(0));
  run.masked = root["masked"].index();
  const std::size_t tokens = run.words.size();
  if (root["picture"].exists()) {
    run.picture = picture_in(root["picture"], tokens);
    if (!run.picture) return graph::fail("size", "picture", shared_.say("refuse.model.numbers"));
    run.whole = model.about->layers * model.about->heads * tokens * tokens <= most_whole_weights;
  }
  const auto is_before = [&](std::size_t place) { return place < tokens; };
  const std::size_t most = run.picture ? most_picture_tokens : most_model_tokens;
  if (tokens == 0 || tokens > most || run.ids.size() != tokens || run.same.size() != tokens ||
      !std::ranges::all_of(run.same, is_before) || !is_before(run.masked.value_or(0)))
    return graph::fail("size", "words", shared_.say("refuse.model.tokens", {std::to_string(most)}));
  // What the run before gave is kept where places can be compared.
  const bool compares = tokens == model.tokens();
  auto weights = compares ? std::exchange(model.weights, {}) : decltype(model.weights){};
  auto rows = compares ? std::exchange(model.rows, {}) : decltype(model.rows){};
  std::vector<std::string> words = compares ? model.run->words : std::vector<std::string>();
  model.forget_run();
  model.weights_before = std::move(weights);
  model.rows_before = std::move(rows);
  model.words_before = std::move(words);
  model.run = std::move(run);
  if (coming_.row && model.run->input.reads_as(state_.input) && coming_.text == state_.input.text) {
    state_.look.row = coming_.row;
    state_.look.column = coming_.column;
    coming_ = {};
  }
  fit();
  return changed();
}

// A refusal that names what was given, or nothing if it fits.
Result<void> ModelScreen::give_numbers(std::string_view what, std::size_t layer, std::size_t head,
                                       std::span<const float> numbers) {
  WholeModel& model = *model_;
  if (!model.run) return graph::fail("model", "", shared_.say("refuse.model.none"));
  const auto wrong = [&] { return graph::fail("size", std::string(what), shared_.say("refuse.model.numbers")); };
  if (!model.has(ModelHead{layer, head})) return wrong();
  const std::size_t tokens = model.tokens(), heads = model.about->heads, side = model.picture_side();
  const std::size_t rows = tokens * model.about->head_width;
  const auto copy = [](std::span<const float> from) { return std::vector(from.begin(), from.end()); };
  if (what == "pictures") {
    if (numbers.size() != heads * side * side) return wrong();
    model.layers[layer].pictures = copy(numbers);
  } else if (what == "shares") {
    if (numbers.size() != heads * model_shares) return wrong();
    model.layers[layer].shares = copy(numbers);
  } else if (what == "weights") {
    if (numbers.size() != tokens * tokens || !model.keeps_maps()) return wrong();
    model.weights[{layer, head}] = copy(numbers);
  } else if (what == "pooled") {
    if (numbers.size() != 2 * model.map_side() * model.map_side() || model.keeps_maps()) return wrong();
    model.pooled[{layer, head}] = copy(numbers);
  } else if (model.has_second() && what == "second_weights") {
    if (numbers.size() != tokens * tokens) return wrong();
    model.second->weights[{layer, head}] = copy(numbers);
  } else if (model.has_second() && what == "matrices") {
    if (!numbers.empty() && numbers.size() != std::size(model_matrices)) return wrong();
    model.second->matrices[{layer, head}] = copy(numbers);
  } else if (model.has_second() && what == "differences") {
    const std::size_t each = heads * side * side;
    if (numbers.size() != 2 * each + heads || !are_finite(numbers)) return wrong();
    model.second->layers[layer] = {copy(numbers.first(each)), copy(numbers.subspan(each, each)),
                                   copy(numbers.last(heads))};
  } else if (what == "vectors") {
    if (rows == 0 || (numbers.size() != 2 * rows && numbers.size() != 3 * rows) || !are_finite(numbers)) return wrong();
    model.vectors[{layer, head}] = {copy(numbers.first(rows)), copy(numbers.subspan(rows, rows)),
                                    copy(numbers.subspan(2 * rows))};
  } else {
    return wrong();
  }
  open_on_telling_head();
  model.keep(state_.look);
  return changed();
}

Result<void> ModelScreen::give_row(std::string_view what, std::size_t token, std::span<const float> numbers) {
  WholeModel& model = *model_;
  if (!model.run) return graph::fail("model", "", shared_.say("refuse.model.none"));
  const bool all = what == "rollout";
  const std::size_t wanted = model.tokens() * (all ? 1 : model.about->layers * model.about->heads);
  if (!model.keeps_rows() || token >= model.tokens() || numbers.size() != wanted)
    return graph::fail("size", std::string(what), shared_.say("refuse.model.numbers"));
  ModelRows& rows = model.rows[token];
  (all ? rows.rollout : rows.heads).assign(numbers.begin(), numbers.end());
  open_on_telling_head();
  model.keep(state_.look);
  return changed();
}

// The labels of a model of the site's own are said in the page's language; those of others are words of their files.
void ModelScreen::name_label(std::string& label) const {
  if (model_->about->read != "site") return;
  for (std::size_t i = 0; i < picture_shapes; ++i)
    if (const std::string_view shape = name_of(static_cast<PictureShape>(i)); label == shape)
      label = shared_.say(std::string("model.picture.").append(shape));
}

void ModelScreen::name_labels(std::vector<ModelToken>& labels) const {
  for (ModelToken& one : labels) name_label(one.text);
}

Result<void> ModelScreen::give_next_json(std::string_view text) {
  const auto document = json::read(text);
  if (!document) return std::unexpected(document.error());
  WholeModel& model = *model_;
  if (!model.run) return graph::fail("model", "", shared_.say("refuse.model.none"));
  const json::Value root = document->root();
  ModelNext next{tokens_in(root["next"]), count_of(root["others"], "count"),
                 root["others"]["probability"].number().value_or(0), std::nullopt, text_of(root, "beforeText")};
  if (root["before"].is_array()) next.before = tokens_in(root["before"]);
  name_labels(next.next);
  if (next.before) name_labels(*next.before);
  model.next = std::move(next);
  return changed();
}

// {"source": as ModelLook::second, "name", "bytes"} with {"done", "all"} while it is opened, with {"refused"}, or with "next", the
// probabilities of the next words once it has read the sentence of the last run.
Result<void> ModelScreen::give_second_json(std::string_view text) {
  const auto document = json::read(text);
  if (!document) return std::unexpected(document.error());
  const json::Value root = document->root();
  WholeModel& model = *model_;
  if (!model.run) return graph::fail("model", "", shared_.say("refuse.model.none"));
  ModelSecond second;
  second.source = text_of(root, "source");
  if (second.source.empty() || second.source != state_.look.second) return {};  // no longer wanted
  second.name = text_of(root, "name");
  second.bytes = root["bytes"].number().value_or(0);
  second.refused = text_of(root, "refused");
  second.busy = {count_of(root, "done"), count_of(root, "all")};
  second.read = root["next"].is_array();
  second.layers.resize(second.read ? model.about->layers : 0);
  model.second = std::move(second);
  if (model.second->read && model.next) {
    model.next->before = tokens_in(root["next"]);
    model.next->before_text.clear();
    model.next->of_second = true;
  }
  return changed();
}

namespace {

// The texts, their words, and for each of the means examples; false if one is of a text or a token that there is not.
bool read_examples(const json::Value& root, ModelAtlas& into) {
  for (const json::Value& line : root["lines"].items()) into.lines.emplace_back(line.text().value_or(""));
  for (const json::Value& line : root["words"].items()) {
    std::vector<std::string>& words = into.words.emplace_back();
    for (const json::Value& word : line.items()) words.emplace_back(word.text().value_or(""));
  }
  if (into.words.size() != into.lines.size()) return false;
  for (const json::Value& of : root["examples"].items()) {
    std::vector<ModelAtlas::Example>& examples = into.examples.emplace_back();
    for (const json::Value& one : of.items()) {
      const auto number = [&one](const char* key) { return static_cast<float>(one[key].number().value_or(0)); };
      const ModelAtlas::Example& example = examples.emplace_back(ModelAtlas::Example{
          count_of(one, "line"), number("mean"), count_of(one, "row"), count_of(one, "column"), number("value")});
      if (example.line >= into.lines.size()) return false;
      if (std::max(example.row, example.column) >= into.words[example.line].size()) return false;
    }
  }
  return true;
}

}  // namespace

// {"texts", "done", "all"} while it is computed; with "means" once it is, and perhaps "lines", "words" and "examples". With the
// name of a "saved" model those of a file, with which what was measured is compared.
Result<void> ModelScreen::give_atlas_json(std::string_view text) {
  const auto document = json::read(text);
  if (!document) return std::unexpected(document.error());
  WholeModel& model = *model_;
  if (!model.about) return graph::fail("model", "", shared_.say("refuse.model.none"));
  const json::Value root = document->root();
  ModelAtlas atlas;
  atlas.texts = json::parse_word<ModelTexts>(text_of(root, "texts")).value_or(ModelTexts::page);
  atlas.model = model.about->name;
  if (root["off"].is_array()) atlas.off = off_in(root["off"]);
  atlas.done = count_of(root, "done");
  atlas.all = count_of(root, "all");
  for (const json::Value& one : root["means"].items())
    atlas.means.push_back(static_cast<float>(one.number().value_or(NAN)));  // null: no row was measured
  const std::size_t wanted = model.about->layers * model.about->heads * model_measures;
  if (root["means"].is_array() && atlas.means.size() != wanted)
    return graph::fail("size", "means", shared_.say("refuse.model.numbers"));
  if (!read_examples(root, atlas) || (!atlas.examples.empty() && atlas.examples.size() != wanted))
    return graph::fail("size", "examples", shared_.say("refuse.model.numbers"));
  if (const auto saved = root["saved"].text()) {
    if (atlas.means.empty()) return graph::fail("size", "means", shared_.say("refuse.model.numbers"));
    atlas.model = *saved;
    atlas.saved = true;
    model.atlas_before = std::move(atlas);
    return changed();
  }
  // It is compared with the same texts before: with all heads, or in the other model.
  if (model.atlas && model.atlas->texts == atlas.texts && atlas.off && !atlas.off->empty()) model.keep_atlas();
  std::optional<ModelAtlas>& before = model.atlas_before;
  const bool itself = before && !before->saved && before->model == atlas.model && (!atlas.off || atlas.off->empty());
  if (before && (itself || before->texts != atlas.texts || before->means.size() != wanted)) before.reset();
  model.atlas = std::move(atlas);
  return changed();
}

// What a typed word is: {"text", "found": the tokens that it may be, "pieces": else those that make it up, none where one is
// not in the vocabulary}, or {"text", "refused"}. An answer about another word is no longer wanted. False for a token that there
// is not.
bool ModelScreen::take_word(const json::Value& root) {
  if (!model_->sought || model_->sought->text != text_of(root, "text")) return true;
  const std::vector<ModelToken> found = tokens_in(root["found"]), pieces = tokens_in(root["pieces"]);
  const auto is_beyond = [this](const ModelToken& token) { return token.id >= model_->about->vocabulary; };
  if (std::ranges::any_of(found, is_beyond) || std::ranges::any_of(pieces, is_beyond)) return false;
  ModelSought& sought = *model_->sought;
  sought.told = true;
  sought.refused = text_of(root, "refused");
  sought.tokens = found.empty() ? pieces : found;
  if (!sought.refused.empty()) return true;
  if (!found.empty()) {
    const std::optional id(found.front().id);
    return carry_out(sought.against ? LookModel{.against = id} : LookModel{.word = id}).has_value();
  }
  std::string names;
  for (const ModelToken& piece : pieces) names += (names.empty() ? "" : "|") + piece.text;
  const char* const words = model_->about->pictures ? "model.why.no_label"
                            : pieces.empty()        ? "model.why.no_word"
                                                    : "model.why.several";
  sought.refused = shared_.say(words, {sought.text, std::to_string(pieces.size()), names});
  return true;
}

Result<void> ModelScreen::give_why_json(std::string_view text) {
  const auto document = json::read(text);
  if (!document) return std::unexpected(document.error());
  WholeModel& model = *model_;
  if (!model.run) return graph::fail("model", "", shared_.say("refuse.model.none"));
  const json::Value root = document->root();
  const ModelAsked asked = asked_in(root);
  const bool taken = asked.at < model.tokens() && (root["lens"].is_array()         ? take_lens(model, asked, root)
                                                   : root["what"].text() == "word" ? take_word(root)
                                                   : root["what"].text() == "grid" ? take_grid(model, root)
                                                   : root["parts"].is_array()      ? take_ledger(model, asked, root)
                                                   : root["largest"].is_array()    ? take_split(model, asked, root)
                                                   : root["pairs"].is_array()      ? take_score(model, asked, root)
                                                                                   : take_sweep(model, asked, root));
  if (!taken) return graph::fail("size", "", shared_.say("refuse.model.numbers"));
  if (root["lens"].is_array()) std::ranges::for_each(model.lens->layers, [this](auto& words) { name_labels(words); });
  if (root["what"].text() == "grid")
    std::ranges::for_each(model.grid->layers, [this](auto& words) { name_labels(words); });
  if (root["parts"].is_array()) name_label(model.ledger->word), name_label(model.ledger->against);
  // The head that is shown is the part that is explained.
  if (const std::optional<std::size_t> part =
          root["parts"].is_array() ? model_part(model, state_.look) : std::nullopt) {
    const ModelPart& chosen = model.ledger->parts[*part];
    if (chosen.kind == "head" && model.has(ModelHead{chosen.layer, chosen.head}))
      state_.look.head = {chosen.layer, chosen.head};
  }
  return changed();
}

Result<void> ModelScreen::changed() {
  ++model_->changes;
  ++shared_.version;
  find();
  return {};
}

}  // namespace explorer
