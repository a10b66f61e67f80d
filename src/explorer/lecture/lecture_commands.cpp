// Carries out the command that plays the lesson. When the next text or step is due, the interface decides.
#include <algorithm>

#include "explorer/language/numbers.hpp"
#include "explorer/state/impl.hpp"

namespace explorer {

Result<Touched> Explorer::Impl::carry_out(const PlayLesson& command) {
  Lecture next = state.lecture;
  if (command.speed && !std::ranges::contains(lecture_speeds, *command.speed))
    return graph::fail("speed", shortest(*command.speed), say("refuse.speed"));
  next.speed = command.speed.value_or(next.speed);
  next.on = command.on.value_or(next.on);
  next.paused = next.on && command.paused.value_or(next.paused && !command.on);
  const bool starts = next.on && !state.lecture.on;
  if (starts && state.end)
    if (Result<void> entered = enter(0); !entered) return std::unexpected(entered.error());
  const Lecture before = std::exchange(state.lecture, next);
  if (before.on != next.on) return Touched::view;
  return before.paused == next.paused && before.speed == next.speed ? Touched::nothing : Touched::look;
}

}  // namespace explorer
