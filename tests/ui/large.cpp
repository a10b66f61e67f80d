// The large map without a GPU: where its parts lie at every size, what they show, and its controls.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "large_map/row.hpp"
#include "sanitized.hpp"
#include "ui/support/large_map.hpp"

using ui::LargeLayout;
using ui::LargeSpace;
using ui::LargeWindow;
using ui::Rect;
using ui_test::Harness;
using ui_test::large_look;
using ui_test::open_lesson;
using ui_test::show_large_map;

TEST_CASE("at every size map, labels, profiles, legend and panel do not overlap, and the map is square") {
  for (const auto& [width, height] : {std::pair(1440.0f, 900.0f),
                                      {1920.0f, 1080.0f},
                                      {1100.0f, 700.0f},
                                      {1024.0f, 768.0f},
                                      {768.0f, 1024.0f},
                                      {390.0f, 844.0f},
                                      {320.0f, 640.0f},
                                      {844.0f, 390.0f},
                                      {3840.0f, 2160.0f}})
    for (const bool touch : {false, true}) {
      LargeSpace space;
      space.width = width;
      space.height = height;
      space.touch = touch;
      const LargeLayout at = ui::lay_out_large(space);
      INFO(width << "x" << height << (touch ? ", touch" : ""));
      CHECK(at.map.width() == doctest::Approx(at.map.height()));
      CHECK(at.map.width() >= 150);
      const Rect screen{0, 0, width, height};
      const Rect all[] = {at.map,    at.row_labels, at.row_profile, at.column_profile,
                          at.legend, at.status,     at.panel,       at.heads};
      for (const Rect& part : all) CHECK(ui::within(part.empty() ? screen : part, screen, 1));
      for (std::size_t i = 0; i < std::size(all); ++i)
        for (std::size_t j = i + 1; j < std::size(all); ++j) {
          INFO(i << " and " << j);
          CHECK_FALSE(ui::overlap(all[i], all[j]));
        }
      CHECK_FALSE(ui::overlap(at.zoom, at.map));
      CHECK_FALSE(ui::overlap(at.zoom, at.title));
      CHECK(at.panel.height() >= 150);
      CHECK(at.row_profile.x0 == at.map.x0);
      CHECK(at.row_profile.x1 == at.map.x1);
      CHECK(at.column_profile.y0 == at.map.y0);
    }
}

TEST_CASE("a texel is never smaller than a pixel and never twice as large") {
  for (const std::size_t tokens : {2, 600, 1000, 4096, 16384})
    for (const float ratio : {1.0f, 2.0f})
      for (const double zoom : {1.0, 1.3, 2.0, 7.7, 100.0}) {
        const LargeWindow at = ui::large_window({0, 0, 600, 600}, tokens, zoom, 0.5, 0.5);
        const std::size_t factor = ui::large_factor(at, ratio);
        const double texel = at.cell * ratio * static_cast<double>(factor);
        CHECK(texel >= 0.999);
        if (factor > 1) CHECK(texel < 2);
      }
}

TEST_CASE("a head is selected by its thumbnail; colour steps, pooling, mask and tokens by their controls") {
  Harness page(open_lesson(), 1440, 1400);
  show_large_map(page);
  page.click_at("large-head:4");
  CHECK(large_look(page).head == 4);
  page.click_at("large-steps:2");
  CHECK(large_look(page).steps == explorer::ColorSteps::logarithmic);
  page.click_at("large-pool:1");
  CHECK(large_look(page).mean);
  page.click_at("large-causal");
  CHECK_FALSE(page.explorer.state().large.setup.causal);
  page.click_at("large-model:1");
  CHECK(page.explorer.state().large.setup.model == large_map::Model::random);
  page.click_at("undo");
  page.settle();
  CHECK(page.explorer.state().large.setup.model == large_map::Model::patterns);
  page.click_at("lessons");
  CHECK(page.explorer.state().contents);
}

TEST_CASE("entering a word goes to its first token, then to the next or previous one; a number goes to that token") {
  Harness page(open_lesson(), 1440, 900);
  show_large_map(page, 1024);
  page.click_at("large-find");
  page.frame();
  REQUIRE(page.last_frame.edit);
  CHECK(page.explorer.state().edit->words());
  page.type_text("harbour");
  page.frame();
  page.enter_text("harbour");
  page.settle();
  const std::vector<std::size_t> all = page.explorer.large_map().computation().find("harbour");
  REQUIRE(all.size() > 2);
  REQUIRE(large_look(page).cell);
  CHECK(large_look(page).cell->first == all[0]);
  CHECK(large_look(page).zoom > 1);
  page.click_at("large-find:next");
  CHECK(large_look(page).cell->first == all[1]);
  page.click_at("large-find:before");
  CHECK(large_look(page).cell->first == all[0]);
  page.click_at("large-find");
  page.enter_text("700");
  page.settle();
  CHECK(large_look(page).cell->first == 699);
}

TEST_CASE("the source's switch turns patches of a picture into tokens, without a mask, and back into words" *
          doctest::skip(sanitized)) {
  Harness page(open_lesson(), 1440, 2000);
  show_large_map(page, 2000);
  page.click_at("large-of:2");
  page.settle();
  const large_map::Setup& setup = page.explorer.state().large.setup;
  CHECK(setup.of == large_map::Tokens::patches);
  CHECK(setup.tokens == 1024);
  CHECK_FALSE(setup.causal);
  CHECK(page.where("large-picture"));
  CHECK(page.where("large-patches:32 × 32 patches of 8 × 8 pixels"));
  page.click_at("large-picture:own");
  CHECK(std::ranges::find(page.requests, ui::Request::open_picture) != page.requests.end());
  page.click_at("large-of:0");
  page.settle();
  CHECK(setup.of == large_map::Tokens::words);
  CHECK(setup.causal);
  CHECK_FALSE(page.where("large-picture"));
}

