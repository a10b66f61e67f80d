// The model screen: what it asks the page for and in which order, what a new sentence or a head switched off changes, undo,
// the explanation of a weight, the order of the heads, links, and refusals of what does not fit.
#include <algorithm>

#include "explorer/model/support.hpp"

using namespace explorer;
using namespace models_told;

namespace {

std::string asked_of(const Explorer& e) {
  const auto document = json::read(e.reading_json());
  REQUIRE(document.has_value());
  const json::Value wants = document->root()["model"]["wants"];
  if (wants.is_null()) return "nothing";
  return std::string(*wants["what"].text()) + " " + std::to_string(*wants["layer"].index()) + "," +
         std::to_string(*wants["head"].index());
}

std::vector<std::string> asked_in_order(Explorer& e) {
  std::vector<std::string> all{asked_of(e)};
  while (answer(e)) all.push_back(asked_of(e));
  return all;
}

}  // namespace

TEST_CASE("the model screen asks for one thing after the other, first for what is looked at") {
  Explorer e = explorers::open_text(explorers::small_lesson);
  REQUIRE(e.apply(ShowModel{true, "small"}).has_value());
  CHECK(asked_in_order(e) == std::vector<std::string>{"model 0,0", "text 0,0", "next 0,0", "weights 0,0", "vectors 0,0",
                                                      "pictures 0,0", "pictures 1,0", "nothing"});
  CHECK(e.state().model.input.text == "the cat saw the dog");
  LookModel look;
  look.layer = 1, look.head = 2, look.compare = std::pair<std::size_t, std::size_t>{0, 1};
  REQUIRE(e.apply(look).has_value());
  CHECK(asked_in_order(e) == std::vector<std::string>{"weights 1,2", "weights 0,1", "vectors 1,2", "nothing"});
  // Nothing is asked for twice.
  look.layer = 0, look.head = 0;
  REQUIRE(e.apply(look).has_value());
  CHECK(asked_of(e) == "nothing");
}

namespace {

// Of two layers of three heads: the last word looks at the first one, at the one before it, and, least clearly, at “saw”.
void give_pictures(Explorer& e) {
  const auto with = [](std::size_t head, std::size_t column, float weight) {
    std::vector<float> pictures(told_heads * told_tokens * told_tokens, 0.0f);
    pictures[(head * told_tokens + told_tokens - 1) * told_tokens + column] = weight;
    return pictures;
  };
  std::vector<float> first = with(0, 0, 1.0f);
  const std::vector<float> before = with(1, 3, 0.99f);
  for (std::size_t i = 0; i < first.size(); ++i) first[i] += before[i];
  REQUIRE(expect::error(e.model().give_numbers("pictures", 0, 0, first)) == "");
  REQUIRE(expect::error(e.model().give_numbers("pictures", 1, 0, with(2, 2, 0.9f))) == "");
}

}  // namespace

TEST_CASE("a model opens on the head whose last word looks most clearly at a distant one") {
  Explorer e = explorers::open_text(explorers::small_lesson);
  REQUIRE(e.apply(ShowModel{true, "small"}).has_value());
  while (asked_of(e) != "pictures 0,0") REQUIRE(answer(e));
  SUBCASE("whose row is followed at rest") {
    give_pictures(e);
    const ModelLook& look = e.state().model.look;
    CHECK(look.head == ModelHead{1, 2});
    CHECK_FALSE(look.row);
    CHECK(asked_of(e) == "weights 1,2");
  }
  SUBCASE("unless the reader has chosen one") {
    LookModel chosen;
    chosen.layer = 0, chosen.head = 1;
    REQUIRE(e.apply(chosen).has_value());
    give_pictures(e);
    CHECK(e.state().model.look.head == ModelHead{0, 1});
    CHECK_FALSE(e.state().model.look.row);
  }
}

namespace {

// The small model as one that reads both ways, with a masked word.
Explorer with_mask() {
  Explorer e = explorers::open_text(explorers::small_lesson);
  REQUIRE(e.apply(ShowModel{true}).has_value());
  std::string both = about;
  both.replace(both.find("\"causal\": true"), 14, "\"causal\": false");
  REQUIRE(expect::error(e.model().open_json(both)) == "");
  must(e, SetModelText{"the [MASK] saw the dog"});
  std::string run = run_of(e);
  run.replace(run.find("\"cat\""), 5, "\"[MASK]\"");
  run.insert(run.size() - 1, R"(, "masked": 1, "known": false)");
  REQUIRE(expect::error(e.model().open_text_json(run)) == "");
  return e;
}

}  // namespace

