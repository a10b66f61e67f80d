// The text of a step in captions: pieces of a few sentences, in the order in which a lesson that plays by itself shows
// them, each with the part of the stage that it is about. Depends on the view alone.
#pragma once

#include <cstddef>
#include <vector>

#include "lesson/read/markup.hpp"

namespace explorer {

struct View;

inline constexpr std::size_t longest_caption = 180;  // characters; a formula or an unbroken word may be longer

struct Caption {
  std::vector<lesson::Paragraph> words;  // one
  std::size_t paragraph = 0;             // of the step's text; of question and answer: the last one
  std::size_t part = 0;                  // of View::parts
  std::size_t count = 0;                 // of its words
  enum class Of : std::uint8_t { text, question, answer } of = Of::text;
};

// Text, question, and the answer once it may be shown. A part of the stage belongs to the first paragraph that names its
// result, by symbol or by role; what no paragraph names comes with the last one.
std::vector<Caption> captions(const View& view);

// The sentence that a phone shows under a part of the stage: of the paragraphs that are about the part, the first sentence that
// names its result, else the first. One paragraph, or none where the step has no text.
std::vector<lesson::Paragraph> sentence_of(const View& view, std::size_t part);

}  // namespace explorer
