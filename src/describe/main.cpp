// Writes build/generated. usage: describe FOLDER
#include <cstdio>
#include <string>

#include "describe/describe.hpp"
#include "lesson/read/schema.hpp"

namespace {

bool write(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return false;
  const bool whole = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return std::fclose(file) == 0 && whole;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const std::string folder = arguments[1];
  const bool done = write(folder + "/lesson.schema.json", lesson::lesson_schema()) &&
                    write(folder + "/model.ts", describe::model() + describe::names());
  return done ? 0 : 1;
}
