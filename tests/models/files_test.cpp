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

TEST_CASE(
    "names may have any prefix; what a model has beside its parameters is told, and more within a layer is refused") {
  const golden::File golden("models/gpt2");
  const std::string config = json_of(golden.at("/config")), file = from_base64(golden.text("/weights"));
  const auto checked = models::read_config(config);
  // The same file with another header: the 8 bytes of its length change, and offsets count from its end.
  const auto with_header = [&](const auto& change) {
    std::uint64_t length = 0;
    std::memcpy(&length, file.data(), 8);
    std::string header = change(file.substr(8, static_cast<std::size_t>(length)));
    const std::uint64_t now = header.size();
    std::string made(8, '\0');
    std::memcpy(made.data(), &now, 8);
    return made + header + file.substr(8 + static_cast<std::size_t>(length));
  };
  const auto all_replaced = [](std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
    return text;
  };
  for (const char* prefix : {"", "_orig_mod.transformer.", "module.", "base_model.model.transformer."})
    CHECK(expect::error(load(config, with_header([&](const std::string& header) {
                               return all_replaced(header, "\"transformer.", "\"" + std::string(prefix));
                             }))) == "");
  const auto with_tensor = [&](const std::string& name) {
    return with_header([&](const std::string& header) {
      return "{\"" + name + "\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}," + header.substr(1);
    });
  };
  for (const char* name : {"transformer.h.0.attn.c_attn.lora_A.weight", "transformer.h.1.ln_3.weight"})
    CHECK(expect::error(load(config, with_tensor(name))).starts_with("model at " + std::string(name)));
  const auto notes = [&](const std::string& name) {
    const auto layout = expect::value(models::lay_out(*checked, expect::value(read(with_tensor(name)))));
    return layout.notes.empty() ? std::string() : layout.notes[0];
  };
  CHECK(notes("transformer.h.0.attn.masked_bias") == "");
  CHECK(notes("score.weight") == "");
  CHECK(notes("transformer.other.weight") == "“transformer.other.weight” is not used.");
  CHECK(notes("transformer.h.2.ln_1.weight") ==
        "The weights have 3 layers, and config.json says 2: the others are not computed.");
}

TEST_CASE("a file that is no checkpoint is told for what it is") {
  for (const auto& [start, word] :
       std::vector<std::pair<std::string, std::string>>{{"version https://git-lfs.github.com/spec/v1", "git lfs pull"},
                                                        {"<!DOCTYPE html><html>", "web page"},
                                                        {"PK\x03\x04 and so on", "zip"},
                                                        {"GGUF and so on", "GGUF"},
                                                        {"\x80\x02 and so on", "pickle"}}) {
    CAPTURE(start);
    CHECK(expect::error(read(start)).find(word) != std::string::npos);
  }
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