TEST_CASE("a model that fills in a masked word is asked about that word, and a next word takes its place") {
  Explorer e = with_mask();
  CHECK(e.model().data().usual_row() == 1);
  CHECK_FALSE(e.model().data().run->known);
  must(e, LookModel{.why = true});
  answer(e);
  CHECK(e.model().wants()->what == ModelWants::What::lens);
  CHECK(e.model().wants()->asked.at == 1);
  answer_all(e);
  CHECK(e.model().data().ledger->asked.at == 1);
  CHECK_FALSE(e.state().model.look.row);
  must(e, LookModel{.row = 4});  // another token can be asked about
  answer_all(e);
  CHECK(e.model().data().ledger->asked.at == 4);
  const ModelRun& run = *e.model().data().run;
  CHECK(filled_text(run, e.model().data().next->next.front()) == "the sat saw the dog");
  ModelRun other = run;
  other.input.text = "ids";
  CHECK(filled_text(other, {"sat", 7}) == "ids");
  std::string beyond = run_of(e);
  beyond.insert(beyond.size() - 1, R"(, "masked": 5)");
  CHECK_FALSE(e.model().open_text_json(beyond).has_value());
}

TEST_CASE("another sentence is run before anything else is asked for, and undo goes back to the first one") {
  Explorer e = with_model();
  const std::vector<float> before(e.model().data().weights_of({0, 0}).begin(),
                                  e.model().data().weights_of({0, 0}).end());
  REQUIRE(e.apply(SetModelText{"the cat saw the d", true}).has_value());
  REQUIRE(e.apply(SetModelText{"the cat saw the man", true}).has_value());
  CHECK(asked_of(e) == "text 0,0");
  CHECK(e.model().data().tokens() == told_tokens);  // that of the last run stays on screen until then
  REQUIRE(expect::error(e.model().open_text_json(R"({"busy": true, "done": 3, "all": 8})")) == "");
  CHECK(e.model().data().busy->done == 3);
  REQUIRE(expect::error(e.model().open_text_json(run_of(e))) == "");
  CHECK_FALSE(e.model().data().busy);
  CHECK(e.model().data().weights_of({0, 0}).empty());
  CHECK(e.model().data().words_before == words);
  CHECK(std::ranges::equal(e.model().data().row_compared({0, 0}, 3),
                           std::span(before).subspan(3 * told_tokens, told_tokens)));
  CHECK(asked_of(e) == "next 0,0");
  REQUIRE(e.apply(Undo{}).has_value());
  CHECK(e.state().model.input.text == "the cat saw the dog");
  CHECK(asked_of(e) == "text 0,0");
  REQUIRE(e.apply(Redo{}).has_value());
  CHECK(e.state().model.input.text == "the cat saw the man");
  CHECK(asked_of(e) == "next 0,0");
}

TEST_CASE("a sentence that the model cannot read is not run again, and says why") {
  Explorer e = with_model();
  REQUIRE(e.apply(SetModelText{"x"}).has_value());
  REQUIRE(expect::error(e.model().open_text_json(R"({"error": "Too long by 3 tokens.", "text": "x", "off": []})")) ==
          "");
  CHECK(asked_of(e) == "nothing");
  const auto document = json::read(e.reading_json());
  CHECK(document->root()["model"]["refused"].text() == "Too long by 3 tokens.");
  REQUIRE(e.apply(SetModelText{"y"}).has_value());
  CHECK(asked_of(e) == "text 0,0");
}

TEST_CASE("a head that is off belongs to what is run") {
  Explorer e = with_model();
  REQUIRE(e.apply(SetModelPart{1, 2, false}).has_value());
  REQUIRE(e.apply(SetModelPart{0, 1, false}).has_value());
  CHECK(e.state().model.input.off == std::vector<ModelOff>{{0, 1}, {1, 2}});
  CHECK(asked_of(e) == "text 0,0");
  answer_all(e);
  CHECK(e.model().data().run->input.off == e.state().model.input.off);
  REQUIRE(e.apply(Undo{}).has_value());
  CHECK(e.state().model.input.off == std::vector<ModelOff>{{1, 2}});
  REQUIRE(e.apply(SetModelPart{1, 2, true}).has_value());
  CHECK(e.state().model.input.off.empty());
  CHECK(expect::error(e.apply(SetModelPart{2, 0, false})).starts_with("head at "));
}

