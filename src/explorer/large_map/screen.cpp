// The commands of the large map. Undo covers the setup; the rest only changes what is looked at.
#include <algorithm>
#include <cmath>
#include <ranges>
#include <utility>

#include "explorer/large_map/screen.hpp"

namespace explorer {

namespace {

constexpr std::size_t longest_word = 60;  // bytes

}  // namespace

// As many tokens and heads as the reader's tensors have.
large_map::Setup LargeMapScreen::of_own_heads(large_map::Setup setup) const {
  setup.of = large_map::Tokens::words;
  setup.tokens = own_heads_->tokens;
  setup.layers = 1;
  setup.heads = own_heads_->heads;
  return setup;
}

// Drop looks at things that no longer exist.
void LargeMapScreen::fit() {
  LargeLook& look = state_.look;
  const large_map::Setup& setup = state_.setup;
  const std::size_t tokens = setup.tokens;
  look.head = std::min(look.head, large_map::heads_of(setup) - 1);
  if (look.cell && (look.cell->first >= tokens || look.cell->second >= tokens)) look.cell.reset();
  if (look.brush && look.brush->second >= tokens) look.brush.reset();
  if (state_.shown) computed().show(setup, look.head);
  else computed_.reset();
}

Result<Touched> LargeMapScreen::carry_out(const SetLarge& command) {
  large_map::Setup wanted = command.setup;
  if (wanted.model == large_map::Model::own) {
    if (!own_heads_) return graph::fail("large", "", shared_.say("refuse.large.own_tensors"));
    wanted = of_own_heads(std::move(wanted));
  }
  if (large_map::limits_of(wanted) != large_map::Limits{})
    return graph::fail("large", "",
                       shared_.say(wanted.model == large_map::Model::trained ? "refuse.large.trained"
                                   : wanted.of == large_map::Tokens::patches ? "refuse.large.patches"
                                                                             : "refuse.large"));
  if (wanted.own && wanted.own->empty()) {
    if (!own_picture_) return graph::fail("large", "", shared_.say("refuse.large.own"));
    wanted.own = own_picture_;
  }
  if (wanted.own) own_picture_ = wanted.own;
  large_map::Setup& setup = state_.setup;
  if (wanted == setup) return Touched::nothing;
  history().record(setup, wanted, "setup", command.continues);
  setup = std::move(wanted);
  fit();
  return Touched::look;
}

Result<Touched> LargeMapScreen::carry_out(const LookLarge& command) {
  const LargeLook before = state_.look;
  LargeLook next = before;
  const auto refused = [this] { return graph::fail("large", "", shared_.say("refuse.large.look")); };
  const std::size_t tokens = state_.setup.tokens;
  if (command.head) {
    if (*command.head >= large_map::heads_of(state_.setup)) return refused();
    next.head = *command.head;
  }
  if (command.mean) next.mean = *command.mean;
  if (command.follow) next.follow = *command.follow;
  if (command.steps) next.steps = *command.steps;
  if (command.window) {
    const auto [zoom, x, y] = *command.window;
    const bool known = zoom >= 1 && zoom <= most_large_zoom && x >= 0 && x <= 1 && y >= 0 && y <= 1;  // false for NaN
    if (!known) return refused();
    // Rounded to a tenth of a pixel at the largest zoom, which keeps links short.
    const auto rounded = [](double value) { return std::round(value * 1e6) / 1e6; };
    next.zoom = std::round(zoom * 1e4) / 1e4;
    next.x = next.zoom > 1 ? rounded(x) : 0.5;
    next.y = next.zoom > 1 ? rounded(y) : 0.5;
  }
  if (command.cell) {
    const auto& cell = *command.cell;
    if (cell && (cell->first >= tokens || cell->second >= tokens)) return refused();
    next.cell = cell;
  }
  if (command.brush) {
    const auto& rows = *command.brush;
    if (rows && std::max(rows->first, rows->second) >= tokens) return refused();
    next.brush = rows;
    if (next.brush && next.brush->first > next.brush->second) std::swap(next.brush->first, next.brush->second);
  }
  if (command.find) next.find = command.find->substr(0, longest_word);
  if (next == before) return Touched::nothing;
  state_.look = std::move(next);
  if (state_.look.head != before.head) fit();
  return Touched::look;
}

large_map::Computation& LargeMapScreen::computed() const {
  if (!computed_) {
    computed_ = std::make_unique<large_map::Computation>();
    computed_->use(heads_);
    computed_->use(std::shared_ptr<const large_map::OwnHeads>(own_heads_));
  }
  return *computed_;
}

LargeHunt LargeMapScreen::hunt_at(std::size_t row, std::size_t column) const {
  const large_map::Map& map = computed().map();
  const auto apart = [](std::size_t a, std::size_t b) { return a > b ? a - b : b - a; };
  LargeHunt out;
  if (!(map.row(row)[column] >= least_hunted)) return out;
  out.apart = apart(row, column);
  const auto reaches_farther = [&](std::size_t query) {
    const std::vector<float> weights = map.row(query);
    for (std::size_t key = 0; key < map.keys_of(query); ++key)
      if (weights[key] >= least_hunted && apart(query, key) > *out.apart) return true;
    return false;
  };
  out.found = !std::ranges::any_of(std::views::iota(std::size_t{0}, map.tokens()), reaches_farther);
  return out;
}

std::optional<LargeHunt> LargeMapScreen::hunt() const {
  const LargeLook& look = state_.look;
  const large_map::Computation& all = computed();
  if (!state_.shown || all.across() > 0 || state_.setup.tokens > most_hunted || !all.map().ready()) return std::nullopt;
  if (!look.cell) return LargeHunt{};
  if (hunted_.head != look.head || hunted_.cell != look.cell || hunted_.setup != state_.setup) {
    hunt_ = hunt_at(look.cell->first, look.cell->second);
    hunted_ = {state_.setup, look.head, look.cell};
  }
  return hunt_;
}

bool LargeMapScreen::work(const large_map::VisiblePart& wish, const std::function<bool()>& late) {
  if (!state_.shown) return false;
  computed().want(wish);
  while (computed_->step())
    if (late()) return true;
  return false;
}

}  // namespace explorer
