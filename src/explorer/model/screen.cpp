// The commands of the model screen. Undo covers the sentence and the heads that are off; the rest is only looked at.
#include <algorithm>
#include <utility>

#include "explorer/model/data.hpp"
#include "explorer/model/screen.hpp"
#include "explorer/model/tour.hpp"

namespace explorer {

namespace {

// At the beginning of a step of the tour; how heads are ordered and coloured stays.
ModelLook look_of(const ModelTourStep& step, const ModelLook& before) {
  ModelLook look;
  look.head = step.head;
  look.why = step.why;
  look.sort = before.sort;
  look.steps = before.steps;
  return look;
}

void drop_taken(ModelInput& input) {
  std::erase_if(input.off, [](const ModelOff& part) { return part.taken; });
}

}  // namespace

// Drops looks at things that no longer exist.
void ModelScreen::fit() {
  ModelLook& look = state_.look;
  if (model_->about) {
    if (!model_->has(look.head)) look.head = {};
    if (look.compared && !model_->has(*look.compared)) look.compared.reset();
    const auto fit = [this](std::optional<std::size_t>& id) {
      if (id && model_->about->vocabulary > 0 && *id >= model_->about->vocabulary) id.reset();
    };
    fit(look.word);
    fit(look.against);
    if (look.layers && *look.layers >= model_->about->layers) look.layers.reset();
    look.why = look.why && model_->about->ledger;
    if (!model_->about->editable || model_->about->pictures) look.second.clear();
    look.over = look.over && model_->about->editable;
    std::erase_if(state_.input.off, [&](const ModelOff& part) { return !model_->has(part); });
    std::erase_if(state_.input.temperatures, [&](const ModelHeadTemperature& one) { return !model_->has(one.head); });
    std::erase_if(state_.input.weights, [&](const ModelSetWeight& set) { return !model_->has(set.head); });
  }
  const std::size_t tokens = model_->tokens();
  if (model_->run && model_->run->input.text == state_.input.text)
    std::erase_if(state_.input.off, [tokens](const ModelOff& part) { return part.at.value_or(0) >= tokens; });
  if (model_->run && look.row && *look.row >= tokens) look.row.reset();
  if (model_->run && look.column && *look.column >= tokens) look.column.reset();
  if (model_->run && look.compared_row && (*look.compared_row >= tokens || !model_->run->picture))
    look.compared_row.reset();
  if (!look.row) look.column.reset();
  if (look.second.empty() && look.sort == ModelSort::moved) look.sort = ModelSort::layer;
  if (model_->second && model_->second->source != look.second) {
    model_->second.reset();
    if (model_->next && model_->next->of_second) model_->next.reset();
  }
  model_->keep(look);
}

void ModelScreen::choose(std::string source) {
  state_.source = std::move(source);
  model_->about.reset();
  model_->keep_atlas();
  model_->forget_run();
  model_->sought.reset();
  history().clear();
  state_.input = {};
  state_.look = {};
  state_.step.reset();
  opening_ = true;
}

Result<Touched> ModelScreen::carry_out(const SetModelText& command) {
  if (command.text.empty()) return graph::fail("text", "", shared_.say("refuse.model.no_text"));
  if (command.text.size() > longest_model_text)
    return graph::fail("text", "", shared_.say("refuse.model.long_text", {std::to_string(longest_model_text)}));
  const bool read = command.text == state_.input.text && (command.ids.empty() || command.ids == state_.input.ids);
  if (read && !command.row) return Touched::nothing;
  if (read) return carry_out(LookModel{.row = command.row, .column = command.column});
  coming_ = {command.text, command.row, command.column};
  ModelInput next = state_.input;
  // Places of weights and parts are those of tokens: they hold for more of the same text alone.
  if (command.ids.empty() || !command.text.starts_with(next.text)) {
    next.weights.clear();
    std::erase_if(next.off, [](const ModelOff& part) { return part.at.has_value(); });
  }
  // The other sentence has no tokens for those that the model writes.
  if (!command.written.empty()) drop_taken(next);
  next.text = command.text;
  next.ids = command.ids;
  if (command.written.empty()) next.written.clear();
  next.written.insert(next.written.end(), command.written.begin(), command.written.end());
  history().record(state_.input, next, "text", command.continues);
  state_.input = std::move(next);
  model_->sought.reset();
  ModelLook& look = state_.look;
  look.word.reset();
  look.against.reset();
  look.layers.reset();
  look.part.reset();
  return looked();
}

Result<Touched> ModelScreen::carry_out(const SetModelOther& command) {
  if (command.text.size() > longest_model_text)
    return graph::fail("text", "", shared_.say("refuse.model.long_text", {std::to_string(longest_model_text)}));
  if (command.text == state_.input.other) return Touched::nothing;
  ModelInput next = state_.input;
  next.other = command.text;
  if (next.other.empty()) drop_taken(next);
  return change(std::move(next), "other", command.continues);
}

Result<Touched> ModelScreen::carry_out(const SetModelPart& command) {
  const ModelOff part{command.layer, command.head, command.at, command.taken, command.stream};
  if (!model_->has(part) || !part.is_part() || !model_->about->editable ||
      part.at.value_or(0) >= std::max<std::size_t>(model_->tokens(), 1))
    return graph::fail("head", "", shared_.say("refuse.model.head"));
  if (part.taken && state_.input.other.empty()) return graph::fail("other", "", shared_.say("refuse.model.no_other"));
  ModelInput next = state_.input;
  std::erase_if(next.off, [&part](const ModelOff& before) { return before.place() == part.place(); });
  if (!command.on) next.off.insert(std::ranges::lower_bound(next.off, part), part);
  return change(std::move(next), "head", false);
}

const ModelSetWeight* ModelScreen::set_weight(ModelHead head, std::size_t row, std::size_t column) const {
  const std::vector<ModelSetWeight>& set = state_.input.weights;
  const auto found = std::ranges::find(set, std::tuple(head, row, column), &ModelSetWeight::place);
  return found == set.end() ? nullptr : &*found;
}

Result<Touched> ModelScreen::carry_out(const SetModelWeight& command) {
  const ModelSetWeight given{
      {command.layer, command.head}, command.row, command.column, command.weight.value_or(0), command.rescaled};
  if (!model_->sees(given.row, given.column) || !model_->has(given.head) || !model_->about->editable)
    return graph::fail("weight", "", shared_.say("refuse.model.look"));
  if (!given.is_share()) return graph::fail("weight", "", shared_.say("refuse.model.weight"));
  ModelInput next = state_.input;
  const auto place = std::ranges::lower_bound(next.weights, given.place(), {}, &ModelSetWeight::place);
  const bool is_set = place != next.weights.end() && place->place() == given.place();
  if (!command.weight && is_set) next.weights.erase(place);
  else if (is_set) *place = given;
  else if (command.weight) next.weights.insert(place, given);
  return change(std::move(next), "weight", command.continues);
}

Result<Touched> ModelScreen::carry_out(const SetModelTemperature& command) {
  const ModelHeadTemperature given{{command.layer, command.head}, command.temperature};
  if (!model_->has(given.head) || !model_->about->editable)
    return graph::fail("head", "", shared_.say("refuse.model.head"));
  if (!given.is_possible()) return graph::fail("temperature", "", shared_.say("refuse.model.temperature"));
  ModelInput next = state_.input;
  std::erase_if(next.temperatures, [&given](const ModelHeadTemperature& one) { return one.head == given.head; });
  if (given.temperature != 1) next.temperatures.insert(std::ranges::lower_bound(next.temperatures, given), given);
  return change(std::move(next), "temperature", command.continues);
}

namespace {

template <class T>
void take(T& into, const std::optional<T>& given) {
  if (given) into = *given;
}

}  // namespace

// The view, and what is drawn how.
void ModelScreen::look_at_view(const LookModel& command, ModelLook& next) const {
  const bool explains = model_->about && model_->about->ledger, runs = model_->about && model_->about->editable;
  if (command.why) next.why = *command.why && explains;
  if (command.over) next.over = *command.over && runs;
  if (command.why && next.why) next.over = false;
  if (command.over && next.over) next.why = false;
  take(next.texts, command.texts);
  const bool other = command.texts || command.over || command.why || command.parts || command.patched;
  next.paused = command.paused.value_or(next.paused && !other);
  take(next.across, command.across);
  take(next.up, command.up);
  take(next.temperature, command.temperature);
  take(next.top_k, command.top_k);
  if (command.seed) next.seed = std::min(*command.seed, most_model_seed);
  take(next.parts, command.parts);
  take(next.patched, command.patched);
  if (command.second && *command.second != next.second) {
    next.second = *command.second;
    next.sort = next.second.empty() ? ModelSort::layer : ModelSort::moved;
  }
  take(next.shows, command.shows);
  take(next.sort, command.sort);
  take(next.steps, command.steps);
  take(next.hide_first, command.hide_first);
  take(next.rollout, command.rollout);
}

// Which head, which weight, and which word is explained.
void ModelScreen::look_at_numbers(const LookModel& command, ModelLook& next) {
  take(next.head.layer, command.layer);
  take(next.head.head, command.head);
  if (command.compare) {
    const auto& compared = *command.compare;
    next.compared = compared ? std::optional(ModelHead{compared->first, compared->second}) : std::nullopt;
  }
  if (command.apart) next.compared_row.reset();
  if (command.compare_row) next.compared_row = command.compare_row;
  if (command.row) {
    if (next.row != command.row) next.word.reset(), next.against.reset(), next.layers.reset(), next.part.reset();
    next.row = command.row;
    next.column.reset();
  }
  if (command.column) next.column = command.column;
  if (command.unpin) {
    next.row.reset();
    next.column.reset();
  }
  if (command.row || command.word || command.against || command.alone) next.paused = false;  // of another number
  if (command.word) {
    next.word = command.word;
    if (next.against == next.word) next.against.reset();
  }
  if (command.against) {
    next.against = command.against;
    next.alone = false;
  }
  take(next.alone, command.alone);
  if (command.layers) {
    next.layers = command.layers;
    next.part.reset();
    if (!command.word) next.word.reset();
    if (!command.against) next.against.reset();
  }
  if (command.part) next.part = command.part;
}

// Whether the model and its sentence have what a command names.
bool ModelScreen::has(const LookModel& command, const ModelLook& next) const {
  const std::size_t tokens = std::max<std::size_t>(model_->tokens(), 1);
  const std::size_t vocabulary = model_->about ? model_->about->vocabulary : 0;
  const auto beyond = [](const std::optional<std::size_t>& place, std::size_t count) {
    return place && *place >= count;
  };
  if ((command.layer || command.head) && !model_->has(next.head)) return false;
  if (command.compare && next.compared && !model_->has(*next.compared)) return false;
  if (next.row.value_or(0) >= tokens || next.column.value_or(0) >= tokens || (next.column && !next.row)) return false;
  if (next.compared_row.value_or(0) >= tokens) return false;
  if (command.layers && (!model_->about || *command.layers > model_->about->layers)) return false;
  if (command.second && !is_second_model(*command.second)) return false;
  return !beyond(command.word, vocabulary) && !beyond(command.against, vocabulary) &&
         !beyond(command.across, model_measures) && !beyond(command.up, model_measures);
}

Result<Touched> ModelScreen::carry_out(const LookModel& command) {
  ModelLook next = state_.look;
  look_at_view(command, next);
  look_at_numbers(command, next);
  if (!has(command, next)) return graph::fail("model", "", shared_.say("refuse.model.look"));
  const bool answers = command.word || command.against || command.alone;
  const bool refused = answers && model_->sought && !std::exchange(model_->sought->refused, {}).empty();
  if (next == state_.look) return refused ? Touched::look : Touched::nothing;
  state_.look = next;
  fit();
  return looked();
}

Result<Touched> ModelScreen::carry_out(const SeekModelWord& command) {
  if (command.text.size() > longest_model_text)
    return graph::fail("text", "", shared_.say("refuse.model.long_text", {std::to_string(longest_model_text)}));
  if (!model_->about || !model_->about->ledger) return graph::fail("model", "", shared_.say("refuse.model.none"));
  if (command.text.empty() && !model_->sought) return Touched::nothing;
  model_->sought.reset();
  if (!command.text.empty()) model_->sought = ModelSought{command.text, command.against, false, {}, {}};
  return looked();
}

std::string_view ModelScreen::refused_word(bool against) const {
  const std::optional<ModelSought>& sought = model_->sought;
  return sought && sought->against == against && !sought->refused.empty() ? std::string_view(sought->text) : "";
}

Result<Touched> ModelScreen::carry_out(const StepModel& command) {
  if (!command.step) {
    if (!state_.step) return Touched::nothing;
    state_.step.reset();
    return Touched::look;
  }
  const ModelTour* const own = model_tour(command.source.value_or(state_.source));
  const ModelTour& tour = own == nullptr ? model_tours().front() : *own;
  if (*command.step >= tour.steps.size()) return graph::fail("step", "", shared_.say("refuse.model.step"));
  if (state_.source != tour.source) choose(std::string(tour.source));
  const ModelTourStep& step = tour.steps[*command.step];
  ModelInput next{std::string(step.text), {}};
  if (next != state_.input) history().record(state_.input, next, "step", false);
  state_.input = std::move(next);
  state_.look = look_of(step, state_.look);
  state_.step = command.step;
  fit();
  return looked();
}

Touched ModelScreen::change(ModelInput next, const std::string& what, bool continues) {
  if (next == state_.input) return Touched::nothing;
  history().record(state_.input, next, what, continues);
  state_.input = std::move(next);
  return looked();
}

Touched ModelScreen::looked() {
  opening_ = false;
  find();
  return Touched::look;
}

// Numbers of an earlier sentence do not count.
void ModelScreen::find() {
  const ModelTour* const tour = this->tour();
  if (tour == nullptr || !model_->run || !model_->run->input.reads_as(state_.input)) return;
  if (tour->steps[*state_.step].found(state_, *model_)) found_.set(tour->first + *state_.step);
}

std::span<const float> ModelScreen::rollout(std::size_t token) const {
  if (model_->keeps_rows()) return model_->told_rollout(token);
  if (rollout_.model != model_.get() || rollout_.changes != model_->changes)
    rollout_ = {model_.get(), model_->changes, {}};
  const auto [row, is_new] = rollout_.rows.try_emplace(token);
  if (is_new) row->second = model_rollout(*model_, token);
  return row->second;
}

const ModelTour* ModelScreen::tour() const {
  const ModelTour* const of = state_.step ? model_tour(state_.source) : nullptr;
  return of != nullptr && *state_.step < of->steps.size() ? of : nullptr;
}

void ModelScreen::open_on_telling_head() {
  if (!opening_) return;
  const std::optional<ModelSpot> spot = telling_model_spot(*model_);
  if (!spot) return;
  state_.look.head = spot->head;
  if (spot->row != model_->usual_row()) state_.look.row = spot->row;  // otherwise it is followed without being chosen
  opening_ = false;
}

// A link that shows no model leaves the one that is open as it is, out of sight.
void ModelScreen::open(ModelState asked) {
  if (!asked.shown) {
    state_.shown = false;
    return;
  }
  const bool other = asked.source != state_.source;
  if (other) {
    model_->about.reset();
    model_->keep_atlas();
    model_->forget_run();
    model_->sought.reset();
  }
  const ModelTour* const tour = model_tour(asked.source);
  if (tour == nullptr || (asked.step && *asked.step >= tour->steps.size())) asked.step.reset();
  if (asked.input.other.empty()) drop_taken(asked.input);
  if (asked.step && asked.input.text.empty()) {  // the beginning of the step
    const ModelTourStep& step = tour->steps[*asked.step];
    asked.input.text = step.text;
    if (asked.look == ModelLook{}) asked.look = look_of(step, {});
  }
  opening_ = !asked.step && asked.input.text.empty() && asked.look == ModelLook{};
  if (!other && asked.input.text.empty()) asked.input.text = state_.input.text;
  history().clear();
  state_ = std::move(asked);
  fit();
  open_on_telling_head();
}

void ModelScreen::share(const ModelScreen& from) {
  model_ = from.model_;
  state_ = from.state_;
  state_.shown = false;
}

const ModelSweep* ModelScreen::sweep() const {
  const std::optional<ModelAsked> asked = model_asked(*model_, state_.look);
  const std::optional<ModelSweep>& told = model_->sweep;
  const bool is_it = asked && told && told->is_of(*asked, state_.input.other, state_.look.patched);
  return is_it ? &*told : nullptr;
}

std::optional<ModelWants> ModelScreen::wants_of_second() const {
  using What = ModelWants::What;
  const ModelLook& look = state_.look;
  if (look.second.empty() || look.why || look.over || !model_->run) return std::nullopt;
  if (!model_->run->input.reads_as(state_.input) || (model_->about->next && !model_->next)) return std::nullopt;
  const std::optional<ModelSecond>& second = model_->second;
  if (!second || (!second->read && second->refused.empty())) return ModelWants{What::second, {}, {}, 0};
  if (!second->read) return std::nullopt;
  if (model_->second_weights_of(look.head).empty()) return ModelWants{What::second_weights, look.head, {}, 0};
  if (!second->matrices.contains(look.head)) return ModelWants{What::matrices, look.head, {}, 0};
  for (std::size_t layer = 0; layer < second->layers.size(); ++layer)
    if (second->layers[layer].moved.empty()) return ModelWants{What::differences, {layer, 0}, {}, 0};
  return std::nullopt;
}

// Rows first: they are soon there, and show what each head looks at.
std::optional<ModelWants> ModelScreen::wants_of_weights() const {
  using What = ModelWants::What;
  const WholeModel& model = *model_;
  const ModelLook& look = state_.look;
  const std::optional<std::size_t> followed(look.row.value_or(model.usual_row()));
  for (const What what : {What::rows, What::rollout}) {
    if (!model.keeps_rows() || (what == What::rollout && !look.rollout)) continue;
    for (const std::optional<std::size_t> token : {followed, look.compared_row}) {
      if (!token) continue;
      const auto found = model.rows.find(*token);
      const bool known =
          found != model.rows.end() && !(what == What::rows ? found->second.heads : found->second.rollout).empty();
      if (!known) return ModelWants{what, {}, {*token, 0, std::nullopt}, 0};
    }
  }
  if (!model.keeps_maps())
    return model.pooled.contains(look.head) ? std::nullopt : std::optional(ModelWants{What::pooled, look.head, {}, 0});
  for (const std::optional<ModelHead>& head : {std::optional(look.head), look.compared})
    if (head && !model.weights.contains(*head)) return ModelWants{What::weights, *head, {}, 0};
  return std::nullopt;
}

std::optional<ModelWants> ModelScreen::wants() const {
  using What = ModelWants::What;
  const ModelState& state = state_;
  const WholeModel& model = *model_;
  const auto want = [](What what, ModelHead head = {}) { return ModelWants{what, head, {}, 0}; };
  if (!model.about) return state.source.empty() || model.failed() ? std::nullopt : std::optional(want(What::model));
  const bool refused = model.refused && model.refused->input.reads_as(state.input);
  const bool read = model.run && model.run->input.reads_as(state.input);
  if (model.about->editable && !refused && !state.input.text.empty() && !read) return want(What::text);
  if (!model.run) return std::nullopt;
  const ModelLook& look = state.look;
  if (model.about->next && !model.next) return want(What::next);
  if (look.over && !model.about->pictures && !look.paused && !model.measured(look.texts, state.input)) {
    const bool whole = !state.input.is_off_anywhere({}) && !model.compares_over(look.texts);
    return ModelWants{
        .what = What::atlas, .head = {}, .asked = {}, .part = 0, .inner = false, .texts = look.texts, .whole = whole};
  }
  if (look.why && model.about->ledger) {
    if (model.sought && !model.sought->told) return want(What::word);
    const std::size_t at = std::min(look.row.value_or(model.usual_row()), model.tokens() - 1);
    if (!model.lens || model.lens->at != at) return ModelWants{What::lens, {}, {at, 0, std::nullopt}, 0};
    if (look.parts == ModelParts::lens && (!model.grid || model.grid->layers.empty()))
      return ModelWants{What::grid, {}, {at, 0, std::nullopt}, 0};
    const std::optional<ModelAsked> asked = model_asked(model, look);
    if (asked && (!model.ledger || model.ledger->asked != *asked)) return ModelWants{What::ledger, {}, *asked, 0};
    if (const std::optional<std::size_t> part = asked ? model_part(model, look) : std::nullopt) {
      const ModelPart& chosen = model.ledger->parts[*part];
      const bool known = model.split && model.split->asked == *asked && model.split->part == *part;
      const std::optional<ModelOff> can = switch_of(chosen);
      if (can && !state.input.replaces(*can, asked->at) && !known)  // what is replaced has no parts
        return ModelWants{What::split, {chosen.layer, chosen.head}, *asked, *part, chosen.kind == "inner"};
    }
  }
  if (look.why && look.parts == ModelParts::off) {
    const std::optional<ModelAsked> asked = model_asked(model, look);
    const ModelSweep* const told = sweep();
    if (asked && !look.paused && !(told && told->ended())) return ModelWants{What::sweep, {}, *asked, 0};
  }
  if (const auto weights = wants_of_weights()) return weights;
  if (model.about->vectors && !model.vectors.contains(look.head)) return want(What::vectors, look.head);
  if (!look.why && look.row && look.column && model.about->ledger) {
    const std::span<const float> row = model.row(look.head, *look.row);
    const bool seen = *look.column < row.size() && row[*look.column] > 0;
    if (seen && !(model.score && model.score->is_of(look.head, *look.row, *look.column)))
      return ModelWants{What::score, look.head, {*look.row, *look.column, std::nullopt}, 0};
  }
  // Each head of a model of pictures has a small copy of the picture, in the light of its weights.
  if (model.keeps_all_weights()) {
    for (std::size_t i = 0; i < model.about->layers * model.about->heads; ++i)
      if (const ModelHead head{i / model.about->heads, i % model.about->heads}; !model.weights.contains(head))
        return want(What::weights, head);
  }
  for (std::size_t layer = 0; layer < model.layers.size(); ++layer)
    if (model.layers[layer].pictures.empty() || model.layers[layer].shares.empty())
      return want(What::pictures, {layer, 0});
  return std::nullopt;
}

}  // namespace explorer
