// What the module of models tells the file that divides its products among threads (models_threads.cpp).
#pragma once

#include "models/model.hpp"

namespace modules {

// The model that was bound; null if there is none.
models::Model* bound_model();

}  // namespace modules
