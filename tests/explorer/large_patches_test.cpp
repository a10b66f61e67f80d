// Patches of a picture as the large map's tokens: their properties, the heads' patterns, names, links, and the reader's own
// picture.
#include <algorithm>
#include <cmath>
#include <span>

#include "explorer/support.hpp"
#include "large_map/row.hpp"

using namespace explorer;
using namespace explorers;

namespace {

constexpr std::size_t side = large_map::picture_side;

SetLarge patches(std::size_t tokens, large_map::Model model = large_map::Model::patterns) {
  SetLarge command;
  command.setup.of = large_map::Tokens::patches;
  command.setup.tokens = tokens;
  command.setup.causal = false;
  command.setup.model = model;
  return command;
}

large_map::Computation made(const SetLarge& command, std::size_t head = 0) {
  large_map::Computation large;
  large.show(command.setup, head);
  large.finish_vectors();
  return large;
}

// Left and right half in two colours.
large_map::Pixels halves(std::array<std::uint8_t, 3> left, std::array<std::uint8_t, 3> right) {
  large_map::Pixels out;
  for (std::size_t i = 0; i < side * side; ++i)
    for (std::size_t c = 0; c < 3; ++c) out.push_back(i % side < side / 2 ? left[c] : right[c]);
  return out;
}

std::string in_base64(const large_map::Pixels& pixels) {
  const char* const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i + 2 < pixels.size(); i += 3) {
    const unsigned bits = unsigned{pixels[i]} << 16 | unsigned{pixels[i + 1]} << 8 | pixels[i + 2];
    for (const int shift : {18, 12, 6, 0}) out += letters[bits >> shift & 63];
  }
  return out;
}

std::string own_command(const large_map::Pixels& pixels, std::size_t tokens = 64) {
  return R"({"type": "SetLarge", "of": "patches", "causal": false, "tokens": )" + std::to_string(tokens) +
         R"(, "picture": "own:)" + in_base64(pixels) + "\"}";
}

}  // namespace

// OKLab of sRGB's red, white and grey as B. Ottosson's page on it and CSS Color 4 give them.
TEST_CASE("a patch is described by its mean colour in OKLab, its contrast, and its position from the middle") {
  large_map::Patches seen;
  seen.take(halves({255, 0, 0}, {255, 255, 255}), 4);
  const large_map::Patch red = seen.all()[0], white = seen.all()[15];
  CHECK(red.lightness == doctest::Approx(0.62796).epsilon(1e-4));
  CHECK(red.a == doctest::Approx(0.22486).epsilon(1e-4));
  CHECK(red.b == doctest::Approx(0.12585).epsilon(1e-4));
  CHECK(white.lightness == doctest::Approx(1).epsilon(1e-4));
  CHECK(std::abs(white.a) < 1e-3);
  CHECK(red.contrast < 1e-6);
  CHECK(red.row == -1.5f);
  CHECK(white.column == 1.5f);
  seen.take(halves({128, 128, 128}, {0, 0, 0}), 2);
  CHECK(seen.all()[0].lightness == doctest::Approx(0.59987).epsilon(1e-4));  // #808080
  seen.take(halves({0, 0, 0}, {255, 255, 255}), 2);
  CHECK(seen.all()[0].contrast == 0);
  large_map::Pixels stripes;
  for (std::size_t i = 0; i < side * side * 3; ++i) stripes.push_back(i / 3 % 2 == 0 ? 0 : 255);
  seen.take(stripes, 2);
  CHECK(seen.all()[3].contrast == doctest::Approx(0.5));
}

