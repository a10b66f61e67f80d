// What the build makes from the program's own tables for the page's scripts; for editors it writes lesson::lesson_schema().
#pragma once

#include <string>

namespace describe {

// The types of the JSON that the page gets, as TypeScript: what web/page/core/model.ts is made of.
std::string model();

// Lists of names that these refer to.
std::string names();

}  // namespace describe
