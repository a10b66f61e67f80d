// See json.hpp.
#include "explorer/model/json.hpp"

#include <algorithm>
#include <cmath>

#include "explorer/language/numbers.hpp"
#include "explorer/model/made_picture.hpp"
#include "explorer/model/screen.hpp"
#include "explorer/model/tour.hpp"

namespace explorer {

namespace {

constexpr std::size_t listed_weights = 8;

std::string number_text(double number, std::string_view plus = "") {
  return std::string(number < 0 ? "−" : plus) + print_number("%.*f", 3, std::abs(number));
}
std::string signed_number(double number) { return number_text(number, "+"); }

}  // namespace

// Each token of a text; of a picture those that are no patches, and how many patches there are.
std::string ModelScreen::tokens_text() const {
  const ModelRun& run = *model_->run;
  const std::size_t named = run.picture ? run.picture->before : run.words.size();
  std::string names;
  for (std::size_t token = 0; token < named; ++token) names += (token == 0 ? "" : " · ") + run.words[token];
  const std::string count = std::to_string(run.words.size());
  if (!run.picture) return shared_.say("model.tokens", {count}) + ": " + names;
  const std::string rows = std::to_string(run.picture->rows), columns = std::to_string(run.picture->columns);
  std::string tokens = shared_.say("model.picture.tokens", {count, names, rows, columns});
  if (!run.picture->interpolated()) return tokens;
  const std::string learned = std::to_string(run.picture->learned);
  return tokens + ". " + shared_.say("model.picture.interpolated", {learned, rows, columns});
}

ModelRowJson ModelScreen::row_json(ModelHead head, std::size_t token) const {
  const WholeModel& model = *model_;
  const std::span<const float> all = state_.look.rollout ? rollout(token) : std::span<const float>();
  const bool through = !all.empty();
  const std::span<const float> row = through ? all : model.row(head, token);
  ModelRowJson out;
  if (through) out.head = shared_.say("model.picture.rollout");
  else write_head(out.head, head);
  const auto name = [&](std::size_t place) {
    std::string words;
    write_token(words, place);
    return words;
  };
  out.row.label = name(token);
  double entropy = 0;
  for (const float weight : row) {
    if (weight > 0) ++out.row.keys;
    if (weight > 0) entropy -= double{weight} * std::log2(double{weight});
  }
  out.row.entropy = print_number("%.*f", 2, entropy);
  for (const std::size_t place : largest_model_weights(row, listed_weights))
    out.row.largest.push_back({name(place), print_number("%.*f", 4, row[place]), row[place]});
  return out;
}

ModelWhyJson ModelScreen::why_json(const ModelLedger& ledger) const {
  const WholeModel& model = *model_;
  ModelWhyJson out;
  out.at = ledger.asked.at;
  write_token(out.place, out.at);
  out.word = ledger.asked.word;
  out.against = ledger.asked.against;
  for (const std::size_t id : model_choices(model, ledger.asked)) {
    const std::string_view known = word(id);
    out.choices.push_back({id, known.empty() ? std::to_string(id) : std::string(known)});
  }
  out.all = offers_all_words(model);
  write_why_title(out.title);
  out.sum = shared_.say(ledger.asked.against ? "model.why.lead" : "model.why.logit",
                        {ledger.word, ledger.against, number_text(ledger.logit), std::to_string(ledger.parts.size())});
  write_agreement(out.agrees, ledger);
  out.agrees += " " + shared_.say("model.why.norms");
  std::vector<const ModelPart*> parts;
  for (const ModelPart& part : ledger.parts) parts.push_back(&part);
  std::ranges::stable_sort(parts, std::greater(), [](const ModelPart* part) { return std::abs(part->value); });
  for (const ModelPart* const part : parts) {
    write_part(out.parts.emplace_back().name, *part);
    out.parts.back().value = signed_number(part->value);
  }
  for (std::size_t layer = 0; layer < model.about->layers && model.about->editable; ++layer) {
    const ModelOff part{layer, {}};
    ModelInnerJson& one = out.inner.emplace_back();
    one.layer = layer;
    one.off = state_.input.replaced(part) != nullptr;
    one.here = state_.input.replaced({.layer = layer, .at = ledger.asked.at}) != nullptr;
    write_off(one.name, part);
  }
  if (const ModelSweep* const swept = sweep(); swept && swept->ended()) {
    write_sweep(out.swept);
    for (std::size_t i = 0; i < swept->leads.size(); ++i) {
      out.off.emplace_back().part = swept_part(model, *swept, i);
      write_swept(out.off.back().name, i);
      out.off.back().value = number_text(swept->leads[i]);
    }
  }
  const std::optional<std::size_t> chosen = model_part(model, state_.look);
  if (chosen && model.split && model.split->part == *chosen && model.split->asked == ledger.asked) {
    write_part(out.chosen, ledger.parts[*chosen]);
    const bool head = ledger.parts[*chosen].kind == "head";
    for (const ModelSplit::Term& one : model.split->largest) {
      ModelTermJson& term = out.split.emplace_back();
      write_term_name(term.name, one, head);
      write_product(term.value, one, head);
      term.value += signed_number(one.value);
    }
    if (model.split->others > 0)
      out.split.push_back(
          {shared_.say("model.more", {std::to_string(model.split->others)}), signed_number(model.split->rest)});
  }
  return out;
}

ModelAtlasJson ModelScreen::atlas_json() const {
  ModelAtlasJson out;
  write_atlas(out.about);
  if (model_->measured(state_.look.texts, state_.input)) out.count = model_->atlas->all;
  for (std::size_t measure = 0; measure < model_measures; ++measure) {
    write_measure(out.measures.emplace_back().name, measure);
    write_measure_formula(out.measures.back().formula, measure);
  }
  for (std::size_t layer = 0; layer < model_->about->layers; ++layer)
    for (std::size_t head = 0; head < model_->about->heads && model_->atlas && !model_->atlas->means.empty(); ++head) {
      ModelHeadJson& one = out.heads.emplace_back();
      one.head = {layer, head};
      write_head(one.name, one.head);
      write_kind(one.kind, one.head);
      for (std::size_t measure = 0; measure < model_measures; ++measure)
        write_measure_value(one.shares.emplace_back(), one.head, measure);
      for (std::size_t measure = 0; measure < model_measures && model_->atlas_before; ++measure)
        write_measure_change(one.changes.emplace_back(), one.head, measure);
    }
  const std::span<const ModelAtlas::Example> examples = model_->examples(state_.look.head, state_.look.up);
  if (examples.empty()) return out;
  std::string head, measure;
  write_head(head, state_.look.head);
  write_measure(measure, state_.look.up);
  out.asked = shared_.say("model.over.examples", {head, measure});
  for (const ModelAtlas::Example& example : examples) {
    ModelAtlasTextJson& one = out.examples.emplace_back(
        ModelAtlasTextJson{model_->atlas->lines[example.line], graph::format_number(double{example.mean}, 3), "",
                           example.row, example.column});
    write_largest(one.largest, example);
  }
  return out;
}

std::optional<ModelTourJson> ModelScreen::tour_json() const {
  const ModelTour* const tour = this->tour();
  if (tour == nullptr) return std::nullopt;
  ModelTourJson out;
  out.step = *state_.step;
  out.steps = tour->steps.size();
  const ModelTourStep& step = tour->steps[out.step];
  out.id = step.id;
  out.place = shared_.say(tour->place, {std::to_string(out.step + 1), std::to_string(out.steps)});
  const auto words = [&](std::string_view what) { return shared_.say(std::string(step.words) + std::string(what)); };
  out.title = words("title");
  out.text = words("text");
  out.task = words("task");
  out.hint = words("hint");
  out.done = words("done");
  out.found = found();
  return out;
}

std::vector<ModelTermJson> ModelScreen::grid_json(const ModelGrid& grid) const {
  std::vector<ModelTermJson> rows;
  for (std::size_t layer = 0; layer < grid.layers.size(); ++layer) {
    ModelTermJson& row = rows.emplace_back();
    write_after(row.name, layer);
    for (const ModelToken& word : grid.layers[layer])
      row.value += (row.value.empty() ? "" : " · ") + word.text + " " + print_number("%.*f", 2, word.probability);
  }
  return rows;
}

std::optional<ModelSecondJson> ModelScreen::second_json() const {
  if (state_.look.second.empty()) return std::nullopt;
  ModelSecondJson out;
  out.name = second_name();
  write_second(out.about);
  write_moved(out.moved, state_.look.head);
  if (const std::vector<float>* const moved = model_->matrices_moved(state_.look.head)) {
    out.matrices.emplace();
    for (std::size_t i = 0; i < moved->size(); ++i) {
      ModelTermJson& one = out.matrices->emplace_back(ModelTermJson{std::string(model_matrices[i]), {}});
      write_matrix_moved(one.value, (*moved)[i]);
    }
  }
  out.refused = model_->second && !model_->second->refused.empty();
  return out;
}

ModelScreenJson ModelScreen::json(bool reading) const {
  ModelScreenJson out;
  out.model = model_.get();
  out.state = &state_;
  out.wants = wants();
  out.wants_of_second = wants_of_second();
  out.tour = tour_json();
  const ModelTour* const tour = model_tour(state_.source);
  out.title = shared_.say(tour ? tour->title : "model.title");
  if (tour) out.begin = shared_.say(tour->begin);
  const char* const names[] = {"first", "previous", "same", "far"};
  for (const char* const name : names)
    out.shares.push_back(
        {shared_.say(std::string("model.share.") + name), shared_.say(std::string("model.share.formula.") + name)});
  if (model_->has_second())
    out.shares.push_back({shared_.say("model.share.moved"), shared_.say("model.share.formula.moved")});
  if (model_->about && model_->about->pictures)
    for (const MadePicture& picture : given_pictures()) out.given.push_back(picture.text());
  if (!model_->run) return out;
  out.tokens = tokens_text();
  const ModelLook& look = state_.look;
  for (const std::optional<ModelHead>& head : {std::optional(look.head), look.compared})
    for (const std::optional<std::size_t>& row :
         {std::optional(look.row.value_or(model_->usual_row())), look.compared_row})
      if (head && row && !model_->row(*head, *row).empty()) out.rows.push_back(row_json(*head, *row));
  out.second = second_json();
  if (look.row && look.column) out.explanation = explanation(look.head, *look.row, *look.column);
  for (const ModelOff& part : state_.input.off) {
    out.replaced.push_back({part, {}});
    write_replaced(out.replaced.back().told, part);
  }
  const std::size_t written = written_tokens(*model_, state_);
  for (std::size_t i = 0; i < written; ++i) {
    const std::size_t place = model_->tokens() - written + i;
    out.written.push_back({place, model_->run->ids[place], model_->run->words[place], state_.input.written[i]});
  }
  if (!reading) return out;
  if (look.why && model_->ledger && model_->ledger->asked == model_asked(*model_, look)) {
    out.why = why_json(*model_->ledger);
    for (std::size_t layer = 0; layer < model_->lens->layers.size(); ++layer) {
      ModelTermJson& row = out.why->lens.emplace_back();
      row.name = layer == 0 ? shared_.say("model.why.start") : shared_.say("model.why.after", {std::to_string(layer)});
      for (const ModelToken& word : model_->lens->layers[layer])
        row.value += (row.value.empty() ? "" : ", ") + word.text + " " + print_number("%.*f", 3, word.probability);
    }
  }
  if (out.why && look.parts == ModelParts::lens && model_->grid) out.why->grid = grid_json(*model_->grid);
  if (look.over) out.atlas = atlas_json();
  for (const ModelHead head : model_order(*model_, look.sort).heads) {
    ModelHeadJson& one = out.heads.emplace_back();
    one.head = head;
    write_head(one.name, head);
    one.off = state_.input.replaced({head.layer, head.head}) != nullptr;
    if (const auto shares = model_->shares(head))
      for (const float share : *shares) one.shares.push_back(print_number("%.*f", 2, share));
    if (const auto moved = model_->moved(head); moved && !one.shares.empty())
      one.shares.push_back(print_number("%.*f", 3, *moved));
  }
  return out;
}

}  // namespace explorer
