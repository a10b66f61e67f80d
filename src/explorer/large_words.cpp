// What the large map's heads and its source are called.
#include "explorer/impl.hpp"

namespace explorer {

std::string Explorer::large_pattern_words(std::size_t head) const {
  const LargeSetup& setup = impl_->state.large.setup;
  if (setup.model == LargeModel::random) return impl_->say("large.pattern.random");
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

std::string Explorer::large_head_name(std::size_t head) const {
  const LargeSetup& setup = impl_->state.large.setup;
  const std::string number = std::to_string(head % setup.heads + 1);
  if (setup.layers == 1) return impl_->say("large.head", {number});
  return impl_->say("large.layer_head", {std::to_string(head / setup.heads + 1), number});
}

std::string Explorer::large_source_words() const {
  const LargeSetup& setup = impl_->state.large.setup;
  const std::string model = setup.model == LargeModel::random
                                ? impl_->say("large.source.random", {std::to_string(setup.seed)})
                                : impl_->say("large.source.patterns");
  const std::string text = setup.tokens > impl_->large.text_tokens()
                               ? impl_->say("large.source.again", {std::to_string(impl_->large.text_tokens())})
                               : impl_->say("large.source.text");
  return model + " " + text;
}

}  // namespace explorer
