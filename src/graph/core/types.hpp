// The vocabulary shared by all modules from the graph upwards: node ids, cell indices, roles, axes, symbols, messages.
// Depends only on the error type, on no tensor library, so that the ui may include it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "attention/tensor/error.hpp"
#include "graph/core/labels.hpp"

namespace graph {

using attention::Error;
using attention::fail;
using attention::joined;
using attention::Part;
using attention::Result;

using Shape = std::vector<std::size_t>;
using Index = std::vector<std::size_t>;  // one entry per axis, from 0 (screens count from 1)
using NodeId = std::size_t;

struct CellRef {
  NodeId node = 0;
  Index index;
  bool operator==(const CellRef&) const = default;
};

// The purpose of a tensor. The role determines colour and position; the printed name is the tutorial's own symbol.
// Projection matrices have the colour of their result.
enum class Role : std::uint8_t {
  none,
  input,
  query,
  key,
  value,
  scores,
  scaled_scores,
  weights,
  output,
  query_projection,
  key_projection,
  value_projection,
  output_projection,
  position,
  mask,
};

// The seven colours of the design, and neutral.
enum class Family : std::uint8_t { neutral, input, query, key, value, scores, weights, output };

Family family(Role role);
std::string_view role_name(Role role);               // as spelt in lesson files: "query_projection"
Result<Role> parse_role(std::string_view spelling);  // the Error lists the spellings

// An axis of a tensor. name is a word of the catalogue ("token", "feature", "query", "key", "head", "batch", …); labels
// are either empty (then "t1", "t2" … are made from the name) or one per index.
struct Axis {
  std::string name;
  Labels labels;
};

// A printed name: base with optional subscript and superscript, all UTF-8, such as W_q, K^T, α′ or attn_scores.
// Spelt base[_sub][^sup] with {} around more than one character; a backslash before _ keeps it in the base.
struct Symbol {
  std::string base;
  std::string sub;
  std::string sup;
  bool operator==(const Symbol&) const = default;
};
Symbol parse_symbol(std::string_view spelling);
std::string plain(const Symbol& symbol);     // "W_q", "s₁": for speech, sentences, captions
std::string spelling(const Symbol& symbol);  // a spelling that parse_symbol reads back as the same symbol

// A sentence of the catalogue: its id and the values of {0}, {1} … in it. Translated where it is shown.
struct Message {
  std::string id;
  std::vector<std::string> args;

  Message();
  Message(std::string_view id, std::initializer_list<Part> args);
  Message(std::string_view id, std::vector<std::string> args);
  Message(const Message&);
  Message(Message&&) noexcept;
  Message& operator=(const Message&);
  Message& operator=(Message&&) noexcept;
  ~Message();

  bool empty() const { return id.empty(); }
  bool operator==(const Message&) const = default;
};

}  // namespace graph
