// A lesson that plays by itself: its command, what links keep of it, and the captions that its texts are divided into.
#include <algorithm>
#include <string_view>

#include "explorer/support.hpp"
#include "lesson/read/tex.hpp"

using namespace explorer;
using namespace explorers;

namespace {

PlayLesson on(bool plays = true) { return {.on = plays, .paused = {}, .speed = {}}; }
PlayLesson paused(bool rests) { return {.on = {}, .paused = rests, .speed = {}}; }
PlayLesson at_speed(double speed) { return {.on = {}, .paused = {}, .speed = speed}; }

const std::string two_parts = R"json({
  "format": 1, "id": "two", "version": "1.0.0", "title": { "en": "Two" },
  "tensors": [
    { "name": "x", "symbol": "X", "role": "input", "values": [[1, 2], [3, 4]] },
    { "name": "k", "symbol": "K_1", "role": "key", "operation": "matmul", "inputs": ["x", "x"] },
    { "name": "v", "symbol": "V", "role": "value", "operation": "matmul", "inputs": ["x", "x"] }],
  "steps": [{ "id": "one", "title": { "en": "One" },
    "text": { "en": ["Nothing yet.", "Then $\\key{K_1} = 2$.", "Then [the values](value). They are *the* last."] },
    "stage": [{ "operation": "k" }, { "operation": "v" }] }]
})json";

std::string words_in(const std::vector<lesson::Paragraph>& paragraphs) {
  std::string words;
  for (const lesson::Paragraph& paragraph : paragraphs)
    for (const lesson::Run& run : paragraph.runs)
      words += run.kind == lesson::Run::Kind::tex ? lesson::tex_words(run.text) : run.text;
  return words;
}

