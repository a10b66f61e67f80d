// Which stored tensors a model is made of, each with the shape that its config demands, and where each lies in one block of
// memory. Nothing is allocated here: the size of the block is known before there is one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/checkpoint.hpp"
#include "models/config.hpp"

namespace models {

// How numbers are stored: F64, F32, F16, BF16, and those that are quantised in blocks. All stay as they are in memory, but for
// those that are to be rounded there, and become float32 where they are used.
using Number = files::Type;

// A matrix in the block, or some neighbouring columns of one: rows `step` numbers apart.
struct Matrix {
  std::uint64_t at = 0;    // byte at which the tensor begins
  std::uint64_t from = 0;  // the first number, counted from there
  Number type = Number::f32;
  std::size_t rows = 0, columns = 0, step = 0;
  std::size_t group = 0,
              apart = 0;  // groups of so many rows, whose first ones are `apart` rows apart; 0: all are neighbours
  std::size_t place(std::size_t row) const { return group == 0 ? row : row / group * apart + row % group; }
};

// Number of a vector in Layout::vectors.
using VectorId = int;
constexpr VectorId no_vector = -1;

// y = x · W + b. The matrix lies as (in, out), or, as torch.nn.Linear has it, as (out, in).
struct Linear {
  Matrix weight;
  bool out_in = true;
  VectorId bias = no_vector;
  std::size_t bias_from = 0;  // of a bias that several projections share
  std::size_t inputs() const { return out_in ? weight.columns : weight.rows; }
  std::size_t outputs() const { return out_in ? weight.rows : weight.columns; }
};

// Some neighbouring outputs or inputs of a projection: of grouped outputs some of one group, or several whole groups. With some
// inputs it has no bias.
Linear outputs_of(Linear linear, std::size_t first, std::size_t count);
Linear inputs_of(Linear linear, std::size_t first, std::size_t count);

struct Norm {
  VectorId weight = no_vector, bias = no_vector;
};

struct Layer {
  Norm attention_norm, inner_norm;
  Norm attention_after, inner_after;  // of what each half adds, where there is a norm behind it
  VectorId attention_scale = no_vector, inner_scale = no_vector;  // or a factor for each of its numbers
  Norm query_norm, key_norm;                                      // of a head, (D)
  Linear query, key, value, output;
  Linear up, gate, down;  // gate: where the inner layer has one
};

// A stored tensor, and where its bytes go.
struct Placed {
  std::string name;
  std::size_t file = 0;
  std::uint64_t begin = 0, bytes = 0;  // in the file
  std::uint64_t at = 0;                // in the block
  Number type = Number::f32;
  Number kept = Number::f32;  // what it becomes in the block once its bytes are there; mostly the same
  bool turned = false;        // from (in, out) to (out, in) then
  std::size_t count = 0;      // of numbers
  std::size_t rows = 1;       // of the tensor
  std::size_t paired = 0;     // rows of a head, if they lie in pairs (checkpoint.hpp), else 0
  std::uint64_t kept_bytes() const { return count / files::block_of(kept) * files::size_of(kept); }
};

// Numbers of a stored tensor: all, or groups of `group` of them from `first` on, whose first ones are `apart` apart.
struct Gathered {
  std::size_t placed = 0;  // in Layout::placed
  std::size_t first = 0, group = 0, apart = 0;
  float plus = 0.0f;  // added to each
};

struct Layout {
  Matrix tokens, positions, token_types;  // embeddings: rows of E numbers
  // Of pictures: what makes a token of a patch's numbers (channel, row, column); the tokens that are no patches, a row each, in
  // the order of PictureConfig.
  Linear patches;
  Matrix class_token, distillation_token, registers;
  Norm embedding_norm, final_norm;  // bert's, and the others'
  VectorId slower = no_vector;      // what the frequencies of the rotation are divided by, where a tensor says so
  std::vector<Layer> layers;
  bool has_head = true;  // whether there are logits
  bool whole = false;    // whether matrices in Q8_0 are multiplied as whole numbers (row_products.hpp)
  Linear transform;      // bert: before the logits, with its norm
  Norm transform_norm;
  Linear head;
  // The labels of a picture are read from [CLS]. A second matrix, if it has outputs, adds what it makes of the token after it
  // (deit) or of the mean of all patches (dinov2); then each counts for `share`.
  Linear second_head;
  float share = 1.0f;

  std::vector<Placed> placed;
  std::vector<Gathered> vectors;   // by VectorId
  std::uint64_t bytes = 0;         // of the block
  std::uint64_t spare = 0;         // where in it there is room for the largest tensor that is turned
  std::vector<std::string> notes;  // what the files hold that the model does not use, a sentence each
};

// Finds every tensor of the model by the names that its family uses, with any prefix that all of them share. Tied weights may
// lie under either name. Errors with the tensor's name as path: "missing"; "shape"; "type" for whole numbers and types that
// are not read; "model" for a tensor within a layer that this family does not have: with it, other numbers would be
// computed; "memory" if the block would not fit into the addresses of this machine.
// quantised: Q8_0 or Q4_0, to which Model::bind() rounds the matrix of each linear layer and the embedding of the tokens, in
// blocks of 32 along the inputs (of the embedding along E). Those stay as they are that have another number of inputs than
// whole blocks, or this type already; so do convolutions of patches, other embeddings, norms and biases.
// whole: what goes into a linear layer whose matrix is Q8_0 is rounded as well, for products of whole numbers.
Result<Layout> lay_out(const Config& config, const Checkpoint& checkpoint, std::optional<Number> quantised = {},
                       bool whole = false);

}  // namespace models
