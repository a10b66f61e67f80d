// Limits of a setup, and the numbers of patches that are possible.
#include "large_map/setup.hpp"

#include <algorithm>
#include <utility>

#include "large_map/map.hpp"
#include "large_map/own.hpp"

namespace large_map {

Limits limits_of(const Setup& setup) {
  Limits fits;
  const bool trained = setup.model == Model::trained;
  const bool own = setup.model == Model::own;
  fits.model = own ? setup.of == Tokens::words : !trained || (setup.of == Tokens::letters && setup.causal);
  fits.tokens = setup.tokens >= least_tokens && setup.tokens <= (trained ? most_trained_tokens : most_tokens) &&
                (setup.of != Tokens::patches || patches_across(setup.tokens) > 0);
  fits.layers = setup.layers >= 1 && setup.layers <= most_layers;
  fits.heads = setup.heads >= 1 && setup.heads <= (own ? most_own_heads : most_heads);
  fits.seed = setup.seed <= most_seed;
  return fits;
}

std::size_t heads_of(const Setup& setup) {
  return setup.model == Model::trained ? trained_heads : setup.layers * setup.heads;
}

Setup with_tokens_of(Setup setup, Tokens of) {
  if (setup.of == of) return setup;
  if (of == Tokens::patches) setup.tokens = patches_near(setup.tokens);
  if (of == Tokens::patches || setup.of == Tokens::patches) setup.causal = of != Tokens::patches;
  if (of != Tokens::letters && setup.model == Model::trained) setup.model = Model::patterns;
  if (setup.model == Model::own) setup = with_model(std::move(setup), Model::patterns);
  setup.of = of;
  return setup;
}

Setup with_model(Setup setup, Model model) {
  if (model == Model::trained) {
    setup = with_tokens_of(std::move(setup), Tokens::letters);
    setup.tokens = std::min(setup.tokens, most_trained_tokens);
    setup.causal = true;
  }
  // The reader's tensors may have more heads than a layer of the other models.
  if (setup.model == Model::own && model != Model::own) setup.heads = std::min(setup.heads, most_heads);
  setup.model = model;
  return setup;
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
