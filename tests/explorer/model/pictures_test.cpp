// A model of pictures on the model screen: what is followed and asked for, its names, rollout by a second computation, and what the
// page may not tell.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/model/made_picture.hpp"
#include "explorer/model/screen.hpp"
#include "explorer/support.hpp"
#include "support/expect.hpp"

using namespace explorer;

namespace {

// Two layers of one head; [CLS] and 2 × 1 patches of 1 × 2 pixels.
const std::string picture_model =
    R"({"name": "pictures", "family": "vit", "causal": false, "pictures": true, "layers": 2, "heads": 1, "headWidth": 2,
        "vocabulary": 4, "read": "file", "source": "", "ledger": true})";
std::string picture_run(const std::string& text, const std::string& picture) {
  return R"({"text": ")" + text +
         R"(", "words": ["[CLS]", "1,1", "2,1"], "ids": [0, 1, 2], "same": [0, 1, 2], "picture": )" + picture + "}";
}
const std::string told_picture =
    R"({"rows": 2, "columns": 1, "before": 1, "height": 2, "width": 2, "pixels": "AQIDBAUGBwgJCgsM"})";
const std::vector<float> first_layer = {0.5f, 0.25f, 0.25f, 0, 1, 0, 0.5f, 0, 0.5f},
                         second_layer = {0, 0, 1, 0.25f, 0.75f, 0, 0, 0, 1};

Explorer opened_pictures() {
  Explorer e = explorers::open_text(explorers::small_lesson);
  REQUIRE(e.apply(ShowModel{true, ""}).has_value());
  REQUIRE(expect::error(e.model().open_json(picture_model)) == "");
  return e;
}

Explorer looking_at_picture() {
  Explorer e = opened_pictures();
  REQUIRE(expect::error(e.model().open_text_json(picture_run(e.state().model.input.text, told_picture))) == "");
  return e;
}

}  // namespace

TEST_CASE("a model of pictures begins with a made-up picture, and follows [CLS]") {
  const Explorer e = looking_at_picture();
  CHECK(e.state().model.input.text == given_pictures().front().text());
  const WholeModel& told = e.model().data();
  CHECK(told.usual_row() == 0);
  CHECK(told.run->picture->pixels == std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  CHECK(told.run->picture->patch(0) == std::nullopt);
  CHECK(told.run->picture->patch(2) == 1);
  std::string words;
  e.model().write_token(words, 0);
  e.model().write_token(words += " / ", 2);
  CHECK(words == "[CLS] / patch 2,1");
}

TEST_CASE("all weights of a small model of pictures are asked for, and then through all layers as the formula says") {
  Explorer e = looking_at_picture();
  REQUIRE(e.model().give_next_json(R"({"next": [], "others": {}, "before": null})").has_value());
  CHECK(model_rollout(e.model().data(), 0).empty());
  for (const std::size_t layer : {0u, 1u}) {
    const std::optional<ModelWants> wants = e.model().wants();
    REQUIRE(wants.has_value());
    REQUIRE(wants->what == ModelWants::What::weights);
    CHECK(wants->head.layer == layer);
    REQUIRE(e.model().give_numbers("weights", layer, 0, layer == 0 ? first_layer : second_layer).has_value());
    if (layer == 0) REQUIRE(e.model().give_numbers("vectors", 0, 0, std::vector<float>(12, 0.5f)).has_value());
  }
  const auto half = [](const std::vector<float>& weights, std::size_t i, std::size_t j) {
    return 0.5 * double{weights[i * 3 + j]} + (i == j ? 0.5 : 0.0);
  };
  for (std::size_t i = 0; i < 3; ++i) {
    const std::vector<float> through = model_rollout(e.model().data(), i);
    REQUIRE(through.size() == 3);
    double row = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      double wanted = 0;
      for (std::size_t k = 0; k < 3; ++k) wanted += half(second_layer, i, k) * half(first_layer, k, j);
      CHECK(through[j] == doctest::Approx(wanted));
      row += double{through[j]};
    }
    CHECK(row == doctest::Approx(1));
  }
}

