// All steps of a lesson as JSON, for the article, in which the current step stands among the others.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explorer/json/reading_json.hpp"

namespace explorer {

struct ArticleQuestion {
  Paragraphs prompt;
  Paragraphs answer;                // once it has been shown
  std::vector<Paragraphs> options;  // of all parts, until then
};

// A step's texts. A number of a step that sets other parameters is "…" until it is the current one.
struct ArticleStep {
  std::string id, title;
  Paragraphs text, try_it, watch_out;
  std::optional<FormulaJson> formula;
  std::optional<ArticleQuestion> question;
};

namespace json {

template <>
struct Described<ArticleQuestion>
    : Object<"ArticleQuestion", Member<"prompt", &ArticleQuestion::prompt>, Member<"answer", &ArticleQuestion::answer>,
             Member<"options", &ArticleQuestion::options>> {};
template <>
struct Described<ArticleStep>
    : Object<"ArticleStep", Member<"id", &ArticleStep::id>, Member<"title", &ArticleStep::title>,
             Member<"text", &ArticleStep::text>, Member<"tryIt", &ArticleStep::try_it>,
             Member<"watchOut", &ArticleStep::watch_out>, Member<"formula", &ArticleStep::formula>,
             Member<"question", &ArticleStep::question>> {};

}  // namespace json
}  // namespace explorer
