// The figure of what is timed in the page. The times are handed in as the page would.
#include <doctest/doctest.h>

#include <utility>

#include "figures/timing/view.hpp"
#include "ui/support/harness.hpp"

using explorer::Timing;
using ui_test::at_step;
using ui_test::Harness;

namespace {

struct Timed : Harness {
  Timed(float width, float height) : Harness(ui_test::open_lesson("tiles"), width, height) {
    around.touch = width < 600;
    at_step(*this, "cost");
    settle();
    forget();
  }
};

void report_times(Harness& page, Timing timing) {
  REQUIRE(page.explorer.apply(explorer::ReportTiming{std::move(timing)}).has_value());
  page.settle();
}

const explorer::TimingView& timing_of(const Harness& page) {
  return *page.explorer.view().figure<explorer::TimingView>();
}

}  // namespace

TEST_CASE("a button has attention timed for the chosen number of tokens, and the outcome is a ratio") {
  for (const auto& [width, height] :
       {std::pair{1440.0f, 900.0f}, {1024.0f, 768.0f}, {390.0f, 844.0f}, {720.0f, 420.0f}}) {
    INFO(width << "x" << height);
    Timed page(width, height);
    REQUIRE(page.where("measure"));
    page.click_at("measure");
    CHECK(page.requests == std::vector{ui::Request::measure});
    CHECK(timing_of(page).tokens == 1024);
    const auto before = page.where("timing:how");
    REQUIRE(before);
    CHECK(before->x1 <= width);

    report_times(page, {.state = Timing::State::running, .tokens = 1024, .plain = 0, .tiles = 0, .why = {}});
    CHECK_FALSE(timing_of(page).may_measure);
    report_times(page, {.state = Timing::State::done, .tokens = 1024, .plain = 30.5, .tiles = 12.2, .why = {}});
    CHECK(timing_of(page).may_measure);
    CHECK(timing_of(page).outcome.contains("2.5"));  // 30.5 / 12.2
    CHECK(timing_of(page).ways.front().text == "30.5 ms");
    CHECK(timing_of(page).ways.back().share == doctest::Approx(0.4));  // of the longer bar
    CHECK(page.where("timing:how")->y0 == before->y0);                 // nothing moves

    report_times(page, {.state = Timing::State::done, .tokens = 1024, .plain = 10, .tiles = 15, .why = {}});
    CHECK(timing_of(page).outcome.contains("whole matrix"));
    CHECK(timing_of(page).outcome.contains("1.5"));
  }
}

TEST_CASE("times belong to their number of tokens; more tokens than fit are not timed, with the reason") {
  Timed page(1440, 900);
  report_times(page, {.state = Timing::State::done, .tokens = 1024, .plain = 30, .tiles = 10, .why = {}});
  const auto tokens = [&](double count) {
    REQUIRE(page.explorer.apply(explorer::SetParameter{"length", count}).has_value());
    page.settle();
  };
  tokens(2048);
  CHECK(timing_of(page).ways.front().text.empty());
  CHECK(timing_of(page).may_measure);
  tokens(1024);
  CHECK(timing_of(page).ways.front().text == "30.0 ms");
  tokens(16384);
  CHECK_FALSE(timing_of(page).may_measure);
  CHECK(timing_of(page).outcome.contains("1024 MB"));  // 4 · 16384² bytes
  page.forget();
  page.click_at("measure");
  CHECK(page.requests.empty());
  tokens(512);
  report_times(page, {.state = Timing::State::failed, .tokens = 512, .plain = 0, .tiles = 0, .why = "No worker."});
  CHECK(timing_of(page).outcome == "Nothing was measured: No worker.");
}

TEST_CASE("the reading view has the same button, times and sentence") {
  Timed page(1440, 900);
  report_times(page, {.state = Timing::State::done, .tokens = 1024, .plain = 30, .tiles = 10, .why = {}});
  const std::string json = page.explorer.reading_json();
  CHECK(json.contains(R"("action":{"request":"measure","label":"Measure","sizes":[1024,64],"enabled":true})"));
  CHECK(json.contains("whole matrix: 30.0 ms"));
  CHECK(json.contains("3.0 times as fast"));
  CHECK(json.contains("scaledDotProductAttention"));
}
