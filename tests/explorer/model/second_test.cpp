// A second model that reads the same sentence: what the page is asked for, how heads are sorted, links and refusals.

#include "explorer/model/support.hpp"

using explorer::LookModel;
using explorer::ModelShows;
using explorer::ModelSort;
using models_told::told_tokens;

namespace {

explorer::Explorer with_second(const char* second) {
  explorer::Explorer e = models_told::with_model();
  REQUIRE(e.apply(LookModel{.second = second}).has_value());
  models_told::answer_all(e);
  return e;
}

}  // namespace

TEST_CASE("a second model is asked for what it says next, for the head that is shown, and for how each layer differs") {
  explorer::Explorer e = models_told::with_model();
  REQUIRE(e.apply(LookModel{.second = "q4_0"}).has_value());
  using What = explorer::ModelWants::What;
  std::vector<What> asked;
  CHECK_FALSE(e.model().wants());  // of the first one
  for (auto wants = e.model().wants_of_second(); wants; wants = e.model().wants_of_second()) {
    asked.push_back(wants->what);
    REQUIRE(models_told::answer(e));
  }
  CHECK(asked == std::vector{What::second, What::second_weights, What::matrices, What::differences, What::differences});
  const explorer::WholeModel& told = e.model().data();
  CHECK(told.next->of_second);
  CHECK(told.next->before->front().probability == 0.75);
  CHECK(told.largest_difference() == 0.75f);
}

TEST_CASE(
    "a row is compared with that of the second model, and a map holds the second one's weights less the first one's") {
  const explorer::Explorer e = with_second("q8_0");
  const explorer::ModelHead head = e.state().model.look.head;
  const explorer::WholeModel& told = e.model().data();
  const std::vector<float> first = models_told::weights_of(head), second = models_told::second_weights_of(head);
  const std::vector<float> differences = told.whole_differences(head);
  REQUIRE(differences.size() == told_tokens * told_tokens);
  for (std::size_t i = 0; i < differences.size(); ++i) CHECK(differences[i] == second[i] - first[i]);
  CHECK(std::ranges::equal(told.row_compared(head, 3), std::span(second).subspan(3 * told_tokens, told_tokens)));
}

TEST_CASE("while a second model is compared the heads that moved most come first") {
  explorer::Explorer e = with_second("q4_0");
  CHECK(e.state().model.look.sort == ModelSort::moved);
  const explorer::ModelOrder order = model_order(e.model().data(), ModelSort::moved);
  CHECK(order.heads == std::vector<explorer::ModelHead>{{1, 1}, {0, 1}, {0, 2}, {0, 0}, {1, 2}, {1, 0}});
  CHECK(order.groups.size() == 1);
  REQUIRE(e.apply(LookModel{.second = ""}).has_value());
  CHECK(e.state().model.look.sort == ModelSort::layer);
  CHECK_FALSE(e.model().data().second);
  CHECK_FALSE(e.model().data().next);  // it held what the second model said
  models_told::answer_all(e);
  CHECK_FALSE(e.model().data().next->of_second);
}

TEST_CASE("another sentence is read by the second model again") {
  explorer::Explorer e = with_second("q4_0");
  REQUIRE(e.apply(explorer::SetModelText{"the cat saw the man"}).has_value());
  REQUIRE(models_told::answer(e));
  CHECK_FALSE(e.model().data().has_second());
  models_told::answer_all(e);
  CHECK(e.model().data().has_second());
}

TEST_CASE("a link keeps the second model if it has a name, and what the maps show") {
  explorer::Explorer e = with_second("q4_0");
  REQUIRE(e.apply(LookModel{.shows = ModelShows::second}).has_value());
  CHECK(e.link().contains("model.second=q4_0"));
  CHECK(e.link().contains("model.shows=second"));
  explorer::Explorer other = models_told::with_model();
  CHECK(other.open_link(e.link()).empty());
  CHECK(other.state().model.look.second == "q4_0");
  CHECK(other.state().model.look.shows == ModelShows::second);
  REQUIRE(e.apply(LookModel{.second = "files"}).has_value());
  CHECK_FALSE(e.link().contains("model.second"));
}

