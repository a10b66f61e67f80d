// See run_parts.hpp.
#include "lesson/run/run_parts.hpp"

namespace lesson {
namespace {

Overrides with(Overrides overrides, const Settings& set) {
  for (const auto& [name, value] : set) overrides.parameters.insert_or_assign(name, value);
  return overrides;
}

}  // namespace

Overrides for_training(const Lesson& lesson, Overrides overrides) {
  return lesson.training ? with(std::move(overrides), lesson.training->set) : overrides;
}

Overrides for_held_out(const Lesson& lesson, Overrides overrides) {
  overrides = for_training(lesson, std::move(overrides));
  return lesson.training ? with(std::move(overrides), lesson.training->held_out_set) : overrides;
}

Overrides for_writing(const Lesson& lesson, const Writing& writing, Overrides overrides) {
  return with(for_training(lesson, std::move(overrides)), writing.set);
}

}  // namespace lesson
