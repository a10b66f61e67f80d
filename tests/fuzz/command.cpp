// Commands as JSON, one a line, as the page and JavaScript send them: each is carried out or refused with a sentence, a
// refused one changes nothing, and the views can be made after each.
#include "explorer.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  explorer::Explorer explorer = open_worked_example();
  std::string_view text = as_text(data, size);
  for (int lines = 0; lines < 20 && !text.empty(); ++lines) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const unsigned before = explorer.version();
    const auto done = explorer.apply_json(text.substr(0, end));
    if (!done) claim(!done.error().message.empty() && explorer.version() == before);
    claim(!explorer.view().step_id.empty());
    explorer.explanation();
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  explorer.reading_json();
  return 0;
}
