// See lecture_keys.hpp. A link does not say that it was paused: it starts where it is opened.
#include "explorer/lecture/lecture_keys.hpp"

#include <algorithm>

#include "explorer/language/numbers.hpp"

namespace explorer {

void write_play(LinkWriter& out, const LinkSource& of) {
  if (of.state.lecture.on) out.add("play", "1");
}

void write_speed(LinkWriter& out, const LinkSource& of) {
  const Lecture& lecture = of.state.lecture;
  if (lecture.on && lecture.speed != Lecture{}.speed) out.add("speed", shortest(lecture.speed));
}

bool take_play(LinkReader& into, std::string_view value) { return into.state.lecture.on = value == "1"; }

bool take_speed(LinkReader& into, std::string_view value) {
  const std::optional<double> speed = plain_number(value);
  if (!speed || !std::ranges::contains(lecture_speeds, *speed)) return false;
  into.state.lecture.speed = *speed;
  return true;
}

}  // namespace explorer
