// Headers of .npy files and their numbers, as numpy wrote them.
#include "files/npy.hpp"

#include "support.hpp"

namespace files {
namespace {

Tensor whole_npy(std::string_view file) {
  const auto read = expect::value(read_npy(bytes_in(file), file.size()));
  REQUIRE(std::holds_alternative<Tensor>(read));
  return std::get<Tensor>(read);
}

std::string npy_with(std::string_view dictionary, std::string_view numbers) {
  std::string header(dictionary);
  return "\x93NUMPY" + std::string("\x01\x00", 2) + little(header.size(), 2) + header + std::string(numbers);
}

std::string npy_error(std::string_view file) { return expect::error(read_npy(bytes_in(file), file.size())); }

TEST_CASE("npy: every type, byte order, version and order of axes reads as numpy converts it to float32") {
  const golden::File made = made_files();
  for (const auto& [name, given] : made.at("/npy").GetObject()) {
    CAPTURE(name.GetString());
    const std::string file = from_base64(given["file"].GetString());
    const Tensor tensor = whole_npy(file);
    CHECK(tensor.shape == shape_in(given["shape"]));
    CHECK(different(numbers_of(tensor, file), golden::numbers(given["values"])) == "");
  }
}

TEST_CASE("npy: the header is asked for in parts, and no byte behind it is needed") {
  const golden::File made = made_files();
  const std::string file = from_base64(made.at("/npy/version 3/file").GetString());
  const auto first = expect::value(read_npy({}, file.size()));
  CHECK(std::get<NeedsBytes>(first).count <= file.size());
  const auto second = expect::value(read_npy(bytes_in(file).first(14), file.size()));
  const std::uint64_t header = std::get<NeedsBytes>(second).count;
  const auto third = expect::value(read_npy(part(bytes_in(file), 0, header), file.size()));
  CHECK(std::get<Tensor>(third).offset == header);
}

TEST_CASE("npy: objects, records and types that are not read are refused by name, with the cure") {
  const golden::File made = made_files();
  const auto refused = [&](const char* name) {
    return npy_error(from_base64(made.at(std::string("/npy refused/") + name).GetString()));
  };
  CHECK(refused("object").starts_with("type at dtype: It holds Python objects (dtype object)"));
  CHECK(refused("record").starts_with("type at dtype: It holds records"));
  CHECK(refused("complex").find("“<c8” are not read") != std::string::npos);
  CHECK(refused("text").find("“<U2” are not read") != std::string::npos);
  CHECK(refused("two bytes").find("x.float()") != std::string::npos);
  CHECK(npy_error("\x80\x04"
                  "a pickle renamed to .npy")
            .find("pickle") != std::string::npos);
}

TEST_CASE("npy: sizes beyond the file and beyond any file are errors") {
  const auto of_shape = [](std::string_view shape) {
    return npy_error(
        npy_with(joined({"{'descr': '<f4', 'fortran_order': False, 'shape': ", shape, ", }"}), "12345678"));
  };
  CHECK(of_shape("(2,)") == "");
  CHECK(of_shape("(3,)") ==
        "short at shape: Its shape (3,) needs 12 bytes, and 8 follow the header. The file was cut off; save or copy it "
        "again.");
  // 2^32 · 2^32 · 4 bytes would be 0 in 64 bits.
  CHECK(of_shape("(4294967296, 4294967296)").starts_with("shape at shape: "));
  CHECK(of_shape("(0, 99999999999999999999999)").starts_with("shape at shape: "));
  CHECK(of_shape("(1, 1, 1, 1, 1, 1, 1, 1, 1)").starts_with("shape at shape: It has 9 axes"));
  CHECK(of_shape("(0, 5)") == "");
}

TEST_CASE("npy: a damaged header is an error, wherever it is cut or changed") {
  const std::string file = npy_with("{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }", "1234");
  CHECK(npy_error(file) == "");
  for (std::size_t size = 0; size < file.size(); ++size) CHECK(npy_error(file.substr(0, size)) != "");
  CHECK(npy_error(npy_with("{'descr': '<f4', 'shape': (1,)}", "1234")) != "");
  CHECK(npy_error(npy_with("{'descr': '<f4', 'fortran_order': 0, 'shape': (1,)}", "1234")) != "");
  CHECK(npy_error(npy_with("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}", "1234")) != "");
  CHECK(npy_error(npy_with("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} + 1", "1234")) != "");
  CHECK(npy_error("\x93NUMPY\x04" + file.substr(7)).starts_with("format at header: Version 4"));
}

}  // namespace
}  // namespace files
