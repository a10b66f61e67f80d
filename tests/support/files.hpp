// Files that tests read: any one as text, and the lessons of the page, by id or all of them.
#pragma once

#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

namespace files {

inline std::string read_file(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  REQUIRE_MESSAGE(file != nullptr, "can't open ", path);
  std::string text;
  char buffer[65536];
  for (std::size_t got = 0; (got = std::fread(buffer, 1, sizeof buffer, file)) > 0;) text.append(buffer, got);
  std::fclose(file);
  return text;
}

inline std::vector<std::string> files_in(const std::string& folder, const std::string& ending) {
  std::vector<std::string> found;
  std::error_code none;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::string(AE_SOURCE_DIR) + "/" + folder, none))
    if (entry.path().string().ends_with(ending)) found.push_back(entry.path().string());
  REQUIRE_MESSAGE(!none, "can't look into ", folder);  // otherwise a test over its files would test nothing
  return found;
}

inline std::vector<std::string> bundled_lessons() { return files_in("web/lessons", ".json"); }

inline std::string page_lesson(const std::string& id) {
  return read_file(std::string(AE_SOURCE_DIR) + "/web/lessons/" + id + ".json");
}

}  // namespace files
