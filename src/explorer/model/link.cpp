// See link.hpp.
#include "explorer/model/link.hpp"

#include <algorithm>
#include <utility>

#include "explorer/language/numbers.hpp"
#include "explorer/model/tour.hpp"

namespace explorer {

namespace {

constexpr std::size_t most_off = 2000, longest_address = 2000;
const ModelLook start;

std::string head_text(ModelHead head) { return index_text({head.layer, head.head}); }

std::optional<std::pair<std::size_t, std::size_t>> two_places(std::string_view text) {
  const std::optional<graph::Index> index = parse_index(text);
  if (!index || index->size() != 2) return std::nullopt;
  return std::pair(index->front(), index->back());
}

bool take_head(ModelHead& into, std::string_view text) {
  const auto places = two_places(text);
  if (places) into = {places->first, places->second};
  return places.has_value();
}

bool take_number(std::optional<std::size_t>& into, std::string_view text) {
  const std::optional<graph::Index> index = parse_index(text);
  if (!index || index->size() != 1) return false;
  into = index->front();
  return true;
}

// "3,1;2": layer and head, or a layer for its MLP. "3,1@5", "2m@5": at a token; "2@5": what leaves the layer there. "3,1o": as
// it is in the other sentence.
std::string off_text(const ModelOff& part) {
  std::string out = part.head ? index_text({part.layer, *part.head}) : std::to_string(part.layer);
  if (part.at && !part.head && !part.stream) out += "m";
  if (part.at) out += "@" + std::to_string(*part.at);
  return part.taken ? out + "o" : out;
}

bool take_off(std::vector<ModelOff>& into, std::string_view text) {
  while (!text.empty()) {
    std::string_view one = next_of(text, ';');
    ModelOff part;
    part.taken = one.ends_with('o');
    if (part.taken) one.remove_suffix(1);
    std::string_view of = next_of(one, '@');
    const bool inner = of.ends_with('m');
    if (inner) of.remove_suffix(1);
    const std::optional<graph::Index> places = parse_index(of);
    if (into.size() == most_off || !places || places->empty() || places->size() > 2) return false;
    if (!one.empty() && !take_number(part.at, one)) return false;
    part.layer = places->front();
    if (places->size() == 2) part.head = places->back();
    if (inner && (part.head || !part.at)) return false;
    part.stream = part.at && !part.head && !inner;
    into.push_back(part);
  }
  std::ranges::sort(into);
  const auto again = std::ranges::unique(into, {}, &ModelOff::place);
  into.erase(again.begin(), again.end());
  return true;
}

// "4,0,13,1,0.5;…": layer, head, row, column and weight; ",1" behind it leaves the rest of the row as it is.
std::string weights_text(const std::vector<ModelSetWeight>& set) {
  std::string out;
  for (const ModelSetWeight& one : set) {
    out += (out.empty() ? "" : ";") + index_text({one.head.layer, one.head.head, one.row, one.column}) + "," +
           shortest(one.weight);
    if (!one.rescaled) out += ",1";
  }
  return out;
}

// "3,1,2.5;…": layer, head and temperature.
std::string temperatures_text(const std::vector<ModelHeadTemperature>& all) {
  std::string out;
  for (const ModelHeadTemperature& one : all)
    out += (out.empty() ? "" : ";") + index_text({one.head.layer, one.head.head}) + "," + shortest(one.temperature);
  return out;
}

bool take_temperatures(std::vector<ModelHeadTemperature>& into, std::string_view text) {
  while (!text.empty()) {
    std::string_view one = next_of(text, ';');
    std::optional<std::size_t> layer, head;
    if (!take_number(layer, next_of(one, ',')) || !take_number(head, next_of(one, ','))) return false;
    const std::optional<double> temperature = plain_number(one);
    if (into.size() == most_off || !temperature) return false;
    into.push_back({{*layer, *head}, *temperature});
    if (!into.back().is_possible()) return false;
  }
  std::ranges::sort(into);
  const auto again = std::ranges::unique(into, {}, &ModelHeadTemperature::head);
  into.erase(again.begin(), again.end());
  std::erase_if(into, [](const ModelHeadTemperature& one) { return one.temperature == 1; });
  return true;
}

bool take_weights(std::vector<ModelSetWeight>& into, std::string_view text) {
  while (!text.empty()) {
    std::string_view one = next_of(text, ';');
    ModelSetWeight set;
    for (std::size_t* const place : {&set.head.layer, &set.head.head, &set.row, &set.column}) {
      const std::optional<graph::Index> index = parse_index(next_of(one, ','));
      if (!index || index->size() != 1) return false;
      *place = index->front();
    }
    const std::optional<double> weight = plain_number(next_of(one, ','));
    if (into.size() == most_off || !weight || (!one.empty() && one != "1")) return false;
    set.weight = *weight;
    set.rescaled = one.empty();
    if (!set.is_share()) return false;
    into.push_back(set);
  }
  std::ranges::sort(into, {}, &ModelSetWeight::place);
  const auto again = std::ranges::unique(into, {}, &ModelSetWeight::place);
  into.erase(again.begin(), again.end());
  return true;
}

std::string number_text(std::optional<std::size_t> number) { return number ? std::to_string(*number) : ""; }

template <json::HasWords T>
bool take_one_of(T& into, std::string_view text) {
  const std::optional<T> known = json::parse_word<T>(text);
  if (known) into = *known;
  return known.has_value();
}

// A key with the sentence that names it in a note, how it is written ("" where it is as at the start) and read.
struct ModelKey {
  std::string_view key, label;
  std::string (*write)(const ModelState& state);
  bool (*read)(ModelState& state, std::string_view value);
};

constexpr ModelKey model_keys[] = {
    {"model", "model.file", [](const ModelState& s) { return s.source; },
     [](ModelState& s, std::string_view value) {
       s.source = value.substr(0, longest_address);
       return value == s.source && is_model_source(value);
     }},
    {"model.text", "model.sentence", [](const ModelState& s) { return s.input.text; },
     [](ModelState& s, std::string_view value) {
       if (value.empty() || value.size() > longest_model_text) return false;
       s.input.text = value;
       return true;
     }},
    {"model.ids", "model.sentence",
     [](const ModelState& s) {
       std::string out;
       for (const std::size_t id : s.input.ids) out += (out.empty() ? "" : ".") + std::to_string(id);
       return out;
     },
     [](ModelState& s, std::string_view value) {
       while (!value.empty()) {
         const std::optional<graph::Index> index = parse_index(next_of(value, '.'));
         if (!index || index->size() != 1 || s.input.ids.size() == most_model_tokens) return false;
         s.input.ids.push_back(index->front());
       }
       return true;
     }},
    {"model.step", "model.tour",
     [](const ModelState& s) {
       const ModelTour* const tour = model_tour(s.source);
       return std::string(s.step && tour != nullptr ? tour->steps[*s.step].id : "");
     },
     [](ModelState& s, std::string_view value) {
       for (const ModelTour& tour : model_tours()) {
         const auto step = std::ranges::find(tour.steps, value, &ModelTourStep::id);
         if (step == tour.steps.end()) continue;
         // A step of another model names none.
         if (s.source.empty() || s.source == tour.source) s.step = static_cast<std::size_t>(step - tour.steps.begin());
         return true;
       }
       return false;
     }},
    {"model.head", "part.head",
     [](const ModelState& s) { return s.look.head == start.head ? "" : head_text(s.look.head); },
     [](ModelState& s, std::string_view value) { return take_head(s.look.head, value); }},
    {"model.compare", "part.compare",
     [](const ModelState& s) { return s.look.compared ? head_text(*s.look.compared) : ""; },
     [](ModelState& s, std::string_view value) { return take_head(s.look.compared.emplace(), value); }},
    {"model.row", "part.queries",
     [](const ModelState& s) { return s.look.row && !s.look.column ? std::to_string(*s.look.row) : ""; },
     [](ModelState& s, std::string_view value) {
       const std::optional<graph::Index> index = parse_index(value);
       if (!index || index->size() != 1) return false;
       s.look.row = index->front();
       return true;
     }},
    {"model.beside", "model.picture.compare", [](const ModelState& s) { return number_text(s.look.compared_row); },
     [](ModelState& s, std::string_view value) { return take_number(s.look.compared_row, value); }},
    {"model.cell", "large.cell",
     [](const ModelState& s) { return s.look.row && s.look.column ? index_text({*s.look.row, *s.look.column}) : ""; },
     [](ModelState& s, std::string_view value) {
       const auto places = two_places(value);
       if (!places) return false;
       s.look.row = places->first;
       s.look.column = places->second;
       return true;
     }},
    {"model.second", "model.second",
     [](const ModelState& s) { return s.look.second == second_of_files ? std::string() : s.look.second; },
     [](ModelState& s, std::string_view value) {
       s.look.second = value.substr(0, longest_address);
       return value == s.look.second && value != second_of_files && is_second_model(value);
     }},
    {"model.shows", "model.shows",
     [](const ModelState& s) { return std::string(s.look.shows == start.shows ? "" : json::word(s.look.shows)); },
     [](ModelState& s, std::string_view value) { return take_one_of(s.look.shows, value); }},
    {"model.sort", "model.sort",
     [](const ModelState& s) { return std::string(s.look.sort == start.sort ? "" : json::word(s.look.sort)); },
     [](ModelState& s, std::string_view value) { return take_one_of(s.look.sort, value); }},
    {"model.colors", "large.steps",
     [](const ModelState& s) { return std::string(s.look.steps == start.steps ? "" : json::word(s.look.steps)); },
     [](ModelState& s, std::string_view value) { return take_one_of(s.look.steps, value); }},
    {"model.first", "model.hide_first",
     [](const ModelState& s) { return std::string(s.look.hide_first ? "hidden" : ""); },
     [](ModelState& s, std::string_view value) { return s.look.hide_first = value == "hidden"; }},
    {"model.rollout", "model.picture.rollout",
     [](const ModelState& s) { return std::string(s.look.rollout ? "all" : ""); },
     [](ModelState& s, std::string_view value) { return s.look.rollout = value == "all"; }},
    {"model.why", "model.view.why", [](const ModelState& s) { return std::string(s.look.why ? "word" : ""); },
     [](ModelState& s, std::string_view value) { return s.look.why = value == "word"; }},
    {"model.word", "model.why.word", [](const ModelState& s) { return number_text(s.look.word); },
     [](ModelState& s, std::string_view value) { return take_number(s.look.word, value); }},
    {"model.against", "model.why.against",
     [](const ModelState& s) { return s.look.alone ? std::string("none") : number_text(s.look.against); },
     [](ModelState& s, std::string_view value) {
       s.look.alone = value == "none";
       return s.look.alone || take_number(s.look.against, value);
     }},
    {"model.layers", "model.why.lens", [](const ModelState& s) { return number_text(s.look.layers); },
     [](ModelState& s, std::string_view value) { return take_number(s.look.layers, value); }},
    {"model.part", "model.why.part", [](const ModelState& s) { return number_text(s.look.part); },
     [](ModelState& s, std::string_view value) { return take_number(s.look.part, value); }},
    {"model.parts", "model.why.order",
     [](const ModelState& s) { return std::string(s.look.parts == start.parts ? "" : json::word(s.look.parts)); },
     [](ModelState& s, std::string_view value) { return take_one_of(s.look.parts, value); }},
    {"model.patched", "model.why.patched",
     [](const ModelState& s) { return std::string(s.look.patched == start.patched ? "" : json::word(s.look.patched)); },
     [](ModelState& s, std::string_view value) { return take_one_of(s.look.patched, value); }},
    {"model.other", "model.why.other", [](const ModelState& s) { return s.input.other; },
     [](ModelState& s, std::string_view value) {
       if (value.size() > longest_model_text) return false;
       s.input.other = value;
       return true;
     }},
    {"model.over", "model.view.over",
     [](const ModelState& s) { return std::string(s.look.over ? json::word(s.look.texts) : ""); },
     [](ModelState& s, std::string_view value) {
       s.look.over = take_one_of(s.look.texts, value);
       return s.look.over;
     }},
    {"model.axes", "model.view.over",
     [](const ModelState& s) {
       const bool usual = s.look.across == start.across && s.look.up == start.up;
       return usual ? std::string() : index_text({s.look.across, s.look.up});
     },
     [](ModelState& s, std::string_view value) {
       const auto axes = two_places(value);
       if (!axes || axes->first >= model_measures || axes->second >= model_measures) return false;
       s.look.across = axes->first;
       s.look.up = axes->second;
       return true;
     }},
    {"model.temperature", "model.temperature",
     [](const ModelState& s) {
       return std::string(s.look.temperature == start.temperature ? "" : json::word(s.look.temperature));
     },
     [](ModelState& s, std::string_view value) { return take_one_of(s.look.temperature, value); }},
    {"model.topk", "model.top_k",
     [](const ModelState& s) { return std::string(s.look.top_k == start.top_k ? "" : json::word(s.look.top_k)); },
     [](ModelState& s, std::string_view value) { return take_one_of(s.look.top_k, value); }},
    {"model.seed", "model.seed",
     [](const ModelState& s) { return s.look.seed == start.seed ? std::string() : std::to_string(s.look.seed); },
     [](ModelState& s, std::string_view value) {
       std::optional<std::size_t> seed;
       if (!take_number(seed, value) || *seed > most_model_seed) return false;
       s.look.seed = *seed;
       return true;
     }},
    {"model.off", "part.off",
     [](const ModelState& s) {
       std::string out;
       for (const ModelOff& part : s.input.off) out += (out.empty() ? "" : ";") + off_text(part);
       return out;
     },
     [](ModelState& s, std::string_view value) { return take_off(s.input.off, value); }},
    {"model.temper", "model.head.temperature",
     [](const ModelState& s) { return temperatures_text(s.input.temperatures); },
     [](ModelState& s, std::string_view value) { return take_temperatures(s.input.temperatures, value); }},
    {"model.set", "model.set", [](const ModelState& s) { return weights_text(s.input.weights); },
     [](ModelState& s, std::string_view value) { return take_weights(s.input.weights, value); }},
};

const ModelKey* find_model_key(std::string_view key) {
  const auto* const found = std::ranges::find(model_keys, key, &ModelKey::key);
  return found == std::end(model_keys) ? nullptr : found;
}

}  // namespace

void add_model(LinkWriter& out, const LinkSource& of) {
  for (const ModelKey& key : model_keys)
    if (const std::string value = key.write(of.state.model); !value.empty()) out.add(key.key, value);
}

bool take_model(LinkReader& into, const std::string& name, const std::string& value) {
  const ModelKey* const known = find_model_key(name.empty() ? "model" : "model." + name);
  return known != nullptr && known->read(into.state.model, value);
}

std::string_view model_label(std::string_view key) {
  const ModelKey* const known = find_model_key(key);
  return known == nullptr ? "" : known->label;
}

}  // namespace explorer