std::size_t characters_in(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace

TEST_CASE("a lesson plays, rests and stops; undo does not cover that") {
  Explorer e = open_page("worked-example");
  CHECK_FALSE(e.state().lecture.on);
  must(e, on());
  must(e, paused(true));
  CHECK(e.state().lecture.paused);
  must(e, at_speed(2));
  CHECK(e.state().lecture.paused);
  must(e, on());  // played again, it does not rest
  CHECK_FALSE(e.state().lecture.paused);
  CHECK(e.state().lecture.speed == 2);
  CHECK_FALSE(e.can_undo());
  must(e, on(false));
  must(e, paused(true));  // what does not play cannot rest
  CHECK_FALSE(e.state().lecture.paused);
  CHECK(e.view().captions.empty());
}

TEST_CASE("a lesson that plays stops on the page after its last step, and starts from there at its first one") {
  Explorer e = open_page("worked-example");
  must(e, on());
  must(e, GoToStep{"end"});
  CHECK_FALSE(e.state().lecture.on);
  must(e, on());
  CHECK(e.state().lecture.on);
  CHECK(e.view().step == 0);
  must(e, ShowContents{true});
  CHECK_FALSE(e.state().lecture.on);
}

TEST_CASE("a link keeps that a lesson plays, and how fast") {
  Explorer e = open_page("worked-example");
  must(e, GoToStep{"scores"});
  must(e, on());
  CHECK(e.link() == "lesson=worked-example&step=scores&play=1");
  must(e, paused(true));
  must(e, at_speed(0.5));
  CHECK(e.link() == "lesson=worked-example&step=scores&play=1&speed=0.5");

  Explorer other = open_page("worked-example");
  CHECK(other.open_link(e.link()).empty());
  CHECK(other.state().lecture.on);
  CHECK_FALSE(other.state().lecture.paused);  // a link starts where it is opened
  CHECK(other.state().lecture.speed == 0.5);
  CHECK(other.open_link("lesson=worked-example&step=end&play=1").empty());
  CHECK_FALSE(other.state().lecture.on);  // nothing follows
}

TEST_CASE("a link's value for playing that cannot be read is left out and named") {
  Explorer e = open_page("worked-example");
  for (const char* part : {"play=banana", "play=2", "play=", "speed=banana", "speed=3", "speed=-1"}) {
    const std::vector<std::string> notes = e.open_link("lesson=worked-example&" + std::string(part));
    INFO(std::string(part));
    REQUIRE(notes.size() == 1);
    CHECK(notes[0].find(part) != std::string::npos);
    CHECK_FALSE(e.state().lecture.on);
    CHECK(e.state().lecture.speed == 1);
  }
}

TEST_CASE("each paragraph is about the part of the stage that it names first; one before any is about the first") {
  Explorer e = open_text(two_parts);
  must(e, on());
  const std::vector<Caption>& all = e.view().captions;
  REQUIRE(all.size() == 3);
  CHECK(words_in(all[0].words) == "Nothing yet.");
  CHECK(all[0].part == 0);
  CHECK(all[0].count == 2);
  CHECK(all[1].part == 0);
  CHECK(all[2].part == 1);
  CHECK(all[2].paragraph == 2);
  CHECK(words_in(all[2].words) == "Then the values. They are the last.");
  CHECK(all[2].count == 7);
}

TEST_CASE("captions are the texts of all lessons, in pieces of whole sentences that are not too long") {
  for (const std::string& path : bundled_lessons()) {
    Explorer e = open_text(read_file(path));
    must(e, on());
    for (std::size_t step = 0; step < e.view().count; ++step, must(e, NextStep{})) {
      const View& view = e.view();
      INFO(view.lesson_id, ", ", view.step_id);
      std::string text, question;
      std::size_t part = 0;
      for (const Caption& caption : view.captions) {
        const std::string words = words_in(caption.words);
        (caption.of == Caption::Of::text ? text : question) += words;
        const std::string_view shown(words.data(), words.find_last_not_of(' ') + 1);
        CHECK(characters_in(shown) <= longest_caption);
        const bool whole = std::string_view(".?!:,;)”").contains(shown.back()) || caption.words[0].item;
        CHECK_MESSAGE((whole || caption.words[0].runs.back().kind != lesson::Run::Kind::text), words);
        CHECK(caption.part >= part);
        CHECK(caption.part < std::max<std::size_t>(view.parts.size(), 1));
        part = caption.part;
      }
      CHECK(text == words_in(view.text));
      if (view.question) CHECK(question == words_in(view.question->prompt));
    }
  }
}

TEST_CASE("a revealed answer is told after its question") {
  Explorer e = open_text(small_lesson);
  must(e, GoToStep{"guess"});
  must(e, on());
  const auto answers = [&] { return std::ranges::count(e.view().captions, Caption::Of::answer, &Caption::of); };
  CHECK(answers() == 0);
  must(e, Reveal{e.view().question->id});
  CHECK(answers() > 0);
  CHECK(e.view().captions.back().of == Caption::Of::answer);
}

TEST_CASE("the sentence of a part is the first that names its result, else the first of its paragraph") {
  Explorer e = open_text(two_parts);
  const View& view = e.view();
  REQUIRE(view.parts.size() == 2);
  CHECK(words_in(sentence_of(view, 0)) == "Then K₁ = 2.");
  CHECK(words_in(sentence_of(view, 1)) == "Then the values. ");
}

TEST_CASE("the sentence of every part of every lesson is whole and stands in the step's text") {
  for (const std::string name : {"why", "roles", "worked-example", "basic-self-attention", "sentence", "causal-ladder",
                                 "multi-head", "tasks", "tasks-2", "tasks-3", "pictures", "slopes", "learning",
                                 "letters", "tiles", "attention-today", "column-vectors"}) {
    Explorer e = open_page(name);
    for (const lesson::Step& step : e.lesson().steps) {
      must(e, GoToStep{step.id});
      INFO(name << ", " << step.id);
      std::string text;
      for (const lesson::Paragraph& paragraph : e.view().text) text += words_in({paragraph}) + "\n";
      for (std::size_t part = 0; part < std::max<std::size_t>(e.view().parts.size(), 1); ++part) {
        std::string sentence = words_in(sentence_of(e.view(), part));
        REQUIRE_FALSE(sentence.empty());
        CHECK(text.contains(sentence));
        while (sentence.ends_with(' ')) sentence.pop_back();
        CHECK_MESSAGE(std::string_view(".!?:”)").contains(sentence.back()), sentence);
      }
    }
  }
}