TEST_CASE("a link keeps the picture and whether all layers are looked through") {
  Explorer e = opened_pictures();
  REQUIRE(e.apply(SetModelText{"pink? 1,2 blue circle; 4,4 pink cross"}).has_value());
  REQUIRE(e.apply(LookModel{.rollout = true}).has_value());
  Explorer other = explorers::open_text(explorers::small_lesson);
  CHECK(other.open_link(e.link()).empty());
  CHECK(other.state().model == e.state().model);
  CHECK(other.state().model.look.rollout);
}

TEST_CASE("two patches are compared: both rows are told, a link keeps them, and a sentence has none") {
  Explorer e = looking_at_picture();
  REQUIRE(e.model().give_numbers("weights", 0, 0, first_layer).has_value());
  REQUIRE(e.apply(LookModel{.row = 1, .compare_row = 2}).has_value());
  const ModelScreenJson told = e.model().json(true);
  REQUIRE(told.rows.size() == 2);
  CHECK(told.rows[0].row.label == "patch 1,1");
  CHECK(told.rows[1].row.label == "patch 2,1");
  Explorer other = explorers::open_text(explorers::small_lesson);
  CHECK(other.open_link(e.link()).empty());
  CHECK(other.state().model.look.compared_row == 2);
  CHECK_FALSE(e.apply(LookModel{.compare_row = 3}).has_value());
  REQUIRE(e.apply(LookModel{.apart = true}).has_value());
  CHECK_FALSE(e.state().model.look.compared_row);
}

TEST_CASE("a picture may have more tokens than a text") {
  const auto read = [](bool picture) {
    Explorer e = opened_pictures();
    std::string words, places;
    for (std::size_t i = 0; i < 1370; ++i) {
      words += std::string(i == 0 ? "" : ", ") + "\"" + std::to_string(i) + "\"";
      places += (i == 0 ? "" : ", ") + std::to_string(i);
    }
    const std::string one = R"({"text": ")" + e.state().model.input.text + R"(", "words": [)" + words +
                            R"(], "ids": [)" + places + R"(], "same": [)" + places + "]";
    const std::string pixels =
        R"(, "picture": {"rows": 1, "columns": 1369, "before": 1, "height": 1, "width": 1369, "pixels": ")" +
        std::string(5476, 'A') + R"("}})";
    return expect::error(e.model().open_text_json(one + (picture ? pixels : "}")));
  };
  CHECK(read(true) == "");
  CHECK(read(false).contains("1024"));
}

TEST_CASE("a picture whose sizes do not fit together is refused") {
  Explorer e = opened_pictures();
  const std::string text = e.state().model.input.text;
  const auto code = [&](const std::string& given) {
    const auto told = e.model().open_text_json(picture_run(text, given));
    return told ? std::string("taken") : told.error().code;
  };
  CHECK(code(R"({"rows": 1, "columns": 1, "before": 1, "height": 2, "width": 2, "pixels": "AQIDBAUGBwgJCgsM"})") ==
        "size");
  CHECK(code(R"({"rows": 2, "columns": 1, "before": 1, "height": 3, "width": 2, "pixels": "AQIDBAUGBwgJCgsM"})") ==
        "size");
  CHECK(code(R"({"rows": 2, "columns": 1, "before": 1, "height": 2, "width": 2, "pixels": "AQID"})") == "size");
  CHECK(code(R"({"rows": 2, "columns": 1, "before": 1, "height": 2, "width": 2, "pixels": "?"})") == "size");
  CHECK(code(R"({"rows": 0, "columns": 9, "before": 3, "height": 0, "width": 0, "pixels": ""})") == "size");
  CHECK(code(told_picture) == "taken");
}