TEST_CASE("a patch depends on all of its own pixels and on none of its neighbours'") {
  for (const std::size_t across : {2, 8, 32, 128}) {
    const std::size_t wide = side / across, row = across - 1, column = across / 2, patch = row * across + column;
    const auto pixels = static_cast<double>(wide * wide);
    for (const std::size_t y : {std::size_t{0}, wide - 1})
      for (const std::size_t x : {std::size_t{0}, wide - 1}) {  // its corners
        large_map::Pixels night(side * side * 3, 0);
        const std::size_t lamp = (row * wide + y) * side + column * wide + x;
        std::fill_n(night.begin() + static_cast<std::ptrdiff_t>(3 * lamp), 3, std::uint8_t{255});
        large_map::Patches seen;
        seen.take(night, across);
        std::vector<float> projected;
        seen.project(night, 1, 32, projected);
        INFO(across << " in a row, corner " << y << ", " << x);
        for (std::size_t i = 0; i < seen.all().size(); ++i) {
          const bool lit = i == patch;
          // One white pixel among black ones: mean 1/n, and the standard deviation.
          CHECK(seen.all()[i].contrast == doctest::Approx(lit ? std::sqrt(1 / pixels - 1 / pixels / pixels) : 0));
          CHECK(seen.all()[i].lightness == doctest::Approx(lit ? std::cbrt(1 / pixels) : 0).epsilon(1e-3));
          const std::span<const float> all(projected);
          CHECK(std::ranges::equal(all.subspan(i * 32, 32), all.subspan(0, 32)) == !lit);
        }
      }
  }
}

TEST_CASE("the score of every head is the formula in patches.hpp, a function of the two patches only") {
  const std::size_t across = 16;
  for (std::size_t head = 0; head < 24; ++head) {
    const large_map::Computation large = made(
        [] {
          SetLarge command = patches(across * across);
          command.setup.layers = 2;
          return command;
        }(),
        head);
    large_map::Patches seen;
    seen.take(*large.pixels(), across);
    const large_map::PatchPattern p = large_map::patch_pattern_of(head, across);
    INFO("head " << head);
    for (std::size_t n = 0; n < 200; ++n) {
      const std::size_t i = n * 37 % 256, j = n * 101 % 256;
      const large_map::Patch &a = seen.all()[i], &b = seen.all()[j];
      const auto square = [](double v) { return v * v; };
      const auto back = static_cast<double>(p.offset);
      using Kind = large_map::PatchPattern::Kind;
      const double row = a.row - (p.kind == Kind::above ? back : 0);
      const double column = p.kind == Kind::mirror ? -a.column : a.column - (p.kind == Kind::left ? back : 0);
      const double light = square(double{b.lightness} - a.lightness);
      const double wanted = -p.color * (light + square(double{b.a} - a.a) + square(double{b.b} - a.b)) -
                            p.light * light - p.rows * square(b.row - row) - p.columns * square(b.column - column) +
                            p.bright * b.lightness + p.rough * b.contrast;
      CHECK(large.map().score(i, j) == doctest::Approx(wanted).epsilon(1e-3));
    }
  }
}

TEST_CASE("patch heads attend as their names say") {
  const std::size_t across = 32;
  for (std::size_t head = 0; head < 12; ++head) {
    const large_map::Computation large = made(patches(across * across), head);
    large_map::Patches seen;
    seen.take(*large.pixels(), across);
    const auto& all = seen.all();
    const auto lightest = std::ranges::max_element(all, {}, &large_map::Patch::lightness) - all.begin();
    const auto roughest = std::ranges::max_element(all, {}, &large_map::Patch::contrast) - all.begin();
    std::size_t asked = 0, right = 0;
    for (std::size_t i = across + 1; i < all.size(); i += 29) {
      if (i % across == 0) continue;
      const large_map::Row row = large_map::row_of(large, i);
      const std::size_t at = large_map::largest_of_row(row, 1).front();
      double in_row = 0, in_column = 0;
      for (std::size_t n = 0; n < across; ++n) {
        in_row += row.weights[i / across * across + n];
        in_column += row.weights[n * across + i % across];
      }
      ++asked;
      using Kind = large_map::PatchPattern::Kind;
      switch (large_map::patch_pattern_of(head, across).kind) {
        case Kind::left: right += at == i - 1; break;
        case Kind::above: right += at == i - across; break;
        case Kind::row: right += in_row > 0.9; break;
        case Kind::column: right += in_column > 0.9; break;
        case Kind::mirror: right += at == i / across * across + across - 1 - i % across; break;
        case Kind::bright: right += at == static_cast<std::size_t>(lightest); break;
        case Kind::edges: right += at == static_cast<std::size_t>(roughest); break;
        case Kind::light: right += std::abs(all[at].lightness - all[i].lightness) < 0.005; break;
        case Kind::even: right += std::abs(row.weights[7] * 1024 - 1) < 1e-3; break;
        case Kind::near: right += at == i; break;
        case Kind::same:
        case Kind::same_near: {
          // Nine tenths of the weight are on colours almost like its own (within 0.08 in OKLab).
          double near = 0;
          for (std::size_t j = 0; j < all.size(); ++j)
            if (std::hypot(all[j].lightness - all[i].lightness, all[j].a - all[i].a, all[j].b - all[i].b) < 0.08)
              near += row.weights[j];
          right += near > 0.9;
          break;
        }
      }
    }
    INFO("head " << head << ": " << right << " of " << asked);
    REQUIRE(asked > 20);
    CHECK(static_cast<double>(right) >= 0.9 * static_cast<double>(asked));
  }
}

