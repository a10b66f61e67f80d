// Changes to a lesson, as JavaScript writes them: for every module that runs lessons.
#pragma once

#include "lesson/run/run.hpp"
#include "modules/call.hpp"

namespace modules {

lesson::Overrides overrides(Arguments& in);

}  // namespace modules
