// Weights that do not fit config.json, or are damaged: what is wrong is named, with its tensor.
#include <cstdint>

#include "support.hpp"

namespace models_support {
namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE_MESSAGE(at != std::string::npos, "there is no ", from);
  return text.replace(at, from.size(), to);
}

TEST_CASE("a tensor that is missing or has another shape or type is named") {
  const golden::File golden("models/gpt2");
  const std::string config = json_of(golden.at("/config")), file = from_base64(golden.text("/weights"));
  const auto refusal = [](const std::string& text, const std::string& bytes) {
    return expect::error(load(text, bytes));
  };
  CHECK(refusal(config, file) == "");
  CHECK(
      refusal(config, replaced(file, "h.1.mlp.c_fc.bias", "h.1.mlp.c_fc.bios"))
          .starts_with("missing at transformer.h.1.mlp.c_fc.bias: The weights have no transformer.h.1.mlp.c_fc.bias"));
  CHECK(refusal(replaced(config, "\"n_layer\":2", "\"n_layer\":3"), file)
            .starts_with("missing at transformer.h.2.ln_1.weight"));
  CHECK(refusal(replaced(config, "\"n_inner\":40", "\"n_inner\":41"), file)
            .starts_with("shape at transformer.h.0.mlp.c_fc.weight: transformer.h.0.mlp.c_fc.weight is (24, 40), but "
                         "config.json demands (24, 41)"));
  CHECK(refusal(config, replaced(file, "\"dtype\":\"F32\"", "\"dtype\":\"I32\""))
            .starts_with("type at transformer.wte.weight: transformer.wte.weight holds numbers of I32"));
  CHECK(refusal(config, file.substr(0, file.size() - 1)).starts_with("short at transformer.ln_f.bias"));
  CHECK(refusal(config, file.substr(0, 100)).starts_with("short at header"));
}

TEST_CASE("a number that is NaN or infinite is named with its tensor and place, in each type") {
  const golden::File whole("models/gpt2"), half("models/mistral"), brain("models/qwen2");
  const auto spoiled = [](const golden::File& golden, const std::string& name, std::size_t number, std::uint32_t bits) {
    std::string file = from_base64(golden.text("/weights"));
    const auto checkpoint = expect::value(read(file));
    const models::Stored* stored = checkpoint.find(name);
    REQUIRE(stored != nullptr);
    const std::size_t size = stored->tensor.type == files::Type::f32 ? 4 : 2;
    std::memcpy(file.data() + stored->tensor.offset + number * size, &bits, size);
    return expect::error(load(json_of(golden.at("/config")), file));
  };
  CHECK(spoiled(whole, "transformer.wte.weight", 5, 0x7fc00000)
            .starts_with(
                "value at transformer.wte.weight: transformer.wte.weight holds NaN or an infinite number, first as "
                "its number 5"));
  CHECK(spoiled(half, "model.norm.weight", 23, 0x7c00).starts_with("value at model.norm.weight"));
  CHECK(spoiled(brain, "model.layers.1.mlp.up_proj.weight", 300, 0xff80)
            .starts_with("value at model.layers.1.mlp.up_proj.weight"));
}

TEST_CASE("shards are one checkpoint, and two files with the same tensor are refused") {
  const golden::File golden("models/gpt2");
  const std::string file = from_base64(golden.text("/weights"));
  models::Checkpoint both = expect::value(read(file));
  const auto header = expect::value(files::safetensors_header(bytes_of(file), file.size()));
  const files::Bytes head = bytes_of(file).subspan(0, static_cast<std::size_t>(header));
  CHECK(expect::error(both.add(head, file.size())).starts_with("names at transformer.wte.weight: Two of the files"));
  const std::string other = R"({"another":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})";
  std::string shard(8, '\0');
  shard[0] = static_cast<char>(other.size());
  shard += other + "1234";
  models::Checkpoint shards = expect::value(read(file));
  CHECK(expect::error(shards.add(bytes_of(shard).subspan(0, 8 + other.size()), shard.size())) == "");
  REQUIRE(shards.find("another") != nullptr);
  CHECK(shards.find("another")->file == 1);
}

}  // namespace
}  // namespace models_support
