// Reads the text of a link as far as that is possible without a graph: parameters are checked, cells are not yet.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explorer/link/link_text.hpp"
#include "explorer/state/state.hpp"
#include "graph/core/graph.hpp"
#include "lesson/lesson.hpp"

namespace explorer {

// One kind of problem with a link: how often it occurs, and the first example.
struct Trouble {
  std::size_t count = 0;
  std::string first;
  void add(std::string_view example) {
    if (count++ == 0) first = example;
  }
};

class LinkReader {
 public:
  explicit LinkReader(const lesson::Lesson& lesson) : lesson_(&lesson) {}
  void read(std::string_view link);
  bool too_many_edits() const;

  // What a key sets as it is: such a key takes a member of State and a row of the table, and nothing more. The members
  // below are checked or completed by open_link.
  State state;
  Parameters parameters;                          // that differ from the lesson's
  decltype(Document::on_steps) on_steps;          // that differ from the step's
  Parameters named;                               // all that the link gives without a step
  std::map<std::string, graph::Message> refused;  // parameters that do not fit, and why
  std::set<std::string> own;                      // parameters that are set to the sender's own picture
  std::vector<lesson::Edit> edits;
  std::vector<std::pair<std::string, std::size_t>> leading;
  std::map<std::string, Progress, std::less<>> answers;
  std::optional<std::size_t> student, beat;
  bool end = false;  // the page after the last step is asked for; state.step is the last one
  std::size_t run = 0;
  std::vector<std::pair<std::size_t, double>> rates;
  LargeState large;
  std::optional<int> decimals;
  std::optional<Theme> theme;
  std::optional<std::string> language;
  std::string selected;  // "tensor,0,1", "none", or empty: not set by the link
  bool pinned = false;
  std::string asked, nudged;  // cells spelt as `selected`; empty: not set
  int nudge_steps = 0;
  bool later = false;  // written by a later format
  Trouble broken, wrong_edits, repeated;

  // For the keys (keys.cpp): false when the value does not fit the lesson.
  bool take_parameter(const std::string& key, const std::string& text);  // "mask", or of one step, "no-mask.mask"
  // A parameter of a link without a step's name holds on the step that the link opens, too, even if the step sets it.
  void hold_on(const lesson::Step& step);
  bool knows_letters();  // otherwise the page's are kept
  bool take_own(const std::string& parameter);
  void take_edits(const std::string& tensor, std::string_view cells);
  bool take_revealed(std::string_view ids);
  bool take_answers(const std::string& question, std::string_view text);
  bool select(const std::string& cell, bool pin);

 private:
  bool take(const std::string& key, const std::string& value);

  const lesson::Lesson* lesson_;
  std::map<std::pair<std::string, graph::Index>, std::size_t> places_;  // of the edits
  std::set<std::string> keys_;                                          // read so far; the first part of each key
                                                                        // counts
  std::size_t edit_count_ = 0;
};

// Parses "attn_scores,0,1" as an existing cell.
std::optional<graph::CellRef> find_cell(std::string_view text, const graph::Graph& graph);

}  // namespace explorer
