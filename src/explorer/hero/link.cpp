// Input is untrusted.
#include "explorer/hero/link.hpp"

#include "explorer/hero/hero.hpp"
#include "explorer/link/run_keys.hpp"

namespace explorer {

void write_sentence(LinkWriter& out, const LinkSource& of) {
  if (!of.state.hero.sentence.empty()) out.add("s", of.state.hero.sentence);
}

void write_followed(LinkWriter& out, const LinkSource& of) {
  if (of.state.hero.word) out.add("word", std::to_string(*of.state.hero.word + 1));
}

bool take_sentence(LinkReader& into, const std::string&, const std::string& value) {
  const bool fits = value.size() <= longest_sentence && !hero_words(value).empty();
  if (fits) into.state.hero.sentence = value;
  return fits;
}

bool take_followed(LinkReader& into, const std::string&, const std::string& value) {
  const std::optional<std::size_t> place = whole(value, most_hero_words);
  const bool fits = place.value_or(0) > 0;
  if (fits) into.state.hero.word = *place - 1;
  return fits;
}

}  // namespace explorer
