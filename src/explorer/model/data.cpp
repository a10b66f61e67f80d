// See data.hpp.
#include "explorer/model/data.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

namespace explorer {

namespace {

constexpr std::size_t largest_picture = 24, most_label_choices = 12;
constexpr std::size_t most_kept_numbers = 6'000'000;  // numbers of weights and vectors of heads that are not shown

template <class T>
void drop_others(std::map<ModelHead, T>& of, ModelHead head, std::optional<ModelHead> compared) {
  std::erase_if(of, [&](const auto& one) { return one.first != head && one.first != compared; });
}

}  // namespace

bool is_model_source(std::string_view name) {
  return std::ranges::contains(site_models, name) || name.starts_with(on_hub) || name.contains('/');
}

const RoundedModel* rounded_model(std::string_view name) {
  const auto* const found = std::ranges::find(rounded_models, name, &RoundedModel::name);
  return found == std::end(rounded_models) ? nullptr : found;
}

bool is_second_model(std::string_view name) {
  return name.empty() || rounded_model(name) != nullptr || name == second_of_files || is_model_source(name);
}

std::size_t WholeModel::picture_side() const { return std::min(tokens(), largest_picture); }

std::span<const float> WholeModel::picture(ModelHead head) const {
  const std::size_t each = picture_side() * picture_side();
  if (!has(head) || head.layer >= layers.size() || layers[head.layer].pictures.empty()) return {};
  return std::span(layers[head.layer].pictures).subspan(head.head * each, each);
}

std::optional<ModelShares> WholeModel::shares(ModelHead head) const {
  if (!has(head) || head.layer >= layers.size() || layers[head.layer].shares.empty()) return std::nullopt;
  ModelShares out;
  std::copy_n(layers[head.layer].shares.begin() + static_cast<std::ptrdiff_t>(head.head * model_shares), model_shares,
              out.begin());
  return out;
}

std::span<const float> WholeModel::weights_of(ModelHead head) const {
  const auto found = weights.find(head);
  return found == weights.end() ? std::span<const float>() : std::span<const float>(found->second);
}

namespace {

// A head's row of those that are told by token.
std::span<const float> row_in(const WholeModel& model, const std::map<std::size_t, ModelRows>& rows, ModelHead head,
                              std::size_t token) {
  const auto found = rows.find(token);
  if (found == rows.end() || found->second.heads.empty() || !model.has(head)) return {};
  const std::size_t place = head.layer * model.about->heads + head.head;
  return std::span(found->second.heads).subspan(place * model.tokens(), model.tokens());
}

}  // namespace

std::span<const float> WholeModel::row(ModelHead head, std::size_t token) const {
  if (token >= tokens()) return {};
  const std::span<const float> all = weights_of(head);
  return all.empty() ? row_in(*this, rows, head, token) : all.subspan(token * tokens(), tokens());
}

std::span<const float> WholeModel::row_compared(ModelHead head, std::size_t token) const {
  if (token >= tokens()) return {};
  const std::map<ModelHead, std::vector<float>>& compared = has_second() ? second->weights : weights_before;
  const auto found = compared.find(head);
  if (found == compared.end()) return has_second() ? std::span<const float>() : row_in(*this, rows_before, head, token);
  return std::span<const float>(found->second).subspan(token * tokens(), tokens());
}

std::span<const float> WholeModel::pooled_map(ModelHead head, bool without_first) const {
  const auto found = pooled.find(head);
  if (found == pooled.end()) return {};
  const std::size_t size = map_side() * map_side();
  return std::span(found->second).subspan(without_first ? size : 0, size);
}

std::span<const float> WholeModel::told_rollout(std::size_t token) const {
  const auto found = rows.find(token);
  return found == rows.end() ? std::span<const float>() : std::span<const float>(found->second.rollout);
}

std::span<const float> WholeModel::second_weights_of(ModelHead head) const {
  if (!has_second()) return {};
  const auto found = second->weights.find(head);
  return found == second->weights.end() ? std::span<const float>() : std::span<const float>(found->second);
}

std::span<const float> WholeModel::second_picture(ModelHead head, bool differences) const {
  const std::size_t each = picture_side() * picture_side();
  if (!has_second() || !has(head) || second->layers[head.layer].pictures.empty()) return {};
  const ModelSecond::Layer& layer = second->layers[head.layer];
  return std::span(differences ? layer.differences : layer.pictures).subspan(head.head * each, each);
}

std::optional<float> WholeModel::moved(ModelHead head) const {
  if (!has_second() || !has(head) || second->layers[head.layer].moved.empty()) return std::nullopt;
  return second->layers[head.layer].moved[head.head];
}

const std::vector<float>* WholeModel::matrices_moved(ModelHead head) const {
  if (!has_second()) return nullptr;
  const auto found = second->matrices.find(head);
  return found == second->matrices.end() ? nullptr : &found->second;
}

float WholeModel::largest_difference() const {
  float largest = 0;
  if (!has_second()) return largest;
  for (const ModelSecond::Layer& layer : second->layers)
    for (const float difference : layer.differences) largest = std::max(largest, std::abs(difference));
  return largest;
}

std::vector<float> WholeModel::whole_differences(ModelHead head) const {
  const std::span<const float> first = weights_of(head), other = second_weights_of(head);
  if (first.empty() || other.empty()) return {};
  std::vector<float> out(first.size());
  std::ranges::transform(other, first, out.begin(), std::minus());
  return out;
}

void WholeModel::forget_numbers() {
  next.reset();
  lens.reset();
  grid.reset();
  ledger.reset();
  split.reset();
  sweep.reset();
  score.reset();
  weights.clear();
  vectors.clear();
  rows.clear();
  pooled.clear();
  if (second) second->read = false, second->refused.clear(), second->weights.clear(), second->matrices.clear();
  layers.assign(about ? about->layers : 0, {});
}

std::span<const float> WholeModel::measures(ModelHead head) const {
  if (!has(head) || !atlas || atlas->means.empty()) return {};
  return std::span(atlas->means).subspan((head.layer * about->heads + head.head) * model_measures, model_measures);
}

std::span<const float> WholeModel::measures_before(ModelHead head) const {
  if (measures(head).empty() || !atlas_before) return {};
  return std::span(atlas_before->means)
      .subspan((head.layer * about->heads + head.head) * model_measures, model_measures);
}

bool WholeModel::compares_over(ModelTexts texts) const {
  const bool whole = atlas && atlas->texts == texts && !atlas->means.empty() && (!atlas->off || atlas->off->empty());
  return whole || (atlas_before && atlas_before->texts == texts);
}

void WholeModel::keep_atlas() {
  if (atlas && !atlas->means.empty() && atlas->off && atlas->off->empty()) atlas_before = std::move(atlas);
  atlas.reset();
}

std::span<const ModelAtlas::Example> WholeModel::examples(ModelHead head, std::size_t measure) const {
  if (!has(head) || !atlas || atlas->examples.empty() || measure >= model_measures) return {};
  return atlas->examples[(head.layer * about->heads + head.head) * model_measures + measure];
}

void WholeModel::forget_run() {
  run.reset();
  busy.reset();
  refused.reset();
  weights_before.clear();
  rows_before.clear();
  words_before.clear();
  forget_numbers();
}

std::size_t WholeModel::kept_numbers() const {
  std::size_t kept = 0;
  for (const auto& [of, numbers] : weights) kept += numbers.size();
  for (const auto& [of, numbers] : pooled) kept += numbers.size();
  for (const auto& [of, vector] : vectors) kept += 3 * vector.query.size();
  for (const auto& [of, row] : rows) kept += row.heads.size() + row.rollout.size();
  if (second)
    for (const auto& [of, numbers] : second->weights) kept += numbers.size();
  return kept;
}

void WholeModel::keep(const ModelLook& look) {
  if (kept_numbers() <= most_kept_numbers) return;
  drop_others(weights, look.head, look.compared);
  drop_others(pooled, look.head, look.compared);
  drop_others(weights_before, look.head, look.compared);
  if (second) drop_others(second->weights, look.head, look.compared);
  drop_others(vectors, look.head, look.compared);
  const std::size_t followed = look.row.value_or(usual_row());
  const auto is_hidden = [&](const auto& one) { return one.first != followed && one.first != look.compared_row; };
  std::erase_if(rows, is_hidden);
  std::erase_if(rows_before, is_hidden);
}

namespace {

// The head whose [CLS] gives most of its weight to one block of patches.
std::optional<ModelSpot> telling_picture_spot(const WholeModel& model) {
  std::optional<ModelSpot> best;
  // Where rows are told they are there before the small pictures.
  const bool rows = model.keeps_rows();
  for (std::size_t layer = 0; layer < model.about->layers; ++layer) {
    for (std::size_t head = 0; head < model.about->heads; ++head) {
      const std::span<const float> all =
          rows ? model.row({layer, head}, model.usual_row()) : model.picture({layer, head});
      if (all.empty()) return std::nullopt;
      const std::span<const float> others =
          rows ? all.subspan(model.run->picture->before) : all.subspan(1, model.picture_side() - 1);
      for (const float weight : others)
        if (!best || weight > best->weight) best = ModelSpot{{layer, head}, 0, weight};
    }
  }
  return best;
}

}  // namespace

std::optional<ModelSpot> telling_model_spot(const WholeModel& model) {
  constexpr float clear = 0.5f;
  if (!model.about || !model.run || model.layers.size() != model.about->layers) return std::nullopt;
  if (model.run->picture) return telling_picture_spot(model);
  const std::size_t side = model.picture_side(), end = model.about->causal ? side : side - 1;
  // What the model says is read from one row; of others any row may be the telling one.
  const bool one = model.about->causal || model.run->masked;
  const std::size_t said = model.usual_row() * side / model.tokens();
  std::optional<ModelSpot> best;
  for (std::size_t layer = 0; layer < model.about->layers; ++layer) {
    for (std::size_t head = 0; head < model.about->heads; ++head) {
      const std::span<const float> picture = model.picture({layer, head});
      if (picture.empty()) return std::nullopt;
      for (std::size_t row = one ? said : 0; row < (one ? said + 1 : end); ++row) {
        for (std::size_t column = 1; column < end; ++column) {
          const std::size_t apart = row > column ? row - column : column - row;
          const float weight = picture[row * side + column];
          if (apart < 2 || !(weight > (best ? best->weight : clear))) continue;
          best = ModelSpot{{layer, head}, row, weight};
        }
      }
    }
  }
  // Of a longer text a row of the picture stands for several.
  if (best) best->row = one ? model.usual_row() : best->row * model.tokens() / side;
  return best;
}

std::vector<float> model_rollout(const WholeModel& model, std::size_t token) {
  const std::size_t tokens = model.tokens();
  if (!model.keeps_all_weights() || token >= tokens) return {};
  const auto heads = static_cast<double>(model.about->heads);
  std::vector<double> row(tokens, 0.0), next;
  row[token] = 1;
  for (std::size_t layer = model.about->layers; layer-- > 0;) {
    next.assign(tokens, 0.0);
    for (std::size_t i = 0; i < tokens; ++i) next[i] = 0.5 * row[i];
    for (std::size_t head = 0; head < model.about->heads; ++head) {
      const std::span<const float> weights = model.weights_of({layer, head});
      if (weights.empty()) return {};
      for (std::size_t i = 0; i < tokens; ++i) {
        if (row[i] == 0) continue;  // in the last layer all but one
        const double factor = 0.5 * row[i] / heads;
        for (std::size_t j = 0; j < tokens; ++j) next[j] += factor * double{weights[i * tokens + j]};
      }
    }
    row.swap(next);
  }
  return {row.begin(), row.end()};
}

std::optional<ModelAsked> model_asked(const WholeModel& model, const ModelLook& look) {
  if (!model.run || !model.about) return std::nullopt;
  const std::size_t at = std::min(look.row.value_or(model.usual_row()), model.tokens() - 1);
  if (!model.lens || model.lens->at != at) return std::nullopt;
  // Parts are replaced in the whole model.
  const std::optional<std::size_t> layers = look.parts == ModelParts::off ? std::nullopt : look.layers;
  const std::vector<ModelToken>& last = model.lens->layers[layers.value_or(model.about->layers)];
  if (last.empty()) return std::nullopt;
  ModelAsked asked{at, look.word.value_or(last.front().id), std::nullopt, layers};
  if (look.alone || last.size() < 2) return asked;
  asked.against = look.against.value_or(asked.word == last.front().id ? last[1].id : last.front().id);
  if (asked.against == asked.word) asked.against.reset();
  return asked;
}

std::optional<std::size_t> model_part(const WholeModel& model, const ModelLook& look) {
  if (!model.ledger || model.ledger->parts.empty() || model_asked(model, look) != model.ledger->asked)
    return std::nullopt;
  const std::vector<ModelPart>& parts = model.ledger->parts;
  if (look.part && *look.part < parts.size()) return look.part;
  const auto most = std::ranges::max_element(parts, {}, [](const ModelPart& part) { return std::abs(part.value); });
  return static_cast<std::size_t>(most - parts.begin());
}

std::size_t written_tokens(const WholeModel& model, const ModelState& state) {
  const std::size_t count = state.input.written.size();
  return model.run && model.run->input.reads_as(state.input) && count < model.tokens() ? count : 0;
}

std::string filled_text(const ModelRun& run, const ModelToken& word) {
  std::string text = run.input.text;
  const std::string& mask = run.words[run.masked.value_or(0)];
  if (const std::size_t at = text.find(mask); run.masked && at != std::string::npos)
    text.replace(at, mask.size(), word.text);
  return text;
}

std::vector<std::size_t> model_choices(const WholeModel& model, const ModelAsked& asked) {
  std::vector<std::size_t> ids;
  const auto add = [&ids](std::size_t id) {
    if (!std::ranges::contains(ids, id)) ids.push_back(id);
  };
  add(asked.word);
  if (asked.against) add(*asked.against);
  if (model.sought)
    for (const ModelToken& token : model.sought->tokens) add(token.id);
  if (model.lens)
    for (const ModelToken& token : model.lens->layers[asked.layers.value_or(model.about->layers)]) add(token.id);
  if (model.run && !model.run->picture) std::ranges::for_each(model.run->ids, add);
  if (model.run && offers_all_words(model))
    for (std::size_t id = 0; id < model.about->vocabulary; ++id) add(id);
  return ids;
}

bool offers_all_words(const WholeModel& model) {
  return model.about && model.about->pictures && model.about->vocabulary <= most_label_choices;
}

ModelOff swept_part(const WholeModel& model, const ModelSweep& sweep, std::size_t place) {
  const bool parts = sweep.patched == ModelPatched::heads;
  const std::size_t heads = model.about->heads, across = parts ? heads + 1 : model.tokens(), at = place % across;
  ModelOff out{.layer = place / across, .taken = !sweep.other.empty()};
  if (!parts) out.at = at, out.stream = true;
  else if (at < heads) out.head = at;
  return out;
}

std::optional<ModelOff> switch_of(const ModelPart& part) {
  if (part.kind == "head") return ModelOff{.layer = part.layer, .head = part.head};
  if (part.kind == "inner") return ModelOff{.layer = part.layer};
  return std::nullopt;
}

ModelOrder model_order(const WholeModel& model, ModelSort sort) {
  ModelOrder out;
  if (!model.about) return out;
  for (std::size_t layer = 0; layer < model.about->layers; ++layer)
    for (std::size_t head = 0; head < model.about->heads; ++head) out.heads.push_back({layer, head});
  if (sort == ModelSort::moved) {
    const auto is_known = [&](ModelHead head) { return model.moved(head).has_value(); };
    if (!std::ranges::all_of(out.heads, is_known)) return out;
    std::ranges::stable_sort(out.heads, std::greater(), [&](ModelHead head) { return *model.moved(head); });
    out.groups.emplace_back(0, std::nullopt);
    return out;
  }
  const bool known = std::ranges::all_of(out.heads, [&](ModelHead head) { return model.shares(head).has_value(); });
  if (sort == ModelSort::layer || !known) return out;
  const auto likeness = [&](ModelHead head) {
    const ModelShares shares = *model.shares(head);
    const auto is_less = [](float a, float b) { return !std::isnan(b) && (std::isnan(a) || a < b); };
    const auto largest = std::ranges::max_element(shares, is_less);
    return std::pair(largest - shares.begin(), std::isnan(*largest) ? 0.0f : -*largest);
  };
  std::ranges::stable_sort(out.heads, {}, likeness);
  for (std::size_t at = 0; at < out.heads.size(); ++at) {
    const auto share = static_cast<ModelShare>(likeness(out.heads[at]).first);
    if (out.groups.empty() || out.groups.back().second != share) out.groups.emplace_back(at, share);
  }
  return out;
}

std::optional<ModelWeight> explain_model_weight(const WholeModel& model, ModelHead head, std::size_t row,
                                                std::size_t column) {
  const auto rows = model.vectors.find(head);
  const std::span<const float> weights = model.row(head, row);
  if (rows == model.vectors.end() || column >= weights.size() || !(weights[column] > 0)) return std::nullopt;
  const std::size_t width = model.about->head_width;
  const float* const query = rows->second.query.data() + row * width;
  std::vector<double> dots(weights.size(), 0.0);
  for (std::size_t key = 0; key < weights.size(); ++key)
    for (std::size_t d = 0; d < width; ++d) dots[key] += double{query[d]} * double{rows->second.key[key * width + d]};

  const ModelAbout& about = *model.about;
  ModelWeight found;
  found.dot = dots[column];
  found.divisor = about.score_divisor > 0 ? about.score_divisor : static_cast<double>(width);
  found.cap = about.score_cap;
  found.temperature = model.run->input.temperature(head);
  const auto capped = [&found](double score) {
    return found.cap > 0 ? found.cap * std::tanh(score / found.cap) : score;
  };
  const double root = 1 / std::sqrt(found.divisor), layer = static_cast<double>(head.layer + 1);
  for (const bool by_layer : {false, true})
    for (const bool scaled : {true, false}) {
      const double scale = (scaled ? root : 1) / (by_layer ? layer : 1);
      const auto score = [&](std::size_t key) { return capped(dots[key] * scale) / found.temperature; };
      ModelWeight out = found;
      out.product = dots[column] * scale;
      out.capped = capped(out.product);
      out.score = score(column);
      out.divided_by_layer = by_layer;
      out.scaled = scaled;
      out.highest = out.score;
      for (std::size_t key = 0; key < weights.size(); ++key)
        if (weights[key] > 0) out.highest = std::max(out.highest, score(key));
      for (std::size_t key = 0; key < weights.size(); ++key)
        if (weights[key] > 0) out.sum += std::exp(score(key) - out.highest);
      double farthest = 0;
      for (std::size_t key = 0; key < weights.size(); ++key)
        if (weights[key] > 0)
          farthest = std::max(farthest, std::abs(std::exp(score(key) - out.highest) / out.sum - double{weights[key]}));
      constexpr double agrees = 1e-3;
      if (!(farthest < agrees)) continue;
      out.weight = std::exp(out.score - out.highest) / out.sum;
      for (std::size_t d = 0; d < width; ++d)
        out.products.emplace_back(d, double{query[d]} * double{rows->second.key[column * width + d]});
      std::ranges::stable_sort(out.products, std::greater(), [](const auto& one) { return std::abs(one.second); });
      return out;
    }
  return std::nullopt;
}

}  // namespace explorer
