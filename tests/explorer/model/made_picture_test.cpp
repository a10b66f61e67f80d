// Made-up pictures: their pixels are those that the model was trained on, and texts describe them and nothing else.
#include "explorer/model/made_picture.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "lesson/run/picture.hpp"
#include "models/pixels.hpp"
#include "models/support.hpp"
#include "support/files.hpp"
#include "support/golden.hpp"

using namespace explorer;

TEST_CASE("the pixels of a described picture are those of web/models/pictures.py") {
  const golden::File golden("models/pictures");
  const auto& all = golden.at("/pictures");
  REQUIRE(all.Size() == given_pictures().size());
  for (unsigned i = 0; i < all.Size(); ++i) {
    const MadePicture& picture = given_pictures()[i];
    CAPTURE(picture.text());
    CHECK(name_of(picture.asks) == all[i]["asks"].GetString());
    CHECK(picture.pixels() == lesson::decode_base64(all[i]["pixels"].GetString()));
    CHECK(lesson::encode_base64(picture.pixels()) == all[i]["pixels"].GetString());
  }
}

TEST_CASE("a picture comes back from its text") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const MadePicture picture = drawn_picture(seed);
    CAPTURE(picture.text());
    CHECK(read_made_picture(picture.text()) == picture);
    CHECK(drawn_picture(seed) == picture);
    // As in the training: 2 to 5 shapes of different colours, one of which is asked for.
    std::set<PictureColour> colours;
    for (const MadePicture::Placed& one : picture.shapes) colours.insert(one.colour);
    CHECK(picture.shapes.size() >= 2);
    CHECK(colours.size() == picture.shapes.size());
    CHECK(colours.contains(picture.asks));
    CHECK(picture.at(0) == nullptr);
  }
}

TEST_CASE("texts may have other spaces and another order") {
  const auto picture = read_made_picture("  blue ?3,3 green square ;  2 , 4 blue triangle;");
  REQUIRE(picture.has_value());
  CHECK(picture->text() == "blue? 2,4 blue triangle; 3,3 green square");
  CHECK(read_made_picture("pink?")->shapes.empty());
}

TEST_CASE("other texts describe no picture") {
  for (const std::string_view text :
       {"", "blue", "red? 2,2 blue circle", "blue? 1,1 blue circle", "blue? 5,1 blue circle", "blue? 2,2 blue star",
        "blue? 2,2 blue circle 3,3 pink cross", "blue? 2,2 blue circle; 2,2 pink cross", "blue? 2,2",
        "When Mary and John"})
    CHECK_FALSE(read_made_picture(text).has_value());
}

TEST_CASE("a cell takes one shape, and the first one none") {
  const MadePicture::Placed cross{0, PictureShape::cross, PictureColour::pink};
  MadePicture picture = *read_made_picture("blue? 2,2 blue circle");
  CHECK(picture.with(5, cross).text() == "blue? 2,2 pink cross");
  CHECK(picture.with(1, cross).text() == "blue? 1,2 pink cross; 2,2 blue circle");
  CHECK(picture.with(5, std::nullopt).text() == "blue?");
  CHECK(picture.with(0, cross) == picture);
  CHECK(picture.with(99, cross) == picture);
}

TEST_CASE(
    "of a thousand pictures drawn from seeds, the page's own model names the shape that is asked for in at least 995") {
  const std::string folder = std::string(AE_SOURCE_DIR) + "/web/models/pictures/";
  const std::string config = ::files::read_file(folder + "config.json");
  const auto loaded = expect::value(models_support::load(config, ::files::read_file(folder + "model.safetensors")));
  const auto settings =
      expect::value(models::read_pixel_settings(::files::read_file(folder + "preprocessor_config.json")));
  rapidjson::Document parsed;
  parsed.Parse(config.c_str());
  const auto& labels = parsed["id2label"];
  REQUIRE(labels.MemberCount() == picture_shapes);
  constexpr std::size_t side = MadePicture::side,
                        tokens = 1 + (side / MadePicture::patch) * (side / MadePicture::patch);
  std::size_t right = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const MadePicture picture = drawn_picture(seed);
    const models::Pixels pixels = expect::value(models::read_pixels(settings, picture.pixels(), side, side));
    const auto started = models_support::begin(loaded->model, tokens, tokens);
    REQUIRE(expect::error(started->run.give_picture(pixels.values, side, side)) == "");
    models_support::finish(started->run);
    std::array<float, picture_shapes> logits{};
    REQUIRE(expect::error(started->run.logits(0, 1, logits.data())) == "");
    const std::string id = std::to_string(std::ranges::max_element(logits) - logits.begin());
    const auto asked = std::ranges::find(picture.shapes, picture.asks, &MadePicture::Placed::colour);
    right += labels[id.c_str()].GetString() == name_of(asked->shape);
  }
  CHECK(right >= 995);
}
