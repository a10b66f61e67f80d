// Sentences of any script and any broken bytes: tokens are whole characters and none is empty, and each token has an id.
#include "attention/text/tokenise.hpp"
#include "attention/text/vocabulary.hpp"
#include "fuzz.hpp"

namespace {

void check_tokens(const std::vector<std::string>& tokens) {
  for (const std::string& token : tokens) {
    claim(!token.empty());
    claim(well_formed(token));
  }
  for (const auto numbering : {attention::Numbering::unique, attention::Numbering::notebook}) {
    const attention::Vocabulary vocabulary = attention::make_vocabulary(tokens, numbering);
    const auto ids = attention::encode(tokens, vocabulary);
    claim(ids.has_value() && ids->size() == tokens.size());
    for (const std::size_t id : *ids) claim(id < vocabulary.size);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = as_text(data, size);
  check_tokens(attention::tokenise_spaces(text));
  check_tokens(attention::tokenise_words(text));
  std::string joined;
  for (const std::string& character : attention::characters(text)) joined += character;
  claim(well_formed(joined));
  if (well_formed(text)) claim(joined == text);
  return 0;
}
