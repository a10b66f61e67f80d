// Text of any script and invalid bytes: tokens are whole characters and not empty, and each token has an id.
#include "fuzz.hpp"
#include "text/tokenise.hpp"
#include "text/vocabulary.hpp"

namespace {

void check_tokens(const std::vector<std::string>& tokens) {
  for (const std::string& token : tokens) {
    claim(!token.empty());
    claim(well_formed(token));
  }
  for (const auto numbering : {text::Numbering::unique, text::Numbering::notebook}) {
    const text::Vocabulary vocabulary = text::make_vocabulary(tokens, numbering);
    const auto ids = text::encode(tokens, vocabulary);
    claim(ids.has_value() && ids->size() == tokens.size());
    for (const std::size_t id : *ids) claim(id < vocabulary.size);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = as_text(data, size);
  check_tokens(text::tokenise_spaces(text));
  check_tokens(text::tokenise_words(text));
  std::string joined;
  for (const std::string& character : text::characters(text)) joined += character;
  claim(well_formed(joined));
  if (well_formed(text)) claim(joined == text);
  return 0;
}
