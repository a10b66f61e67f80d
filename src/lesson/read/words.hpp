// The words that lesson files may use: of axes and roles, and of the enumerations of a lesson. Operations, options and draws
// have lists of their own. The interface's catalogue names axes and roles in every language.
#pragma once

#include <span>
#include <string_view>

#include "lesson/lesson.hpp"
#include "text/keys.hpp"

namespace lesson {

std::span<const std::string_view> axis_names();
std::span<const std::string_view> role_names();

}  // namespace lesson

template <>
struct text::Words<lesson::Parameter::Control> {
  static constexpr std::string_view what = "control";
  static constexpr std::string_view all[] = {"choice", "toggle", "number", "text", "order", "picture"};
};
template <>
struct text::Words<lesson::Part::Kind> {
  static constexpr std::string_view what = "kind of question";
  static constexpr std::string_view all[] = {"cell", "number", "shape", "choice", "several", "order", "truth", "goal"};
};
template <>
struct text::Words<lesson::Act> {  // of all but the last, which is none
  static constexpr std::string_view what = "act";
  static constexpr std::string_view all[] = {"hand", "used", "large"};
};
