// Numbers as a reader sees them, symbols, roles and messages.
#include <set>

#include "graph/build.hpp"

using namespace build;

TEST_CASE("numbers have a true minus, whole ones no decimals, and tiny ones never show as 0") {
  CHECK(format_number(4, 2) == "4");
  CHECK(format_number(4, 2, false) == "4.00");
  CHECK(format_number(-0.5, 2) == "−0.50");
  CHECK(format_number(0.46831, 2) == "0.47");
  CHECK(format_number(0.46831, 4) == "0.4683");
  CHECK(format_number(6.0337e-06, 2) == "6.0e−6");
  CHECK(format_number(-6.0337e-06, 4) == "−6.0e−6");
  CHECK(format_number(0.00304, 2) == "0.0030");
  CHECK(format_number(0.3, 0) == "0.30");
  CHECK(format_number(0.001, 2) == "0.0010");
  CHECK(format_number(0, 2) == "0");
  CHECK(format_number(-0.0, 2) == "0");
  CHECK(format_number(-0.0, 2, false) == "0.00");
  CHECK(format_number(HUGE_VAL, 2) == "∞");
  CHECK(format_number(-HUGE_VAL, 2) == "−∞");
  CHECK(format_number(std::nan(""), 2) == "NaN");
  CHECK(format_number(123456789, 0) == "123456789");
  CHECK(format_number(3.4e38, 2) == "3.40e38");
  CHECK(format_number(0.999999, 2) == "1.00");
  CHECK(format_number(1.5, 0) == "2");
  CHECK(format_number(0.125, 2) == "0.12");  // halves of exact numbers go to the even digit, as PyTorch prints them
}

TEST_CASE("a float32 is shown with at most seven significant digits") {
  CHECK(format_float(54.598148, 4) == "54.5981");
  CHECK(format_float(162754.797, 4) == "162754.8");
  CHECK(format_float(1234567.5, 2) == "1234568");
  CHECK(format_float(8886110.52, 4) == "8886111");
  CHECK(format_float(-162754.797, 2) == "−162754.8");
  CHECK(format_float(0.123456789, 9) == "0.1234568");
  CHECK(format_float(0.00123456789, 9) == "0.001234568");
  CHECK(format_float(9048920, 4) == "9048920");
  CHECK(format_float(16777216, 4) == "16777216");     // float32 has every whole number up to this one
  CHECK(format_float(485165195.4, 4) == "4.8517e8");  // e^20
  CHECK(format_float(485165184, 9) == "4.851652e8");  // the nearest float32: a whole number, but not exact to the unit
  CHECK(format_float(0.46831, 2) == "0.47");
  CHECK(format_float(4, 2) == "4");
  CHECK(format_float(HUGE_VAL, 2) == "∞");
  CHECK(format_float(0, 4) == "0");
}

TEST_CASE("printed names have a base, a subscript and a superscript") {
  CHECK(parse_symbol("W_q") == Symbol{"W", "q", ""});
  CHECK(parse_symbol("K^T") == Symbol{"K", "", "T"});
  CHECK(parse_symbol("α′_{1,i}") == Symbol{"α′", "1,i", ""});
  CHECK(parse_symbol("x^{(i)}_2") == Symbol{"x", "2", "(i)"});
  CHECK(parse_symbol("attn\\_scores") == Symbol{"attn_scores", "", ""});
  CHECK(parse_symbol("ω_β") == Symbol{"ω", "β", ""});
  CHECK(parse_symbol("x_{un") == Symbol{"x", "un", ""});
  CHECK(parse_symbol("x_") == Symbol{"x", "", ""});
  CHECK(plain(parse_symbol("W_q^T")) == "W_q^T");
}

TEST_CASE("roles are parsed from their spelling and have the colour of their result") {
  CHECK(parse_role("query_projection") == Role::query_projection);
  CHECK(role_name(Role::scaled_scores) == "scaled_scores");
  CHECK(family(Role::query_projection) == Family::query);
  CHECK(family(Role::scaled_scores) == Family::scores);
  CHECK(family(Role::mask) == Family::neutral);
  const Result<Role> none = parse_role("wieghts");
  REQUIRE_FALSE(none);
  CHECK(none.error().code == "role");
  CHECK(none.error().message.find("weights") != std::string::npos);
}

TEST_CASE("messages are filled in, ids among their arguments translated, a plain @ kept") {
  CHECK(english({"place.nn", {"@axis.query", "1", "@axis.key", "2"}}) == "query 1, key 2");
  CHECK(english({"label", {literal("@home")}}) == "@home");
  CHECK(english({"label", {literal("{0}")}}) == "{0}");
  CHECK(english({}).empty());
  CHECK(english({"no.such", {}}) == "no.such");
  std::set<std::string_view> ids;
  for (const MessageText& message : messages()) {
    CHECK(ids.insert(message.id).second);
    CHECK_FALSE(message.english.empty());
  }
}
