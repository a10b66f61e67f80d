// Errors in lesson files: each names the place by its JSON pointer and how to fix it.
#include "lesson/support.hpp"

using lessons::changed;
using lessons::error_of;
using lessons::says;
using lessons::small;

TEST_SUITE("a lesson file that is wrong") {
  TEST_CASE("the small lesson itself is valid") {
    const auto parsed = lesson::parse(small);
    REQUIRE_MESSAGE(parsed.has_value(), parsed.error().path, ": ", parsed.error().message);
  }

  TEST_CASE("a missing comma is reported by line and column") {
    const auto error = error_of(changed("\"format\": 1,", "\"format\": 1"));
    CHECK(error.code == "syntax");
    CHECK(error.path == "line 3, column 3");
    CHECK(says(error, "missing comma"));
  }

  TEST_CASE("a truncated file is reported by line and column") {
    const auto error = error_of(small.substr(0, small.size() - 2));
    CHECK(error.code == "syntax");
    CHECK(error.path.starts_with("line "));
  }

  TEST_CASE("an empty file is refused") { CHECK(error_of("").code == "syntax"); }

  TEST_CASE("bytes that are not valid UTF-8 are refused") {
    CHECK(error_of(changed("Small", "Sm\xC3\x28ll")).code == "syntax");
  }

  TEST_CASE("more than 8 MB is refused before it is read") {
    const auto error = error_of(std::string(lesson::max_bytes + 1, ' '));
    CHECK(error.code == "too_large");
    CHECK(says(error, "8 MB"));
  }

  TEST_CASE("lists nested a hundred thousand deep are refused without recursion") {
    const auto error = error_of(std::string(100'000, '['));
    CHECK(error.code == "nesting");
    CHECK(says(error, "32 levels"));
  }

  TEST_CASE("a file of another format says that a newer page is needed") {
    const auto error = error_of(changed("\"format\": 1", "\"format\": 2"));
    CHECK(error.path == "/format");
    CHECK(says(error, "newer version"));
  }

  TEST_CASE("an unknown key is named, and the nearest known one") {
    const auto error = error_of(changed("\"role\": \"input\"", "\"rolle\": \"input\""));
    CHECK(error.code == "unknown_key");
    CHECK(error.path == "/tensors/0/rolle");
    CHECK(says(error, "Did you mean “role”?"));
  }

  TEST_CASE("a repeated key is named") {
    const auto error = error_of(changed("\"id\": \"small\",", "\"id\": \"small\", \"id\": \"big\","));
    CHECK(error.code == "repeated_key");
    CHECK(error.path == "/id");
    CHECK(says(error, "Keep one"));
  }

  TEST_CASE("a missing key is named") {
    const auto error = error_of(changed("\"title\": { \"en\": \"First\" },", ""));
    CHECK(error.code == "missing_key");
    CHECK(error.path == "/steps/0");
    CHECK(says(error, "“title”"));
  }

  TEST_CASE("a value of the wrong type says what was expected and what was found") {
    const auto error = error_of(changed("\"inputs\": [\"x\", \"w\"]", "\"inputs\": \"x\""));
    CHECK(error.code == "type");
    CHECK(error.path == "/tensors/2/inputs");
    CHECK(says(error, "Expected a list"));
    CHECK(says(error, "found a text"));
  }

  TEST_CASE("an unknown operation is named, and the nearest known one") {
    const auto error = error_of(changed("\"operation\": \"matmul\"", "\"operation\": \"matmull\""));
    CHECK(error.code == "unknown_operation");
    CHECK(error.path == "/tensors/2/operation");
    CHECK(says(error, "Did you mean “matmul”?"));
  }

  TEST_CASE("an unknown option is named, and the nearest known one") {
    const auto error = error_of(changed("{ \"transpose\": \"none\" }", "{ \"transposed\": \"none\" }"));
    CHECK(error.code == "unknown_option");
    CHECK(error.path == "/tensors/2/options/transposed");
    CHECK(says(error, "Did you mean “transpose”?"));
  }

  TEST_CASE("an option with an unknown word is refused with the known ones") {
    const auto error = error_of(changed("{ \"transpose\": \"none\" }", "{ \"transpose\": \"twice\" }"));
    CHECK(error.code == "option");
    CHECK(error.path == "/tensors/2/options/transpose");
    CHECK(says(error, "none, first, second, both"));
  }

  TEST_CASE("an option bound to a parameter must accept all values of the parameter") {
    const auto error =
        error_of(changed("{ \"transpose\": \"none\" }", "{ \"transpose\": { \"parameter\": \"way\" } }"));
    CHECK(error.code == "option");
    CHECK(error.path == "/tensors/2/options/transpose");
    CHECK(says(error, "“dot”"));
  }

  TEST_CASE("a draw with an unknown option is refused") {
    const auto error = error_of(changed("\"draw\": \"rand\",", "\"draw\": \"rand\", \"gain\": 2,"));
    CHECK(error.code == "unknown_option");
    CHECK(error.path == "/tensors/1/random/gain");
  }

  TEST_CASE("a draw without a required option is refused") {
    const auto error = error_of(changed("\"draw\": \"rand\",", "\"draw\": \"randint\","));
    CHECK(error.code == "missing_option");
    CHECK(error.path == "/tensors/1/random");
    CHECK(says(error, "“high”"));
  }

  TEST_CASE("an unknown draw is named, and the nearest known one") {
    const auto error = error_of(changed("\"draw\": \"rand\"", "\"draw\": \"xavier_unifrom\""));
    CHECK(error.code == "unknown_draw");
    CHECK(says(error, "xavier_uniform"));
  }

  TEST_CASE("an unknown generator is named") {
    const auto error = error_of(changed("\"generator\": \"g\"", "\"generator\": \"h\""));
    CHECK(error.code == "unknown_generator");
    CHECK(error.path == "/tensors/1/random/generator");
  }

  TEST_CASE("a tensor without a name is refused") {
    const auto error = error_of(changed("\"name\": \"y\", ", ""));
    CHECK(error.code == "missing_key");
    CHECK(error.path == "/tensors/2");
  }

  TEST_CASE("a name used for two tensors is refused") {
    const auto error = error_of(changed("\"name\": \"w\"", "\"name\": \"x\""));
    CHECK(error.code == "repeated_name");
    CHECK(error.path == "/tensors/1");
    CHECK(says(error, "Rename"));
  }

  TEST_CASE("an unknown input is named, and the nearest known one") {
    const auto error = error_of(changed("\"name\": \"w\"", "\"name\": \"w_key\""));
    CHECK(error.code == "unknown_tensor");
    CHECK(error.path == "/tensors/2/inputs/1");
  }

  TEST_CASE("too few inputs are refused with the names of those that the operation takes") {
    const auto error = error_of(changed("\"inputs\": [\"x\", \"w\"]", "\"inputs\": [\"x\"]"));
    CHECK(error.code == "inputs");
    CHECK(error.path == "/tensors/2/inputs");
    CHECK(says(error, "first, second"));
  }

  TEST_CASE("tensors that depend on each other in a cycle are refused with the cycle") {
    const auto error = error_of(changed("\"inputs\": [\"x\", \"w\"]", "\"inputs\": [\"x\", \"z\"]",
                                        changed("\"inputs\": [\"x\", \"x\"]", "\"inputs\": [\"y\", \"x\"]")));
    CHECK(error.code == "cycle");
    CHECK(error.path == "/tensors/2");
    CHECK(says(error, "y → z → y"));
  }

  TEST_CASE("a tensor that depends on itself is a cycle, too") {
    const auto error = error_of(changed("\"inputs\": [\"x\", \"w\"]", "\"inputs\": [\"x\", \"y\"]"));
    CHECK(says(error, "y → y"));
  }

  TEST_CASE("NaN, Infinity and 1e400 are refused with their location") {
    for (const std::string number : {"NaN", "Infinity", "-Infinity", "1e400", "-1e400"}) {
      CAPTURE(number);
      const auto error = error_of(changed("[1, 2, 3]", "[1, " + number + ", 3]"));
      CHECK(error.code == "number");
      CHECK(error.path == "/tensors/0/values/0/1");
      CHECK(says(error, "finite"));
    }
  }

  TEST_CASE("a number that exceeds float32 is refused") {
    const auto error = error_of(changed("[1, 2, 3]", "[1, 1e39, 3]"));
    CHECK(error.code == "number");
    CHECK(error.path == "/tensors/0/values/0/1");
    CHECK(says(error, "3.4e38"));
  }

  TEST_CASE("a number too small for float32 becomes zero") {
    CHECK(lesson::parse(changed("[1, 2, 3]", "[1, 1e-400, 3]")).has_value());
  }

  TEST_CASE("rows of different length are refused with the row's location") {
    const auto error = error_of(changed("[4, 5, 6]", "[4, 5]"));
    CHECK(error.code == "ragged");
    CHECK(error.path == "/tensors/0/values/1");
    CHECK(says(error, "2 entries, the first one has 3"));
  }

  TEST_CASE("a number among rows and a row among numbers are refused") {
    CHECK(error_of(changed("[4, 5, 6]", "4")).code == "ragged");
    CHECK(error_of(changed("[4, 5, 6]", "[4, [5], 6]")).path == "/tensors/0/values/1/1");
  }

  TEST_CASE("packed values are their bytes, NaN and infinities included") {
    // struct.pack("<6f", 1, nan, -inf, 0.5, 2, 3)
    const std::string packed = R"({ "shape": [2, 3], "float32": "AACAPwAAwH8AAID/AAAAPwAAAEAAAEBA" })";
    const auto opened = lesson::parse(changed("[[1, 2, 3], [4, 5, 6]]", packed));
    REQUIRE(opened.has_value());
    const auto& values = std::get<lesson::ValuesSource>(opened->tensors[0].making.source);
    CHECK(values.shape == graph::Shape{2, 3});
    CHECK(values.data[0] == 1);
    CHECK(std::isnan(values.data[1]));
    CHECK(values.data[2] == -INFINITY);
    CHECK(values.data[5] == 3);
    const auto refused = [](const char* given) { return error_of(changed("[[1, 2, 3], [4, 5, 6]]", given)).code; };
    CHECK(refused(R"({ "shape": [2, 2], "float32": "AACAPwAAwH8AAID/AAAAPwAAAEAAAEBA" })") == "size");
    CHECK(refused(R"({ "shape": [4000000, 4000000, 4000000], "float32": "" })") == "size");
    CHECK(refused(R"({ "shape": [1], "float32": "????" })") == "size");
    CHECK(refused(R"({ "shape": [1] })") == "missing_key");
  }

  TEST_CASE("the file that packed values come from has their heads") {
    const auto given = [](const std::string& file) {
      return R"({"format": 1, "id": "own", "version": "1.0.0", "title": {"en": "t"}, "tensors": [
        {"name": "w", "symbol": "W", "role": "weights", "values":
          {"shape": [1, 1, 1], "float32": "AACAPw==", "file": )" +
             file + R"(}}],
        "steps": [{"id": "a", "title": {"en": "a"}, "text": {"en": "a"}, "stage": [{"tensors": ["w"]}]}]})";
    };
    const auto opened =
        lesson::parse(given(R"({"name": "a.npz", "tensor": "q", "heads": 2, "part": 3, "shared": 4, "first": 7})"));
    REQUIRE(opened.has_value());
    CHECK(std::get<lesson::ValuesSource>(opened->tensors[0].making.source).file ==
          graph::FileOrigin{.file = "a.npz", .tensor = "q", .heads = 2, .part = 3, .shared = 4, .first = 7});
    const auto refused = [&](const std::string& file) { return error_of(given(file)).code; };
    CHECK(refused(R"({"name": "a.npz", "tensor": "q", "heads": 2, "part": 3, "shared": 4, "first": 8})") == "size");
    CHECK(refused(R"({"name": "a.py", "tensor": "q", "heads": 2, "part": 0, "shared": 1, "first": 0})") == "file");
  }

  TEST_CASE("values with more than 8 axes are refused") {
    const auto error = error_of(changed("[[1, 2, 3], [4, 5, 6]]", "[[[[[[[[[1]]]]]]]]]"));
    CHECK(error.code == "nesting");
  }

  TEST_CASE("an unknown role names the known ones") {
    const auto error = error_of(changed("\"role\": \"scores\"", "\"role\": \"score\""));
    CHECK(error.code == "unknown_role");
    CHECK(error.path == "/tensors/2/role");
    CHECK(says(error, "scores"));
  }

  TEST_CASE("an unknown axis word is named, and the nearest known one") {
    const auto error = error_of(changed("\"name\": \"token\"", "\"name\": \"tokken\""));
    CHECK(error.code == "unknown_axis");
    CHECK(error.path == "/tensors/0/axes/0/name");
    CHECK(says(error, "token"));
  }

  TEST_CASE("a number of labels that differs from the axis' length is refused") {
    const auto error = error_of(changed("\"labels\": [\"one\",", "\"labels\": [\"one\", \"more\","));
    CHECK(error.code == "axes");
    CHECK(error.path == "/tensors/0/axes");
  }

  TEST_CASE("an unknown parameter is named wherever it is used") {
    CHECK(error_of(changed("{ \"parameter\": \"size\" }", "{ \"parameter\": \"sise\" }")).path ==
          "/tensors/1/random/shape/1/parameter");
    CHECK(error_of(changed("\"parameter\": \"way\", \"cases\"", "\"parameter\": \"ways\", \"cases\"")).code ==
          "unknown_parameter");
    CHECK(error_of(changed("\"controls\": [\"size\"]", "\"controls\": [\"sizes\"]")).path == "/steps/0/controls/0");
  }

  TEST_CASE("a choice between definitions needs a case for each value and no other") {
    const auto missing = error_of(changed("\"value\": \"soft\"", "\"value\": \"softmax\""));
    CHECK(missing.code == "unknown_case");
    CHECK(missing.path == "/tensors/3/choose/cases/soft");
    const auto left = error_of(changed("\"parameter\": \"way\", \"cases\"", "\"parameter\": \"size\", \"cases\""));
    CHECK(left.code == "unknown_case");
  }

  TEST_CASE("a tensor with two definitions or none is refused") {
    const auto two = error_of(changed("\"name\": \"w\",", "\"name\": \"w\", \"values\": [1],"));
    CHECK(two.code == "making");
    CHECK(two.path == "/tensors/1");
    const auto none = error_of(changed("\"values\": [[1, 2, 3], [4, 5, 6]]", "\"ours\": true"));
    CHECK(none.code == "making");
  }

  TEST_CASE("a computed tensor can't be editable") {
    const auto error = error_of(changed("\"name\": \"y\",", "\"name\": \"y\", \"editable\": true,"));
    CHECK(error.path == "/tensors/2/editable");
  }

  TEST_CASE("parameters are checked against their control") {
    CHECK(error_of(changed("\"start\": 2", "\"start\": 9")).path == "/parameters/0/start");
    CHECK(error_of(changed("\"start\": 2", "\"start\": 1.5")).path == "/parameters/0/start");
    CHECK(error_of(changed("\"start\": false", "\"start\": 0")).path == "/parameters/1/start");
    const auto choice = error_of(changed("\"start\": \"dot\"", "\"start\": \"dott\""));
    CHECK(choice.path == "/parameters/2/start");
    CHECK(says(choice, "Did you mean “dot”?"));
    CHECK(error_of(changed("\"least\": 1, \"most\": 4", "\"least\": 4, \"most\": 1")).path == "/parameters/0/least");
    CHECK(error_of(changed("\"control\": \"toggle\"", "\"control\": \"switch\"")).code == "unknown_control");
    // With a step that leads nowhere, the values of the parameter could never be listed.
    const auto step = error_of(changed("\"parameter\": \"way\", \"cases\"", "\"parameter\": \"size\", \"cases\"",
                                       changed("\"least\": 1,", "\"least\": 1, \"step\": -1,")));
    CHECK(step.path == "/parameters/0/step");
  }

  TEST_CASE("steps may only show, map, focus, print and hide existing tensors") {
    CHECK(error_of(changed("{ \"operation\": \"y\" }", "{ \"operation\": \"yy\" }")).path ==
          "/steps/0/stage/0/operation");
    CHECK(error_of(changed("\"map\": [\"x\", \"y\"]", "\"map\": [\"x\", \"yy\"]")).path == "/map/1");
    CHECK(error_of(changed("\"focus\": { \"tensor\": \"y\"", "\"focus\": { \"tensor\": \"yy\"")).path ==
          "/steps/0/focus/tensor");
    CHECK(error_of(changed("\"printed\": \"x\"", "\"printed\": \"xx\"")).path == "/steps/0/code/printed");
    CHECK(error_of(changed("{ \"tensor\": \"y\" }", "{ \"tensor\": \"yy\" }")).path ==
          "/steps/0/question/hides/0/tensor");
    CHECK(error_of(changed("{ \"tensor\": \"y\" }",
                           "{ \"tensor\": \"y\", \"when\": { \"parameter\": \"z\", \"is\": \"a\" } }"))
              .path == "/steps/0/question/hides/0/when/parameter");
  }

  TEST_CASE("a step with nothing on stage is refused") {
    CHECK(error_of(changed("[{ \"operation\": \"y\" }, { \"tensors\": [\"x\", \"w\"] }]", "[]")).path ==
          "/steps/0/stage");
  }

  TEST_CASE("two steps with one id are refused, since links name them") {
    const std::string step =
        "{ \"id\": \"first\", \"title\": { \"en\": \"A\" }, \"text\": { \"en\": \"B\" }, \"stage\": [{ \"operation\": "
        "\"y\" }] },";
    CHECK(error_of(changed("\"steps\": [", "\"steps\": [" + step)).code == "repeated_name");
  }

  TEST_CASE("a lesson file truncated anywhere does not crash the parser") {
    for (std::size_t length = 0; length < small.size(); length += 7)
      CHECK(!lesson::parse(small.substr(0, length)).has_value());
  }

  TEST_CASE("a text, formula or code that depends on a parameter needs a case for each of its values and no other") {
    const auto with = [&](const std::string& cases) {
      return changed(
          "{ \"id\": \"first\",",
          "{ \"id\": \"first\", \"tryIt\": { \"choose\": { \"parameter\": \"way\", \"cases\": {" + cases + "} } },");
    };
    const auto varied = [&](const std::string& cases) { return error_of(with(cases)); };
    const std::string dot = "\"dot\": { \"en\": \"a\" }", soft = "\"soft\": { \"en\": \"b\" }";
    CHECK(varied(dot).code == "missing_case");
    CHECK(varied(dot + ", " + soft + ", \"sofft\": { \"en\": \"c\" }").code == "unknown_case");
    // "else" covers all values without a case, but a misspelt case is still an error.
    CHECK(lesson::parse(with(dot + ", \"else\": { \"en\": \"c\" }")).has_value());
    CHECK(varied("\"sofft\": { \"en\": \"c\" }, \"else\": { \"en\": \"c\" }").code == "unknown_case");
    CHECK(varied(dot + ", \"soft\": { \"en\": \"**b\" }").path == "/steps/0/tryIt/choose/cases/soft/en");
    // A case may itself be a choice, up to a limited depth.
    std::string nested = dot + ", " + soft;
    for (int depth = 1; depth < 4; ++depth) {
      nested = dot + ", \"soft\": { \"choose\": { \"parameter\": \"way\", \"cases\": {" + nested + "} } }";
      CHECK(lesson::parse(with(nested)).has_value());
    }
    nested = dot + ", \"soft\": { \"choose\": { \"parameter\": \"way\", \"cases\": {" + nested + "} } }";
    CHECK(varied(nested).code == "nesting");
  }

  TEST_CASE("a condition that switches a parameter off must be a value of an existing parameter") {
    const auto off = [](const std::string& parameter, const std::string& value) {
      return error_of(changed("\"start\": false }", "\"start\": false, \"off\": [{ \"parameter\": \"" + parameter +
                                                        "\", \"is\": \"" + value +
                                                        "\", \"why\": { \"en\": \"off\" } }] }"));
    };
    CHECK(off("waay", "dot").code == "unknown_parameter");
    CHECK(off("waay", "dot").path == "/parameters/1/off/0/parameter");
    CHECK(off("way", "dots").code == "unknown_case");
    CHECK(says(off("way", "dots"), "Did you mean “dot”?"));
  }

  TEST_CASE("the tensor that names cells must exist and have labels") {
    const auto named = [](const std::string& by) {
      return changed("\"name\": \"w\",", "\"name\": \"w\", \"cellNames\": \"" + by + "\",");
    };
    CHECK(lesson::parse(named("x")).has_value());
    CHECK(error_of(named("xx")).path == "/tensors/1/cellNames");
    CHECK(says(error_of(named("y")), "The first axis of “y” has no labels"));
  }

  TEST_CASE("what a step sets must be a value of an existing parameter, and each once") {
    const auto set = [](const std::string& values) {
      return error_of(changed("\"controls\": [\"size\"]", "\"set\": {" + values + "}"));
    };
    CHECK(set(R"("sise": 3)").code == "unknown_parameter");
    CHECK(set(R"("sise": 3)").path == "/steps/0/set/sise");
    CHECK(says(set(R"("sise": 3)"), "Did you mean “size”?"));
    CHECK(set(R"("size": 9)").path == "/steps/0/set/size");
    CHECK(says(set(R"("size": 9)"), "goes from 1 to 4, not to 9"));
    CHECK(set(R"("masked": 1)").path == "/steps/0/set/masked");
    CHECK(says(set(R"("way": "sof")"), "Did you mean “soft”?"));
    CHECK(set(R"("size": 3, "size": 4)").path == "/steps/0/set/size");
  }
}
