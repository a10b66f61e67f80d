// The keys of links for the contents' sentence, “s”, and for the word that is followed, “word”, from 1.
#pragma once

#include <string>

#include "explorer/link/keys.hpp"

namespace explorer {

void write_sentence(LinkWriter& out, const LinkSource& of);
void write_followed(LinkWriter& out, const LinkSource& of);
bool take_sentence(LinkReader& into, const std::string& name, const std::string& value);
bool take_followed(LinkReader& into, const std::string& name, const std::string& value);

}  // namespace explorer
