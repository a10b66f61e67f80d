// What heads do over many texts: what is wanted of the page, what is taken, links, and the table of the reading view.
#include <cmath>

#include "explorer/model/support.hpp"

using namespace explorer;
using namespace models_told;

namespace {

using What = ModelWants::What;

Explorer measured(LookModel look = {.over = true}) {
  Explorer e = with_model();
  must(e, look);
  answer_all(e);
  return e;
}

}  // namespace

TEST_CASE("heads are measured once for each kind of text, whatever sentence is shown") {
  Explorer e = with_model();
  must(e, LookModel{.over = true});
  REQUIRE(e.model().wants().has_value());
  CHECK(e.model().wants()->what == What::atlas);
  CHECK(e.model().wants()->texts == ModelTexts::page);
  answer_all(e);
  CHECK(e.model().data().measures({1, 0})[2] == doctest::Approx(0.23));
  CHECK(std::isnan(e.model().data().measures({1, 2})[6]));
  must(e, SetModelText{"the dog saw the cat"});
  answer_all(e);
  CHECK(e.model().data().measures({1, 0})[2] == doctest::Approx(0.23));
  must(e, LookModel{.texts = ModelTexts::twice});
  CHECK(e.model().wants()->texts == ModelTexts::twice);
  answer_all(e);
  // Other files have other heads.
  REQUIRE(expect::error(e.model().open_json(about)) == "");
  CHECK(e.model().data().measures({1, 0}).empty());
}

TEST_CASE("where a link has a part off, all parts on are measured first, to compare with") {
  Explorer e = with_model();
  must(e, SetModelPart{1, 0, false});
  answer_all(e);
  must(e, LookModel{.over = true});
  REQUIRE(e.model().wants().has_value());
  CHECK(e.model().wants()->what == What::atlas);
  CHECK(e.model().wants()->whole);
  REQUIRE(e.model().give_atlas_json(atlas_of(*e.model().wants(), "[]")).has_value());
  CHECK_FALSE(e.model().wants()->whole);
  answer_all(e);
  CHECK(e.model().data().atlas->off == std::vector{ModelOff{1, 0}});
  REQUIRE(e.model().data().atlas_before.has_value());
  CHECK(e.model().data().atlas_before->off->empty());
}

TEST_CASE("how much memory measuring takes is said before it begins, and while it goes on") {
  std::string told = about;
  told.replace(told.find("\"layers\""), 8, "\"textBytes\": 1500000, \"layers\"");
  Explorer e = with_model();
  REQUIRE(expect::error(e.model().open_json(told)) == "");
  answer_all(e);
  must(e, LookModel{.over = true});
  const auto words = [&] {
    std::string out;
    e.model().write_atlas(out);
    return out;
  };
  CHECK(words().ends_with("takes up to 1.5 MB of memory."));
  REQUIRE(e.model().give_atlas_json(R"({"texts": "page", "off": [], "done": 3, "all": 8})").has_value());
  CHECK(words() == "3 of 8 texts measured. The texts are read one after another; one takes up to 1.5 MB of memory.");
}

TEST_CASE("measuring is paused and goes on; other texts begin at once") {
  Explorer e = with_model();
  answer_all(e);
  must(e, LookModel{.over = true});
  CHECK(e.model().wants()->what == What::atlas);
  must(e, LookModel{.paused = true});
  CHECK_FALSE(e.model().wants());
  must(e, LookModel{.paused = false});
  CHECK(e.model().wants()->what == What::atlas);
  must(e, LookModel{.paused = true});
  must(e, LookModel{.texts = ModelTexts::twice});
  CHECK(e.model().wants()->what == What::atlas);
}

TEST_CASE("a head is of the kinds whose mean reaches the threshold that is told with them") {
  Explorer e = measured();
  std::string means;
  for (std::size_t head = 0; head < 2 * told_heads; ++head)
    means += std::string(head == 0 ? "" : ", ") + (head == 1   ? "0.2, 0.5, 0.1, 0.75, 3, 1, 0.3"
                                                   : head == 2 ? "null, 0.49, null, null, 3, 1, 0.9"
                                                               : "0.9, 0, 0, 0, 9, 1, 0.3");
  const std::string told = R"({"texts": "page", "off": [], "done": 8, "all": 8, "means": [)" + means + "]}";
  REQUIRE(expect::error(e.model().give_atlas_json(told)) == "");
  const auto kind = [&e](explorer::ModelHead head) {
    std::string out;
    e.model().write_kind(out, head);
    return out;
  };
  CHECK(kind({0, 0}) == "Looks at the first token: mean weight of at least 0.5");
  CHECK(kind({0, 1}) == "Looks at the token before, what followed the same token: mean weight of at least 0.5");
  CHECK(kind({0, 2}) == "No clear kind: none of the first four numbers reaches 0.5");
}

