// The light markup of texts: paragraphs or an Error; runs of well-formed text stay well-formed.
#include "lesson/read/markup.hpp"
#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = as_text(data, size);
  const auto paragraphs = lesson::parse_markup(text);
  if (!paragraphs) {
    claim(!paragraphs.error().message.empty());
    return 0;
  }
  if (!well_formed(text)) return 0;
  for (const lesson::Paragraph& paragraph : *paragraphs)
    for (const lesson::Run& run : paragraph.runs) claim(well_formed(run.text));
  return 0;
}
