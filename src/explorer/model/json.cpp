// See json.hpp.
#include "explorer/model/json.hpp"

#include <algorithm>
#include <cmath>

#include "explorer/language/numbers.hpp"
#include "explorer/state/impl.hpp"

namespace explorer {

namespace {

constexpr std::size_t listed_weights = 8;

ModelRowJson model_row_json(const Explorer& self, ModelHead head) {
  const WholeModel& model = self.model();
  const std::size_t token = self.state().model.look.row.value_or(model.tokens() - 1);
  const std::span<const float> row = model.row(head, token);
  ModelRowJson out;
  self.write_model_head(out.head, head);
  const auto name = [&](std::size_t place) {
    std::string words;
    self.write_model_token(words, place);
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

std::string number_text(double number, std::string_view plus = "") {
  return std::string(number < 0 ? "−" : plus) + print_number("%.*f", 3, std::abs(number));
}
std::string signed_number(double number) { return number_text(number, "+"); }

ModelWhyJson model_why_json(const Explorer& self, const ModelLedger& ledger) {
  const WholeModel& model = self.model();
  ModelWhyJson out;
  out.word = ledger.asked.word;
  out.against = ledger.asked.against;
  for (const std::size_t id : model_choices(model, ledger.asked)) {
    const std::string_view word = self.model_word(id);
    out.choices.push_back({id, word.empty() ? std::to_string(id) : std::string(word)});
  }
  self.write_model_why_title(out.title);
  out.sum = self.text(ledger.asked.against ? "model.why.lead" : "model.why.logit",
                      {ledger.word, ledger.against, number_text(ledger.logit), std::to_string(ledger.parts.size())});
  out.agrees = self.text("model.why.agrees", {signed_number(ledger.sum), signed_number(ledger.logit)});
  std::vector<const ModelPart*> parts;
  for (const ModelPart& part : ledger.parts) parts.push_back(&part);
  std::ranges::stable_sort(parts, std::greater(), [](const ModelPart* part) { return std::abs(part->value); });
  for (const ModelPart* const part : parts) {
    self.write_model_part(out.parts.emplace_back().name, *part);
    out.parts.back().value = signed_number(part->value);
  }
  if (model.sweep && model.sweep->asked == ledger.asked) {
    for (std::size_t i = 0; i < model.sweep->leads.size(); ++i) {
      self.write_model_head(out.off.emplace_back().name, {i / model.about->heads, i % model.about->heads});
      out.off.back().value = number_text(model.sweep->leads[i]);
    }
  }
  const std::optional<std::size_t> chosen = model_part(model, self.state().model.look);
  if (chosen && model.split && model.split->part == *chosen && model.split->asked == ledger.asked) {
    self.write_model_part(out.chosen, ledger.parts[*chosen]);
    const bool head = ledger.parts[*chosen].kind == "head";
    for (const auto& [place, value] : model.split->largest) {
      ModelTermJson& term = out.split.emplace_back();
      if (head) self.write_model_token(term.name, place);
      else term.name = self.text("model.why.neuron", {std::to_string(place + 1)});
      term.value = signed_number(value);
    }
    if (model.split->others > 0)
      out.split.push_back(
          {self.text("model.more", {std::to_string(model.split->others)}), signed_number(model.split->rest)});
  }
  return out;
}

}  // namespace

ModelScreenJson Explorer::Impl::model_json(const Explorer& self) const {
  ModelScreenJson out;
  out.model = model.get();
  out.state = &state.model;
  out.wants = self.model_wants();
  const char* const names[] = {"first", "previous", "same", "far"};
  for (const char* const name : names)
    out.shares.push_back({say(std::string("model.share.") + name), say(std::string("model.share.formula.") + name)});
  if (!model->run) return out;
  const ModelLook& look = state.model.look;
  for (const std::optional<ModelHead>& head : {std::optional(look.head), look.compared})
    if (head && !model->weights_of(*head).empty()) out.rows.push_back(model_row_json(self, *head));
  if (look.row && look.column) out.explanation = self.model_explanation(look.head, *look.row, *look.column);
  if (!state.reading) return out;
  if (look.why && model->ledger && model->ledger->asked == model_asked(*model, look)) {
    out.why = model_why_json(self, *model->ledger);
    for (std::size_t layer = 0; layer < model->lens->layers.size(); ++layer) {
      ModelTermJson& row = out.why->lens.emplace_back();
      row.name = layer == 0 ? say("model.why.start") : say("model.why.after", {std::to_string(layer)});
      for (const ModelToken& word : model->lens->layers[layer])
        row.value += (row.value.empty() ? "" : ", ") + word.text + " " + print_number("%.*f", 3, word.probability);
    }
  }
  for (const ModelHead head : model_order(*model, look.sort).heads) {
    ModelHeadJson& one = out.heads.emplace_back();
    one.head = head;
    self.write_model_head(one.name, head);
    one.off = std::ranges::binary_search(state.model.input.off, head);
    if (const auto shares = model->shares(head))
      for (const float share : *shares) one.shares.push_back(print_number("%.*f", 2, share));
  }
  return out;
}

}  // namespace explorer
