// Why a word follows: what the screen asks the page for, what is explained by itself, links, the reading view, and refusals.
#include "explorer/model/support.hpp"

using namespace explorer;
using namespace models_told;

namespace {

using What = ModelWants::What;

Explorer explained() {
  Explorer e = with_model();
  must(e, LookModel{.why = true});
  answer_all(e);
  return e;
}

json::Document reading(Explorer& e) {
  must(e, SetReading{true});
  auto document = json::read(e.reading_json());
  REQUIRE(document.has_value());
  return *std::move(document);
}

}  // namespace

TEST_CASE("the likeliest word is explained against the next one, and the largest part is split") {
  Explorer e = with_model();
  must(e, LookModel{.why = true});
  CHECK(e.model().wants()->what == What::lens);
  CHECK(e.model().wants()->asked.at == 4);
  answer(e);
  CHECK(e.model().wants()->what == What::ledger);
  CHECK(e.model().wants()->asked == ModelAsked{4, 7, 9});
  answer(e);
  // The head is the largest part, so it is the one that is shown and split.
  CHECK(e.state().model.look.head == ModelHead{1, 2});
  CHECK(model_part(e.model().data(), e.state().model.look) == 1);
  CHECK(e.model().wants()->what == What::split);
  CHECK(e.model().wants()->part == 1);
  CHECK_FALSE(e.model().wants()->inner);
  answer_all(e);
  must(e, LookModel{.part = 2});
  CHECK(e.model().wants()->inner);
  answer_all(e);
  must(e, LookModel{.part = 0});
  CHECK_FALSE(e.model().wants());  // a token has no parts of its own
}

TEST_CASE("a pinned weight's score is a sum over what wrote its query and its key") {
  Explorer e = with_model();
  must(e, LookModel{.layer = 1, .head = 0, .row = 4, .column = 1});
  while (e.model().wants()->what != What::score) answer(e);
  const ModelWants wants = *e.model().wants();
  CHECK(wants.head == ModelHead{1, 0});
  CHECK(wants.asked == ModelAsked{4, 1, std::nullopt});
  REQUIRE(e.model().explanation({1, 0}, 4, 1).size() == 3);
  answer(e);
  CHECK_FALSE(e.model().wants());
  const std::vector<std::string> lines = e.model().explanation({1, 0}, 4, 1);
  REQUIRE(lines.size() == 4);
  CHECK(lines[2] ==
        "By what wrote query × key: The token itself × Layer 1, head "
        "2: +2.500 "
        "· Layer 1, MLP × Its place: −1.000 · 7 more: +0.250");
  // Of another weight it says nothing, and a refused answer changes nothing.
  CHECK(e.model().explanation({1, 0}, 4, 2).size() == 3);
  std::string wrong = score_of(wants);
  wrong.replace(wrong.find("\"layer\": 1"), 10, "\"layer\": 9");
  CHECK_FALSE(e.model().give_why_json(wrong).has_value());
  CHECK(e.model().explanation({1, 0}, 4, 1).size() == 4);
  // A weight of 0 has no score to take apart.
  must(e, LookModel{.row = 1, .column = 4});
  CHECK_FALSE(e.model().wants());
}

TEST_CASE("another word, no other word, or another place asks for another sum") {
  Explorer e = explained();
  must(e, LookModel{.word = 9});
  CHECK(e.model().wants()->asked == ModelAsked{4, 9, 7});  // the likeliest one is the other word now
  must(e, LookModel{.against = 2});
  CHECK(e.model().wants()->asked == ModelAsked{4, 9, 2});
  must(e, LookModel{.alone = true});
  CHECK(e.model().wants()->asked == ModelAsked{4, 9, std::nullopt});
  must(e, LookModel{.row = 1});
  CHECK(e.model().wants()->what == What::lens);
  CHECK(e.model().wants()->asked.at == 1);
  answer(e);
  CHECK(e.model().wants()->asked == ModelAsked{1, 7, std::nullopt});  // the word was one of the other place
  CHECK_FALSE(e.apply(LookModel{.word = 100}).has_value());
  CHECK_FALSE(e.apply(LookModel{.against = 100}).has_value());
}

