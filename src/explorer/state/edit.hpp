// What is being typed: where it goes, the text so far, and why it is refused. Each change takes effect at once, as the command of
// what is typed into. Plain data of State; edit.cpp carries out its commands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "explorer/json/shape.hpp"
#include "graph/core/types.hpp"

namespace explorer {

// A cell, a text parameter, a part of a question's answer, or a text of a screen: the contents' sentence, the word to find in the
// large map, the sentence that the model reads, the other one that parts of the model are taken from, a word whose logit is
// asked for, and one that it is to be ahead of.
enum class Typed : std::uint8_t { cell, parameter, answer, sentence, find, model, other, word, against };

struct EditTarget {
  Typed kind = Typed::cell;
  graph::CellRef cell = {};
  std::string name = {};  // of the parameter, or the question's id
  std::size_t part = 0;   // of the question
  bool operator==(const EditTarget&) const = default;
};

struct Edit {
  EditTarget of = {};
  std::string before = {};  // as it was, to be restored by Escape
  std::string text = {};    // as typed
  std::string refusal = {};
  bool begun = false;  // something has changed: what follows is merged into its undo entry
  bool words() const { return of.kind != Typed::cell && of.kind != Typed::answer; }  // not a number
};

}  // namespace explorer

template <>
struct text::Words<explorer::Typed> {
  static constexpr std::string_view all[] = {"cell",  "parameter", "answer", "sentence", "find",
                                             "model", "other",     "word",   "against"};
};
