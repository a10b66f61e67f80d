// Compares an interface with caches with a new one.
#pragma once

#include <string>

#include "ui/support/harness.hpp"

namespace ui_test {

// Waits until all animations have ended, then checks that no cache is stale. after: named in the report.
void check_fresh(Harness& page, const std::string& after);

}  // namespace ui_test
