// Which steps the reader opened at an earlier time, as the page remembers it.
#include <algorithm>
#include <string_view>

#include "explorer/state/impl.hpp"

namespace explorer {

Result<Touched> Explorer::Impl::carry_out(const MarkSeen& command) {
  const std::size_t before = state.seen.size();
  std::string_view rest = command.steps;
  while (!rest.empty()) {
    const std::string_view id = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(id.size() + 1, rest.size()));
    const bool closing = id == lesson::closing_id && lesson::has_closing(lesson);
    if (closing || std::ranges::contains(lesson.steps, id, &lesson::Step::id)) state.seen.emplace(id);
  }
  return state.seen.size() == before ? Touched::nothing : Touched::view;
}

}  // namespace explorer