TEST_CASE("what is wrong with a second model is told, and it is not asked for again") {
  explorer::Explorer e = models_told::with_model();
  CHECK_FALSE(e.apply(LookModel{.second = "q5_1"}).has_value());
  REQUIRE(e.apply(LookModel{.second = "files"}).has_value());
  REQUIRE(e.model().give_second_json(R"({"source": "files", "refused": "It has other layers."})").has_value());
  CHECK_FALSE(models_told::answer(e));
  std::string words;
  e.model().write_second(words);
  CHECK(words == "It has other layers.");
  REQUIRE(e.model().give_second_json(R"({"source": "files"})").has_value());  // another file was chosen
  CHECK(e.model().wants_of_second()->what == explorer::ModelWants::What::second);
  CHECK_FALSE(e.model().give_numbers("second_weights", 0, 0, {}).has_value());
  models_told::answer_all(e);
  CHECK_FALSE(e.model().give_numbers("differences", 0, 0, std::vector<float>(3)).has_value());
}

TEST_CASE("while a second model is opened the first one is asked for what a reader looks at meanwhile") {
  explorer::Explorer e = models_told::with_model();
  REQUIRE(e.apply(LookModel{.second = "q4_0"}).has_value());
  REQUIRE(e.model().give_second_json(R"({"source": "q4_0", "done": 1, "all": 4})").has_value());
  REQUIRE(e.apply(LookModel{.layer = 1, .head = 0, .row = 4, .column = 1}).has_value());
  using What = explorer::ModelWants::What;
  std::vector<What> asked;
  for (auto wants = e.model().wants(); wants; wants = e.model().wants()) {
    CHECK(e.model().wants_of_second()->what == What::second);  // the same all the time
    asked.push_back(wants->what);
    REQUIRE(models_told::answer(e));
  }
  CHECK(asked == std::vector{What::weights, What::vectors, What::score});
  REQUIRE(e.apply(explorer::SetModelText{"the cat saw the man"}).has_value());
  CHECK_FALSE(e.model().wants_of_second());  // which has to read what the first one reads
  REQUIRE(models_told::answer(e));
  CHECK_FALSE(e.model().wants_of_second());
  REQUIRE(models_told::answer(e));  // what the first one says next
  CHECK(e.model().wants_of_second()->what == What::second);
}

TEST_CASE("how far a head's own matrices differ is told in percent, or that they have other sizes") {
  explorer::Explorer e = with_second("q4_0");
  const auto told = [&e] { return explorer::json::text_of(*e.model().json(false).second); };
  CHECK(told().contains(R"("matrices":[{"name":"q","value":"0.800 %"},{"name":"k","value":"1.23 %"},)"
                        R"({"name":"v","value":"50.0 %"},{"name":"o","value":"125 %"}])"));
  const std::size_t layer = 1 - e.state().model.look.head.layer;
  REQUIRE(e.apply(LookModel{.layer = layer, .head = 0}).has_value());
  CHECK(told().contains(R"("matrices":null)"));
  CHECK_FALSE(e.model().give_numbers("matrices", layer, 0, std::vector<float>(3)).has_value());
  REQUIRE(e.model().give_numbers("matrices", layer, 0, std::vector<float>(4, INFINITY)).has_value());
  CHECK(told().contains(R"({"name":"o","value":"–"})"));
  REQUIRE(e.model().give_numbers("matrices", layer, 0, {}).has_value());
  CHECK(told().contains(R"("matrices":[])"));
}

TEST_CASE("the site's models, names on the hub and addresses are second models, and no other words") {
  for (const std::string_view name : {"small", "pictures", "hub:gpt2", "https://example.org/a/", "files", "q8_0", ""})
    CHECK(explorer::is_second_model(name));
  for (const std::string_view name : {"q5_1", "other", "Q8_0"}) CHECK_FALSE(explorer::is_second_model(name));
}

TEST_CASE("the reading view tells how far each head moved") {
  const explorer::Explorer e = with_second("q4_0");
  const std::string read = explorer::json::text_of(e.model().json(true));
  CHECK(read.contains(R"("moved")"));
  CHECK(read.contains("0.500"));
  CHECK(read.contains("rounded together to 4 bits"));
}