TEST_CASE("a head gets another temperature, which belongs to what is run, with undo and a link") {
  Explorer e = with_model();
  answer_all(e);
  must(e, SetModelTemperature{1, 2, 2.5});
  must(e, SetModelTemperature{0, 1, 0.5});
  CHECK(asked_of(e) == "text 0,0");
  answer_all(e);
  CHECK(e.model().data().run->input.temperature({1, 2}) == 2.5);
  CHECK(e.link().ends_with("model.temper=0,1,0.5;1,2,2.5"));
  Explorer other = with_model();
  REQUIRE(other.open_link(e.link()).empty());
  CHECK(other.state().model.input.temperatures == e.state().model.input.temperatures);
  for (const std::string wrong : {"0,1", "0,1,0", "0,1,nan", "0,1,2,3", "a,1,2"})
    CHECK_FALSE(other.open_link("view=model&model=small&model.temper=" + wrong).empty());
  // 1 is what the model has.
  must(e, SetModelTemperature{0, 1, 1});
  CHECK(e.state().model.input.temperatures.size() == 1);
  must(e, Undo{});
  CHECK(e.state().model.input.temperature({0, 1}) == 0.5);
  for (const double wrong : {0.0, -1.0, 101.0, std::nan("")})
    CHECK(expect::error(e.apply(SetModelTemperature{0, 1, wrong})).starts_with("temperature at "));
  CHECK(expect::error(e.apply(SetModelTemperature{2, 0, 2})).starts_with("head at "));
}

TEST_CASE("the MLP of a layer is switched off as heads are, with undo and a link") {
  Explorer e = with_model();
  answer_all(e);
  must(e, SetModelPart{1, 0, false});
  must(e, SetModelPart{.layer = 1, .on = false});
  CHECK(e.state().model.input.off == std::vector<ModelOff>{{1, {}}, {1, 0}});
  CHECK(e.link().ends_with("model.off=1;1,0"));
  CHECK(asked_of(e) == "text 0,0");
  answer_all(e);
  CHECK(e.model().data().run->input.off == e.state().model.input.off);
  must(e, LookModel{.why = true, .part = 2});
  answer_all(e);
  CHECK_FALSE(e.model().data().split.has_value());  // what is off is 0 and has no parts
  must(e, SetReading{true});
  const auto document = json::read(e.reading_json());
  const json::Value inner = document->root()["model"]["why"]["inner"];
  REQUIRE(inner.items().size() == 2);
  CHECK(inner.items()[0]["off"].boolean() == false);
  CHECK(inner.items()[1]["off"].boolean() == true);
  CHECK(inner.items()[1]["name"].text() == "Layer 2, MLP");
  CHECK_FALSE(e.apply(SetModelPart{.layer = 2, .on = false}).has_value());
  must(e, SetModelPart{.layer = 1});
  CHECK(e.state().model.input.off == std::vector<ModelOff>{{1, 0}});
  must(e, Undo{});
  CHECK(e.state().model.input.off.size() == 2);
}