TEST_CASE("a patch is found by row and column in the words of any language; a single number is a token's index") {
  const large_map::Computation large = made(patches(1024));
  CHECK(large.words()[2 * 32 + 16] == "3, 17");
  for (const char* name : {"3, 17", "3 17", "row 3, column 17", "Zeile 3, Spalte 17"})
    CHECK(large.find(name) == std::vector<std::size_t>{2 * 32 + 16});
  CHECK(large.find("81") == std::vector<std::size_t>{80});
  for (const char* name : {"33, 1", "0, 5", "1, 2, 3", "harbour", "99999999999999999999999 1"})
    CHECK(large.find(name).empty());
}

TEST_CASE("the number of patches must be a square; switching between words and patches can be undone") {
  Explorer e = small();
  must(e, ShowLarge{});
  for (const std::size_t tokens : {2, 8, 1000, 2048, 65536}) CHECK(refusal(e, patches(tokens)).contains("4,096"));
  for (const std::size_t tokens : {4, 16, 64, 256, 1024, 4096, 16384}) {
    must(e, patches(tokens));
    CHECK(e.large_map().computation().across() * e.large_map().computation().across() == tokens);
    CHECK(large_map::patches_near(tokens) == tokens);
  }
  CHECK(large_map::patches_near(2) == 4);
  CHECK(large_map::patches_near(1000) == 1024);
  CHECK(large_map::patches_near(8192) == 16384);
  must(e, Undo{});
  CHECK(e.large_map().computation().across() == 64);
  must(e, SetLarge{large_map::Setup{}, false});
  CHECK(e.large_map().computation().across() == 0);
  CHECK(e.large_map().computation().words()[0] == "The");
}

TEST_CASE("random patch heads depend on the seed and on the pixels") {
  const auto query = [](std::size_t seed, const large_map::Pixels* pixels) {
    SetLarge command = patches(64, large_map::Model::random);
    command.setup.seed = seed;
    if (pixels) command.setup.own = std::make_shared<const large_map::Pixels>(*pixels);
    return made(command).map().query();
  };
  const large_map::Pixels two = halves({200, 30, 30}, {30, 30, 200});
  CHECK(query(1, nullptr) == query(1, nullptr));
  CHECK(query(1, nullptr) != query(2, nullptr));
  CHECK(query(1, nullptr) != query(1, &two));
  // In a picture of one colour patches differ by position only, in one of two halves by colour too: between patches of one half
  // queries differ as in the plain picture, between the halves they do not.
  const large_map::Pixels one = halves({90, 90, 90}, {90, 90, 90});
  const std::vector<float> plain = query(1, &one), both = query(1, &two);
  const auto change = [](const std::vector<float>& all, std::size_t from, std::size_t to) {
    std::vector<float> out;
    for (std::size_t d = 0; d < large_map::Computation::width; ++d)
      out.push_back(all[to * large_map::Computation::width + d] - all[from * large_map::Computation::width + d]);
    return out;
  };
  const auto apart = [&](std::size_t from, std::size_t to) {
    const std::vector<float> a = change(plain, from, to), b = change(both, from, to);
    float most = 0;
    for (std::size_t d = 0; d < large_map::Computation::width; ++d) most = std::max(most, std::abs(a[d] - b[d]));
    return most;
  };
  CHECK(std::ranges::any_of(change(plain, 0, 1), [](float by) { return std::abs(by) > 0.1f; }));
  CHECK(apart(0, 3) < 1e-3f);
  CHECK(apart(3, 4) > 0.1f);
  CHECK(apart(0, 56) < 1e-3f);  // the same column, seven rows below
}

