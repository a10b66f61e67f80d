// The values of parameters on a step: the reader's choice, else the step's, else the lesson's.
#include "explorer/state/state.hpp"

#include <algorithm>
#include <utility>

#include "lesson/lesson.hpp"

namespace explorer {

const lesson::ParameterValue* set_by(const lesson::Lesson& lesson, std::string_view step, std::string_view parameter) {
  const auto found = std::ranges::find(lesson.steps, step, &lesson::Step::id);
  if (found == lesson.steps.end()) return nullptr;
  for (const auto& [name, value] : found->sets)
    if (name == parameter) return &value;
  return nullptr;
}

const lesson::ParameterValue& chosen(const lesson::Lesson& lesson, const State& state, std::string_view parameter) {
  static const lesson::ParameterValue none;
  if (const lesson::ParameterValue* set = set_by(lesson, state.step, parameter)) {
    const auto own = state.document.on_steps.find(state.step);
    if (own == state.document.on_steps.end()) return *set;
    const auto changed = own->second.find(parameter);
    return changed == own->second.end() ? *set : changed->second;
  }
  const auto changed = state.document.parameters.find(parameter);
  if (changed != state.document.parameters.end()) return changed->second;
  for (const lesson::Parameter& each : lesson.parameters)
    if (each.name == parameter) return each.start;
  return none;
}

bool holds(const lesson::When& when, const lesson::Lesson& lesson, const State& state) {
  return when.parameter.empty() || lesson::spelt(chosen(lesson, state, when.parameter)) == when.is;
}

Parameters parameters_on(const lesson::Lesson& lesson, std::string_view step, const Document& document) {
  Parameters all = document.parameters;
  const auto found = std::ranges::find(lesson.steps, step, &lesson::Step::id);
  if (found == lesson.steps.end() || found->sets.empty()) return all;
  for (const auto& [name, value] : found->sets) all.insert_or_assign(name, value);
  if (const auto own = document.on_steps.find(step); own != document.on_steps.end())
    for (const auto& [name, value] : own->second) all.insert_or_assign(name, value);
  for (const lesson::Parameter& parameter : lesson.parameters)
    if (const auto same = all.find(parameter.name); same != all.end() && same->second == parameter.start)
      all.erase(same);
  return all;
}

void choose(Document& document, const lesson::Lesson& lesson, std::string_view step, const lesson::Parameter& parameter,
            lesson::ParameterValue value) {
  const lesson::ParameterValue* set = set_by(lesson, step, parameter.name);
  if (!set) {
    if (value == parameter.start) document.parameters.erase(parameter.name);
    else document.parameters.insert_or_assign(parameter.name, std::move(value));
    return;
  }
  Parameters& own = document.on_steps[std::string(step)];
  if (value == *set) own.erase(parameter.name);
  else own.insert_or_assign(parameter.name, std::move(value));
  if (own.empty()) document.on_steps.erase(std::string(step));
}

}  // namespace explorer
