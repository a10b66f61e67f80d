// Commands as JSON do what the commands do; anything else is refused with the place of the error.
#include "explorer/json/write.hpp"
#include "explorer/support.hpp"

using namespace explorer;
using namespace explorers;

TEST_CASE("every command has a JSON spelling") {
  Explorer e = small();
  const auto run = [&](const std::string& json) {
    const auto done = e.apply_json(json);
    REQUIRE_MESSAGE(done.has_value(), json, ": ", done.error().message);
  };
  run(R"({"type":"GoToStep","id":"guess"})");
  CHECK(e.state().step == "guess");
  run(R"({"type":"PreviousStep"})");
  CHECK(e.state().step == "start");
  run(R"({"type":"NextStep"})");
  run(R"({"type":"SetParameter","name":"n","value":3,"continues":false})");
  run(R"({"type":"SetParameter","name":"doubled","value":true})");
  run(R"({"type":"SetParameter","name":"way","value":"soft"})");
  CHECK(e.state().document.parameters.size() == 3);
  run(R"({"type":"EditCell","cell":{"tensor":"x","index":[0,1]},"text":"2.5"})");
  CHECK(value(e, "x", {0, 1}) == 2.5f);
  run(R"({"type":"EditCell","cell":{"node":)" + std::to_string(*e.graph().find("x")) +
      R"(,"index":[0,1]},"text":"−4"})");
  CHECK(value(e, "x", {0, 1}) == -4);
  run(R"({"type":"Undo"})");
  CHECK(value(e, "x", {0, 1}) == 2.5f);
  run(R"({"type":"Redo"})");
  run(R"({"type":"RestoreLesson"})");
  CHECK(e.state().document == Document{});
  run(R"({"type":"Hover","cell":{"tensor":"x","index":[1,1]}})");
  CHECK(e.state().hovered == at(e, "x", {1, 1}));
  run(R"({"type":"Hover","cell":null})");
  CHECK_FALSE(e.state().hovered);
  run(R"({"type":"Focus","cell":{"tensor":"x","index":[0,0]},"pin":true})");
  CHECK(e.state().pinned);
  run(R"({"type":"MoveFocus","rows":1,"columns":1})");
  CHECK(e.state().focused == at(e, "x", {1, 1}));
  run(R"({"type":"MoveFocus","to_row_end":true})");
  CHECK(e.state().focused == at(e, "x", {1, 2}));
  run(R"({"type":"Focus"})");
  CHECK_FALSE(e.state().focused);
  run(R"({"type":"SetDecimals","decimals":3})");
  run(R"({"type":"SetColorSteps","steps":"log"})");
  CHECK(e.state().color_steps == ColorSteps::logarithmic);
  CHECK(e.state().decimals == 3);
  run(R"({"type":"SetTheme","theme":"light"})");
  CHECK(e.state().theme == Theme::light);
  run(R"({"type":"SetLanguage","language":"de"})");
  CHECK(e.state().language == "de");
  run(R"({"type":"SetReading","on":true})");
  CHECK(e.state().reading);
  run(R"({"type":"Reveal","question":"row-1"})");
  CHECK(e.view().question->revealed);
  run(R"({"type":"SetLeading","axis":"batch","place":1})");
  CHECK(e.state().leading.at("batch") == 1);
}

TEST_CASE("an invalid command changes nothing and its error says what is wrong") {
  Explorer e = small();
  const unsigned version = e.version();
  const std::pair<const char*, std::string> wrong[] = {
      {"", "line 1, column 1"},
      {"null", "/type"},
      {"[]", "/type"},
      {"{}", "/type"},
      {"{\"type\":1}", "/type"},
      {R"({"type":"Explode"})", "/type"},
      {R"({"type":"GoToStep"})", "/id"},
      {R"({"type":"GoToStep","id":3})", "/id"},
      {R"({"type":"SetParameter","name":"n"})", "/value"},
      {R"({"type":"SetParameter","name":"n","value":{}})", "/value"},
      {R"({"type":"SetParameter","name":"n","value":["a"]})", "/value"},
      {R"({"type":"SetParameter","name":"n","value":3,"continues":"yes"})", "/continues"},
      {R"({"type":"EditCell","text":"1"})", "/cell"},
      {R"({"type":"EditCell","cell":{"tensor":"none","index":[0]},"text":"1"})", "/cell"},
      {R"({"type":"EditCell","cell":{"tensor":"x","index":[-1,0]},"text":"1"})", "/cell"},
      {R"({"type":"EditCell","cell":{"tensor":"x","index":[0.5,0]},"text":"1"})", "/cell"},
      {R"({"type":"EditCell","cell":{"tensor":"x","index":[0,0]},"text":1})", "/text"},
      {R"({"type":"Hover","cell":{"node":1e30,"index":[]}})", "/cell"},
      {R"({"type":"SetDecimals"})", "/decimals"},
      {R"({"type":"SetColorSteps","steps":"cubic"})", "/steps"},
      {R"({"type":"SetDecimals","decimals":1.5})", "/decimals"},
      {R"({"type":"SetTheme","theme":"pink"})", "/theme"}};
  for (const auto& [json, place] : wrong) {
    CAPTURE(json);
    const auto done = e.apply_json(json);
    REQUIRE_FALSE(done.has_value());
    CHECK(done.error().path == place);
    CHECK(done.error().message.ends_with("."));
  }
  CHECK(e.apply_json(R"({"type":"Explode"})").error().message.contains("GoToStep"));
  CHECK(e.version() == version);
}

TEST_CASE("JSON that is written reads back as the same value") {
  const auto back = [](const std::string& text) { return std::string(*parse(json::text_of(text)).root().text()); };
  for (const std::string text : {"", "plain", "\"quotes\" and \\", "line\nbreak\ttab\x01\x1F", "α₁ ≤ “ß” 😀"})
    CHECK(back(text) == text);
  CHECK(back("\xFF"
             "a\xC3") ==
        "\uFFFD"
        "a\uFFFD");
  CHECK(json::text_of(0.1f) == "0.1");
  CHECK(json::text_of(1.0 / 0.0) == "null");
  CHECK(static_cast<float>(*parse(json::text_of(0.33333334f)).root().number()) == 0.33333334f);
}