TEST_CASE("a weight that is set belongs to what is run, is told instead of explained, and holds for this text alone") {
  Explorer e = with_model();
  REQUIRE(e.apply(LookModel{.layer = 1, .head = 2, .row = 3, .column = 1}).has_value());
  REQUIRE(e.apply(SetModelWeight{1, 2, 3, 1, 0.25}).has_value());
  CHECK(asked_of(e) == "text 0,0");
  answer_all(e);
  CHECK(e.model().data().run->input.weights == e.state().model.input.weights);
  CHECK(e.model().explanation({1, 2}, 3, 1).front().starts_with("Set by hand"));
  CHECK(e.model().explanation({1, 2}, 3, 0).front().starts_with("Another weight of this row"));
  CHECK(e.model().explanation({1, 2}, 2, 0).size() > 2);  // another row is what softmax makes
  // Dragging on is one entry of undo.
  REQUIRE(e.apply(SetModelWeight{1, 2, 3, 1, 0.5, false, true}).has_value());
  CHECK(e.model().set_weight({1, 2}, 3, 1)->weight == 0.5);
  CHECK_FALSE(e.model().set_weight({1, 2}, 3, 1)->rescaled);
  const Explorer again = [&] {
    Explorer other = explorers::open_text(explorers::small_lesson);
    REQUIRE(other.open_link(e.link()).empty());
    return other;
  }();
  CHECK(e.link().ends_with("&model.set=1,2,3,1,0.5,1"));
  CHECK(again.state().model.input.weights == e.state().model.input.weights);
  REQUIRE(e.apply(Undo{}).has_value());
  CHECK(e.state().model.input.weights.empty());
  REQUIRE(e.apply(SetModelWeight{1, 2, 3, 1, 0.5}).has_value());
  REQUIRE(e.apply(SetModelWeight{1, 2, 3, 1, {}}).has_value());
  CHECK(e.state().model.input.weights.empty());
  REQUIRE(e.apply(SetModelWeight{1, 2, 3, 1, 1.0}).has_value());
  REQUIRE(e.apply(SetModelText{"the dog saw the cat"}).has_value());
  CHECK(e.state().model.input.weights.empty());
  answer_all(e);
  CHECK(expect::error(e.apply(SetModelWeight{1, 2, 1, 3, 0.5})).starts_with("weight at "));  // not seen
  CHECK(expect::error(e.apply(SetModelWeight{1, 2, 5, 0, 0.5})).starts_with("weight at "));
  CHECK(expect::error(e.apply(SetModelWeight{2, 0, 3, 0, 0.5})).starts_with("weight at "));
  CHECK(expect::error(e.apply(SetModelWeight{1, 2, 3, 0, 1.5})).starts_with("weight at "));
}

TEST_CASE("a link's set weights are read whole or not at all") {
  Explorer e = explorers::open_text(explorers::small_lesson);
  CHECK(e.open_link("view=model&model=small&model.set=4,0,13,1,0.5;0,1,2,1,0,1").empty());
  CHECK(e.state().model.input.weights ==
        std::vector<ModelSetWeight>{{{0, 1}, 2, 1, 0, false}, {{4, 0}, 13, 1, 0.5, true}});
  for (const char* const wrong :
       {"4,0,13,1", "4,0,13,1,2", "4,0,13,1,-1", "4,0,13,1,x", "4,0,13,1,0.5,2", "a,0,13,1,1"})
    CHECK(e.open_link("view=model&model=small&model.set=" + std::string(wrong)).size() == 1);
}

TEST_CASE("a weight is explained from its query and key: dot product, scale, softmax") {
  Explorer e = with_model();
  const ModelHead head{0, 0};
  for (const double scale : {0.5, 1.0}) {
    REQUIRE(expect::error(e.model().give_numbers("weights", 0, 0, weights_of(head, scale))) == "");
    const auto why = explain_model_weight(e.model().data(), head, 4, 1);
    REQUIRE(why.has_value());
    const std::vector<float> numbers = vectors_of(head);
    double dot = 0;
    for (std::size_t d = 0; d < told_width; ++d)
      dot += double{numbers[4 * told_width + d]} * double{numbers[(told_tokens + 1) * told_width + d]};
    CHECK(why->dot == doctest::Approx(dot));
    CHECK(why->scaled == (scale == 0.5));
    CHECK(why->score == doctest::Approx(dot * scale));
    CHECK(why->weight == doctest::Approx(weights_of(head, scale)[4 * told_tokens + 1]).epsilon(1e-5));
    CHECK(why->products.size() == told_width);
    double sum = 0;
    for (const auto& [feature, product] : why->products) sum += product;
    CHECK(sum == doctest::Approx(dot));
  }
  CHECK(e.model().explanation(head, 4, 1).size() == 3);
  // The weights of another head: no scale explains them.
  REQUIRE(expect::error(e.model().give_numbers("weights", 0, 0, weights_of({1, 1}))) == "");
  CHECK_FALSE(explain_model_weight(e.model().data(), head, 4, 1));
  CHECK(e.model().explanation(head, 4, 1).front().starts_with("These queries and keys do not give the weights"));
  CHECK(e.model().explanation(head, 1, 4).front().starts_with("“cat 2” does not look at “dog 5”"));
}

