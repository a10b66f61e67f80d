// The commands of the model screen. Undo covers the sentence and the heads that are off; the rest is only looked at.
#include <algorithm>
#include <utility>

#include "explorer/model/data.hpp"
#include "explorer/state/impl.hpp"

namespace explorer {

// Drops looks at things that no longer exist.
void Explorer::Impl::fit_model() {
  ModelLook& look = state.model.look;
  if (model->about) {
    if (!model->has(look.head)) look.head = {};
    if (look.compared && !model->has(*look.compared)) look.compared.reset();
    const auto fit = [this](std::optional<std::size_t>& id) {
      if (id && model->about->vocabulary > 0 && *id >= model->about->vocabulary) id.reset();
    };
    fit(look.word);
    fit(look.against);
    look.why = look.why && model->about->ledger;
    std::erase_if(state.model.input.off, [&](ModelHead head) { return !model->has(head); });
  }
  const std::size_t tokens = model->tokens();
  if (model->run && look.row && *look.row >= tokens) look.row.reset();
  if (model->run && look.column && *look.column >= tokens) look.column.reset();
  if (!look.row) look.column.reset();
  model->keep(look.head, look.compared);
}

Result<Touched> Explorer::Impl::carry_out(const ShowModel& command) {
  ModelState& now = state.model;
  const bool again = model->failed();  // asked for once more
  const bool other = command.source && (*command.source != now.source || again);
  if (command.on == now.shown && !other) return Touched::nothing;
  if (other) {
    now.source = *command.source;
    model->about.reset();
    model->forget_run();
    model_history.clear();
    now.input = {};
    now.look = {};
  }
  now.shown = command.on;
  if (command.on) {
    state.contents = false;
    state.large.shown = false;
    fit_large();
  }
  state.lecture = {};
  state.hovered.reset();
  return Touched::look;
}

Result<Touched> Explorer::Impl::carry_out(const SetModelText& command) {
  if (command.text.empty()) return graph::fail("text", "", say("refuse.model.no_text"));
  if (command.text.size() > longest_model_text)
    return graph::fail("text", "", say("refuse.model.long_text", {std::to_string(longest_model_text)}));
  if (command.text == state.model.input.text && (command.ids.empty() || command.ids == state.model.input.ids))
    return Touched::nothing;
  ModelInput next = state.model.input;
  next.text = command.text;
  next.ids = command.ids;
  model_history.record(state.model.input, next, "text", command.continues);
  state.model.input = std::move(next);
  ModelLook& look = state.model.look;
  look.word.reset();
  look.against.reset();
  look.part.reset();
  return Touched::look;
}

Result<Touched> Explorer::Impl::carry_out(const SetModelHead& command) {
  const ModelHead head{command.layer, command.head};
  if (!model->has(head) || !model->about->editable) return graph::fail("head", "", say("refuse.model.head"));
  ModelInput next = state.model.input;
  const auto place = std::ranges::lower_bound(next.off, head);
  const bool is_off = place != next.off.end() && *place == head;
  if (is_off == !command.on) return Touched::nothing;
  if (command.on) next.off.erase(place);
  else next.off.insert(place, head);
  model_history.record(state.model.input, next, "head", false);
  state.model.input = std::move(next);
  return Touched::look;
}

Result<Touched> Explorer::Impl::carry_out(const LookModel& command) {
  const auto refused = [this] { return graph::fail("model", "", say("refuse.model.look")); };
  ModelLook next = state.model.look;
  if (command.layer) next.head.layer = *command.layer;
  if (command.head) next.head.head = *command.head;
  if (!model->has(next.head) && (command.layer || command.head)) return refused();
  if (command.compare) {
    const auto& compared = *command.compare;
    next.compared = compared ? std::optional(ModelHead{compared->first, compared->second}) : std::nullopt;
    if (next.compared && !model->has(*next.compared)) return refused();
  }
  if (command.row) {
    if (next.row != command.row) next.word.reset(), next.against.reset(), next.part.reset();
    next.row = *command.row;
    next.column.reset();
  }
  if (command.column) next.column = *command.column;
  if (next.row.value_or(0) >= std::max<std::size_t>(model->tokens(), 1) ||
      next.column.value_or(0) >= std::max<std::size_t>(model->tokens(), 1) || (next.column && !next.row))
    return refused();
  if (command.unpin) {
    next.row.reset();
    next.column.reset();
  }
  if (command.why) next.why = *command.why && model->about && model->about->ledger;
  if (command.parts) next.parts = *command.parts;
  const std::size_t vocabulary = model->about ? model->about->vocabulary : 0;
  if (command.word) {
    if (*command.word >= vocabulary) return refused();
    next.word = *command.word;
    if (next.against == next.word) next.against.reset();
  }
  if (command.against) {
    if (*command.against >= vocabulary) return refused();
    next.against = *command.against;
    next.alone = false;
  }
  if (command.alone) next.alone = *command.alone;
  if (command.part) next.part = *command.part;
  if (command.sort) next.sort = *command.sort;
  if (command.steps) next.steps = *command.steps;
  if (command.hide_first) next.hide_first = *command.hide_first;
  if (next == state.model.look) return Touched::nothing;
  state.model.look = next;
  fit_model();
  return Touched::look;
}

// A link that shows no model leaves the one that is open as it is, out of sight.
void Explorer::Impl::open_model(ModelState asked) {
  if (!asked.shown) {
    state.model.shown = false;
    return;
  }
  const bool other = asked.source != state.model.source;
  if (other) {
    model->about.reset();
    model->forget_run();
  }
  if (!other && asked.input.text.empty()) asked.input.text = state.model.input.text;
  model_history.clear();
  state.model = std::move(asked);
  fit_model();
}

const WholeModel& Explorer::model() const { return *impl_->model; }
bool Explorer::can_undo_model() const { return impl_->model_history.can_undo(); }
bool Explorer::can_redo_model() const { return impl_->model_history.can_redo(); }

void Explorer::share_model(const Explorer& from) {
  impl_->model = from.impl_->model;
  impl_->state.model = from.impl_->state.model;
  impl_->state.model.shown = false;
}

std::optional<ModelWants> Explorer::model_wants() const {
  using What = ModelWants::What;
  const ModelState& state = impl_->state.model;
  const WholeModel& model = *impl_->model;
  const auto want = [](What what, ModelHead head = {}) { return ModelWants{what, head, {}, 0}; };
  if (!model.about) return state.source.empty() || model.failed() ? std::nullopt : std::optional(want(What::model));
  const bool refused = model.refused && model.refused->input == state.input;
  if (model.about->editable && !refused && !state.input.text.empty() && (!model.run || model.run->input != state.input))
    return want(What::text);
  if (!model.run) return std::nullopt;
  const ModelLook& look = state.look;
  if (model.about->next && !model.next) return want(What::next);
  if (look.why && model.about->ledger) {
    const std::size_t at = std::min(look.row.value_or(model.tokens() - 1), model.tokens() - 1);
    if (!model.lens || model.lens->at != at) return ModelWants{What::lens, {}, {at, 0, std::nullopt}, 0};
    const std::optional<ModelAsked> asked = model_asked(model, look);
    if (asked && (!model.ledger || model.ledger->asked != *asked)) return ModelWants{What::ledger, {}, *asked, 0};
    if (const std::optional<std::size_t> part = asked ? model_part(model, look) : std::nullopt) {
      const ModelPart& chosen = model.ledger->parts[*part];
      const bool known = model.split && model.split->asked == *asked && model.split->part == *part;
      if (is_split(chosen) && !known)
        return ModelWants{What::split, {chosen.layer, chosen.head}, *asked, *part, chosen.kind == "inner"};
    }
  }
  if (look.why && look.parts == ModelParts::off) {
    const std::optional<ModelAsked> asked = model_asked(model, look);
    const bool swept = asked && model.sweep && model.sweep->asked == *asked && !model.sweep->leads.empty();
    if (asked && !swept) return ModelWants{What::sweep, {}, *asked, 0};
  }
  if (!model.weights.contains(look.head)) return want(What::weights, look.head);
  if (look.compared && !model.weights.contains(*look.compared)) return want(What::weights, *look.compared);
  if (model.about->vectors && !model.vectors.contains(look.head)) return want(What::vectors, look.head);
  for (std::size_t layer = 0; layer < model.layers.size(); ++layer)
    if (model.layers[layer].pictures.empty() || model.layers[layer].shares.empty())
      return want(What::pictures, {layer, 0});
  return std::nullopt;
}

}  // namespace explorer
