#include <chrono>
#include <cmath>
#include <cstdio>

#include "lesson/run/run.hpp"
#include "training/support.hpp"

TEST_SUITE("the lesson letters, trained") {
  TEST_CASE("try it") {
    const lesson::Lesson opened = expect::value(lesson::parse(files::page_lesson("letters")));
    for (const bool on : {true, false}) {
      auto trainer = expect::value(training::Trainer::make(opened, {{{"attention", on}}, {}, "en"}));
      std::size_t n = 0;
      for (const auto& w : trainer->weights()) n += w.values.size();
      std::printf("%zu parameters\n", n);
      const auto begin = std::chrono::steady_clock::now();
      double mean = 0;
      while (trainer->taken() < (on ? 1000u : 500u) && trainer->step()) {
        mean += trainer->losses().back();
        if (trainer->taken() % 100 == 0) {
          std::printf("%zu: %.3f %.3f  %.1f s\n", trainer->taken(), mean / 100, trainer->held_out().back().loss,
                      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
          mean = 0;
          std::fflush(stdout);
        }
      }
      const auto graph = expect::value(lesson::run(opened, {}));
      const auto& labels = graph.node(*graph.find("alphabet")).axes[0].labels;
      for (const auto& one : trainer->written())
        for (const auto& line : one.lines) {
          std::string text;
          for (const float id : line) text += static_cast<std::size_t>(id) < labels.size() ? labels[static_cast<std::size_t>(id)] : "_";
          std::printf("%zu: %s\n", one.step, text.c_str());
        }
      for (const char* name : {"singles", "pairs", "triples"}) std::printf("%s %.4f\n", name, graph.at(*graph.find(name), {}));
    }
  }
}
