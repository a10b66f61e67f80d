// What the model screen says of heads, tokens and weights, for the picture and the reading view.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "explorer/language/numbers.hpp"
#include "explorer/model/screen.hpp"

namespace explorer {

namespace {

constexpr std::size_t terms_written = 5;

// A part of a logit by its kind in models.mjs: the sentence that names it, and where in the run it writes.
struct PartKind {
  std::string_view kind, words;
  enum : std::uint8_t { before, layer, after } place;
};
constexpr PartKind part_kinds[] = {
    {"token", "model.part.token", PartKind::before},
    {"position", "model.part.position", PartKind::before},
    {"tokenType", "model.part.segment", PartKind::before},
    {"embeddingNormBias", "model.part.embedding_bias", PartKind::before},
    {"attentionBias", "model.part.attention_bias", PartKind::layer},
    {"attentionNormBias", "model.part.attention_norm", PartKind::layer},
    {"inner", "model.part.inner", PartKind::layer},
    {"innerNormBias", "model.part.inner_norm", PartKind::layer},
    {"finalNormBias", "model.part.final_norm", PartKind::after},
    {"transformBias", "model.part.transform", PartKind::after},
    {"transformNormBias", "model.part.transform_norm", PartKind::after},
    {"logitBias", "model.part.logit_bias", PartKind::after},
    {"projectionBias", "model.part.projection_bias", PartKind::layer},
};

std::string rounded(double number) {
  const std::string digits = print_number("%.*f", 3, std::abs(number));
  return (number < 0 && digits != "0.000" ? "−" : "") + digits;
}

}  // namespace

std::vector<std::size_t> largest_model_weights(std::span<const float> row, std::size_t count) {
  std::vector<std::size_t> places(row.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::erase_if(places, [&](std::size_t place) { return !(row[place] > 0); });
  const auto middle = places.begin() + static_cast<std::ptrdiff_t>(std::min(count, places.size()));
  std::ranges::partial_sort(
      places, middle, [&](std::size_t a, std::size_t b) { return row[a] > row[b] || (row[a] == row[b] && a < b); });
  places.erase(middle, places.end());
  return places;
}

void ModelScreen::write_head(std::string& out, ModelHead head) const {
  shared_.write(out, "large.layer_head", {std::to_string(head.layer + 1), std::to_string(head.head + 1)});
}

void ModelScreen::write_token(std::string& out, std::size_t token) const {
  const WholeModel& model = *model_;
  if (token < model.tokens() && model.run->picture) {
    if (model.run->picture->patch(token)) shared_.write(out, "model.patch", {model.run->words[token]});
    else out += model.run->words[token];
    return;
  }
  if (token < model.tokens() && !model.run->words[token].empty()) out += model.run->words[token] + " ";
  out += std::to_string(token + 1);
}

void ModelScreen::write_part(std::string& out, const ModelPart& part) const {
  const std::string layer = std::to_string(part.layer + 1);
  if (part.kind == "head") return write_head(out, {part.layer, part.head});
  for (const PartKind& each : part_kinds)
    if (part.kind == each.kind) return shared_.write(out, each.words, {layer});
  out += part.kind;
}

void ModelScreen::write_term_name(std::string& out, const ModelSplit::Term& term, bool head) const {
  if (head) write_token(out, term.place);
  else if (term.factor) shared_.write(out, "model.why.neuron", {std::to_string(term.place + 1)});
  else shared_.write(out, "model.why.bias");
}

void ModelScreen::write_product(std::string& out, const ModelSplit::Term& term, bool head) const {
  if (!term.factor || *term.factor == 0) return;
  shared_.write(out, head ? "model.why.product.head" : "model.why.product.inner",
                {rounded(*term.factor), rounded(term.value / *term.factor)});
}

std::string ModelScreen::second_name() const {
  const std::string& second = state_.look.second;
  if (const RoundedModel* const rounded = rounded_model(second)) return shared_.say(rounded->words);
  return model_->second && !model_->second->name.empty() ? model_->second->name : second;
}

void ModelScreen::write_second(std::string& out) const {
  const std::optional<ModelSecond>& second = model_->second;
  const std::string& source = state_.look.second;
  if (source.empty()) return;
  if (second && !second->refused.empty()) return void(out += second->refused);
  if (!model_->has_second()) {
    if (!second || second->busy.all == 0) return shared_.write(out, "model.second.waits");
    return shared_.write(out, "model.second.busy", {std::to_string(100 * second->busy.done / second->busy.all)});
  }
  const std::string bytes = bytes_text(second->bytes);
  const RoundedModel* const rounded = rounded_model(source);
  if (rounded == nullptr) return shared_.write(out, "model.second.about", {second_name(), bytes});
  shared_.write(out, "model.second.rounded", {rounded->bits, rounded->type, bytes});
}

void ModelScreen::write_moved(std::string& out, ModelHead head) const {
  if (const std::optional<float> moved = model_->moved(head))
    shared_.write(out, "model.second.moved", {print_number("%.*f", 3, double{*moved})});
}

// Three digits of a share as a percentage: "0.812 %", "12.3 %".
void ModelScreen::write_matrix_moved(std::string& out, float share) {
  const double percent = 100 * double{share};
  if (!std::isfinite(percent)) return void(out += "–");
  const int decimals = percent < 1 ? 3 : percent < 10 ? 2 : percent < 100 ? 1 : 0;
  out += print_number("%.*f", decimals, percent) + " %";
}

void ModelScreen::write_off(std::string& out, const ModelOff& part) const {
  std::string token;
  if (part.at) write_token(token, *part.at);
  if (part.stream) return shared_.write(out, "model.why.place", {std::to_string(part.layer + 1), token});
  if (part.head) write_head(out, {part.layer, *part.head});
  else write_part(out, {.kind = "inner", .layer = part.layer});
  if (part.at) shared_.write(out, "model.part.at", {token});
}

void ModelScreen::write_replaced(std::string& out, const ModelOff& part) const {
  std::string name;
  write_off(name, part);
  shared_.write(out, part.taken ? "model.taken.one" : "model.off.one", {name});
}

namespace {
constexpr std::array<std::string_view, model_measures> measure_names{
    "model.measure.first",    "model.measure.previous", "model.measure.same",  "model.measure.followed",
    "model.measure.distance", "model.measure.entropy",  "model.measure.output"};
constexpr std::array<std::string_view, model_measures> measure_formulae{
    "model.measure.first.rule",    "model.measure.previous.rule", "model.measure.same.rule",
    "model.measure.followed.rule", "model.measure.distance.rule", "model.measure.entropy.rule",
    "model.measure.output.rule"};
}  // namespace

void ModelScreen::write_measure(std::string& out, std::size_t measure) const {
  shared_.write(out, measure_names[measure]);
}

void ModelScreen::write_measure_formula(std::string& out, std::size_t measure) const {
  shared_.write(out, measure_formulae[measure]);
}

void ModelScreen::write_measure_value(std::string& out, ModelHead head, std::size_t measure) const {
  const std::span<const float> values = model_->measures(head);
  out += values.empty() || std::isnan(values[measure]) ? "–" : rounded(double{values[measure]});
}

void ModelScreen::write_measure_change(std::string& out, ModelHead head, std::size_t measure) const {
  const std::span<const float> now = model_->measures(head), before = model_->measures_before(head);
  if (before.empty() || std::isnan(now[measure]) || std::isnan(before[measure])) return;
  const std::string change = rounded(double{now[measure]} - double{before[measure]});
  out += (change.starts_with("−") || change == "0.000" ? "" : "+") + change;
}

void ModelScreen::write_kind(std::string& out, ModelHead head) const {
  constexpr std::array<std::string_view, model_kinds> names{"model.kind.first", "model.kind.previous",
                                                            "model.kind.same", "model.kind.followed"};
  const std::span<const float> values = model_->measures(head);
  if (values.empty()) return;
  std::string kinds;
  for (std::size_t kind = 0; kind < model_kinds; ++kind) {
    if (!(values[kind] >= model_kind_share)) continue;
    if (!kinds.empty()) kinds += ", ";
    shared_.write(kinds, names[kind]);
  }
  const std::string threshold = graph::format_number(double{model_kind_share}, 1);
  if (kinds.empty()) shared_.write(out, "model.kind.none", {threshold});
  else shared_.write(out, "model.kind", {kinds, threshold});
}

void ModelScreen::write_largest(std::string& out, const ModelAtlas::Example& example) const {
  const std::vector<std::string>& words = model_->atlas->words[example.line];
  shared_.write(out, "model.over.largest", {rounded(double{example.value}), words[example.row], words[example.column]});
}

void ModelScreen::write_atlas(std::string& out) const {
  const std::optional<ModelAtlas>& atlas = model_->atlas;
  const bool begun = atlas && atlas->texts == state_.look.texts && atlas->all > 0;
  if (!begun || atlas->means.empty()) {
    if (begun) shared_.write(out, "model.over.busy", {std::to_string(atlas->done), std::to_string(atlas->all)});
    else shared_.write(out, "model.waits");
    if (const double bytes = model_->about->text_bytes; bytes > 0)
      shared_.write(out += ' ', "model.over.takes", {bytes_text(bytes)});
    return;
  }
  const std::string all = std::to_string(atlas->all);
  shared_.write(out, "model.over.done", {all});
  if (!model_->atlas_before) return;
  out += ' ';
  const std::string& before = model_->atlas_before->model;
  if (model_->atlas_before->saved) shared_.write(out, "model.over.before.saved", {before});
  else if (before == atlas->model) shared_.write(out, "model.over.before.off");
  else shared_.write(out, "model.over.before.model", {before});
}

std::size_t model_part_group(const ModelPart& part, std::size_t layers) {
  const auto* const found = std::ranges::find(part_kinds, part.kind, &PartKind::kind);
  if (found == std::end(part_kinds) || found->place == PartKind::layer) return part.layer + 1;
  return found->place == PartKind::before ? 0 : layers + 1;
}

void ModelScreen::write_why_title(std::string& out) const {
  const std::optional<ModelAsked> asked = model_asked(*model_, state_.look);
  if (!asked) return;
  const auto name = [this](std::size_t id) {
    const std::string_view known = word(id);
    return known.empty() ? std::to_string(id) : std::string(known);
  };
  std::string after;  // with the space before it
  if (asked->layers) write_after(after = " ", *asked->layers);
  if (asked->against) shared_.write(out, "model.why.title", {name(asked->word), name(*asked->against), after});
  else shared_.write(out, "model.why.title.alone", {name(asked->word), after});
}

void ModelScreen::write_swept(std::string& out, std::size_t place) const {
  write_off(out, swept_part(*model_, *sweep(), place));
}

// The sum of the parts, in double, beside the logit that the model computed in float32, each with seven digits.
void ModelScreen::write_agreement(std::string& out, const ModelLedger& ledger) const {
  constexpr int digits = 7;  // of a float32
  const double size = std::max(std::abs(ledger.logit), std::abs(ledger.sum));
  const int before = size < 1 ? 1 : 1 + static_cast<int>(std::floor(std::log10(size)));
  const auto text = [&](double number) {
    return (number < 0 ? "−" : "") + print_number("%.*f", std::max(digits - before, 0), std::abs(number));
  };
  const double apart = size > 0 ? std::abs(ledger.sum - ledger.logit) / size : 0;
  const int agree = apart > 0 ? std::clamp(static_cast<int>(std::floor(-std::log10(2 * apart))), 0, digits) : digits;
  shared_.write(out, "model.why.agrees", {text(ledger.sum), text(ledger.logit), std::to_string(agree)});
}

void ModelScreen::write_sweep(std::string& out) const {
  const ModelSweep* const swept = sweep();
  if (!swept || !model_->ledger) return shared_.write(out, "model.waits");
  if (!swept->refused.empty()) {
    out += swept->refused;
    return;
  }
  const std::string what = shared_.say(swept->asked.against ? "model.why.the_lead" : "model.why.the_logit");
  const std::string here = rounded(model_->ledger->logit), there = rounded(swept->there);
  const bool heads = swept->patched == ModelPatched::heads;
  if (swept->other.empty())
    return shared_.write(out,
                         heads                  ? "model.why.off.heads"
                         : model_->run->picture ? "model.why.off.stream.picture"
                                                : "model.why.off.stream",
                         {what, here});
  const bool pictures = model_->run->picture.has_value();
  const std::string_view words = heads      ? (pictures ? "model.why.from.heads.picture" : "model.why.from.heads")
                                 : pictures ? "model.why.from.stream.picture"
                                            : "model.why.from.stream";
  shared_.write(out, words, {what, here, there});
}

void ModelScreen::write_after(std::string& out, std::size_t layers) const {
  if (layers == 0) shared_.write(out, "model.why.before_layers");
  else shared_.write(out, "model.why.after", {std::to_string(layers)});
}

std::string_view ModelScreen::word(std::size_t id) const {
  const WholeModel& model = *model_;
  const auto in = [id](const std::vector<ModelToken>& tokens) -> const std::string* {
    const auto found = std::ranges::find(tokens, id, &ModelToken::id);
    return found == tokens.end() ? nullptr : &found->text;
  };
  if (model.sought)
    if (const std::string* const text = in(model.sought->tokens)) return *text;
  if (model.run && !model.run->picture) {  // labels are no tokens
    const auto place = std::ranges::find(model.run->ids, id);
    if (place != model.run->ids.end())
      return model.run->words[static_cast<std::size_t>(place - model.run->ids.begin())];
  }
  if (model.ledger && model.ledger->asked.word == id) return model.ledger->word;
  if (model.ledger && model.ledger->asked.against == id) return model.ledger->against;
  if (model.lens)
    for (const std::vector<ModelToken>& words : model.lens->layers)
      if (const std::string* const text = in(words)) return *text;
  if (model.grid)
    for (const std::vector<ModelToken>& words : model.grid->layers)
      if (const std::string* const text = in(words)) return *text;
  if (model.next)
    if (const std::string* const text = in(model.next->next)) return *text;
  return {};
}

// The score by what wrote the query and what wrote the key; empty while it is not known.
std::string ModelScreen::score_sum(ModelHead head, std::size_t row, std::size_t column) const {
  const std::optional<ModelScore>& score = model_->score;
  if (!score || !score->is_of(head, row, column)) return {};
  std::string sum;
  const auto add = [&](std::string_view name, double value) {
    if (!sum.empty()) sum += " · ";
    sum.append(name).append(": ").append(value < 0 ? "" : "+").append(rounded(value));
  };
  for (const ModelScore::Pair& pair : score->pairs) {
    std::string name;
    write_part(name, pair.query);
    name += " × ";
    write_part(name, pair.key);
    add(name, pair.value);
  }
  if (score->others > 0) add(shared_.say("model.more", {std::to_string(score->others)}), score->rest);
  return shared_.say("model.why.score", {sum});
}

std::vector<std::string> ModelScreen::explanation(ModelHead head, std::size_t row, std::size_t column) const {
  const WholeModel& model = *model_;
  const std::span<const float> weights = model.row(head, row);
  std::vector<std::string> lines;
  if (column >= weights.size()) return lines;
  std::string query, key;
  write_token(query, row);
  write_token(key, column);
  const std::vector<ModelSetWeight>& all = state_.input.weights;
  const bool set = set_weight(head, row, column) != nullptr;
  if (set || std::ranges::any_of(all, [&](const auto& other) { return other.head == head && other.row == row; })) {
    lines.push_back(shared_.say(set ? "model.set.this" : "model.set.other"));
    if (std::string parts = score_sum(head, row, column); !parts.empty()) lines.push_back(std::move(parts));
    return lines;
  }
  if (!(weights[column] > 0)) {
    lines.push_back(shared_.say("model.why.masked", {query, key}));
    return lines;
  }
  if (!model.vectors.contains(head)) return lines;
  const std::optional<ModelWeight> why = explain_model_weight(model, head, row, column);
  if (!why) {
    lines.push_back(shared_.say("model.why.unknown"));
    if (std::string parts = score_sum(head, row, column); !parts.empty()) lines.push_back(std::move(parts));
    return lines;
  }
  std::string sum;
  double rest = 0;
  for (std::size_t at = 0; at < why->products.size(); ++at) {
    const double product = why->products[at].second;
    if (at >= terms_written) rest += product;
    else if (at == 0) sum += rounded(product);
    else sum += (product < 0 ? " − " : " + ") + rounded(std::abs(product));
  }
  if (why->products.size() > terms_written)
    sum +=
        (rest < 0 ? " − " : " + ") +
        shared_.say("model.why.more", {std::to_string(why->products.size() - terms_written), rounded(std::abs(rest))});
  lines.push_back(shared_.say("model.why.dot", {query, key, sum, rounded(why->dot)}));
  const std::string divisor = graph::format_number(why->divisor, 6), layer = std::to_string(head.layer + 1);
  const bool by_width = why->divisor == static_cast<double>(model.about->head_width);
  lines.push_back(shared_.say(!why->scaled ? why->divided_by_layer ? "model.why.unscaled.layer" : "model.why.unscaled"
                              : why->divided_by_layer ? "model.why.scaled.layer"
                              : by_width              ? "model.why.scaled"
                                                      : "model.why.scaled.given",
                              {rounded(why->product), divisor, layer}));
  if (why->cap > 0)
    lines.back() += shared_.say("model.why.capped",
                                {rounded(why->product), graph::format_number(why->cap, 6), rounded(why->capped)});
  if (why->temperature != 1)
    lines.back() += shared_.say("model.why.heated", {graph::format_number(why->temperature, 3), rounded(why->score)});
  if (std::string parts = score_sum(head, row, column); !parts.empty()) lines.push_back(std::move(parts));
  lines.push_back(shared_.say("model.why.softmax", {rounded(why->score - why->highest), rounded(why->sum),
                                                    graph::format_number(why->weight, 4), rounded(why->highest)}));
  return lines;
}

}  // namespace explorer