namespace {

// A model of so many heads that has read a picture of one row of patches.
Explorer opened_large(std::size_t layers, std::size_t heads, std::size_t tokens) {
  Explorer e = explorers::open_text(explorers::small_lesson);
  REQUIRE(e.apply(ShowModel{true, "hub:large"}).has_value());
  const auto count = [](std::string_view key, std::size_t number) {
    return ", \"" + std::string(key) + "\": " + std::to_string(number);
  };
  const std::string about =
      R"({"name": "large", "family": "vit", "causal": false, "pictures": true, "read": "file", "source": "hub:large", "ledger": true)" +
      count("layers", layers) + count("heads", heads) + count("headWidth", 2) + count("vocabulary", 4) + "}";
  REQUIRE(expect::error(e.model().open_json(about)) == "");
  std::string words = R"("[CLS]")", places = "0";
  for (std::size_t i = 1; i < tokens; ++i) {
    words += ", \"1," + std::to_string(i) + "\"";
    places += ", " + std::to_string(i);
  }
  const std::string pixels((tokens - 1) * 4, 'A');
  const std::string run = R"({"text": ")" + e.state().model.input.text + R"(", "words": [)" + words + R"(], "ids": [)" +
                          places + R"(], "same": [)" + places +
                          R"(], "picture": {"before": 1, "height": 1, "rows": 1)" + count("columns", tokens - 1) +
                          count("width", tokens - 1) + R"(, "pixels": ")" + pixels + R"("}})";
  REQUIRE(expect::error(e.model().open_text_json(run)) == "");
  REQUIRE(e.model().give_next_json(R"({"next": [], "others": {}, "before": null})").has_value());
  return e;
}

// Every head gives half of a row's weight to one patch and shares the rest out; the head `telling` gives [CLS]'s to patch 7.
std::vector<float> large_rows(std::size_t count, std::size_t tokens, std::size_t telling) {
  std::vector<float> rows;
  for (std::size_t head = 0; head < count; ++head)
    for (std::size_t j = 0; j < tokens; ++j) {
      const float most = head == telling ? 0.75f : 0.5f;
      rows.push_back(j == 7 ? most : (1 - most) / static_cast<float>(tokens - 1));
    }
  return rows;
}

// Answers until nothing is wanted; what was asked for.
std::vector<ModelWants> answer_large(Explorer& e, std::size_t layers, std::size_t heads, std::size_t tokens) {
  using What = ModelWants::What;
  std::vector<ModelWants> asked;
  while (const auto wants = e.model().wants()) {
    REQUIRE(asked.size() < 100);
    asked.push_back(*wants);
    const auto [layer, head] = wants->head;
    const auto give = [&, layer = layer, head = head](const char* what, std::size_t numbers) {
      CHECK(expect::error(e.model().give_numbers(what, layer, head, std::vector<float>(numbers, 0.25f))) == "");
    };
    const std::size_t side = e.model().data().picture_side();
    if (wants->what == What::rows)
      CHECK(expect::error(e.model().give_row("rows", wants->asked.at, large_rows(layers * heads, tokens, 5))) == "");
    else if (wants->what == What::rollout)
      CHECK(expect::error(e.model().give_row("rollout", wants->asked.at, large_rows(1, tokens, 0))) == "");
    else if (wants->what == What::weights) give("weights", tokens * tokens);
    else if (wants->what == What::pooled) give("pooled", 2 * most_map_side * most_map_side);
    else if (wants->what == What::vectors) give("vectors", tokens * 2 * 3);
    else give("pictures", heads * side * side), give("shares", heads * model_shares);
  }
  return asked;
}

bool asks_for(const std::vector<ModelWants>& asked, ModelWants::What what) {
  return std::ranges::contains(asked, what, &ModelWants::what);
}

}  // namespace

