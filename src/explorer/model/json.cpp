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
