// The settings under which the parts of a run of training are computed: each sets some parameters of the lesson, so that
// a step can show one sequence where training takes a batch.
#pragma once

#include "lesson/run/run.hpp"

namespace lesson {

// The reader's own settings, with those that the lesson's training sets itself.
Overrides for_training(const Lesson& lesson, Overrides overrides);
Overrides for_held_out(const Lesson& lesson, Overrides overrides);
Overrides for_writing(const Lesson& lesson, const Writing& writing, Overrides overrides);

}  // namespace lesson