TEST_CASE("a word that is typed is asked for, as either of the two, once the page has said which token it is") {
  Explorer e = explained();
  must(e, BeginEdit{{.kind = Typed::word}});
  must(e, TypeEdit{"ma"});
  CHECK_FALSE(e.model().wants());  // not before it is written in full
  must(e, TypeEdit{"man"});
  must(e, EndEdit{});
  CHECK(e.model().wants()->what == What::word);
  const std::string link = e.link();
  answer(e);
  CHECK(e.model().wants()->asked == ModelAsked{4, 12, 7});  // with the space before it
  answer_all(e);
  const std::vector<std::size_t> choices = model_choices(e.model().data(), e.model().data().ledger->asked);
  CHECK(std::ranges::contains(choices, std::size_t{13}));  // and without it
  CHECK(e.model().word(13) == "man");
  CHECK(e.link() == link + "&model.word=12");
  must(e, BeginEdit{{.kind = Typed::against}});
  CHECK(e.state().edit->text == "");
  must(e, EndEdit{true, "man"});
  must(e, LookModel{.word = 9});
  answer_all(e);
  CHECK(e.model().data().ledger->asked == ModelAsked{4, 9, 12});
  // Given up, nothing is asked for.
  must(e, BeginEdit{{.kind = Typed::word}});
  must(e, TypeEdit{"dogs"});
  must(e, EndEdit{.keep = false});
  CHECK_FALSE(e.model().wants());
}

TEST_CASE("a typed word that is several tokens, or none of the vocabulary, is refused with what can be asked for") {
  Explorer e = explained();
  const auto refused = [&e] {
    const json::Document document = reading(e);
    return std::string(document.root()["model"]["sought"]["refused"].text().value_or(""));
  };
  must(e, SeekModelWord{"dogs"});
  answer_all(e);
  CHECK(refused() == "“dogs” is 2 tokens: dog|s. Ask for one of them.");
  CHECK(e.model().data().ledger->asked == ModelAsked{4, 7, 9});
  // The field keeps what was refused, and its tokens can be chosen.
  must(e, BeginEdit{{.kind = Typed::word}});
  CHECK(e.state().edit->text == "dogs");
  must(e, EndEdit{.keep = false});
  CHECK(std::ranges::contains(model_choices(e.model().data(), e.model().data().ledger->asked), std::size_t{20}));
  must(e, LookModel{.word = 20});
  CHECK(refused() == "");
  CHECK(e.model().word(20) == "s");
  must(e, SeekModelWord{"кот", true});
  answer_all(e);
  CHECK(refused() == "“кот” is not in the vocabulary of this model. Ask for another word, or for a part of this one.");
  CHECK(e.model().refused_word(true) == "кот");
  CHECK(e.model().refused_word(false) == "");
  must(e, SeekModelWord{"", true});
  CHECK(refused() == "");
  // Another sentence forgets it; so does another model.
  must(e, SeekModelWord{"dogs"});
  must(e, SetModelText{"the cat saw the man"});
  CHECK_FALSE(e.model().data().sought);
  answer_all(e);
  must(e, SeekModelWord{"dogs"});
  must(e, ShowModel{true, "small"});
  CHECK_FALSE(e.model().data().sought);
}

TEST_CASE(
    "an answer about a typed word with tokens that the model does not have is refused, and a late one is not taken") {
  Explorer e = explained();
  must(e, SeekModelWord{"man"});
  CHECK_FALSE(
      e.model().give_why_json(R"({"what": "word", "text": "man", "found": [{"id": 100, "text": "man"}]})").has_value());
  CHECK(e.model().wants()->what == What::word);
  CHECK(expect::error(e.model().give_why_json(word_of("dogs"))) == "");
  CHECK(e.model().wants()->what == What::word);
  CHECK(expect::error(e.model().give_why_json(R"({"what": "word", "text": "man", "refused": "No tokenizer."})")) == "");
  CHECK(e.model().data().sought->refused == "No tokenizer.");
  CHECK_FALSE(e.model().wants());
}

TEST_CASE("another sentence forgets the chosen words and parts, and is explained anew") {
  Explorer e = explained();
  must(e, LookModel{.word = 9, .against = 2, .part = 0});
  must(e, SetModelText{"the cat saw the man"});
  CHECK(e.model().wants()->what == What::text);
  answer(e);
  CHECK_FALSE(e.model().data().ledger);
  answer_all(e);
  CHECK(e.model().data().ledger->asked == ModelAsked{4, 7, 9});
}

