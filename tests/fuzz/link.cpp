// An untrusted link: opening it never fails as a whole, and the link that the explorer then writes opens without notes and
// gives the same link again.
#include "explorer.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  explorer::Explorer explorer = open_worked_example();
  for (const std::string& told : explorer.open_link(as_text(data, size))) claim(!told.empty());
  const std::string link = explorer.link();
  explorer::Explorer again = open_worked_example();
  claim(again.open_link(link).empty());
  claim(again.link() == link);
  explorer.reading_json();
  return 0;
}