TEST_CASE("with a head off texts are measured again, and compared with what all heads do") {
  Explorer e = measured();
  CHECK(e.model().data().measures_before({1, 2}).empty());
  REQUIRE(e.apply(SetModelPart{0, 1, false}).has_value());
  CHECK(e.model().wants()->what == What::text);
  answer_all(e);
  const WholeModel& told = e.model().data();
  REQUIRE(told.atlas_before);
  CHECK(told.measures_before({1, 2}).front() == told.measures({1, 2}).front());  // the same numbers were told twice
  std::string words, change;
  e.model().write_atlas(words);
  CHECK(words.ends_with("Rings: with all heads on."));
  e.model().write_measure_change(change, {1, 2}, 0);
  CHECK(change == "0.000");
  REQUIRE(e.apply(SetModelPart{0, 1, true}).has_value());
  answer_all(e);
  CHECK_FALSE(told.atlas_before);
  // Other texts are compared with what all heads do over them.
  REQUIRE(e.apply(SetModelPart{0, 1, false}).has_value());
  REQUIRE(e.apply(LookModel{.texts = ModelTexts::twice}).has_value());
  answer_all(e);
  REQUIRE(told.atlas_before);
  CHECK(told.atlas_before->texts == ModelTexts::twice);
}

TEST_CASE("measures of a file are compared with those of the same texts, until others are measured") {
  Explorer e = measured();
  std::string means;
  for (std::size_t i = 0; i < 2 * told_heads * explorer::model_measures; ++i) means += (i == 0 ? "0.5" : ", 0.5");
  const std::string saved = R"({"texts": "page", "saved": "yesterday.json", "done": 8, "all": 8, "means": [)";
  CHECK(expect::error(e.model().give_atlas_json(saved + means + "]}")) == "");
  const WholeModel& told = e.model().data();
  CHECK(told.measures({0, 0}).front() == 0.0f);
  CHECK(told.measures_before({0, 0}).front() == 0.5f);
  std::string words, change;
  e.model().write_atlas(words);
  CHECK(words.ends_with("Rings: as saved of yesterday.json."));
  e.model().write_measure_change(change, {0, 0}, 0);
  CHECK(change == "−0.500");
  CHECK_FALSE(e.model().give_atlas_json(saved + "0.5]}").has_value());
  CHECK_FALSE(e.model().give_atlas_json(R"({"texts": "page", "saved": "none"})").has_value());
  CHECK(told.measures_before({0, 0}).front() == 0.5f);
  REQUIRE(e.apply(LookModel{.texts = ModelTexts::twice}).has_value());
  answer_all(e);
  CHECK_FALSE(told.atlas_before);
}

TEST_CASE("another model of the same shape is compared with the one before it, one of another shape is not") {
  Explorer e = measured();
  const auto open_named = [&](const std::string& name, const std::string& heads) {
    std::string other = about;
    other.replace(other.find("model.safetensors"), 17, name);
    other.replace(other.find("\"heads\": 3"), 10, "\"heads\": " + heads);
    REQUIRE(expect::error(e.model().open_json(other)) == "");
    REQUIRE(e.apply(LookModel{.over = true}).has_value());
  };
  open_named("tuned", "3");
  answer_all(e);
  REQUIRE(e.model().data().atlas_before);
  std::string words;
  e.model().write_atlas(words);
  CHECK(words.ends_with("Rings: model.safetensors."));
  open_named("larger", "4");
  REQUIRE(expect::error(e.model().give_atlas_json(R"({"texts": "page", "off": [], "done": 1, "all": 8})")) == "");
  CHECK_FALSE(e.model().data().atlas_before);
}

TEST_CASE("only one view is shown: heads, why a word follows, or what heads do over texts") {
  Explorer e = measured();
  must(e, LookModel{.why = true});
  CHECK_FALSE(e.state().model.look.over);
  must(e, LookModel{.over = true});
  CHECK_FALSE(e.state().model.look.why);
  CHECK_FALSE(e.apply(LookModel{.up = model_measures}).has_value());
}

TEST_CASE("while texts are measured it is said how many, and numbers of another count are refused") {
  Explorer e = with_model();
  must(e, LookModel{.over = true});
  REQUIRE(expect::error(e.model().give_atlas_json(R"({"texts": "page", "done": 3, "all": 64})")) == "");
  std::string words;
  e.model().write_atlas(words);
  CHECK(words == "3 of 64 texts measured.");
  CHECK(e.model().wants()->what == What::atlas);
  CHECK_FALSE(e.model().give_atlas_json(R"({"texts": "page", "done": 64, "all": 64, "means": [1, 2]})").has_value());
  CHECK(e.model().data().atlas->done == 3);
}

TEST_CASE("a link has the view, the texts and the axes") {
  Explorer e = measured({.over = true, .texts = ModelTexts::twice, .across = 4, .up = 6});
  const std::string link = e.link();
  CHECK(link.contains("model.over=twice"));
  CHECK(link.contains("model.axes=4,6"));
  Explorer other = with_model();
  REQUIRE(other.open_link("view=model&model.over=twice&model.axes=4,6").empty());
  CHECK(other.state().model.look.over);
  CHECK(other.state().model.look.texts == ModelTexts::twice);
  CHECK(other.state().model.look.up == 6);
  CHECK_FALSE(other.open_link("view=model&model.axes=4,7").empty());
}

