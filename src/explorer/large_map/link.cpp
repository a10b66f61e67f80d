// See link.hpp.
#include "explorer/large_map/link.hpp"

#include <tuple>
#include <utility>

#include "explorer/language/numbers.hpp"
#include "explorer/state/color_steps.hpp"
#include "explorer/state/impl.hpp"

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

}  // namespace

void add_large(LinkWriter& out, const LargeState& state) {
  const large_map::Setup &setup = state.setup, start;
  const LargeLook &look = state.look, first;
  const auto count = [&](const char* key, std::size_t value, std::size_t usual) {
    if (value != usual) out.add(key, std::to_string(value));
  };
  const auto pair = [&](const char* key, const Pair& value) {
    if (value) out.add(key, index_text({value->first, value->second}));
  };
  if (setup.of != start.of) out.add("m.of", json::word(setup.of));
  if (setup.own && setup.of == large_map::Tokens::patches) out.add("m.picture", "own");
  if (setup.model != start.model) out.add("m.model", json::word(setup.model));
  count("m.tokens", setup.tokens, start.tokens);
  count("m.layers", setup.layers, start.layers);
  count("m.heads", setup.heads, start.heads);
  count("m.seed", setup.seed, start.seed);
  if (setup.causal != start.causal) out.add("m.causal", setup.causal ? "1" : "0");
  count("m.head", look.head, first.head);
  if (look.mean) out.add("m.pool", "mean");
  if (!look.follow) out.add("m.follow", "0");
  if (look.steps != first.steps) out.add("m.colors", json::word(look.steps));
  if (look.zoom != first.zoom) out.add("m.zoom", shortest(look.zoom) + "," + shortest(look.x) + "," + shortest(look.y));
  pair("m.cell", look.cell);
  pair("m.rows", look.brush);
  if (!look.find.empty()) out.add("m.find", look.find);
}

bool take_large(LargeState& state, std::string_view key, std::string_view value) {
  large_map::Setup& setup = state.setup;
  LargeLook& look = state.look;
  if (key == "tokens") return take_count(setup.tokens, value);
  if (key == "layers") return take_count(setup.layers, value);
  if (key == "heads") return take_count(setup.heads, value);
  if (key == "seed") return take_count(setup.seed, value);
  if (key == "causal") return take_flag(setup.causal, value);
  if (key == "follow") return take_flag(look.follow, value);
  if (key == "head") return take_count(look.head, value);
  if (key == "zoom") return take_window(look, value);
  if (key == "cell") return take_pair(look.cell, value);
  if (key == "rows") return take_pair(look.brush, value);
  if (key == "pool") {
    look.mean = value == "mean";
    return look.mean || value == "largest";
  }
  if (key == "find") {
    look.find = value;
    return true;
  }
  if (key == "colors") {
    const std::optional<ColorSteps> steps = json::parse_word<ColorSteps>(value);
    if (steps) look.steps = *steps;
    return steps.has_value();
  }
  if (key == "picture") {
    setup.own = std::make_shared<const large_map::Pixels>();  // the picture last opened by the reader
    return value == "own";
  }
  if (key == "of") {
    const std::optional<large_map::Tokens> tokens = json::parse_word<large_map::Tokens>(value);
    if (tokens) setup.of = *tokens;
    return tokens.has_value();
  }
  if (key == "model") {
    const std::optional<large_map::Model> model = json::parse_word<large_map::Model>(value);
    if (model) setup.model = *model;
    return model.has_value();
  }
  return false;
}

std::vector<std::string> Explorer::Impl::open_large(const LargeState& asked, std::vector<std::string>& notes) {
  std::vector<std::string> unfit;
  if (!asked.shown) {
    state.large = {};
    large.reset();
    return unfit;
  }
  large_map::Setup wanted = asked.setup;
  // The reader's own picture is not part of a link, so it is available only in the page where it was opened.
  if (wanted.own && !large_own) {
    wanted.own.reset();
    notes.push_back(say("link.own_picture"));
  }
  // Here and below, each part is checked by itself: one that does not fit does not affect the others.
  const large_map::Setup usual;
  const large_map::Limits fits = large_map::limits_of(wanted);
  const auto limit = [&](bool fit, const char* key, std::size_t& value, std::size_t instead) {
    if (!fit) unfit.push_back(std::string(key) + "=" + std::to_string(std::exchange(value, instead)));
  };
  limit(fits.tokens, "m.tokens", wanted.tokens,
        wanted.of == large_map::Tokens::patches ? large_map::patches_near(usual.tokens) : usual.tokens);
  limit(fits.layers, "m.layers", wanted.layers, usual.layers);
  limit(fits.heads, "m.heads", wanted.heads, usual.heads);
  limit(fits.seed, "m.seed", wanted.seed, usual.seed);

  const large_map::Setup before = state.large.setup;
  state.large = {};
  state.large.shown = true;
  const std::vector<large_map::Setup> undo = large_undo;
  std::ignore = carry_out(SetLarge{wanted, false});
  large_undo = undo;
  if (before != state.large.setup && version > 1) large_undo.push_back(before);

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
  fit_large();
  return unfit;
}

}  // namespace explorer