TEST_CASE("what each head alone is worth is asked for when it is shown, and told while it is computed") {
  Explorer e = explained();
  must(e, LookModel{.parts = ModelParts::off});
  CHECK(e.model().wants()->what == What::sweep);
  CHECK(e.model().wants()->asked == ModelAsked{4, 7, 9});
  const std::string progress = "{" + asked_text({4, 7, 9}) + R"(, "done": 2, "all": 6})";
  CHECK(expect::error(e.model().give_why_json(progress)) == "");
  CHECK(e.model().data().sweep->done == 2);
  CHECK(e.model().wants()->what == What::sweep);
  answer_all(e);
  CHECK(e.model().data().sweep->leads == std::vector<double>{1, 2, 3, 4, 5, 6, 7, -8});
  const json::Document document = reading(e);
  const auto off = document.root()["model"]["why"]["off"].items();
  CHECK(off[3]["name"].text() == "Layer 1, MLP");
  CHECK(off[6]["name"].text() == "Layer 2, head 3");
  CHECK(off[6]["value"].text() == "7.000");
  CHECK(off[7]["value"].text() == "−8.000");
  CHECK_FALSE(e.model().give_why_json("{" + asked_text({4, 7, 9}) + R"(, "leads": [1]})").has_value());
}

TEST_CASE(
    "computing what each part is worth can be stopped, and begins again when it is asked for or another word is") {
  Explorer e = explained();
  must(e, LookModel{.parts = ModelParts::off});
  REQUIRE(e.model().wants()->what == What::sweep);
  must(e, LookModel{.paused = true});
  CHECK((!e.model().wants() || e.model().wants()->what != What::sweep));
  must(e, LookModel{.paused = false});
  CHECK(e.model().wants()->what == What::sweep);
  must(e, LookModel{.paused = true});
  must(e, LookModel{.word = 9});
  CHECK_FALSE(e.state().model.look.paused);
}

TEST_CASE("the sum of the parts stands beside the model's own logit, with the digits to which they are equal") {
  Explorer e = explained();
  const auto agreement = [&](double sum, double logit) {
    ModelLedger ledger = *e.model().data().ledger;
    ledger.sum = sum;
    ledger.logit = logit;
    std::string out;
    e.model().write_agreement(out, ledger);
    return out;
  };
  CHECK(agreement(4.5, 4.5) == "They add up to 4.500000; the model itself computed 4.500000, equal to 7 digits.");
  CHECK(agreement(-101.2345, -101.2349) ==
        "They add up to −101.2345; the model itself computed −101.2349, equal to 5 digits.");
  CHECK(agreement(0.02, 0.01) == "They add up to 0.020000; the model itself computed 0.010000, equal to 0 digits.");
  CHECK(agreement(0, 0) == "They add up to 0.000000; the model itself computed 0.000000, equal to 7 digits.");
}

TEST_CASE("parts are replaced by zeros or by what another sentence has there, of which the reading view tells") {
  Explorer e = explained();
  must(e, LookModel{.parts = ModelParts::off});
  answer_all(e);
  const auto why = [&] {
    const json::Document document = reading(e);
    const json::Value told = document.root()["model"]["why"];
    return std::pair(std::string(told["swept"].text().value_or("")), told["off"].items().size());
  };
  CHECK(why().first.starts_with("What the lead becomes with one part off"));
  must(e, SetModelOther{"a b c d e"});
  CHECK(e.model().wants()->what == What::sweep);  // the sentence itself is not run again
  answer_all(e);
  CHECK(why().first.ends_with(" here and −2.500 there."));
  must(e, LookModel{.patched = ModelPatched::stream});
  CHECK(e.model().wants()->what == What::sweep);
  answer_all(e);
  CHECK(why().second == 2 * e.model().data().tokens());
  {
    const json::Document document = reading(e);
    const auto off = document.root()["model"]["why"]["off"].items();
    CHECK(off[6]["name"].text() == "Layer 2 at cat 2");
    CHECK(off[6]["value"].text() == "7.000");
  }
  // Undo goes back to zeros, whose numbers are asked for again.
  must(e, Undo{});
  CHECK(e.state().model.input.other.empty());
  CHECK(e.model().wants()->what == What::sweep);
}

