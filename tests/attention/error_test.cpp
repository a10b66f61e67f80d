// Messages are composed of words and numbers of every integer type.
#include "attention/tensor/error.hpp"

#include <cstdint>
#include <limits>

#include <doctest/doctest.h>

using attention::fail;
using attention::joined;

TEST_CASE("parts are joined in order, numbers written out") {
  const std::string text = "text";
  const std::size_t natural = 7;
  CHECK(joined({}) == "");
  CHECK(joined({"a ", text, ", ", std::string_view("view"), " ", natural, "/", -3}) == "a text, view 7/-3");
  CHECK(joined({std::numeric_limits<std::int64_t>::min()}) == "-9223372036854775808");
  CHECK(joined({std::numeric_limits<std::uint64_t>::max()}) == "18446744073709551615");
  CHECK(joined({std::numeric_limits<std::uint32_t>::max(), " ", std::int32_t{-2147483647}}) ==
        "4294967295 -2147483647");
}

TEST_CASE("an error keeps code, path and message when it is propagated") {
  const attention::Result<int> failed = fail("shape", "key, axis " + std::to_string(2), {"not ", 3});
  const attention::Error copy = failed.error();
  CHECK(copy.code == "shape");
  CHECK(copy.path == "key, axis 2");
  CHECK(copy.message == "not 3");
}
