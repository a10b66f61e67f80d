// An untrusted translation: it loads or is refused as a whole, and sentences are available either way.
#include "explorer/language/catalogue.hpp"
#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  explorer::Catalogue catalogue;
  const auto loaded = catalogue.load("de", as_text(data, size));
  if (!loaded) claim(!loaded.error().message.empty());
  claim(!catalogue.text("de", "top.undo").empty());
  return 0;
}
