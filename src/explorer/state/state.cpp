// The current value of a parameter: the reader's choice, else the lesson's.
#include "explorer/state/state.hpp"

#include "lesson/lesson.hpp"

namespace explorer {

const lesson::ParameterValue& chosen(const lesson::Lesson& lesson, const Document& document,
                                     std::string_view parameter) {
  static const lesson::ParameterValue none;
  const auto changed = document.parameters.find(parameter);
  if (changed != document.parameters.end()) return changed->second;
  for (const lesson::Parameter& each : lesson.parameters)
    if (each.name == parameter) return each.start;
  return none;
}

bool holds(const lesson::When& when, const lesson::Lesson& lesson, const Document& document) {
  return when.parameter.empty() || lesson::spelt(chosen(lesson, document, when.parameter)) == when.is;
}

}  // namespace explorer