TEST_CASE("heads are sorted by layer, or grouped by what they look at most") {
  Explorer e = with_model();
  CHECK(model_order(e.model().data(), ModelSort::layer).heads ==
        std::vector<ModelHead>{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}});
  const ModelOrder order = model_order(e.model().data(), ModelSort::resemblance);
  CHECK(order.heads == std::vector<ModelHead>{{1, 1}, {0, 1}, {1, 0}, {0, 0}, {1, 2}, {0, 2}});
  CHECK(order.groups ==
        decltype(order.groups){{0, ModelShare::first}, {2, ModelShare::previous}, {4, ModelShare::far}});
}

TEST_CASE("a link keeps the sentence, the heads and what is looked at; the model only if it has an address") {
  Explorer e = with_model();
  LookModel look;
  look.layer = 1, look.head = 2, look.row = 3, look.column = 1, look.sort = ModelSort::resemblance;
  look.compare = std::pair<std::size_t, std::size_t>{0, 1};
  look.steps = ColorSteps::logarithmic, look.hide_first = true;
  look.temperature = ModelTemperature::half, look.top_k = ModelTopK::ten, look.seed = 7;
  REQUIRE(e.apply(look).has_value());
  REQUIRE(e.apply(SetModelPart{0, 2, false}).has_value());
  REQUIRE(e.apply(SetModelText{"a & b = c"}).has_value());
  CHECK(e.link() ==
        "view=model&model.text=a%20%26%20b%20%3D%20c&model.head=1,2&model.compare=0,1&model.cell=3,1"
        "&model.sort=resemblance&model.colors=log&model.first=hidden&model.temperature=0.5&model.topk=10&model.seed=7&"
        "model.off=0,2");
  Explorer other = explorers::open_text(explorers::small_lesson);
  CHECK(other.open_link(e.link()).empty());
  CHECK(other.state().model == e.state().model);
  CHECK(other.link() == e.link());
  CHECK_FALSE(other.model().wants());  // files that only their reader has

  CHECK(other.open_link("view=model&model=small&model.text=one&model.head=9,9&model.cell=2").size() == 1);
  CHECK(other.state().model.source == "small");
  CHECK(asked_of(other) == "model 0,0");
  answer_all(other);
  CHECK(other.state().model.input.text == "one");
  CHECK(other.state().model.look.head == ModelHead{});  // this model has no ninth layer
  // Another link leaves it open, out of sight.
  CHECK(other.open_link("lesson=small&step=start").empty());
  CHECK_FALSE(other.state().model.shown);
  CHECK(other.model().data().tokens() == told_tokens);
}

TEST_CASE("numbers that do not fit the model are refused, and change nothing") {
  Explorer e = with_model();
  const std::string before = e.reading_json();
  for (const char* wrong :
       {"", "[]", "{}", R"({"layers": 1, "heads": 1, "headWidth": 0})",
        R"({"layers": 1001, "heads": 1, "headWidth": 1})", R"({"layers": 1, "heads": 0, "headWidth": 1})",
        R"({"layers": 1, "heads": 1, "headWidth": 5000})", R"({"layers": -1})"})
    CHECK_FALSE(e.model().open_json(wrong).has_value());
  for (const char* wrong : {"{}", R"({"text": "x", "words": ["a"], "ids": [], "same": [0]})",
                            R"({"text": "x", "words": ["a"], "ids": [1], "same": [1]})", "null"})
    CHECK_FALSE(e.model().open_text_json(wrong).has_value());
  const std::vector<float> few(7, 0.0f), infinite(3 * told_tokens * told_width, INFINITY);
  for (const char* what : {"pictures", "shares", "weights", "vectors", "others", ""})
    CHECK(expect::error(e.model().give_numbers(what, 0, 0, few)).starts_with("size at "));
  CHECK_FALSE(e.model().give_numbers("vectors", 0, 0, infinite).has_value());
  CHECK_FALSE(e.model().give_numbers("weights", 2, 0, weights_of({0, 0})).has_value());
  CHECK_FALSE(e.model().give_numbers("weights", 0, 3, weights_of({0, 0})).has_value());
  CHECK(e.reading_json() == before);
  Explorer none = explorers::open_text(explorers::small_lesson);
  CHECK_FALSE(none.model().give_numbers("weights", 0, 0, few).has_value());
  CHECK_FALSE(none.model().give_next_json(next).has_value());
  CHECK_FALSE(none.model().open_text_json("{}").has_value());
}

