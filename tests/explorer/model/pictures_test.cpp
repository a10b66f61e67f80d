// A model of pictures on the model screen: what is followed and asked for, its names, rollout by a second computation, and what the
// page may not tell.
#include <doctest/doctest.h>

#include <string>
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
  CHECK(model_rollout(e.model().data()).empty());
  for (const std::size_t layer : {0u, 1u}) {
    const std::optional<ModelWants> wants = e.model().wants();
    REQUIRE(wants.has_value());
    REQUIRE(wants->what == ModelWants::What::weights);
    CHECK(wants->head.layer == layer);
    REQUIRE(e.model().give_numbers("weights", layer, 0, layer == 0 ? first_layer : second_layer).has_value());
    if (layer == 0) REQUIRE(e.model().give_numbers("vectors", 0, 0, std::vector<float>(12, 0.5f)).has_value());
  }
  const std::vector<float> all = model_rollout(e.model().data());
  REQUIRE(all.size() == 9);
  const auto half = [](const std::vector<float>& weights, std::size_t i, std::size_t j) {
    return 0.5 * double{weights[i * 3 + j]} + (i == j ? 0.5 : 0.0);
  };
  for (std::size_t i = 0; i < 3; ++i) {
    double row = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      double wanted = 0;
      for (std::size_t k = 0; k < 3; ++k) wanted += half(second_layer, i, k) * half(first_layer, k, j);
      CHECK(all[i * 3 + j] == doctest::Approx(wanted));
      row += double{all[i * 3 + j]};
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
