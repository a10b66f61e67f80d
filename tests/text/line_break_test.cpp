// Line breaking by the examples of Unicode, LineBreakTest.txt: characters with × where no line may break and ÷ where one may.
#include <doctest/doctest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "text/line_break.hpp"

TEST_CASE("lines break as in all of Unicode's examples") {
  std::ifstream file(AE_LINE_BREAK_EXAMPLES);
  REQUIRE(file.good());
  std::size_t examples = 0;
  for (std::string line; std::getline(file, line);) {
    std::istringstream parts(line.substr(0, line.find('#')));
    std::u32string text;
    std::vector<bool> breaks;
    for (std::string part; parts >> part;) {
      if (part == "÷" || part == "×") breaks.push_back(part == "÷");
      else text += static_cast<char32_t>(std::stoul(part, nullptr, 16));
    }
    if (text.empty()) continue;
    breaks.pop_back();  // at the end
    breaks[0] = false;  // at the beginning
    ++examples;
    if (text::line_breaks(text) != breaks) FAIL_CHECK(line);
  }
  CHECK(examples > 10'000);
}