TEST_CASE("the reading view has every head's measures, and a dash where there is none") {
  Explorer e = measured();
  must(e, SetReading{true});
  const auto document = json::read(e.reading_json());
  REQUIRE(document.has_value());
  const json::Value atlas = document->root()["model"]["atlas"];
  CHECK(atlas["about"].text()->starts_with("Means over the rows of 8 texts."));
  CHECK(atlas["measures"].items().size() == model_measures);
  REQUIRE(atlas["heads"].items().size() == 6);
  CHECK(atlas["heads"].items()[1]["name"].text() == "Layer 1, head 2");
  CHECK(atlas["heads"].items()[1]["shares"].items()[0].text() == "0.070");
  CHECK(atlas["heads"].items()[5]["shares"].items()[6].text() == "–");
}

TEST_CASE("the texts in which a head does something most are told, with where it does; wrong ones are refused") {
  Explorer e = measured();
  std::string means;
  for (std::size_t i = 0; i < 6 * model_measures; ++i) means += (i == 0 ? "" : ",") + std::string("0.5");
  const auto of = [](const std::string& examples) {
    std::string all;
    for (std::size_t i = 0; i < 6 * model_measures; ++i)
      all += (i == 0 ? "[" : ",[") + (i == model_measures + 3 ? examples : "") + "]";
    return all;
  };
  const auto give = [&](const std::string& lines, const std::string& examples) {
    return e.model().give_atlas_json(
        R"({"texts": "page", "done": 2, "all": 2, "means": [)" + means + R"(], "lines": )" + lines +
        R"(, "words": [["the", "cat"], ["the", "dog", "sat"]])" + R"(, "examples": [)" + examples + "]}");
  };
  const std::string lines = R"(["the cat", "the dog sat"])";
  const std::string examples = of(R"({"line": 1, "mean": 0.75, "row": 2, "column": 1, "value": 0.875},
                                     {"line": 0, "mean": 0.25, "row": 1, "column": 0, "value": 0.5})");
  CHECK_FALSE(give(R"(["the cat"])", examples).has_value());  // words of two
  CHECK_FALSE(give(lines, of(R"({"line": 2, "mean": 1, "row": 0, "column": 0, "value": 1})")).has_value());
  CHECK_FALSE(give(lines, of(R"({"line": 0, "mean": 1, "row": 2, "column": 0, "value": 1})")).has_value());
  CHECK_FALSE(give(lines, "[]").has_value());
  REQUIRE(give(lines, examples).has_value());
  must(e, LookModel{.head = 1, .up = 3});
  CHECK(e.model().data().examples({0, 1}, 3).size() == 2);
  CHECK(e.model().data().examples({0, 0}, 3).empty());
  must(e, SetReading{true});
  const auto document = json::read(e.reading_json());
  REQUIRE(document.has_value());
  const json::Value atlas = document->root()["model"]["atlas"];
  CHECK(atlas["asked"].text() == "Layer 1, head 2, What followed: most, and a sample");
  REQUIRE(atlas["examples"].items().size() == 2);
  const json::Value first = atlas["examples"].items()[0];
  CHECK(first["text"].text() == "the dog sat");
  CHECK(first["value"].text() == "0.750");
  CHECK(first["largest"].text() == "up to 0.875 at “sat”, looking at “dog”");
  CHECK(first["row"].index() == 2);
  // They are saved as they came.
  const auto saved = json::read(e.atlas_texts_json());
  REQUIRE(saved.has_value());
  CHECK(saved->root()["lines"].items()[1].text() == "the dog sat");
  CHECK(saved->root()["examples"].items()[model_measures + 3].items()[0]["column"].index() == 1);
}

TEST_CASE("a text is opened at the weight that is looked at in it, once it is read") {
  Explorer e = with_model();
  answer_all(e);
  const std::optional<std::size_t> before = e.state().model.look.row;
  must(e, SetModelText{.text = "the dog saw the cat", .row = 4, .column = 2});
  CHECK(e.state().model.look.row == before);  // the sentence before is still shown
  answer_all(e);
  CHECK(e.state().model.look.row == 4);
  CHECK(e.state().model.look.column == 2);
  must(e, SetModelText{.text = "the dog saw the cat", .row = 3, .column = 1});
  CHECK(e.state().model.look.row == 3);
  CHECK_FALSE(e.apply(SetModelText{.text = "the dog saw the cat", .row = 6}).has_value());
  // Taken back before it is read: the weight is not one of the text before.
  must(e, LookModel{.unpin = true});
  must(e, SetModelText{.text = "a cat saw the dog", .row = 4, .column = 2});
  must(e, Undo{});
  must(e, SetModelPart{0, 1, false});
  answer_all(e);
  CHECK_FALSE(e.state().model.look.row.has_value());
}
