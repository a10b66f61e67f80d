// Names of the large map's heads and of its source.
#include "explorer/large_map/screen.hpp"
#include "graph/explain/explanation.hpp"

namespace explorer {

namespace {

void write_patch_pattern(const Shared& shared, std::string& out, const large_map::PatchPattern& pattern) {
  using Kind = large_map::PatchPattern::Kind;
  switch (pattern.kind) {
    case Kind::same_near: return shared.write(out, "large.patch.same_near");
    case Kind::same: return shared.write(out, "large.patch.same");
    case Kind::near: return shared.write(out, "large.patch.near");
    case Kind::left: return shared.write(out, "large.patch.left", {std::to_string(pattern.offset)});
    case Kind::above: return shared.write(out, "large.patch.above", {std::to_string(pattern.offset)});
    case Kind::row: return shared.write(out, "large.patch.row");
    case Kind::column: return shared.write(out, "large.patch.column");
    case Kind::mirror: return shared.write(out, "large.patch.mirror");
    case Kind::bright: return shared.write(out, "large.patch.bright");
    case Kind::edges: return shared.write(out, "large.patch.edges");
    case Kind::light: return shared.write(out, "large.patch.light");
    case Kind::even: return shared.write(out, "large.pattern.even");
  }
}

}  // namespace

void LargeMapScreen::write_pattern(std::string& out, std::size_t head) const {
  const large_map::Setup& setup = state_.setup;
  if (setup.model == large_map::Model::random) return shared_.write(out, "large.pattern.random");
  if (setup.model == large_map::Model::own) {
    out += own_heads_->name;
    return;
  }
  if (setup.of == large_map::Tokens::patches)
    return write_patch_pattern(shared_, out,
                               large_map::patch_pattern_of(head, large_map::patches_across(setup.tokens)));
  const bool letters = setup.of == large_map::Tokens::letters;
  if (setup.model == large_map::Model::trained) {
    constexpr const char* patterns[] = {"large.pattern.letter.before", "large.pattern.letter.same",
                                        "large.pattern.letter.followed"};
    std::string pattern;
    shared_.write(pattern, patterns[head]);
    return shared_.write(out, "large.pattern.trained", {pattern});
  }
  const large_map::Pattern pattern = large_map::pattern_of(head);
  using Kind = large_map::Pattern::Kind;
  switch (pattern.kind) {
    case Kind::back:
      if (pattern.offset == 0) return shared_.write(out, "large.distance.none");
      if (pattern.offset == 1)
        return shared_.write(out, letters ? "large.pattern.letter.before" : "large.pattern.before");
      return shared_.write(out, "large.pattern.back", {std::to_string(pattern.offset)});
    case Kind::same: return shared_.write(out, letters ? "large.pattern.letter.same" : "large.pattern.same");
    case Kind::first: return shared_.write(out, "large.pattern.first");
    case Kind::followed:
      return shared_.write(out, letters ? "large.pattern.letter.followed" : "large.pattern.followed");
    case Kind::near: return shared_.write(out, "large.pattern.near");
    case Kind::stops: return shared_.write(out, letters ? "large.pattern.letter.spaces" : "large.pattern.stops");
    case Kind::same_near:
      return shared_.write(out, letters ? "large.pattern.letter.same_near" : "large.pattern.same_near");
    case Kind::even: return shared_.write(out, "large.pattern.even");
    case Kind::followed_near:
      return shared_.write(out, letters ? "large.pattern.letter.followed_near" : "large.pattern.followed_near");
  }
}

void LargeMapScreen::write_token(std::string& out, std::size_t token) const {
  const large_map::Computation& all = computed();
  if (const std::size_t across = all.across(); across > 0)
    return shared_.write(out, "large.patch", {std::to_string(token / across + 1), std::to_string(token % across + 1)});
  if (all.words()[token] == large_map::space_letter) shared_.write(out, "written.space");
  else out += all.words()[token];
  if (!all.words()[token].empty()) out += ' ';
  out += std::to_string(token + 1);
}

void LargeMapScreen::write_head(std::string& out, std::size_t head) const {
  const large_map::Setup& setup = state_.setup;
  if (setup.model == large_map::Model::trained) {
    const bool second = head == large_map::second_layer_head;
    return shared_.write(out, "large.layer_head", {second ? "2" : "1", std::to_string(second ? 1 : head + 1)});
  }
  const std::string number = std::to_string(head % setup.heads + 1);
  if (setup.layers == 1) return shared_.write(out, "large.head", {number});
  shared_.write(out, "large.layer_head", {std::to_string(head / setup.heads + 1), number});
}

namespace {
std::string least() { return graph::format_number(double{least_hunted}, 1); }
}  // namespace

void LargeMapScreen::write_hunt_task(std::string& out) const { shared_.write(out, "large.hunt.task", {least()}); }

void LargeMapScreen::write_hunt(std::string& out, const LargeHunt& hunt) const {
  if (!hunt.apart) return shared_.write(out, state_.look.cell ? "large.hunt.weak" : "large.hunt.none", {least()});
  shared_.write(out, hunt.found ? "large.hunt.found" : "large.hunt.farther", {std::to_string(*hunt.apart)});
}

void LargeMapScreen::write_source(std::string& out) const {
  const large_map::Setup& setup = state_.setup;
  const bool patches = setup.of == large_map::Tokens::patches;
  const auto* const heads = heads_.get();
  if (setup.model == large_map::Model::random) shared_.write(out, "large.source.random", {std::to_string(setup.seed)});
  else if (setup.model == large_map::Model::own)
    return shared_.write(out, "large.source.tensors", {own_heads_->name, std::to_string(own_heads_->width)});
  else if (setup.model == large_map::Model::trained && heads == nullptr) shared_.write(out, "large.source.waits");
  else if (setup.model == large_map::Model::trained)
    shared_.write(out, "large.source.trained",
                  {std::to_string(heads->steps), std::to_string(heads->random_letters),
                   std::to_string(heads->round_letters), heads->optimiser});
  else shared_.write(out, patches ? "large.source.patches" : "large.source.patterns");
  out += ' ';
  if (patches) return shared_.write(out, setup.own ? "large.source.own" : "large.source.scene");
  const std::size_t text_tokens = computed().text_tokens();
  if (setup.tokens > text_tokens) return shared_.write(out, "large.source.again", {std::to_string(text_tokens)});
  shared_.write(out, "large.source.text");
}

}  // namespace explorer
