// A model whose weights are in memory: its config, where each tensor lies, and products with its matrices. The weights are
// only read, so one model can be run many times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "attention/kernels/kernels.hpp"
#include "models/layout.hpp"

namespace models {

// The matrices of a head's four projections.
enum class HeadMatrix : std::uint8_t { query, key, value, output };

class Model {
 public:
  // `block`: layout.bytes bytes, aligned to 64, with the bytes of each stored tensor at its place; it must outlive the model.
  // Rows that lie in pairs (Placed) are put in order in it, and matrices that are kept quantised are rounded.
  // Error "value", with the tensor's name as path, for a number that is NaN or infinite, or too large to be rounded.
  static Result<Model> bind(Config config, Layout layout, std::byte* block);

  const Config& config() const { return config_; }
  const Layout& layout() const { return layout_; }

  // A norm's weight or a bias, in float32; null for no_vector.
  const float* vector(VectorId id) const {
    return id == no_vector ? nullptr : vectors_[static_cast<std::size_t>(id)].data();
  }
  // Row `row` of a matrix, in float32, in `to`.
  void read_row(const Matrix& matrix, std::size_t row, float* to) const;

  // What a head's projection multiplies by, in float32 and as torch.nn.Linear has it: query, key and value (D, E), output (E, D).
  // Heads of queries that share a key have the same key and value. Errors: "range" for a layer or head that does not exist.
  Result<void> head_weights(std::size_t layer, std::size_t head, HeadMatrix which, float* to) const;

  // Floats of scratch space that project() needs for every matrix of a model with this layout.
  static std::size_t project_space(const Layout& layout);

  // y (rows, outputs) = x (rows, inputs) · W + b, or y += that. Half precision is widened some rows of W at a time; for
  // one row, in registers (row_products.hpp).
  // With Layout::whole, x is rounded as well. A number has the same bits in whichever share of the outputs it is computed.
  struct Projection {
    attention::kernels::Rows x = {};
    std::size_t rows = 0;
    bool add = false;
    float* y = nullptr;
    std::size_t y_step = 0;
  };
  void project(const Linear& linear, const Projection& task, float* space) const;
  // The same, by this thread alone. Allocates nothing.
  void project_alone(const Linear& linear, const Projection& task, float* space) const;

  // Other threads, which compute shares of the outputs of projections.
  class Helpers {
   public:
    // project() with them; false if this projection is not worth dividing, or cannot be.
    virtual bool project(const Model& model, const Linear& linear, const Projection& task, float* space) = 0;

   protected:
    ~Helpers() = default;
  };
  // Null: this thread does everything. They must outlive the model.
  void divide(Helpers* helpers) { helpers_ = helpers; }

  // to (inputs) = W · d (outputs): what each input of a projection counts for something that counts its outputs as d.
  // `space`: that of project().
  void project_back(const Linear& linear, const float* d, float* to, float* space) const;

  // Cosines and sines of the rotation at a position of a text with so many tokens, of each pair, in a layer with or without the
  // window; nothing without rotary positions.
  void rotation(std::size_t position, std::size_t tokens, bool windowed, float* cosines, float* sines) const;
  // What stands for a token at the beginning, without its position: (E).
  void embed(std::size_t id, float* to) const;
  void cap_logits(float* logits, std::size_t count) const;  // as the config says, in place

  // LayerNorm if it has a bias, else RMSNorm, of rows of E numbers; `to` may be `from`.
  void norm(const Norm& norm, const float* from, float* to, std::size_t rows) const;
  void norm(const Norm& norm, const float* from, float* to, std::size_t rows,
            std::size_t width) const;  // of other rows
  // What stands behind a half of a layer, if anything does: a norm, or a factor for each number. In place, (rows, E).
  void after_half(const Norm& norm, VectorId scale, float* x, std::size_t rows) const;
  void activate(Activation activation, float* x, std::size_t count) const;  // in place
  // The neurons of an inner layer, (rows, inner): what its down projection takes. `x` (rows, E), after the norm where it has
  // one before; `gate` (rows, inner) is used where there is one.
  void neurons(const Layer& layer, const float* x, std::size_t rows, float* inner, float* gate, float* space) const;

 private:
  Model() = default;
  void project_row(const Linear& linear, const Projection& task, float* space) const;
  void project_rows(const Linear& linear, const Projection& task, float* space) const;
  void project_whole(const Linear& linear, const float* x, float* y, float* space) const;
  bool whole(const Linear& linear) const;
  const void* number_at(const Matrix& matrix, std::size_t row) const;
  const float* row(const Matrix& matrix, std::size_t row, float* space) const;

  Config config_;
  Layout layout_;
  const std::byte* block_ = nullptr;
  std::vector<std::vector<float>> vectors_;
  Helpers* helpers_ = nullptr;
};

}  // namespace models
