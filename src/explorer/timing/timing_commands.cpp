// Carries out the command by which the page reports what it has measured.
#include <algorithm>
#include <cmath>

#include "explorer/state/impl.hpp"

namespace explorer {

Result<Touched> Explorer::Impl::carry_out(const ReportTiming& command) {
  const Timing& told = command.timing;
  const auto is_time = [](double value) { return std::isfinite(value) && value > 0; };
  const bool timed = told.state != Timing::State::done || (is_time(told.plain) && is_time(told.tiles));
  if (told.tokens == 0 || told.tokens > most_timed || !timed)
    return graph::fail("timing", std::to_string(told.tokens), say("refuse.timing", {std::to_string(most_timed)}));
  const auto known = std::ranges::find(state.timings, told.tokens, &Timing::tokens);
  if (known == state.timings.end()) state.timings.push_back(told);
  else *known = told;
  return Touched::view;
}

}  // namespace explorer
