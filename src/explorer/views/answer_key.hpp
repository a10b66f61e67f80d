// The key to a question, for teachers: the right answer to each part, computed from the current graph, and the lesson's
// response to each wrong answer that it expects. It reveals everything, so no student's view is built from it.
#pragma once

#include <string>
#include <vector>

#include "explorer/json/text_json.hpp"
#include "explorer/views/view_context.hpp"

namespace explorer {

struct AnswerKey {
  struct Note {
    std::string given;  // a wrong answer
    Paragraphs say;
  };
  struct Part {
    std::string right;  // "4 × 3"; empty where the graph has no answer
    std::vector<Note> notes;
    Paragraphs say;  // to every other wrong answer
  };
  std::string question;
  std::vector<Part> parts;
};

// The right answer to one part in words; empty where the graph has none.
std::string right_answer(const ViewContext& context, const lesson::Part& part);

AnswerKey answer_key(const ViewContext& context, const lesson::Question& question);

namespace json {

template <>
struct Described<AnswerKey::Note>
    : Object<"AnswerNote", Member<"given", &AnswerKey::Note::given>, Member<"say", &AnswerKey::Note::say>> {};
template <>
struct Described<AnswerKey::Part>
    : Object<"AnswerPart", Member<"right", &AnswerKey::Part::right>, Member<"notes", &AnswerKey::Part::notes>,
             Member<"say", &AnswerKey::Part::say>> {};
template <>
struct Described<AnswerKey>
    : Object<"AnswerKey", Member<"question", &AnswerKey::question>, Member<"parts", &AnswerKey::parts>> {};

}  // namespace json
}  // namespace explorer