TEST_CASE("a part is taken from another sentence, everywhere or at one token, with undo and a link") {
  Explorer e = explained();
  const auto off = [&e] { return e.state().model.input.off; };
  CHECK(
      expect::error(e.apply(SetModelPart{.layer = 1, .head = 2, .on = false, .taken = true})).starts_with("other at"));
  must(e, SetModelOther{"a b c d e"});
  answer_all(e);
  const ModelOff head{.layer = 1, .head = 2, .taken = true}, place{.layer = 0, .at = 3, .taken = true, .stream = true};
  must(e, SetModelPart{.layer = 1, .head = 2, .on = false, .taken = true});
  must(e, SetModelPart{.layer = 0, .on = false, .at = 3, .taken = true, .stream = true});
  CHECK(off() == std::vector{place, head});
  CHECK(e.model().wants()->what == What::text);
  answer_all(e);
  CHECK(e.model().data().run->input.other == "a b c d e");
  {
    const json::Document document = reading(e);
    const auto replaced = document.root()["model"]["replaced"].items();
    REQUIRE(replaced.size() == 2);
    CHECK(replaced[0]["told"].text() == "Layer 1 at the 4 is taken from the other sentence.");
    CHECK(replaced[1]["told"].text() == "Layer 2, head 3 is taken from the other sentence.");
  }
  Explorer again = with_model();
  const std::string link = e.link();
  CHECK(link.contains("model.off=0@3o;1,2o"));
  REQUIRE(again.open_link(link).empty());
  CHECK(again.state().model.input.off == off());
  // The other sentence counts now, and off is another way to replace the same part.
  must(e, SetModelOther{"f g h i j"});
  CHECK(e.model().wants()->what == What::text);
  answer_all(e);
  must(e, SetModelPart{.layer = 1, .head = 2, .on = false});
  CHECK(off() == std::vector{place, ModelOff{.layer = 1, .head = 2}});
  must(e, SetModelOther{""});
  CHECK(off() == std::vector{ModelOff{.layer = 1, .head = 2}});
  must(e, Undo{});
  CHECK(off().size() == 2);
  // A place is one of a token of this text; a part is taken where the other text has as many.
  must(e, SetModelText{"the cat saw the man"});
  CHECK(off() == std::vector{ModelOff{.layer = 1, .head = 2}});
  CHECK_FALSE(e.apply(SetModelPart{.layer = 0, .on = false, .at = 5}).has_value());
}

TEST_CASE(
    "an MLP is off, or taken from another sentence, at one token alone, apart from all that leaves its layer there") {
  Explorer e = explained();
  must(e, LookModel{.part = 2});  // the MLP of layer 2
  answer_all(e);
  must(e, SetModelPart{.layer = 1, .on = false, .at = 4});
  must(e, SetModelPart{.layer = 1, .on = false, .at = 3, .stream = true});
  const ModelOff inner{.layer = 1, .at = 4}, stream{.layer = 1, .at = 3, .stream = true};
  CHECK(e.state().model.input.off == std::vector{stream, inner});
  CHECK_FALSE(inner.anywhere());
  answer(e);  // the text
  CHECK(e.model().data().run->input.off == e.state().model.input.off);
  while (answer(e)) CHECK(e.model().wants().value_or(ModelWants{}).what != What::split);  // zeros have no neurons
  {
    const json::Document document = reading(e);
    const json::Value told = document.root()["model"];
    CHECK(told["replaced"].items()[0]["told"].text() == "Layer 2 at the 4 is off: its output counts as zeros.");
    CHECK(told["replaced"].items()[1]["told"].text() == "Layer 2, MLP at “dog 5” is off: its output counts as zeros.");
    const json::Value mlp = told["why"]["inner"].items()[1];
    CHECK(std::pair(mlp["off"].boolean(), mlp["here"].boolean()) ==
          std::pair(std::optional(false), std::optional(true)));
    CHECK(told["why"]["place"].text() == "dog 5");
  }
  const std::string link = e.link();
  CHECK(link.contains("model.off=1@3;1m@4"));
  Explorer again = with_model();
  REQUIRE(again.open_link(link).empty());
  CHECK(again.state().model.input.off == e.state().model.input.off);
  // What leaves a layer at no token, or a head's stream, are no parts; nor do links name them.
  CHECK_FALSE(e.apply(SetModelPart{.layer = 1, .on = false, .stream = true}).has_value());
  CHECK_FALSE(e.apply(SetModelPart{.layer = 1, .head = 0, .on = false, .at = 1, .stream = true}).has_value());
  for (const char* const wrong : {"1m", "1,0m@2", "m@2"}) {
    INFO(wrong);
    CHECK(again.open_link("view=model&model.off=" + std::string(wrong)).size() == 1);
  }
  must(e, SetModelPart{.layer = 1, .on = true, .at = 4});
  CHECK(e.state().model.input.off == std::vector{stream});
  must(e, SetModelOther{"a b c d e"});
  must(e, SetModelPart{.layer = 1, .on = false, .at = 4, .taken = true});
  CHECK(e.link().contains("model.off=1@3;1m@4o"));
}

