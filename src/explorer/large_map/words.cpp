// Names of the large map's heads and of its source.
#include "explorer/state/impl.hpp"

namespace explorer {

namespace {

void write_patch_pattern(const Explorer& self, std::string& out, const large_map::PatchPattern& pattern) {
  using Kind = large_map::PatchPattern::Kind;
  switch (pattern.kind) {
    case Kind::same_near: return self.write(out, "large.patch.same_near");
    case Kind::same: return self.write(out, "large.patch.same");
    case Kind::near: return self.write(out, "large.patch.near");
    case Kind::left: return self.write(out, "large.patch.left", {std::to_string(pattern.offset)});
    case Kind::above: return self.write(out, "large.patch.above", {std::to_string(pattern.offset)});
    case Kind::row: return self.write(out, "large.patch.row");
    case Kind::column: return self.write(out, "large.patch.column");
    case Kind::mirror: return self.write(out, "large.patch.mirror");
    case Kind::bright: return self.write(out, "large.patch.bright");
    case Kind::edges: return self.write(out, "large.patch.edges");
    case Kind::light: return self.write(out, "large.patch.light");
    case Kind::even: return self.write(out, "large.pattern.even");
  }
}

}  // namespace

void Explorer::write_large_pattern(std::string& out, std::size_t head) const {
  const large_map::Setup& setup = impl_->state.large.setup;
  if (setup.model == large_map::Model::random) return write(out, "large.pattern.random");
  if (setup.model == large_map::Model::own) {
    out += impl_->large_own_heads->name;
    return;
  }
  if (setup.of == large_map::Tokens::patches)
    return write_patch_pattern(*this, out, large_map::patch_pattern_of(head, large_map::patches_across(setup.tokens)));
  const bool letters = setup.of == large_map::Tokens::letters;
  if (setup.model == large_map::Model::trained) {
    constexpr const char* patterns[] = {"large.pattern.letter.before", "large.pattern.letter.same",
                                        "large.pattern.letter.followed"};
    std::string pattern;
    write(pattern, patterns[head]);
    return write(out, "large.pattern.trained", {pattern});
  }
  const large_map::Pattern pattern = large_map::pattern_of(head);
  using Kind = large_map::Pattern::Kind;
  switch (pattern.kind) {
    case Kind::back:
      if (pattern.offset == 0) return write(out, "large.distance.none");
      if (pattern.offset == 1) return write(out, letters ? "large.pattern.letter.before" : "large.pattern.before");
      return write(out, "large.pattern.back", {std::to_string(pattern.offset)});
    case Kind::same: return write(out, letters ? "large.pattern.letter.same" : "large.pattern.same");
    case Kind::first: return write(out, "large.pattern.first");
    case Kind::followed: return write(out, letters ? "large.pattern.letter.followed" : "large.pattern.followed");
    case Kind::near: return write(out, "large.pattern.near");
    case Kind::stops: return write(out, letters ? "large.pattern.letter.spaces" : "large.pattern.stops");
    case Kind::same_near: return write(out, letters ? "large.pattern.letter.same_near" : "large.pattern.same_near");
    case Kind::even: return write(out, "large.pattern.even");
    case Kind::followed_near:
      return write(out, letters ? "large.pattern.letter.followed_near" : "large.pattern.followed_near");
  }
}

void Explorer::write_large_token(std::string& out, std::size_t token) const {
  const large_map::Computation& all = impl_->the_large();
  if (const std::size_t across = all.across(); across > 0)
    return write(out, "large.patch", {std::to_string(token / across + 1), std::to_string(token % across + 1)});
  if (all.words()[token] == large_map::space_letter) write(out, "written.space");
  else out += all.words()[token];
  if (!all.words()[token].empty()) out += ' ';
  out += std::to_string(token + 1);
}

void Explorer::write_large_head(std::string& out, std::size_t head) const {
  const large_map::Setup& setup = impl_->state.large.setup;
  if (setup.model == large_map::Model::trained) {
    const bool second = head == large_map::second_layer_head;
    return write(out, "large.layer_head", {second ? "2" : "1", std::to_string(second ? 1 : head + 1)});
  }
  const std::string number = std::to_string(head % setup.heads + 1);
  if (setup.layers == 1) return write(out, "large.head", {number});
  write(out, "large.layer_head", {std::to_string(head / setup.heads + 1), number});
}

void Explorer::write_large_source(std::string& out) const {
  const large_map::Setup& setup = impl_->state.large.setup;
  const bool patches = setup.of == large_map::Tokens::patches;
  const auto* const heads = impl_->large_heads.get();
  if (setup.model == large_map::Model::random) write(out, "large.source.random", {std::to_string(setup.seed)});
  else if (setup.model == large_map::Model::own)
    return write(out, "large.source.tensors",
                 {impl_->large_own_heads->name, std::to_string(impl_->large_own_heads->width)});
  else if (setup.model == large_map::Model::trained && heads == nullptr) write(out, "large.source.waits");
  else if (setup.model == large_map::Model::trained)
    write(out, "large.source.trained",
          {std::to_string(heads->steps), std::to_string(heads->random_letters), std::to_string(heads->round_letters),
           heads->optimiser});
  else write(out, patches ? "large.source.patches" : "large.source.patterns");
  out += ' ';
  if (patches) return write(out, setup.own ? "large.source.own" : "large.source.scene");
  const std::size_t text_tokens = impl_->the_large().text_tokens();
  if (setup.tokens > text_tokens) return write(out, "large.source.again", {std::to_string(text_tokens)});
  write(out, "large.source.text");
}

}  // namespace explorer
