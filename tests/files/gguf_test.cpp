// Headers of .gguf files, well-formed and hostile: every count, length and place is compared with the file's size.
#include "files/gguf.hpp"

#include "support.hpp"
#include "support/gguf.hpp"

namespace files {
namespace {

using gguf_support::Writer;

// As a reader does it: more bytes as long as more are asked for.
Result<Gguf> opened(const std::string& file) {
  const Bytes all = bytes_in(file);
  std::uint64_t held = std::min<std::uint64_t>(8, file.size());
  for (;;) {
    const Result<std::uint64_t> length = gguf_header(part(all, 0, held), file.size());
    if (!length) return std::unexpected(length.error());
    if (*length <= held) return read_gguf(part(all, 0, *length), file.size());
    REQUIRE(*length <= file.size());
    held = *length;
  }
}

std::string refusal(const std::string& file) { return expect::error(opened(file)); }
std::string refusal(const Writer& writer) { return refusal(writer.file()); }

TEST_CASE("gguf: settings of every kind and tensors are read") {
  Writer made;
  made.alignment = 64;
  made.whole("general.alignment", 64);
  made.raw("i8", gguf_support::little(1, 4) + "\xff");
  made.raw("u16", gguf_support::little(2, 4) + gguf_support::little(65535, 2));
  made.raw("i64", gguf_support::little(11, 4) + gguf_support::little(~std::uint64_t{0}, 8));
  made.number("f32", 1.5f);
  made.flag("flag", true);
  made.word("word", "größe");
  made.words("words", {"a", "", "bc"});
  made.wholes("wholes", {1, -2});
  made.tensor("half", 1, {2, 3}, std::string(12, '\1'));
  made.tensor("blocks", 8, {1, 32}, std::string(34, '\2'));
  made.tensor("none", 0, {0}, "");
  const std::string file = made.file();
  const Gguf read = expect::value(opened(file));
  CHECK(read.find("i8")->number() == -1.0);
  CHECK(read.find("u16")->number() == 65535.0);
  CHECK(read.find("i64")->number() == -1.0);
  CHECK(read.find("f32")->number() == 1.5);
  CHECK(read.find("flag")->flag() == true);
  CHECK(read.find("flag")->number() == std::nullopt);
  CHECK(read.find("word")->text() == "größe");
  CHECK(read.find("words")->texts() == std::vector<std::string_view>{"a", "", "bc"});
  CHECK(read.find("wholes")->numbers() == std::vector<double>{1, -2});
  CHECK(read.find("wholes")->texts() == std::nullopt);
  CHECK(read.find("nothing") == nullptr);
  REQUIRE(read.tensors.size() == 3);
  CHECK(read.tensors[0].name == "half");
  CHECK(read.tensors[0].shape == Shape{2, 3});
  CHECK(read.tensors[0].offset % 64 == 0);
  CHECK(read.tensors[1].type == Type::q8_0);
  CHECK(file.substr(read.tensors[1].offset, read.tensors[1].bytes) == std::string(34, '\2'));
}

TEST_CASE("gguf: a file that is cut off at any byte of its header is an error, and none is read beyond its end") {
  Writer made;
  made.word("general.architecture", "llama");
  made.words("tokenizer.ggml.tokens", {"one", "two", "three"});
  made.tensor("weight", 0, {4, 4}, std::string(64, '\0'));
  made.tensor("other", 12, {2, 256}, std::string(288, '\0'));
  const std::string file = made.file();
  CHECK(refusal(file) == "");
  for (std::size_t size = 0; size < file.size(); ++size) {
    CAPTURE(size);
    const std::string message = refusal(file.substr(0, size));
    CHECK(message != "");
    if (size >= 24) CHECK((message.starts_with("short at") || message.starts_with("size at header")));
  }
}

TEST_CASE("gguf: versions, counts and kinds that the format does not have are refused") {
  Writer made;
  made.version = 1;
  CHECK(refusal(made).starts_with("format at header: It is GGUF of version 1; versions 2 and 3 are read."));
  made.version = 0x03000000;
  CHECK(refusal(made).find("highest byte first") != std::string::npos);
  made.version = 3;
  CHECK(refusal(made) == "");
  made.more_tensors = 1;
  CHECK(refusal(made).starts_with("size at header: It should have 1 tensors"));
  made.more_tensors = ~std::uint64_t{0};
  CHECK(refusal(made).starts_with("size at header: It should have 18446744073709551615 tensors"));
  made.more_tensors = 0;
  made.more_settings = std::uint64_t{1} << 60;
  CHECK(refusal(made).starts_with("size at header: It should have 1152921504606846976 settings"));
  const auto with = [](const std::string& value) {
    Writer one;
    one.raw("some.key", value);
    one.tensor("weight", 0, {64}, std::string(256, '\0'));
    return refusal(one);
  };
  using gguf_support::little;
  CHECK(with(little(13, 4) + little(0, 8)).starts_with("format at some.key: “some.key” is of the kind 13"));
  CHECK(with(little(9, 4) + little(9, 4) + little(0, 8))
            .starts_with("format at some.key: “some.key” is a list of lists"));
  CHECK(with(little(9, 4) + little(4, 4) + little(std::uint64_t{1} << 62, 8))
            .starts_with("short at some.key: “some.key” should have"));
  CHECK(
      with(little(9, 4) + little(8, 4) + little(3, 8) + little(~std::uint64_t{0}, 8)).starts_with("short at some.key"));
  CHECK(with(little(8, 4) + little(std::uint64_t{1} << 63, 8))
            .starts_with("short at some.key: “some.key” needs 9223372036854775808 bytes"));
  Writer twice;
  twice.whole("a", 1);
  twice.whole("a", 1);
  CHECK(refusal(twice).starts_with("names at a: Two settings are called “a”."));
}

TEST_CASE("gguf: tensors that leave the file, overlap, are not aligned or overflow are errors that name them") {
  const auto described = [](std::uint64_t type, const std::vector<std::uint64_t>& shape, std::uint64_t offset) {
    Writer made;
    made.tensor("first", 0, {8}, std::string(32, '\0'));
    made.describe("second", type, shape, offset);
    return refusal(made.file() + std::string(64, '\0'));
  };
  CHECK(described(0, {8}, 32) == "");
  CHECK(described(0, {8}, 96).starts_with("short at second: The bytes of “second”, 32 from 96 on, leave the file"));
  CHECK(described(0, {8}, std::uint64_t{0} - 32).starts_with("short at second"));
  CHECK(described(0, {8}, 0).starts_with("format at second: “second” begins within the bytes of “first”."));
  CHECK(described(0, {1}, 33)
            .starts_with("format at second: “second” begins at byte 33 of the tensors, which is no multiple of 32."));
  CHECK(described(0, {std::uint64_t{1} << 40, std::uint64_t{1} << 40}, 32).starts_with("shape at second: The shape"));
  CHECK(described(8, {2, 33}, 32)
            .starts_with("shape at second: The shape (2, 33) has rows that are not made of whole blocks of 32"));
  CHECK(described(12, {}, 32).starts_with("shape at second"));
  CHECK(described(77, {8}, 32).starts_with("format at second: “second” has numbers of the type 77"));
  CHECK(described(0, {1, 1, 1, 1, 1}, 32).starts_with("shape at second: “second” has 5 axes"));
  Writer twice;
  twice.tensor("one", 0, {1}, "1234");
  twice.tensor("one", 0, {1}, "1234");
  CHECK(refusal(twice).starts_with("names at one: Two tensors are called “one”."));
  for (const std::uint64_t alignment : {std::uint64_t{0}, std::uint64_t{24}, std::uint64_t{1} << 20}) {
    Writer odd;
    odd.whole("general.alignment", alignment);
    CHECK(refusal(odd).starts_with("format at general.alignment: general.alignment should be a power of two"));
  }
}

TEST_CASE("gguf: a tensor without numbers lies within a file that ends with its header") {
  Writer made;
  made.describe("empty", 0, {0, 4}, 0);
  std::string file = made.file();
  file.resize(file.find("empty") + 5 + 4 + 16 + 4 + 8);
  REQUIRE(file.size() % 32 != 0);
  const Gguf read = expect::value(opened(file));
  CHECK(read.tensors[0].offset == file.size());
}

TEST_CASE("gguf: numbers of types that are not read are listed with the reason") {
  Writer made;
  made.describe("small", 10, {2, 256}, 0);
  const Gguf read = expect::value(opened(made.file()));
  CHECK(read.tensors[0].refused.starts_with("Numbers of the type Q2_K are not read; F32, F16,"));
}

}  // namespace
}  // namespace files
