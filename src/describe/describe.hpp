// What the build makes from the program's own tables, for editors and for the page's scripts.
#pragma once

#include <string>

namespace describe {

// The JSON Schema of the words of lesson files, to which web/lessons/lesson.schema.json refers.
std::string lesson_words();

// The types of the JSON that the page gets, as TypeScript: what web/page/core/model.ts is made of.
std::string model();

// Lists of names that these refer to.
std::string names();

}  // namespace describe
