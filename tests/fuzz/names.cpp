// Short texts with a syntax: symbols such as W_q, roles, seeds.
#include "attention/random/generator.hpp"
#include "fuzz.hpp"
#include "graph/core/types.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = as_text(data, size);
  const graph::Symbol symbol = graph::parse_symbol(text);
  const std::string written = graph::plain(symbol);
  if (well_formed(text)) claim(well_formed(written));
  if (const auto role = graph::parse_role(text)) claim(graph::role_name(*role) == text);
  const auto seed = attention::parse_seed(text);
  if (!seed) claim(seed.error().code == "seed" && !seed.error().message.empty());
  return 0;
}