TEST_CASE("lessons opened later share the model, with its sentence") {
  const Explorer e = with_model();
  Explorer later = explorers::open_page("worked-example");
  later.model().share(e.model());
  CHECK_FALSE(later.state().model.shown);
  REQUIRE(later.apply(ShowModel{true}).has_value());
  CHECK(later.model().data().tokens() == told_tokens);
  CHECK(asked_of(later) == "nothing");
  // Another model replaces it everywhere.
  REQUIRE(later.apply(ShowModel{true, "https://example.org/model/"}).has_value());
  CHECK(asked_of(later) == "model 0,0");
  CHECK_FALSE(later.model().can_undo());
}

TEST_CASE("the same model in other words keeps what was computed; another one does not") {
  Explorer e = explorers::open_text(explorers::small_lesson);
  REQUIRE(e.apply(ShowModel{true, "small"}).has_value());
  const auto told = [](std::string_view name, int parameters) {
    return R"({"name": ")" + std::string(name) +
           R"(", "layers": 2, "heads": 3, "headWidth": 4, "source": "small", "parameters": )" +
           std::to_string(parameters) + R"(, "text": "the cat saw the dog"})";
  };
  REQUIRE(expect::error(e.model().open_json(told("A small model", 10))) == "");
  answer_all(e);
  REQUIRE(expect::error(e.model().open_json(told("Ein kleines Modell", 10))) == "");
  CHECK(e.model().data().about->name == "Ein kleines Modell");
  CHECK(asked_of(e) == "nothing");
  REQUIRE(expect::error(e.model().open_json(told("Ein anderes Modell", 11))) == "");
  CHECK(asked_of(e) == "text 0,0");
}

TEST_CASE("weights of a file have a screen without next words, vectors and another sentence") {
  Explorer e = explorers::open_text(explorers::small_lesson);
  REQUIRE(e.apply(ShowModel{true}).has_value());
  REQUIRE(
      expect::error(e.model().open_json(
          R"({"name": "attentions", "layers": 2, "heads": 3, "editable": false, "next": false, "vectors": false})")) ==
      "");
  REQUIRE(expect::error(e.model().open_text_json(run_of(e))) == "");
  CHECK(asked_of(e) == "weights 0,0");
  std::vector<float> odd = weights_of({0, 0});
  odd[3 * told_tokens + 1] = NAN, odd[4 * told_tokens] = -INFINITY, odd[0] = 17.0f;
  REQUIRE(expect::error(e.model().give_numbers("weights", 0, 0, odd)) == "");
  std::vector<float> shares = shares_of(0);
  shares[5] = shares[6] = NAN;
  for (const std::size_t layer : {std::size_t{0}, std::size_t{1}}) {
    REQUIRE(expect::error(e.model().give_numbers("pictures", layer, 0, pictures_of(layer))) == "");
    REQUIRE(expect::error(e.model().give_numbers("shares", layer, 0, shares)) == "");
  }
  CHECK(asked_of(e) == "nothing");
  CHECK(model_order(e.model().data(), ModelSort::resemblance).heads.size() == 6);
  CHECK_FALSE(e.apply(SetModelPart{0, 0, false}).has_value());
  CHECK(largest_model_weights(e.model().data().row({0, 0}, 3), 9).size() == 3);  // without the one that is no number
  CHECK(e.model().explanation({0, 0}, 2, 0).empty());
}

TEST_CASE("a link names a model of the hub, an address or the site's own, and nothing else") {
  Explorer e = explorers::open_text(explorers::small_lesson);
  CHECK(e.open_link("view=model&model=hub:EleutherAI/pythia-70m").empty());
  CHECK(e.state().model.source == "hub:EleutherAI/pythia-70m");
  CHECK(e.link().contains("model=hub:EleutherAI/pythia-70m"));
  CHECK(e.open_link("view=model&model=hub:gpt2").empty());
  CHECK(e.state().model.source == "hub:gpt2");
  CHECK_FALSE(e.open_link("view=model&model=gpt2").empty());
}
