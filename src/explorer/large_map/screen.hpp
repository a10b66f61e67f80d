// The screen of the large map: what it is computed from, with undo, and how it is looked at. The map has tokens and heads of
// its own.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "explorer/large_map/commands.hpp"
#include "explorer/large_map/json.hpp"
#include "explorer/state/screen.hpp"
#include "large_map/computation.hpp"

namespace explorer {

class LargeMapScreen : public UndoableOf<large_map::Setup> {
 public:
  LargeMapScreen(LargeState& state, Shared shared) : UndoableOf(state.setup), state_(state), shared_(shared) {}

  // On an Error nothing has changed. Undo covers the setup; the rest only changes what is looked at.
  Result<Touched> carry_out(const SetLarge& command);
  Result<Touched> carry_out(const LookLarge& command);
  void fit() override;  // drops looks at things that no longer exist; while nothing is shown, all that was computed
  // What a link asks for. Returns its parts that do not fit and were left out, as the link spells them.
  std::vector<std::string> open(const LargeState& asked, std::vector<std::string>& notes);

  const large_map::Computation& computation() const { return computed(); }
  // Computes slices until the deadline, those on screen first; true if more work is left.
  bool work(const large_map::VisiblePart& wish, const std::function<bool()>& late);
  // Appended to `out`, as Catalogue::write() does.
  void write_token(std::string& out, std::size_t token) const;   // “ship 56”, “row 3, column 17”
  void write_head(std::string& out, std::size_t head) const;     // "Head 5", "Layer 2, head 5"
  void write_pattern(std::string& out, std::size_t head) const;  // the pattern that the head looks for
  // None for patches, which have no order, for more tokens than most_hunted, and until the map is there.
  std::optional<LargeHunt> hunt() const;
  void write_hunt_task(std::string& out) const;
  void write_hunt(std::string& out, const LargeHunt& hunt) const;  // what there is to say about the pinned cell
  void write_source(std::string& out) const;  // what tokens and numbers are, and how they were trained, if so

  // The heads that the map has from training: {"letters", "features", "width", "base", "steps", "optimiser", "random",
  // "rounds", "names": [{"name", "count"}]}, as web/build/heads.mjs writes it, with the weights one after the other. A map that
  // waits for them starts.
  Result<void> load_heads_json(std::string_view text, std::span<const float> weights);
  // Queries and keys of the reader's own: {"name", "tokens", "heads", "width", "words"}, words empty or one per token; then each
  // head, when LargeJson::wants it: its queries (tokens, width), then its keys. The map shows them.
  Result<void> open_own_heads_json(std::string_view text);
  Result<void> give_own_head(std::size_t head, std::span<const float> numbers);
  bool has_own_heads() const { return own_heads_ != nullptr; }

  LargeJson json() const;  // for the reading view, which gets rows but never all cells
  // Rows in words, {"rows": [{"label", "largest": [{"label", "text"}], "entropy"}]}; and queries and keys of the head, {"query":
  // [[x]], "key": [[x]]}, for checking the weights by another computation.
  std::string rows_json(std::size_t first, std::size_t count) const;
  std::string vectors_json(std::size_t first, std::size_t count) const;

 private:
  // Of the pinned cell of a head of a setup: looked for again once one of them is another.
  struct Hunted {
    large_map::Setup setup;
    std::size_t head = 0;
    std::optional<std::pair<std::size_t, std::size_t>> cell;
    bool operator==(const Hunted&) const = default;
  };
  LargeHunt hunt_at(std::size_t row, std::size_t column) const;
  large_map::Setup of_own_heads(large_map::Setup setup) const;  // own_heads_ must be there
  large_map::Computation& computed() const;                     // an empty one while nothing is shown
  const large_map::Computation& whole() const;                  // its vectors made
  LargeRowJson row_json(std::size_t row, std::size_t listed) const;
  std::optional<std::size_t> wanted_own_head() const;

  LargeState& state_;
  Shared shared_;
  mutable Hunted hunted_;
  mutable LargeHunt hunt_;
  mutable std::unique_ptr<large_map::Computation> computed_;  // while it is shown; computed on demand
  std::shared_ptr<const large_map::Pixels> own_picture_;      // the one that the reader opened last
  std::shared_ptr<const large_map::TrainedHeads> heads_;      // once they are loaded
  std::shared_ptr<large_map::OwnHeads> own_heads_;            // of the tensors that the reader opened last
};

}  // namespace explorer
