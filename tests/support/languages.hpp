// The languages of the site besides English: the folders of web/words, as web/words.mjs lists them. For any test.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace languages {

inline std::vector<std::string> translations() {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(AE_SOURCE_DIR) + "/web/words"))
    if (entry.is_directory()) found.push_back(entry.path().filename().string());
  std::ranges::sort(found);
  return found;
}

inline std::vector<std::string> all() {
  std::vector<std::string> found = translations();
  found.insert(found.begin(), "en");
  return found;
}

}  // namespace languages
