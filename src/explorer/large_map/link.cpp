// See link.hpp.
#include "explorer/large_map/link.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "explorer/language/numbers.hpp"
#include "explorer/large_map/screen.hpp"
#include "explorer/state/color_steps.hpp"

namespace explorer {

namespace {

using Pair = std::optional<std::pair<std::size_t, std::size_t>>;

std::optional<std::size_t> count_of(std::string_view text) {
  const std::optional<graph::Index> index = parse_index(text);
  return index && index->size() == 1 ? std::optional(index->front()) : std::nullopt;
}

bool take_count(std::size_t& into, std::string_view text) {
  const std::optional<std::size_t> count = count_of(text);
  if (count) into = *count;
  return count.has_value();
}

bool take_pair(Pair& into, std::string_view text) {
  const std::optional<graph::Index> index = parse_index(text);
  if (!index || index->size() != 2) return false;
  into = std::pair(index->front(), index->back());
  return true;
}

bool take_flag(bool& into, std::string_view text) {
  into = text == "1";
  return text == "1" || text == "0";
}

bool take_window(LargeLook& look, std::string_view text) {
  const std::size_t first = text.find(','), second = text.find(',', first + 1);
  if (first == std::string_view::npos || second == std::string_view::npos) return false;
  const auto zoom = plain_number(text.substr(0, first)), x = plain_number(text.substr(first + 1, second - first - 1)),
             y = plain_number(text.substr(second + 1));
  if (!zoom || !x || !y) return false;
  look.zoom = *zoom;
  look.x = *x;
  look.y = *y;
  return true;
}

template <json::HasWords T>
bool take_word(T& into, std::string_view text) {
  const std::optional<T> known = json::parse_word<T>(text);
  if (known) into = *known;
  return known.has_value();
}

std::string count_text(std::size_t value, std::size_t usual) { return value == usual ? "" : std::to_string(value); }
std::string pair_text(const Pair& value) { return value ? index_text({value->first, value->second}) : ""; }

// A key with the sentence that names it in a note, how it is written ("" where it is as at the start) and read.
struct LargeKey {
  std::string_view key, label;
  std::string (*write)(const LargeState& state);
  bool (*read)(LargeState& state, std::string_view value);
};

const large_map::Setup usual;
const LargeLook first;

constexpr LargeKey large_keys[] = {
    {"m.of", "large.of",
     [](const LargeState& s) { return std::string(s.setup.of == usual.of ? "" : json::word(s.setup.of)); },
     [](LargeState& s, std::string_view value) { return take_word(s.setup.of, value); }},
    {"m.picture", "",
     [](const LargeState& s) {
       return std::string(s.setup.own && s.setup.of == large_map::Tokens::patches ? "own" : "");
     },
     [](LargeState& s, std::string_view value) {
       s.setup.own = std::make_shared<const large_map::Pixels>();  // the picture last opened by the reader
       return value == "own";
     }},
    {"m.model", "large.source",
     [](const LargeState& s) { return std::string(s.setup.model == usual.model ? "" : json::word(s.setup.model)); },
     [](LargeState& s, std::string_view value) { return take_word(s.setup.model, value); }},
    {"m.tokens", "large.tokens", [](const LargeState& s) { return count_text(s.setup.tokens, usual.tokens); },
     [](LargeState& s, std::string_view value) { return take_count(s.setup.tokens, value); }},
    {"m.layers", "large.layers", [](const LargeState& s) { return count_text(s.setup.layers, usual.layers); },
     [](LargeState& s, std::string_view value) { return take_count(s.setup.layers, value); }},
    {"m.heads", "large.per_layer", [](const LargeState& s) { return count_text(s.setup.heads, usual.heads); },
     [](LargeState& s, std::string_view value) { return take_count(s.setup.heads, value); }},
    {"m.seed", "large.seed", [](const LargeState& s) { return count_text(s.setup.seed, usual.seed); },
     [](LargeState& s, std::string_view value) { return take_count(s.setup.seed, value); }},
    {"m.causal", "large.causal",
     [](const LargeState& s) {
       return std::string(s.setup.causal == usual.causal ? "" : s.setup.causal ? "1" : "0");
     },
     [](LargeState& s, std::string_view value) { return take_flag(s.setup.causal, value); }},
    {"m.head", "part.head", [](const LargeState& s) { return count_text(s.look.head, first.head); },
     [](LargeState& s, std::string_view value) { return take_count(s.look.head, value); }},
    {"m.pool", "large.pool", [](const LargeState& s) { return std::string(s.look.mean ? "mean" : ""); },
     [](LargeState& s, std::string_view value) {
       s.look.mean = value == "mean";
       return s.look.mean || value == "largest";
     }},
    {"m.follow", "large.follow", [](const LargeState& s) { return std::string(s.look.follow ? "" : "0"); },
     [](LargeState& s, std::string_view value) { return take_flag(s.look.follow, value); }},
    {"m.colors", "large.steps",
     [](const LargeState& s) { return std::string(s.look.steps == first.steps ? "" : json::word(s.look.steps)); },
     [](LargeState& s, std::string_view value) { return take_word(s.look.steps, value); }},
    {"m.zoom", "part.zoom",
     [](const LargeState& s) {
       return s.look.zoom == first.zoom ? std::string()
                                        : shortest(s.look.zoom) + "," + shortest(s.look.x) + "," + shortest(s.look.y);
     },
     [](LargeState& s, std::string_view value) { return take_window(s.look, value); }},
    {"m.cell", "large.cell", [](const LargeState& s) { return pair_text(s.look.cell); },
     [](LargeState& s, std::string_view value) { return take_pair(s.look.cell, value); }},
    {"m.rows", "part.rows", [](const LargeState& s) { return pair_text(s.look.brush); },
     [](LargeState& s, std::string_view value) { return take_pair(s.look.brush, value); }},
    {"m.find", "", [](const LargeState& s) { return s.look.find; },
     [](LargeState& s, std::string_view value) {
       s.look.find = value;
       return true;
     }},
};

const LargeKey* find_key(std::string_view key) {
  const auto* const found = std::ranges::find(large_keys, key, &LargeKey::key);
  return found == std::end(large_keys) ? nullptr : found;
}

}  // namespace

void add_large(LinkWriter& out, const LargeState& state) {
  for (const LargeKey& key : large_keys)
    if (const std::string value = key.write(state); !value.empty()) out.add(key.key, value);
}

bool take_large(LargeState& state, std::string_view key, std::string_view value) {
  const LargeKey* const known = find_key(key);
  return known != nullptr && known->read(state, value);
}

std::string_view large_label(std::string_view key) {
  const LargeKey* const known = find_key(key);
  return known == nullptr ? "" : known->label;
}

// Each part is checked by itself: one that does not fit becomes the usual one, is added to `unfit` as the link wrote it, and
// does not affect the others.
static void make_fit(large_map::Setup& wanted, std::vector<std::string>& unfit) {
  large_map::Limits fits = large_map::limits_of(wanted);
  const auto limit = [&](bool fit, const char* key, std::size_t& value, std::size_t instead) {
    if (!fit) unfit.push_back(std::string(key) + "=" + std::to_string(std::exchange(value, instead)));
  };
  if (!fits.model) {
    unfit.push_back(std::string("m.model=") + std::string(json::word(std::exchange(wanted.model, usual.model))));
    fits = large_map::limits_of(wanted);
  }
  const bool patches = wanted.of == large_map::Tokens::patches;
  limit(fits.tokens, "m.tokens", wanted.tokens, patches ? large_map::patches_near(usual.tokens) : usual.tokens);
  limit(fits.layers, "m.layers", wanted.layers, usual.layers);
  limit(fits.heads, "m.heads", wanted.heads, usual.heads);
  limit(fits.seed, "m.seed", wanted.seed, usual.seed);
}

std::vector<std::string> LargeMapScreen::open(const LargeState& asked, std::vector<std::string>& notes) {
  std::vector<std::string> unfit;
  if (!asked.shown) {
    state_ = {};
    computed_.reset();
    return unfit;
  }
  large_map::Setup wanted = asked.setup;
  // The reader's own picture is not part of a link, so it is available only in the page where it was opened.
  if (wanted.own && !own_picture_) {
    wanted.own.reset();
    notes.push_back(shared_.say("link.own_picture"));
  }
  // The same of the reader's own tensors.
  if (wanted.model == large_map::Model::own) {
    if (own_heads_) {
      wanted = of_own_heads(std::move(wanted));
    } else {
      wanted = usual;
      notes.push_back(shared_.say("link.own_tensors"));
    }
  }
  make_fit(wanted, unfit);

  const large_map::Setup before = state_.setup;
  state_ = {};
  state_.shown = true;
  const History<large_map::Setup> past = history();
  std::ignore = carry_out(SetLarge{wanted, false});
  history() = past;
  if (shared_.version > 1) history().record(before, state_.setup, "link", false);

  const LargeLook& look = asked.look;
  const std::pair<const char*, LookLarge> commands[] = {
      {"m.head", LookLarge{.head = look.head}},
      {"", LookLarge{.mean = look.mean, .follow = look.follow, .steps = look.steps, .find = look.find}},
      {"m.zoom", LookLarge{.window = LookLarge::Window{look.zoom, look.x, look.y}}},
      {"m.cell", LookLarge{.cell = look.cell}},
      {"m.rows", LookLarge{.brush = look.brush}}};
  for (const auto& [key, command] : commands) {
    if (carry_out(command)) continue;
    LinkWriter written;
    add_large(written, asked);
    unfit.push_back(std::string(key) + "=" + find_in_link(written.text(), key).value_or(""));
  }
  fit();
  return unfit;
}

}  // namespace explorer
