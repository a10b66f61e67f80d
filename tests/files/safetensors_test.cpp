// Headers of .safetensors files, and the index of a model in several files.
#include "files/safetensors.hpp"

#include "support.hpp"

namespace files {
namespace {

std::string with_header(std::string_view json, std::size_t data_bytes) {
  return little(json.size(), 8) + std::string(json) + std::string(data_bytes, '\0');
}

std::string safetensors_error(std::string_view file) {
  return expect::error(read_safetensors(bytes_in(file), file.size()));
}

std::string error_of(std::string_view json, std::size_t data_bytes) {
  return safetensors_error(with_header(json, data_bytes));
}

TEST_CASE("safetensors: every type reads as torch converts it to float32, metadata and padding are skipped") {
  const golden::File made = made_files();
  const std::string file = from_base64(made.at("/safetensors/types/file").GetString());
  const std::uint64_t header = expect::value(safetensors_header(bytes_in(file).first(8), file.size()));
  const auto tensors = expect::value(read_safetensors(part(bytes_in(file), 0, header), file.size()));
  const auto& wanted = made.at("/safetensors/types/tensors");
  CHECK(tensors.size() == wanted.MemberCount());
  for (const Tensor& tensor : tensors) {
    CAPTURE(tensor.name);
    const auto& one = wanted[tensor.name.c_str()];
    CHECK(name_of(tensor.type) == one["type"].GetString());
    CHECK(tensor.shape == shape_in(one["shape"]));
    CHECK(different(numbers_of(tensor, file), golden::numbers(one["values"])) == "");
  }
}

TEST_CASE("safetensors: a header longer than the file, or than the format allows, is an error before it is read") {
  CHECK(safetensors_error(little(100, 8) + "{}").starts_with("short at header: Its header should have 100 bytes"));
  CHECK(safetensors_error(little(~std::uint64_t{0}, 8) + "{}").starts_with("short at header"));
  CHECK(
      expect::error(safetensors_header(bytes_in(little(100'000'001, 8)), 200'000'000)).starts_with("format at header"));
  CHECK(safetensors_error("").starts_with("format at header: It has 0 bytes"));
  CHECK(safetensors_error(with_header("{}", 0)) == "");
}

TEST_CASE("safetensors: bytes that leave the file, overlap, or do not fit the shape are errors that name the tensor") {
  const auto one = [](std::string_view shape, std::string_view offsets) {
    return joined({R"({"w": {"dtype": "F32", "shape": )", shape, R"(, "data_offsets": )", offsets, "}}"});
  };
  CHECK(error_of(one("[2]", "[0, 8]"), 8) == "");
  CHECK(error_of(one("[3]", "[0, 12]"), 8).starts_with("short at w: The bytes of “w”, 0 to 12, leave the file"));
  CHECK(error_of(one("[2]", "[8, 0]"), 8).starts_with("short at w"));
  CHECK(error_of(one("[1]", "[0, 8]"), 8) ==
        "shape at w: “w” of the shape (1,) needs 4 bytes of F32, and has 8. Save the file again.");
  CHECK(error_of(one("[4294967296, 4294967296]", "[0, 0]"), 8).starts_with("shape at w: The shape"));
  CHECK(error_of(one("[-1]", "[0, 4]"), 8).starts_with("format at header"));
  CHECK(error_of(one("[1]", "[0, 18446744073709551620]"), 8).starts_with("format at header"));
  CHECK(error_of(one("[1]", "[0]"), 8).starts_with("format at w: “w” lacks"));
  CHECK(error_of(R"({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]},
                     "b": {"dtype": "F32", "shape": [1], "data_offsets": [4, 8]}})",
                 8)
            .starts_with("format at b: “b” begins within the bytes of “a”"));
  CHECK(error_of(R"({"a": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]},
                     "a": {"dtype": "F32", "shape": [1], "data_offsets": [4, 8]}})",
                 8)
            .starts_with("names at header: Two tensors are called “a”"));
}

TEST_CASE("safetensors: a tensor of a type that is not read is listed with the reason, beside the others") {
  const std::string file = with_header(R"({"x": {"dtype": "F8_E4M3", "shape": [4], "data_offsets": [0, 4]},
                                          "y": {"dtype": "F32", "shape": [1], "data_offsets": [4, 8]}})",
                                       8);
  const auto tensors = expect::value(read_safetensors(bytes_in(file), file.size()));
  REQUIRE(tensors.size() == 2);
  CHECK(tensors[0].refused.starts_with("Numbers of the type “F8_E4M3” are not read"));
  CHECK(tensors[1].refused == "");
}

TEST_CASE("safetensors: more tensors than any model has are refused") {
  std::string json = "{";
  for (std::size_t i = 0; i <= most_tensors; ++i)
    json += joined({i == 0 ? "" : ",", "\"", i, R"(":{"dtype":"U8","shape":[0],"data_offsets":[0,0]})"});
  CHECK(error_of(json + "}", 0).starts_with("names at header: It holds more than 100000 tensors"));
}

TEST_CASE("safetensors: other JSON is refused, as deep as it may be") {
  for (const char* json : {"[]", "7", R"({"a": 1})", R"({"a": {"shape": [[1]]}})", R"({"a": {"dtype": 4}})", "{\"a\"",
                           R"({"a": {"extra": {}}})", R"({"a": {"extra": 1}})"})
    CHECK(error_of(json, 0).starts_with("format at "));
  CHECK(error_of(std::string(100'000, '['), 0).starts_with("format at header"));
}

TEST_CASE("safetensors index: it names the file of each tensor, and only files beside it") {
  const auto files = expect::value(read_safetensors_index(
      R"({"metadata": {"total_size": 8, "deep": [{"a": 1}]},
          "weight_map": {"a": "model-00001-of-00002.safetensors", "b": "model-00002-of-00002.safetensors"}})"));
  REQUIRE(files.size() == 2);
  CHECK(files[1].first == "b");
  CHECK(files[1].second == "model-00002-of-00002.safetensors");
  for (const char* json : {R"({"weight_map": {"a": "../secret"}})", R"({"weight_map": {"a": ".."}})",
                           R"({"weight_map": {"a": 1}})", R"({"weight_map": {"a": ["b"]}})", R"({"other": {}})", ""})
    CHECK(expect::error(read_safetensors_index(json)).starts_with("format at index"));
}

}  // namespace
}  // namespace files
