// What an interface keeps is compared with what one draws that knows nothing yet.
#pragma once

#include <string>

#include "ui/support/harness.hpp"

namespace ui_test {

// Lets everything come to rest, then checks that nothing kept has outlived what it was made from. after: for the report.
void check_fresh(Harness& page, const std::string& after);

}  // namespace ui_test
