// Limits of a setup, and the numbers of patches that are possible.
#include "large_map/setup.hpp"

#include "large_map/map.hpp"

namespace large_map {

Limits limits_of(const Setup& setup) {
  Limits fits;
  fits.tokens = setup.tokens >= least_tokens && setup.tokens <= most_tokens &&
                (setup.of == Tokens::words || patches_across(setup.tokens) > 0);
  fits.layers = setup.layers >= 1 && setup.layers <= most_layers;
  fits.heads = setup.heads >= 1 && setup.heads <= most_heads;
  fits.seed = setup.seed <= most_seed;
  return fits;
}

std::size_t patches_across(std::size_t tokens) {
  std::size_t across = 2;
  while (across * across < tokens && across * across < most_tokens) across *= 2;
  return across * across == tokens ? across : 0;
}

std::size_t patches_near(std::size_t tokens) {
  std::size_t near = 4;
  while (near * 2 <= tokens && near < most_tokens) near *= 4;
  return near;
}

}  // namespace large_map
