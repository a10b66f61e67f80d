// See tour.hpp. The numbers in the words are tested with the models themselves (tests/browser/site/tour.mjs and
// tests/modules/models/pictures_tests.mjs).
#include "explorer/model/tour.hpp"

#include <algorithm>
#include <optional>

#include "explorer/model/made_picture.hpp"

namespace explorer {

namespace {

constexpr std::string_view gift = "When Mary and John went to the shop, John gave a drink to",
                           said_again = "red hat seven Paris mouse red hat seven",
                           said_once = "Paris red mouse seven hat Tokyo blue";
constexpr std::string_view wanted = "Mary", other = "John";
constexpr float clearly = 0.95f, mostly = 0.5f;

std::optional<std::size_t> place_of(const WholeModel& model, std::string_view word) {
  const auto at = std::ranges::find(model.run->words, word);
  if (at == model.run->words.end()) return std::nullopt;
  return static_cast<std::size_t>(at - model.run->words.begin());
}

bool says(const WholeModel& model, std::string_view word) {
  return model.next && !model.next->next.empty() && model.next->next.front().text == word;
}

// The weight with which the last token looks at a place.
float last_looks_at(const WholeModel& model, ModelHead head, std::optional<std::size_t> place) {
  const std::span<const float> row = model.row(head, model.tokens() - 1);
  return place && *place < row.size() ? row[*place] : 0;
}

// The sum that is asked for is the lead of the one name over the other.
const ModelLedger* lead(const WholeModel& model) {
  const bool asked = model.ledger && model.ledger->asked.at + 1 == model.tokens() && model.ledger->word == wanted &&
                     model.ledger->against == other;
  return asked ? &*model.ledger : nullptr;
}

bool changed_name(const ModelState&, const WholeModel& model) {
  return !model.run->input.changed() && model.next && !model.next->next.empty() && !says(model, wanted);
}

bool least_part(const ModelState& state, const WholeModel& model) {
  const ModelLedger* const sum = lead(model);
  if (!state.look.why || sum == nullptr) return false;
  const std::optional<std::size_t> chosen = model_part(model, state.look);
  return chosen && sum->parts[*chosen].value == std::ranges::min(sum->parts, {}, &ModelPart::value).value;
}

bool head_of_name(const ModelState& state, const WholeModel& model) {
  return !state.look.why && last_looks_at(model, state.look.head, place_of(model, wanted)) > clearly;
}

// Any part of the first layer after which the word is the likeliest.
bool deciding_layer(const ModelState& state, const WholeModel& model) {
  if (!state.look.why || !state.look.part || !model.ledger || !model.lens || model.lens->layers.empty()) return false;
  const std::vector<std::vector<ModelToken>>& layers = model.lens->layers;
  const auto first = std::ranges::find_if(
      layers, [](const std::vector<ModelToken>& words) { return !words.empty() && words.front().text == wanted; });
  const std::optional<std::size_t> chosen = model_part(model, state.look);
  return first != layers.end() && chosen &&
         model_part_group(model.ledger->parts[*chosen], model.about->layers) ==
             static_cast<std::size_t>(first - layers.begin());
}

bool one_off(const ModelState&, const WholeModel& model) {
  const std::vector<ModelOff>& off = model.run->input.off;
  return model.run->input.only_off(1) && off.front().head && model.next &&
         last_looks_at(model, {off.front().layer, *off.front().head}, place_of(model, wanted)) > mostly;
}

bool two_off(const ModelState&, const WholeModel& model) {
  const ModelInput& input = model.run->input;
  return input.text == gift && input.only_off(2) && says(model, other);
}

// No other head gives the previous token as large a share.
bool previous_head(const ModelState& state, const WholeModel& model) {
  const auto share = [&](ModelHead head) {
    const std::optional<ModelShares> shares = model.shares(head);
    return shares ? (*shares)[static_cast<std::size_t>(ModelShare::previous)] : 2.0f;  // not known: more than all
  };
  const float chosen = share(state.look.head);
  if (state.look.why) return false;
  for (std::size_t layer = 0; layer < model.about->layers; ++layer)
    for (std::size_t head = 0; head < model.about->heads; ++head)
      if (share({layer, head}) > chosen) return false;
  return chosen <= 1;
}

// The last word was there before: the head looks at what followed it then.
bool following_head(const ModelState& state, const WholeModel& model) {
  const std::size_t last = model.tokens() - 1, before = model.run->same[last];
  return !state.look.why && before + 1 < last && last_looks_at(model, state.look.head, before + 1) > mostly;
}

// No word is there twice: the weight of the last one goes to the first.
bool sink_head(const ModelState& state, const WholeModel& model) {
  return !state.look.why && last_looks_at(model, state.look.head, 0) > clearly;
}

const ModelTourStep sentence_steps[] = {
    {"guess", "model.tour.guess.", gift, {0, 0}, false, changed_name},
    {"lead", "model.tour.lead.", gift, {0, 0}, true, least_part},
    {"head", "model.tour.head.", gift, {0, 0}, false, head_of_name},
    {"lens", "model.tour.lens.", gift, {0, 0}, true, deciding_layer},
    {"off", "model.tour.off.", gift, {3, 0}, false, one_off},
    {"two", "model.tour.two.", gift, {3, 1}, false, two_off},
    {"before", "model.tour.before.", gift, {3, 3}, false, previous_head},
    {"again", "model.tour.again.", said_again, {0, 0}, false, following_head},
    {"nothing", "model.tour.nothing.", said_once, {0, 0}, false, sink_head},
};

// ---- pictures ----

constexpr std::string_view painted = "blue? 2,2 orange circle; 2,4 blue triangle; 3,3 green square; 4,2 yellow cross";

std::optional<MadePicture> seen_picture(const WholeModel& model) {
  return model.run->picture ? read_made_picture(model.run->input.text) : std::nullopt;
}

const MadePicture::Placed* asked_for(const MadePicture& picture) {
  const auto found = std::ranges::find(picture.shapes, picture.asks, &MadePicture::Placed::colour);
  return found == picture.shapes.end() ? nullptr : &*found;
}

// How much of its weight [CLS] gives to the patches of a cell.
float class_looks_at(const WholeModel& model, ModelHead head, std::size_t cell) {
  const std::span<const float> row = model.row(head, 0);
  const ModelPicture& picture = *model.run->picture;
  constexpr std::size_t across = MadePicture::side / MadePicture::cell;
  float sum = 0;
  for (std::size_t patch = 0; patch + picture.before < row.size(); ++patch) {
    const std::size_t at =
        patch / picture.columns * across / picture.rows * across + patch % picture.columns * across / picture.columns;
    if (at == cell) sum += row[picture.before + patch];
  }
  return sum;
}

bool shows_a_head(const ModelState& state) { return !state.look.why && !state.look.rollout; }

bool other_answer(const ModelState&, const WholeModel& model) {
  return !model.run->input.changed() && seen_picture(model) && model.next && !model.next->next.empty() &&
         !says(model, "triangle");
}

bool reads_corner(const ModelState& state, const WholeModel& model) {
  const std::span<const float> row = model.row(state.look.head, 0);
  return shows_a_head(state) && model.run->picture && model.run->picture->before < row.size() &&
         row[model.run->picture->before] > clearly;
}

bool finds_shape(const ModelState& state, const WholeModel& model) {
  const std::optional<MadePicture> picture = seen_picture(model);
  const MadePicture::Placed* const shape = picture ? asked_for(*picture) : nullptr;
  return shows_a_head(state) && shape != nullptr && class_looks_at(model, state.look.head, shape->cell) > clearly;
}

bool through_layers(const ModelState& state, const WholeModel& model) {
  return state.look.rollout && !state.look.why && model.run->picture.has_value();
}

bool three_off(const ModelState&, const WholeModel& model) {
  const ModelInput& input = model.run->input;
  return input.text == painted && input.only_off(3) && model.next && !model.next->next.empty() &&
         !says(model, "triangle");
}

bool two_of_a_colour(const ModelState&, const WholeModel& model) {
  const std::optional<MadePicture> picture = seen_picture(model);
  return picture && model.next && std::ranges::count(picture->shapes, picture->asks, &MadePicture::Placed::colour) > 1;
}

const ModelTourStep picture_steps[] = {
    {"answer", "model.look.answer.", painted, {0, 3}, false, other_answer},
    {"corner", "model.look.corner.", painted, {0, 3}, false, reads_corner},
    {"shape", "model.look.shape.", painted, {0, 0}, false, finds_shape},
    {"layers", "model.look.layers.", painted, {1, 3}, false, through_layers},
    {"three", "model.look.three.", painted, {1, 3}, false, three_off},
    {"unseen", "model.look.unseen.", painted, {1, 3}, false, two_of_a_colour},
};

const ModelTour tours[] = {
    {"small", "model.title", "model.tour.begin", "model.tour.step", sentence_steps, 0},
    {"pictures", "contents.pictures", "model.look.begin", "model.look.step", picture_steps, std::size(sentence_steps)},
};

}  // namespace

std::span<const ModelTour> model_tours() { return tours; }

const ModelTour* model_tour(std::string_view source) {
  const auto found = std::ranges::find(tours, source, &ModelTour::source);
  return found == std::end(tours) ? nullptr : &*found;
}

}  // namespace explorer