TEST_CASE("what the model writes on has no tokens in the other sentence, so nothing is taken from it then") {
  Explorer e = explained();
  must(e, SetModelOther{"a b c d e"});
  must(e, SetModelPart{.layer = 1, .head = 2, .on = false, .taken = true});
  must(e, SetModelPart{.layer = 1, .head = 0, .on = false});
  must(e, SetModelText{.text = e.state().model.input.text + " x", .ids = {1, 2, 3, 1, 4, 5}, .written = {0.5}});
  CHECK(e.state().model.input.off == std::vector{ModelOff{.layer = 1, .head = 0}});
  must(e, Undo{});
  CHECK(e.state().model.input.off.size() == 2);
}

TEST_CASE("another sentence that cannot be used is refused with its reason, and not asked for again") {
  Explorer e = explained();
  must(e, LookModel{.parts = ModelParts::off});
  must(e, SetModelOther{"a"});
  const ModelAsked asked = e.model().wants()->asked;
  const std::string refused =
      "{" + asked_text(asked) + R"(, "patched": "heads", "other": "a", "refused": "The other sentence has 1 token."})";
  CHECK(expect::error(e.model().give_why_json(refused)) == "");
  answer_all(e);
  CHECK_FALSE(e.model().wants());
  const json::Document document = reading(e);
  CHECK(document.root()["model"]["why"]["swept"].text() == "The other sentence has 1 token.");
  CHECK(document.root()["model"]["why"]["off"].items().empty());
  // An answer for another sentence is not taken for this one.
  must(e, SetModelOther{"b"});
  CHECK(expect::error(e.model().give_why_json(refused)) == "");
  CHECK(e.model().wants()->what == What::sweep);
}

TEST_CASE("the lens shows the likeliest word after each layer at each token, of which each has a sum") {
  Explorer e = explained();
  must(e, LookModel{.parts = ModelParts::lens});
  CHECK(e.model().wants()->what == What::grid);
  CHECK(expect::error(e.model().give_why_json(R"({"what": "grid", "at": 0, "done": 1, "all": 3})")) == "");
  CHECK(e.model().wants()->what == What::grid);
  CHECK_FALSE(e.model().give_why_json(R"({"what": "grid", "at": 0, "grid": [[]]})").has_value());
  answer_all(e);
  REQUIRE(e.model().data().grid->layers.size() == 3);
  {
    const json::Document document = reading(e);
    const auto grid = document.root()["model"]["why"]["grid"].items();
    REQUIRE(grid.size() == 3);
    CHECK(grid[0]["name"].text() == "before the first layer");
    CHECK(grid[1]["value"].text()->starts_with("w10 0.50 · w11 0.50"));
  }
  // The sum of a word after the first layer only.
  must(e, LookModel{.row = 2, .word = 12, .layers = 1});
  answer_all(e);
  CHECK(e.model().data().ledger->asked.layers == 1);
  CHECK(e.model().data().ledger->asked.word == 12);
  std::string title;
  e.model().write_why_title(title);
  CHECK(title.ends_with(" after layer 1?"));
  CHECK(e.link().contains("model.layers=1"));
  // What if is of the whole model, and so is the sum after all of its layers.
  must(e, LookModel{.parts = ModelParts::off});
  answer_all(e);
  CHECK_FALSE(e.model().data().sweep->asked.layers);
  must(e, LookModel{.layers = 2});
  CHECK_FALSE(e.state().model.look.layers);
  CHECK_FALSE(e.apply(LookModel{.layers = 3}).has_value());
}

TEST_CASE("tokens that the model wrote keep the shares that they were drawn with until the text is changed") {
  Explorer e = explained();
  must(e, SetModelText{"the cat saw the man", false, {1, 2, 3, 1, 4}, {0.25, 0.5}});
  CHECK(written_tokens(e.model().data(), e.state().model) == 0);  // not run yet
  answer_all(e);
  REQUIRE(written_tokens(e.model().data(), e.state().model) == 2);
  {
    const json::Document document = reading(e);
    const auto written = document.root()["model"]["written"].items();
    REQUIRE(written.size() == 2);
    CHECK(written[1]["place"].index() == e.model().data().tokens() - 1);
    CHECK(written[1]["probability"].number() == 0.5);
  }
  must(e, SetModelText{"the cat saw the man sat", false, {1, 2, 3, 1, 4, 5}, {0.125}});
  CHECK(e.state().model.input.written == std::vector<double>{0.25, 0.5, 0.125});
  must(e, SetModelText{"the cat"});
  CHECK(e.state().model.input.written.empty());
  must(e, Undo{});
  CHECK(e.state().model.input.written.size() == 3);
}