TEST_CASE("with a picture of two halves a patch attends evenly to its own half only") {
  Explorer e = small();
  must(e, ShowLarge{});
  REQUIRE(e.apply_json(own_command(halves({200, 30, 30}, {30, 30, 200}))).has_value());
  must(e, LookLarge{.head = 1});
  std::string source;
  e.large_map().write_source(source);
  CHECK(source.contains("yours"));
  const auto row = parse(e.large_map().rows_json(0, 1));
  REQUIRE(e.large_map().computation().map().ready());
  const large_map::Row first = large_map::row_of(e.large_map().computation(), 0);
  for (std::size_t j = 0; j < 64; ++j)
    CHECK(first.weights[j] == doctest::Approx(j % 8 < 4 ? 1.0 / 32 : 0).epsilon(1e-4));
  CHECK(*row.root()["rows"].items()[0]["label"].text() == "row 1, column 1");
  // The same with the halves one above the other: rows are not columns.
  large_map::Pixels turned;
  for (std::size_t i = 0; i < side * side; ++i)
    for (const std::uint8_t c :
         i < side * side / 2 ? std::array<std::uint8_t, 3>{200, 30, 30} : std::array<std::uint8_t, 3>{30, 30, 200})
      turned.push_back(c);
  REQUIRE(e.apply_json(own_command(turned)).has_value());
  parse(e.large_map().rows_json(0, 1));
  const large_map::Row upper = large_map::row_of(e.large_map().computation(), 7);
  for (std::size_t j = 0; j < 64; ++j) CHECK(upper.weights[j] == doctest::Approx(j < 32 ? 1.0 / 32 : 0).epsilon(1e-4));
}

TEST_CASE(
    "a link with the reader's own picture keeps it in the same page and falls back to the built-in one elsewhere") {
  Explorer e = small();
  must(e, ShowLarge{});
  must(e, patches(256));
  must(e, LookLarge{.follow = false});
  const std::string scene = e.link();
  CHECK(scene == "view=large&m.of=patches&m.tokens=256&m.causal=0&m.follow=0");
  Explorer other = small();
  CHECK(other.open_link(scene).empty());
  CHECK(other.state().large == e.state().large);
  REQUIRE(e.apply_json(own_command(halves({9, 9, 9}, {250, 250, 250}), 256)).has_value());
  const std::string own = e.link();
  CHECK(own.contains("m.picture=own"));
  CHECK(own.size() < 200);
  const auto pixels = e.state().large.setup.own;
  must(e, Undo{});
  CHECK(e.state().large.setup.own == nullptr);
  CHECK(e.open_link(own).empty());
  CHECK(e.state().large.setup.own == pixels);
  const std::vector<std::string> notes = other.open_link(own);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].contains("stay on the computer"));
  CHECK(other.state().large.setup.own == nullptr);
  CHECK(other.state().large.setup.of == large_map::Tokens::patches);
}

TEST_CASE("an invalid picture is refused with a description of a valid one") {
  Explorer e = small();
  must(e, ShowLarge{});
  const auto told = [&](const std::string& picture) {
    const auto done = e.apply_json(R"({"type": "SetLarge", "of": "patches", "picture": ")" + picture + "\"}");
    return done ? std::string() : done.error().message;
  };
  for (const char* picture : {"own:AAAA", "own:?", "harbour"}) CHECK(told(picture).contains("256 × 256"));
  CHECK(told("own").contains("Open one first"));
  CHECK(told("page").empty());
}

TEST_CASE("the built-in picture is deterministic, has light and dark parts, and repeats colours") {
  const large_map::Pixels scene = large_map::sample_picture();
  REQUIRE(scene.size() == side * side * 3);
  CHECK(scene == large_map::sample_picture());
  const auto at = [&](std::size_t row, std::size_t column) { return scene.data() + (row * side + column) * 3; };
  CHECK(at(50, 205)[0] == 255);  // the lamp, 1.0 of red
  CHECK(at(50, 205)[1] == 242);  // 0.95 of green
  // The tower's red is the small sail's.
  CHECK(std::equal(at(100, 205), at(100, 205) + 3, at(180, 48)));
}
