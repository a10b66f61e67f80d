// A question as JSON for the reading view.
#pragma once

#include "explorer/json/text_json.hpp"
#include "explorer/views/question_view.hpp"
#include "lesson/read/words.hpp"

namespace explorer::json {

template <>
struct Described<OptionView> : Object<"QuestionOption", Member<"id", &OptionView::id>,
                                      Member<"label", &OptionView::label>, Member<"labelText", &OptionView::label_text>,
                                      Member<"chosen", &OptionView::chosen>, Member<"wrong", &OptionView::wrong>> {};

// value: as the core spells it; picked: the selected cell as an answer, and as a reader calls it; yesNo: "yes", "no" or
// nothing yet.
template <>
struct Described<PartView> : Object<"QuestionPart", Member<"kind", &PartView::kind>, Member<"label", &PartView::label>,
                                    Member<"labelText", &PartView::label_text>, Member<"value", &PartView::value>,
                                    Member<"example", &PartView::example>, Member<"yesNo", &PartView::yes_no>,
                                    Member<"picked", &PartView::picked>, Member<"pickedName", &PartView::picked_name>,
                                    Member<"outcome", &PartView::outcome>, Member<"feedback", &PartView::feedback>,
                                    Member<"tries", &PartView::tries>, Member<"distance", &PartView::distance>,
                                    Member<"reached", &PartView::reached>, Member<"given", &PartView::given>,
                                    Member<"mistaken", &PartView::mistaken>, Member<"right", &PartView::right>,
                                    Member<"options", &PartView::options>> {};

template <>
struct Described<QuestionView>
    : Object<"Question", Member<"id", &QuestionView::id>, Member<"prompt", &QuestionView::prompt>,
             Member<"answer", &QuestionView::answer>, Member<"revealed", &QuestionView::revealed>,
             Member<"solved", &QuestionView::solved>, Member<"hasHint", &QuestionView::has_hint>,
             Member<"hint", &QuestionView::hint>, Member<"tries", &QuestionView::tries>,
             Member<"goal", &QuestionView::goal>, Member<"next", &QuestionView::next>,
             Member<"edited", &QuestionView::edited>, Member<"parts", &QuestionView::parts>> {};

}  // namespace explorer::json

// As JSON and links spell them.
template <>
struct text::Words<explorer::PartView::Outcome> {
  static constexpr std::string_view all[] = {"open", "wrong", "right"};
};