TEST_CASE(
    "of a picture whose weights are many the followed row of all heads is asked for, and the map of the chosen one") {
  constexpr std::size_t layers = 12, heads = 12, tokens = 197;  // ViT-Base at 224 × 224
  using What = ModelWants::What;
  Explorer e = opened_large(layers, heads, tokens);
  CHECK_FALSE(e.model().data().keeps_all_weights());
  const std::vector<ModelWants> asked = answer_large(e, layers, heads, tokens);
  CHECK(asked.front().what == What::rows);
  CHECK(asked.front().asked.at == 0);
  CHECK(std::ranges::count(asked, What::weights, &ModelWants::what) == 1);
  CHECK_FALSE(asks_for(asked, What::rollout));
  const WholeModel& told = e.model().data();
  CHECK(e.state().model.look.head == ModelHead{0, 5});  // the telling one
  CHECK(told.weights.size() == 1);
  for (const ModelHead head : {ModelHead{0, 0}, ModelHead{11, 11}}) {
    REQUIRE(told.row(head, 0).size() == tokens);
    CHECK(told.row(head, 0)[7] == 0.5f);
    CHECK(told.row(head, 3).empty());
  }
  REQUIRE(e.apply(LookModel{.row = 3, .compare_row = 4}).has_value());
  CHECK(told.row({11, 11}, 3).empty());
  const std::vector<ModelWants> more = answer_large(e, layers, heads, tokens);
  REQUIRE(more.size() == 2);
  CHECK(more[0].asked.at == 3);
  CHECK(more[1].asked.at == 4);
  CHECK(told.row({11, 11}, 3).size() == tokens);
}

TEST_CASE("through all layers a picture with many weights is asked for by row, for as long as that is looked at") {
  constexpr std::size_t layers = 12, heads = 12, tokens = 197;
  Explorer e = opened_large(layers, heads, tokens);
  answer_large(e, layers, heads, tokens);
  CHECK(e.model().rollout(0).empty());
  REQUIRE(e.apply(LookModel{.rollout = true}).has_value());
  const std::vector<ModelWants> asked = answer_large(e, layers, heads, tokens);
  REQUIRE(asked.size() == 1);
  CHECK(asked[0].what == ModelWants::What::rollout);
  REQUIRE(e.model().rollout(0).size() == tokens);
  CHECK(e.model().rollout(0)[7] == 0.75f);
  REQUIRE(e.model().json(true).rows.size() == 1);
  CHECK(e.model().json(true).rows[0].row.largest[0].value == 0.75f);
  REQUIRE(e.apply(LookModel{.row = 9}).has_value());
  CHECK(answer_large(e, layers, heads, tokens).size() == 2);  // its rows and what it takes through all layers
  const auto wrong = [&e](const char* what, std::size_t token, std::size_t count) {
    const auto given = e.model().give_row(what, token, std::vector<float>(count));
    return given ? "" : given.error().code;
  };
  CHECK(wrong("rows", 0, tokens) == "size");
  CHECK(wrong("rollout", 0, layers * heads * tokens) == "size");
  CHECK(wrong("rollout", tokens, tokens) == "size");
}

TEST_CASE("of 1,370 tokens no map is kept: rows, and the chosen head's weights in small") {
  constexpr std::size_t layers = 12, heads = 6, tokens = 1370;  // DINOv2 small at 518 × 518
  Explorer e = opened_large(layers, heads, tokens);
  const std::vector<ModelWants> asked = answer_large(e, layers, heads, tokens);
  const WholeModel& told = e.model().data();
  CHECK_FALSE(asks_for(asked, ModelWants::What::weights));
  CHECK(asks_for(asked, ModelWants::What::pooled));
  CHECK(told.weights.empty());
  CHECK(told.row({11, 5}, 0).size() == tokens);
  CHECK(told.pooled_map(e.state().model.look.head, true).size() == most_map_side * most_map_side);
  CHECK_FALSE(e.model().give_numbers("weights", 0, 0, std::vector<float>(tokens * tokens)).has_value());
  // Earlier rows are dropped once they take much memory.
  for (std::size_t token = 1; token < 80; ++token) {
    REQUIRE(e.apply(LookModel{.row = token}).has_value());
    CHECK(answer_large(e, layers, heads, tokens).size() == 1);
  }
  CHECK(told.rows.contains(79));
  CHECK(told.rows.size() < 70);
}
