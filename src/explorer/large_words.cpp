// What the large map's heads and its source are called.
#include "explorer/impl.hpp"

namespace explorer {

std::string Explorer::large_pattern_words(std::size_t head) const {
  const LargeSetup& setup = impl_->state.large.setup;
  if (setup.model == LargeModel::random) return impl_->say("large.pattern.random");
  if (setup.of == LargeTokens::patches) return impl_->patch_pattern_words(head);
  const LargePattern pattern = large_pattern(head);
  using Kind = LargePattern::Kind;
  switch (pattern.kind) {
    case Kind::back:
      if (pattern.offset == 0) return impl_->say("large.distance.none");
      return pattern.offset == 1 ? impl_->say("large.pattern.before")
                                 : impl_->say("large.pattern.back", {std::to_string(pattern.offset)});
    case Kind::same: return impl_->say("large.pattern.same");
    case Kind::first: return impl_->say("large.pattern.first");
    case Kind::followed: return impl_->say("large.pattern.followed");
    case Kind::near: return impl_->say("large.pattern.near");
    case Kind::stops: return impl_->say("large.pattern.stops");
    case Kind::same_near: return impl_->say("large.pattern.same_near");
    case Kind::even: return impl_->say("large.pattern.even");
    case Kind::followed_near: return impl_->say("large.pattern.followed_near");
  }
  return {};
}

std::string Explorer::Impl::patch_pattern_words(std::size_t head) const {
  const LargePatchPattern pattern = large_patch_pattern(head, patches_across(state.large.setup.tokens));
  using Kind = LargePatchPattern::Kind;
  switch (pattern.kind) {
    case Kind::same_near: return say("large.patch.same_near");
    case Kind::same: return say("large.patch.same");
    case Kind::near: return say("large.patch.near");
    case Kind::left: return say("large.patch.left", {std::to_string(pattern.offset)});
    case Kind::above: return say("large.patch.above", {std::to_string(pattern.offset)});
    case Kind::row: return say("large.patch.row");
    case Kind::column: return say("large.patch.column");
    case Kind::mirror: return say("large.patch.mirror");
    case Kind::bright: return say("large.patch.bright");
    case Kind::edges: return say("large.patch.edges");
    case Kind::light: return say("large.patch.light");
    case Kind::even: return say("large.pattern.even");
  }
  return {};
}

std::string Explorer::large_token_name(std::size_t token) const {
  const Large& all = impl_->the_large();
  if (const std::size_t across = all.across(); across > 0)
    return impl_->say("large.patch", {std::to_string(token / across + 1), std::to_string(token % across + 1)});
  return all.words()[token] + " " + std::to_string(token + 1);
}

std::string Explorer::large_head_name(std::size_t head) const {
  const LargeSetup& setup = impl_->state.large.setup;
  const std::string number = std::to_string(head % setup.heads + 1);
  if (setup.layers == 1) return impl_->say("large.head", {number});
  return impl_->say("large.layer_head", {std::to_string(head / setup.heads + 1), number});
}

std::string Explorer::large_source_words() const {
  const LargeSetup& setup = impl_->state.large.setup;
  const bool patches = setup.of == LargeTokens::patches;
  const std::string model = setup.model == LargeModel::random
                                ? impl_->say("large.source.random", {std::to_string(setup.seed)})
                                : impl_->say(patches ? "large.source.patches" : "large.source.patterns");
  if (patches) return model + " " + impl_->say(setup.own ? "large.source.own" : "large.source.scene");
  const std::string text = setup.tokens > impl_->the_large().text_tokens()
                               ? impl_->say("large.source.again", {std::to_string(impl_->the_large().text_tokens())})
                               : impl_->say("large.source.text");
  return model + " " + text;
}

}  // namespace explorer
