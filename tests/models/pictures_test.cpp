// What PyTorch computes from a small checkpoint of each family that reads pictures (golden/models/pictures.py), and from pictures
// that are resized.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "models/parts.hpp"
#include "models/pixels.hpp"
#include "models/rollout.hpp"
#include "support.hpp"

namespace models_support {
namespace {

constexpr double near = 1e-4;
const std::vector<std::string> families = {
    "vit",           "vit-float16",     "vit-bfloat16", "deit", "deit-teacher", "dinov2", "dinov2-interpolated",
    "dinov2-swiglu", "dinov2-registers"};

std::vector<float> floats(const golden::File& golden, const std::string& path) {
  const attention::Tensor all = golden.tensor(path);
  return {all.begin(), all.end()};
}

// A run that has the golden's picture, not yet computed.
std::unique_ptr<Started> begin_picture(const models::Model& model, const golden::File& golden) {
  const Ids size = ids_of(golden, "/size");
  const std::size_t tokens = expect::value(models::Run::tokens_of_picture(model.config(), size[0], size[1]));
  auto started = begin(model, tokens, tokens);
  REQUIRE(expect::error(started->run.give_picture(floats(golden, "/picture"), size[0], size[1])) == "");
  return started;
}

std::unique_ptr<Started> look(const models::Model& model, const golden::File& golden) {
  auto started = begin_picture(model, golden);
  finish(started->run);
  return started;
}

// Of each family: work(golden, model, run), where the run has read the golden's picture.
template <class Work>
void for_each_family(const Work& work) {
  for (const std::string& name : families) {
    CAPTURE(name);
    const golden::File golden("models/" + name);
    const auto loaded = load(golden);
    const auto started = look(loaded->model, golden);
    work(golden, loaded->model, started->run);
  }
}

attention::Tensor labels(const models::Run& run, const models::Model& model) {
  attention::Tensor all = attention::Tensor::from_shape({model.config().vocabulary});
  REQUIRE(expect::error(run.logits(0, 1, all.data())) == "");
  return all;
}

TEST_CASE("the labels of a picture and the weights of all heads are PyTorch's, for each family") {
  for_each_family([](const golden::File& golden, const models::Model& model, const models::Run& run) {
    const models::Config& c = model.config();
    CHECK(expect::difference(labels(run, model), golden.tensor("/logits"), 0.0, near) == "");
    const std::size_t tokens = run.tokens();
    attention::Tensor weights = attention::Tensor::from_shape({c.layers, c.heads, tokens, tokens});
    for (std::size_t head = 0; head < c.layers * c.heads; ++head)
      CHECK(expect::error(
                run.weights(head / c.heads, head % c.heads, 0, tokens, weights.data() + head * tokens * tokens)) == "");
    CHECK(expect::difference(weights, golden.tensor("/attention"), 0.0, near) == "");
  });
}

// Ā_L · … · Ā_1 of PyTorch's weights, the whole map from the first layer on, in float64.
std::vector<double> rolled_out(const attention::Tensor& weights, const models::Config& c, std::size_t tokens) {
  const std::size_t size = tokens * tokens;
  std::vector<double> product(size, 0.0);
  for (std::size_t i = 0; i < tokens; ++i) product[i * tokens + i] = 1.0;
  for (std::size_t layer = 0; layer < c.layers; ++layer) {
    std::vector<double> next(size, 0.0);
    for (std::size_t at = 0; at < size; ++at) {
      const std::size_t i = at / tokens, k = at % tokens;
      double mean = 0.0;
      for (std::size_t head = 0; head < c.heads; ++head)
        mean += double{weights.data()[(layer * c.heads + head) * size + at]} / static_cast<double>(c.heads);
      const double factor = 0.5 * mean + (i == k ? 0.5 : 0.0);
      for (std::size_t j = 0; j < tokens; ++j) next[i * tokens + j] += factor * product[k * tokens + j];
    }
    product.swap(next);
  }
  return product;
}

TEST_CASE("a row taken back through all layers is that of the product of PyTorch's weights") {
  for_each_family([](const golden::File& golden, const models::Model& model, const models::Run& run) {
    const std::size_t tokens = run.tokens();
    const std::vector<double> wanted = rolled_out(golden.tensor("/attention"), model.config(), tokens);
    for (std::size_t query = 0; query < tokens; ++query) {
      std::vector<float> row(tokens, 0.0f);
      row[query] = 1.0f;
      for (std::size_t layer = model.config().layers; layer-- > 0;)
        row = expect::value(models::rollout_layer(run, layer, row));
      double sum = 0.0;
      for (std::size_t j = 0; j < tokens; ++j) {
        CHECK(double{row[j]} == doctest::Approx(wanted[query * tokens + j]).epsilon(near));
        sum += double{row[j]};
      }
      CHECK(sum == doctest::Approx(1.0).epsilon(1e-5));
    }
    const std::vector<float> row(tokens), longer(tokens + 1);
    CHECK(expect::error(models::rollout_layer(run, model.config().layers, row)).starts_with("range"));
    CHECK(expect::error(models::rollout_layer(run, 0, longer)).starts_with("size"));
  });
}

TEST_CASE("a head that is switched off changes the labels as zeros in its place do") {
  for (const std::string& name : families) {
    CAPTURE(name);
    const golden::File golden("models/" + name);
    const auto loaded = load(golden);
    const Ids off = ids_of(golden, "/off");
    const auto started = begin_picture(loaded->model, golden);
    CHECK(expect::error(started->run.put(models::Patch::zeros(off[0], off[1]))) == "");
    finish(started->run);
    CHECK(expect::difference(labels(started->run, loaded->model), golden.tensor("/logitsWithout"), 0.0, near) == "");
  }
}

TEST_CASE("what a model would say of a picture after each layer is PyTorch's") {
  for_each_family([](const golden::File& golden, const models::Model& model, const models::Run& run) {
    const attention::Tensor wanted = golden.tensor("/lens");
    const std::size_t labels_count = model.config().vocabulary;
    for (std::size_t layers = 0; layers <= model.config().layers; ++layers) {
      for (const models::NextToken& one : expect::value(run.lens(layers, 0, 1, labels_count))) {
        CHECK(one.logit == doctest::Approx(wanted(layers, one.id)).epsilon(near));
        CHECK(expect::value(run.lens_logit(layers, 0, one.id)) == doctest::Approx(one.logit).epsilon(near));
      }
    }
  });
}

TEST_CASE("the parts of a label add up to it, and those of heads and inner layers are PyTorch's") {
  for_each_family([](const golden::File& golden, const models::Model& model, const models::Run& run) {
    const models::Config& c = model.config();
    models::LogitAsked asked;
    asked.id = 1;
    asked.layers = c.layers;
    const models::Ledger ledger = expect::value(models::ledger(run, asked));
    CHECK(ledger.logit == doctest::Approx(golden.tensor("/logits")(1)).epsilon(near));
    CHECK(std::abs(ledger.sum - ledger.logit) <= 1e-4 * std::max(1.0, std::abs(ledger.logit)));
    const attention::Tensor wanted = golden.tensor("/parts");
    for (std::size_t i = 0; i < ledger.parts.size(); ++i) {
      const models::Part& part = ledger.parts[i];
      const bool head = part.kind == models::Part::Kind::head;
      if (!head && part.kind != models::Part::Kind::inner) continue;
      CAPTURE(part.layer);
      CAPTURE(part.head);
      const double value = wanted(part.layer, head ? part.head : c.heads);
      CHECK(std::abs(ledger.values[i] - value) <= near * std::max(1.0, std::abs(value)));
      const std::vector<double> split = head ? expect::value(models::head_by_token(run, asked, part.layer, part.head))
                                             : expect::value(models::inner_by_neuron(run, asked, part.layer));
      CHECK(split.size() == (head ? run.tokens() : c.inner + 1));
      const double sum = std::accumulate(split.begin(), split.end(), 0.0);
      CHECK(std::abs(sum - ledger.values[i]) <= near * std::max(1.0, std::abs(sum)));
    }
  });
}

TEST_CASE("the parts of a score between patches add up to it") {
  for_each_family([](const golden::File&, const models::Model&, const models::Run& run) {
    for (const auto& [query, key] : {std::array<std::size_t, 2>{0, 3}, {4, 0}, {2, 5}}) {
      const models::ScoreParts score = expect::value(models::score_parts(run, 1, 2, query, key));
      CHECK(std::abs(score.sum - score.score) <= 1e-4 * std::max(1.0, std::abs(score.score)));
    }
  });
}

TEST_CASE("a picture of another size, a second one, or one without whole patches is refused by name") {
  const golden::File golden("models/vit"), other("models/dinov2");
  const auto loaded = load(golden), any = load(other);
  const auto refused = [](const auto& result) { return expect::error(result); };
  CHECK(refused(models::Run::tokens_of_picture(loaded->model.config(), 8, 12)) ==
        "size at pixels: The model reads pictures of 12 × 12 pixels; this one has 12 × 8. Use the "
        "preprocessor_config.json that lies "
        "beside the weights.");
  CHECK(refused(models::Run::tokens_of_picture(any->model.config(), 10, 12)) ==
        "size at pixels: A picture of 12 × 10 pixels is not cut into whole patches of 4 × 4.");
  CHECK(refused(models::Run::tokens_of_picture(any->model.config(), 4 * 65, 4 * 64))
            .starts_with("size at pixels: A picture of 256"));
  const auto started = look(loaded->model, golden);
  const std::vector<float> numbers = floats(golden, "/picture");
  CHECK(refused(started->run.give_picture(numbers, 12, 12)) ==
        "model at pixels: A run has one picture. Run the other one anew.");
  const auto fresh = begin(loaded->model, 10, 10);
  CHECK(refused(fresh->run.give(Ids{1, 2})) == "model at ids: This model reads pictures, not words. Give it pixels.");
  CHECK(refused(fresh->run.give_picture(std::span(numbers).first(400), 12, 12))
            .starts_with("size at pixels: There are 400 numbers"));
  std::vector<float> bad = numbers;
  bad[7] = std::nanf("");
  CHECK(refused(fresh->run.give_picture(bad, 12, 12)) ==
        "value at pixels: Number 7 of the picture is NaN or infinite.");
  const golden::File words("models/gpt2");
  const auto reads_words = load(words);
  CHECK(refused(models::Run::tokens_of_picture(reads_words->model.config(), 12, 12)) ==
        "model at pixels: This model reads words, not pictures. Give it a text or ids.");
}

TEST_CASE("pictures are resized as PyTorch does it, within one of 255") {
  const golden::File golden("models/resized");
  for (std::size_t i = 0; i < golden.at("").Size(); ++i) {
    const std::string at = "/" + std::to_string(i);
    const Ids size = ids_of(golden, at + "/size"), to = ids_of(golden, at + "/to");
    CAPTURE(at);
    models::PixelSettings settings;
    settings.height = to[0];
    settings.width = to[1];
    settings.filter = golden.text(at + "/mode") == "bicubic" ? models::Filter::bicubic : models::Filter::bilinear;
    const std::string bytes = from_base64(golden.text(at + "/pixels")),
                      wanted = from_base64(golden.text(at + "/resized"));
    const std::vector<std::uint8_t> pixels(bytes.begin(), bytes.end());
    const models::Pixels read = expect::value(models::read_pixels(settings, pixels, size[0], size[1]));
    REQUIRE(read.shown.size() == wanted.size());
    int largest = 0;
    for (std::size_t k = 0; k < wanted.size(); ++k)
      largest = std::max(largest, std::abs(int{read.shown[k]} - int{static_cast<std::uint8_t>(wanted[k])}));
    CHECK(largest <= 1);
  }
}

TEST_CASE("numbers of a picture are what its settings say: scaled, cut in the middle, normalised, on white") {
  const models::PixelSettings settings = expect::value(models::read_pixel_settings(
      R"({"image_processor_type": "BitImageProcessor", "size": {"shortest_edge": 2}, "crop_size": {"height": 2, "width": 2},
          "resample": 0, "image_mean": [0.5, 0.25, 0.0], "image_std": [0.5, 0.25, 1.0]})"));
  // Four columns of two pixels; the outer ones are cut off. The last is half transparent.
  std::vector<std::uint8_t> pixels;
  for (int row = 0; row < 2; ++row)
    for (const std::array<std::uint8_t, 4>& one :
         {std::array<std::uint8_t, 4>{1, 2, 3, 255}, {255, 0, 51, 255}, {0, 255, 255, 0}, {9, 9, 9, 128}})
      pixels.insert(pixels.end(), one.begin(), one.end());
  const models::Pixels read = expect::value(models::read_pixels(settings, pixels, 2, 4));
  CHECK(read.height == 2);
  CHECK(read.width == 2);
  CHECK(read.shown == std::vector<std::uint8_t>{255, 0, 51, 255, 255, 255, 255, 0, 51, 255, 255, 255});
  // (channel, row, column), from the definition.
  const std::vector<float> wanted = {1, 1, 1, 1, -1, 3, -1, 3, 0.2f, 1, 0.2f, 1};
  REQUIRE(read.values.size() == wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) CHECK(read.values[i] == doctest::Approx(wanted[i]).epsilon(1e-6));
}

TEST_CASE("settings that are not computed here are refused with their key") {
  const auto refused = [](const std::string& json) {
    const auto read = models::read_pixel_settings(json);
    REQUIRE_FALSE(read.has_value());
    return read.error().code + " " + read.error().path;
  };
  CHECK(refused("[]") == "json preprocessor");
  CHECK(refused(R"({"resample": 1})") == "preprocessor resample");
  CHECK(refused(R"({"size": {"longest_edge": 224}})") == "preprocessor size");
  CHECK(refused(R"({"image_mean": [0.5]})") == "preprocessor image_mean");
  CHECK(refused(R"({"image_std": [0.5, 0, 0.5]})") == "preprocessor image_std");
  CHECK(refused(R"({"size": {"height": 0, "width": 4}})") == "preprocessor size.height");
  const models::PixelSettings usual;
  CHECK(expect::error(models::read_pixels(usual, std::vector<std::uint8_t>(12), 0, 4))
            .starts_with("size at pixels: A picture of 4 × 0"));
  CHECK(expect::error(models::read_pixels(usual, std::vector<std::uint8_t>(13), 2, 2)) ==
        "size at pixels: There are 13 bytes for 2 × 2 pixels; 3 (RGB) or 4 (RGBA) belong to each.");
}

TEST_CASE("configs of pictures: sizes, defaults, and what is refused") {
  const auto config = [](const std::string& json) { return expect::value(models::read_config(json)); };
  const models::Config vit = config(R"({"architectures": ["ViTForImageClassification"]})");
  CHECK(vit.positions == 197);
  CHECK(vit.vocabulary == 2);
  CHECK(vit.inner == 3072);
  CHECK_FALSE(vit.causal());
  const models::Config small =
      config(R"({"model_type": "dinov2", "image_size": 518, "hidden_size": 384, "num_attention_heads": 6})");
  CHECK(small.picture->grid() == 37);
  CHECK(small.inner == 1536);
  CHECK(config(R"({"model_type": "dinov2", "hidden_size": 1536, "num_attention_heads": 24, "use_swiglu_ffn": true})")
            .inner == 4096);
  CHECK(config(R"({"model_type": "deit", "id2label": {"0": "a", "1": "b", "2": "c"}})").vocabulary == 3);
  const auto refused = [](const std::string& json) { return expect::error(models::read_config(json)); };
  CHECK(refused(R"({"model_type": "vit", "image_size": 225})").starts_with("model at patch_size: Pictures of 225"));
  CHECK(refused(R"({"model_type": "swin"})")
            .starts_with("model at model_type: model_type \"swin\" is not computed here"));
  CHECK(refused(R"({"model_type": "vit", "architectures": ["ViTMAEForPreTraining"]})")
            .starts_with("model at architectures: The architecture"));
}

}  // namespace
}  // namespace models_support