TEST_CASE("a link keeps what is replaced and the other sentence") {
  Explorer e = explained();
  must(e, LookModel{.parts = ModelParts::off, .patched = ModelPatched::stream});
  must(e, SetModelOther{"the dog & a cat"});
  Explorer other = with_model();
  CHECK(other.open_link(e.link()).empty());
  CHECK(other.state().model.input.other == "the dog & a cat");
  CHECK(other.state().model.look.patched == ModelPatched::stream);
  CHECK(other.link() == e.link());
}

TEST_CASE("a link keeps the words, the chosen part and the order") {
  Explorer e = explained();
  must(e, LookModel{.parts = ModelParts::size, .word = 9, .against = 2, .part = 3});
  CHECK(e.link().ends_with("model.head=1,2&model.why=word&model.word=9&model.against=2&model.part=3&model.parts=size"));
  Explorer other = explorers::open_text(explorers::small_lesson);
  CHECK(other.open_link(e.link()).empty());
  CHECK(other.state().model == e.state().model);
  must(e, LookModel{.alone = true});
  CHECK(e.link().contains("model.against=none"));
  CHECK(other.open_link(e.link()).empty());
  CHECK(other.state().model.look.alone);
  CHECK(other.open_link("view=model&model.why=word&model.word=x").size() == 1);
}

TEST_CASE("a term of an MLP is a neuron with its product, or the bias, which is none") {
  const Explorer e = with_model();
  const auto told = [&](const ModelSplit::Term& term) {
    std::string words;
    e.model().write_term_name(words, term, false);
    e.model().write_product(words += ": ", term, false);
    return words;
  };
  CHECK(told({36, -0.75, 1.5}) == "neuron 37: activation 1.500 × −0.500 = ");
  CHECK(told({36, 0, 0.0}) == "neuron 37: ");
  CHECK(told({256, 0.25, std::nullopt}) == "bias of the MLP: ");
}

TEST_CASE("the reading view has the sum with its parts, largest first, and what each layer would say") {
  Explorer e = explained();
  const json::Document document = reading(e);
  const json::Value why = document.root()["model"]["why"];
  CHECK(why["title"].text() == "Why sat and not ran?");
  CHECK(why["sum"].text()->contains("by −0.500"));
  CHECK(why["parts"].items().front()["name"].text() == "Layer 2, head 3");
  CHECK(why["parts"].items().front()["value"].text() == "−2.750");
  CHECK(why["parts"].items().size() == 4);
  CHECK(why["chosen"].text() == "Layer 2, head 3");
  CHECK(why["split"].items().front()["name"].text() == "cat 2");
  CHECK(why["split"].items().front()["value"].text() == "weight 0.500 × −5.000 = −2.500");
  CHECK(why["split"].items().size() == 2);  // one token, and the rest
  CHECK(why["lens"].items().size() == 3);
  CHECK(why["lens"].items()[2]["value"].text() == "sat 0.500, ran 0.250");
  must(e, LookModel{.why = false});
  CHECK(json::read(e.reading_json())->root()["model"]["why"].is_null());
}

TEST_CASE("a model without logits explains no word, and numbers that do not fit are refused") {
  Explorer e = explorers::open_text(explorers::small_lesson);
  must(e, ShowModel{true});
  std::string bare = about;
  bare.insert(bare.find("\"ledger\""), "\"next\": false, ");
  REQUIRE(expect::error(e.model().open_json(bare)) == "");
  answer_all(e);
  must(e, LookModel{.why = true});
  CHECK_FALSE(e.state().model.look.why);

  Explorer whole = explained();
  const std::string before = whole.reading_json();
  for (const char* wrong :
       {R"({"at": 5, "lens": []})", R"({"at": 4, "lens": [[]]})",
        R"({"at": 4, "parts": [{"kind": "head", "layer": 2, "of": 1, "minus": 0}], "sum": 1, "logit": 1})",
        R"({"at": 4, "parts": [{"kind": "head", "layer": 1}], "sum": 1, "logit": 1})", R"({"at": 4, "parts": []})",
        R"({"at": 4, "largest": [{"place": 1}]})", "[]", ""})
    CHECK_FALSE(whole.model().give_why_json(wrong).has_value());
  CHECK(whole.reading_json() == before);
  Explorer none = explorers::open_text(explorers::small_lesson);
  CHECK_FALSE(none.model().give_why_json("{}").has_value());
}