TEST_CASE("trained heads are of letters, and the map waits for them; with words come heads made by hand again") {
  Harness page(open_lesson(), 1440, 2000);
  show_large_map(page, 2000);
  page.click_at("large-model:2");
  page.settle();
  const large_map::Setup& setup = page.explorer.state().large.setup;
  CHECK(setup.of == large_map::Tokens::letters);
  CHECK(setup.model == large_map::Model::trained);
  CHECK(setup.tokens == 1024);
  CHECK(page.where("large-status:begun"));
  // Nothing that they do not have: their mask and number are those of the training, which is not here yet.
  for (const char* id : {"large-causal", "large-layers", "large-per-layer", "large-seed", "large-code"}) {
    CAPTURE(id);
    CHECK_FALSE(page.where(id));
  }
  page.click_at("large-of:0");
  page.settle();
  CHECK(setup.of == large_map::Tokens::words);
  CHECK(setup.model == large_map::Model::patterns);
  CHECK(page.where("large-causal"));
}

TEST_CASE("textures of a previous large map are not reused for a new one") {
  Harness page(open_lesson(), 1440, 900);
  show_large_map(page, 300);
  const std::uint64_t first = page.explorer.large_map().computation().map().coarse().id;
  REQUIRE(page.explorer.apply(explorer::ShowContents{true}).has_value());
  page.settle();
  show_large_map(page, 64);
  CHECK(page.explorer.large_map().computation().map().coarse().id != first);
  CHECK(page.where("large-row:63"));
}

TEST_CASE("thumbnails say how many queries they are computed from" * doctest::skip(sanitized)) {
  Harness page(open_lesson(), 1440, 900);
  show_large_map(page, 256);
  while (page.explorer.large_map().work(page.last_frame.large, [] { return false; })) continue;
  page.settle();
  CHECK(page.where("large-thumbnails:256"));
  show_large_map(page, 8192);
  CHECK(page.where("large-thumbnails:64"));
}

TEST_CASE("a card in the contents leads to the large map, by pointer and by keyboard") {
  Harness page(open_lesson(), 1440, 900);
  REQUIRE(page.explorer.apply(explorer::ShowContents{true}).has_value());
  page.settle();
  page.click_at("large");
  CHECK(page.explorer.state().large.shown);
  CHECK_FALSE(page.explorer.state().contents);
}

TEST_CASE("on a phone everything clickable is large enough for a finger") {
  Harness page(open_lesson(), 390, 844);
  page.around.touch = true;
  show_large_map(page);
  for (const char* id : {"lessons", "menu", "large-zoom:in", "large-zoom:out", "large-find"}) {
    const auto at = page.where(id);
    REQUIRE_MESSAGE(at, id);
    CHECK(at->height() >= 44);
    CHECK(at->width() >= 44);
  }
}

TEST_CASE(
    "labels of rows and columns overlap neither each other, nor the numbers of the profiles, nor the screen's edge" *
    doctest::skip(sanitized)) {
  struct Room {
    float width, height;
  };
  for (const Room room : {Room{1440, 900}, {1024, 768}, {720, 420}, {390, 844}}) {
    Harness page(open_lesson(), room.width, room.height);
    show_large_map(page, 1024);
    std::size_t labels = 0;
    for (const double zoom : {1.0, 16.0, 64.0, 90.0, 120.0}) {
      for (int shift = 0; shift < 12; ++shift) {  // the last column is seen whole, or less and less of it
        const double middle = 0.4 + 0.0001 * shift;
        explorer::LookLarge look{.window = explorer::LookLarge::Window{zoom, middle, middle}};
        look.cell = shift % 3 == 0 ? std::optional(std::pair<std::size_t, std::size_t>{412, 408}) : std::nullopt;
        REQUIRE(page.explorer.apply(look).has_value());
        page.settle();
        INFO(room.width << " × " << room.height << ", zoom " << zoom << ", shift " << shift);
        std::vector<Rect> seen, rows;
        std::optional<Rect> zero, most;
        for (const auto& [id, where] : page.items()) {
          if (id.starts_with("large-column-label:")) seen.push_back(where);
          if (id.starts_with("large-row-label:")) rows.push_back(where);
          if (id == "large-row-scale:most") rows.push_back(where);  // below them all
          if (id == "large-column-scale:0") zero = where;
          if (id == "large-column-scale:most") most = where;
        }
        std::ranges::sort(seen, {}, &Rect::x0);
        for (std::size_t i = 1; i < seen.size(); ++i) CHECK(seen[i].x0 >= seen[i - 1].x1 + 4);
        labels += seen.size();
        std::ranges::sort(rows, {}, &Rect::y0);
        for (std::size_t i = 1; i < rows.size(); ++i) CHECK(rows[i].y0 >= rows[i - 1].y1 - 0.01f);
        if (!zero) continue;  // no column is followed
        REQUIRE(most);
        CHECK(most->x0 >= zero->x1 + 4);
        CHECK(most->x1 <= room.width - 8);
        for (const Rect& label : seen) CHECK(label.x1 + 3 <= zero->x0);
      }
    }
    CHECK(labels > 100);
  }
}
