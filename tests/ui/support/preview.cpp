// Draws a screen to a PNG without GPU or browser, by rasterising ImGui's triangles: to look at during development.
//   preview OUT.png FONTS_DIR FORMULAE.json [size=1440x900] [ratio=1] [light] [embed] [touch] [step=ID] [hover=ID]
//           [click=ID] [moves=ID] [tabs=N] [wait=SECONDS] [lesson=NAME] [link=step=ID&…] [contents] [begun=LESSON/STEP]
//           [file=LESSON.json] [words=de:INTERFACE.json] [all] [train=STEPS]
// begun= says in the contents where the reader stopped in a lesson; the last one was read last. file= and words= take a
// lesson and sentences in another language (web/words.mjs merges them). all: OUT is the beginning of the names of many
// pictures, one of each beat of each step from here to the end of the lesson. train= takes so many steps of the run.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "explorer/json/json.hpp"
#include "training/trainer.hpp"
#include "ui/support/harness.hpp"

namespace {

using ui_test::Harness;

class Picture {
 public:
  Picture(int width, int height) : width_(width), height_(height), rgb_(static_cast<std::size_t>(width * height * 3)) {}

  void clear(unsigned color) {
    for (std::size_t i = 0; i < rgb_.size(); ++i) rgb_[i] = static_cast<float>(color >> (8 * (i % 3)) & 255);
  }

  void draw(const ImDrawData& data) {
    const ImVec2 scale = data.FramebufferScale;
    for (const ImDrawList* list : data.CmdLists) {
      for (const ImDrawCmd& command : list->CmdBuffer) {
        const auto id = static_cast<std::intptr_t>(command.GetTexID());
        const auto* texture = reinterpret_cast<const ImTextureData*>(id);  // NOLINT: the harness put the pointer there
        clip_ = {std::max(0, round(command.ClipRect.x * scale.x)), std::max(0, round(command.ClipRect.y * scale.y)),
                 std::min(width_, round(command.ClipRect.z * scale.x)),
                 std::min(height_, round(command.ClipRect.w * scale.y))};
        for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
          std::array<ImDrawVert, 3> v;
          for (unsigned k = 0; k < 3; ++k) {
            v[k] = list->VtxBuffer[static_cast<int>(list->IdxBuffer[static_cast<int>(command.IdxOffset + i + k)] +
                                                    command.VtxOffset)];
            v[k].pos = {v[k].pos.x * scale.x, v[k].pos.y * scale.y};
          }
          triangle(v, *texture);
        }
      }
    }
  }

  bool write(const char* path) const {
    std::string raw;
    for (int y = 0; y < height_; ++y) {
      raw += '\0';
      for (int i = 0; i < width_ * 3; ++i)
        raw += static_cast<char>(std::lround(rgb_[at(0, y) + static_cast<std::size_t>(i)]));
    }
    std::string zlib("\x78\x01", 2);
    std::uint32_t a = 1, b = 0;
    for (const char c : raw) {
      a = (a + static_cast<unsigned char>(c)) % 65521;
      b = (b + a) % 65521;
    }
    for (std::size_t at = 0; at < raw.size(); at += 65535) {
      const std::size_t n = std::min<std::size_t>(65535, raw.size() - at);
      zlib += at + n == raw.size() ? '\1' : '\0';
      for (const std::size_t v : {n, ~n}) zlib.append({static_cast<char>(v & 255), static_cast<char>(v >> 8 & 255)});
      zlib.append(raw, at, n);
    }
    zlib += big(b << 16 | a);
    std::FILE* file = std::fopen(path, "wb");
    if (!file) return false;
    const std::string png =
        "\x89PNG\r\n\x1a\n" +
        chunk("IHDR", big(static_cast<std::uint32_t>(width_)) + big(static_cast<std::uint32_t>(height_)) +
                          std::string("\x08\x02\0\0\0", 5)) +
        chunk("IDAT", zlib) + chunk("IEND", "");
    const bool done = std::fwrite(png.data(), 1, png.size(), file) == png.size();
    return std::fclose(file) == 0 && done;
  }

 private:
  std::size_t at(int x, int y) const {
    return (static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)) * 3;
  }
  static int round(float v) { return static_cast<int>(std::lround(v)); }
  static std::string big(std::uint32_t v) {
    return {static_cast<char>(v >> 24), static_cast<char>(v >> 16), static_cast<char>(v >> 8), static_cast<char>(v)};
  }
  static std::string chunk(const std::string& type, const std::string& body) {
    std::uint32_t crc = ~0u;
    for (const char c : type + body) {
      crc ^= static_cast<unsigned char>(c);
      for (int k = 0; k < 8; ++k) crc = crc & 1 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
    }
    return big(static_cast<std::uint32_t>(body.size())) + type + body + big(~crc);
  }

  static float texel(const ImTextureData& t, float u, float v, int channel) {
    const float x = u * static_cast<float>(t.Width) - 0.5f, y = v * static_cast<float>(t.Height) - 0.5f;
    const int x0 = static_cast<int>(std::floor(x)), y0 = static_cast<int>(std::floor(y));
    const auto at = [&](int px, int py) {
      px = std::clamp(px, 0, t.Width - 1);
      py = std::clamp(py, 0, t.Height - 1);
      if (t.BytesPerPixel == 1) return channel == 3 ? static_cast<float>(t.Pixels[py * t.Width + px]) / 255 : 1.0f;
      return static_cast<float>(t.Pixels[(py * t.Width + px) * 4 + channel]) / 255;
    };
    const float fx = x - static_cast<float>(x0), fy = y - static_cast<float>(y0);
    return (at(x0, y0) * (1 - fx) + at(x0 + 1, y0) * fx) * (1 - fy) +
           (at(x0, y0 + 1) * (1 - fx) + at(x0 + 1, y0 + 1) * fx) * fy;
  }

  void triangle(std::array<ImDrawVert, 3>& v, const ImTextureData& texture) {
    const auto edge = [](ImVec2 a, ImVec2 b, ImVec2 p) {
      return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    };
    float area = edge(v[0].pos, v[1].pos, v[2].pos);
    if (area == 0) return;
    if (area < 0) {
      std::swap(v[1], v[2]);
      area = -area;
    }
    const auto top_left = [](ImVec2 a, ImVec2 b) { return (a.y == b.y && b.x > a.x) || b.y < a.y; };
    const bool keep[] = {top_left(v[1].pos, v[2].pos), top_left(v[2].pos, v[0].pos), top_left(v[0].pos, v[1].pos)};
    const auto [lx, hx] = std::minmax({v[0].pos.x, v[1].pos.x, v[2].pos.x});
    const auto [ly, hy] = std::minmax({v[0].pos.y, v[1].pos.y, v[2].pos.y});
    const int x0 = std::max(clip_[0], static_cast<int>(std::floor(lx))),
              x1 = std::min(clip_[2], static_cast<int>(std::ceil(hx)) + 1);
    const int y0 = std::max(clip_[1], static_cast<int>(std::floor(ly))),
              y1 = std::min(clip_[3], static_cast<int>(std::ceil(hy)) + 1);
    for (int y = y0; y < y1; ++y) {
      for (int x = x0; x < x1; ++x) {
        const ImVec2 p{static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f};
        const float w[] = {edge(v[1].pos, v[2].pos, p), edge(v[2].pos, v[0].pos, p), edge(v[0].pos, v[1].pos, p)};
        bool inside = true;
        for (int k = 0; k < 3; ++k) inside = inside && (w[k] > 0 || (w[k] == 0 && keep[k]));
        if (!inside) continue;
        float u = 0, t = 0, color[4] = {};
        for (int k = 0; k < 3; ++k) {
          const float share = w[k] / area;
          u += v[static_cast<std::size_t>(k)].uv.x * share;
          t += v[static_cast<std::size_t>(k)].uv.y * share;
          for (int c = 0; c < 4; ++c)
            color[c] += static_cast<float>(v[static_cast<std::size_t>(k)].col >> (8 * c) & 255) * share;
        }
        const float alpha = color[3] / 255 * texel(texture, u, t, 3);
        float* pixel = &rgb_[at(x, y)];
        for (int c = 0; c < 3; ++c) pixel[c] += (color[c] * texel(texture, u, t, c) - pixel[c]) * alpha;
        for (int c = 0; c < 3; ++c) pixel[c] = std::floor(pixel[c] + 0.5f);
      }
    }
  }

  int width_, height_;
  std::vector<float> rgb_;
  std::array<int, 4> clip_{};
};

// The cards in the order of the site.
explorer::Contents contents_of(int count, char** words) {
  explorer::Contents contents;
  const auto document = explorer::json::read(ui_test::read_file(std::string(AE_SOURCE_DIR) + "/web/contents.json"));
  for (const explorer::json::Value& id : document->root()["lessons"].items()) {
    const std::string name(id.text().value_or(""));
    std::string link;
    for (int i = 4; i < count; ++i) {
      const std::string_view word = words[i];
      if (!word.starts_with("begun=" + name + "/")) continue;
      link = "lesson=" + name + "&step=" + std::string(word.substr(7 + name.size()));
      contents.last = name;
    }
    auto card = explorer::make_card(ui_test::read_file(ui_test::lesson_path(name)), {link, ""}, {}, "en");
    if (card) contents.cards.push_back(std::move(*card));
  }
  explorer::mark_path(contents);
  contents.pages = {"course", "glossary", "write", "author"};
  return contents;
}

// Takes so many steps of the run that the step shows, as the page's runner does.
void train(Harness& page, std::size_t steps) {
  if (!page.explorer.apply(explorer::SeekTraining{steps})) return;
  const auto order = page.explorer.training_order();
  if (!order) return;
  auto made = training::Trainer::make(page.explorer.lesson(), order->settings);
  if (!made) return void(std::fprintf(stderr, "%s\n", made.error().message.c_str()));
  training::Trainer& trainer = **made;
  trainer.set_rates({order->rates.begin(), order->rates.end()});
  explorer::TrainingReport report;
  const auto weights = [&] {
    auto all = std::make_shared<explorer::TrainedWeights>();
    for (const training::Weights& one : trainer.weights()) all->emplace_back(one.name, one.values);
    return all;
  };
  if (order->weight) {
    const auto all = trainer.weights();
    const auto found = std::ranges::find(all, order->weight->tensor, &training::Weights::name);
    trainer.watch_weight(static_cast<std::size_t>(found - all.begin()), order->weight_cell);
  }
  while (trainer.taken() < order->until && trainer.step())
    if (trainer.taken() % order->keep == 0) report.kept.push_back({trainer.taken(), weights()});
  if (order->weight) {
    const training::WeightSample now = trainer.sample();
    const training::Nudged nudged = trainer.nudge();
    report.weight = explorer::WeightRecord{
        *order->weight,
        {},
        explorer::NudgedWeight{now.step, nudged.by, static_cast<double>(now.slope), nudged.slope()}};
    for (const training::WeightSample& one : trainer.samples())
      report.weight->samples.push_back({one.step, static_cast<double>(one.value), static_cast<double>(one.slope)});
  }
  report.run = order->run;
  report.changes = order->changes;
  report.losses.assign(trainer.losses().begin(), trainer.losses().end());
  report.right.assign(trainer.right().begin(), trainer.right().end());
  for (const auto& one : trainer.held_out()) report.held_out.push_back({one.step, one.loss, one.right});
  report.step = trainer.taken();
  report.stopped = trainer.stopped();
  report.weights = weights();
  std::ignore = page.explorer.report(report);
}

}  // namespace

int main(int count, char** words) {
  if (count < 4) return 1;
  const auto option = [&](const char* name) -> const char* {
    for (int i = 4; i < count; ++i) {
      if (std::strncmp(words[i], name, std::strlen(name)) == 0) return words[i] + std::strlen(name);
    }
    return nullptr;
  };
  int width = 1440, height = 900;
  if (const char* size = option("size=")) {
    char* rest = nullptr;
    width = static_cast<int>(std::strtol(size, &rest, 10));
    height = static_cast<int>(std::strtol(rest + 1, nullptr, 10));
  }
  const float ratio = option("ratio=") ? static_cast<float>(std::atof(option("ratio="))) : 1;
  const std::string lesson = option("file=")
                                 ? option("file=")
                                 : ui_test::lesson_path(option("lesson=") ? option("lesson=") : "worked-example");
  const std::string_view language = option("words=") ? std::string_view(option("words=")).substr(0, 2) : "en";
  auto opened = explorer::Explorer::open(ui_test::read_file(lesson), {}, std::string(language));
  if (!opened) {
    std::fprintf(stderr, "%s: %s\n", opened.error().path.c_str(), opened.error().message.c_str());
    return 1;
  }
  Harness page(std::move(*opened), static_cast<float>(width), static_cast<float>(height), ratio);
  if (language != "en") {
    const auto loaded = page.explorer.load_language(language, ui_test::read_file(option("words=") + 3));
    const auto chosen = page.explorer.apply(explorer::SetLanguage{std::string(language)});
    if (!loaded || !chosen) std::fputs("no words\n", stderr);
  }
  for (const char* face : {"inter-400", "inter-500", "inter-600", "inter-display-600", "math", "main", "main-bold",
                           "size1", "size2", "size3", "size4", "ams", "mono"}) {
    const std::string ttf = ui_test::read_file(std::string(words[2]) + "/" + face + ".ttf");
    if (!page.interface.add_font(face, {ttf.begin(), ttf.end()})) std::fprintf(stderr, "no face %s\n", face);
  }
  if (!page.interface.add_formulae(ui_test::read_file(words[3]))) std::fputs("no formulae\n", stderr);
  page.around.dark = !option("light");
  page.around.embed = option("embed") != nullptr;
  page.around.touch = option("touch") != nullptr;
  if (option("contents")) {
    page.contents = contents_of(count, words);
    const auto loaded = page.explorer.load_hero(ui_test::read_file(std::string(AE_SOURCE_DIR) + "/web/hero.json"));
    if (!loaded) std::fprintf(stderr, "web/hero.json: %s\n", loaded.error().message.c_str());
    std::ignore = page.explorer.apply(explorer::ShowContents{true});
  }
  page.settle();
  if (const char* step = option("step=")) page.step_to(step);
  if (const char* link = option("link=")) std::ignore = page.explorer.open_link(link);
  if (const char* steps = option("train=")) train(page, static_cast<std::size_t>(std::atoi(steps)));
  for (int i = 4; i < count; ++i) {
    if (std::strncmp(words[i], "hover=", 6) == 0) page.point_at(words[i] + 6);
    if (std::strncmp(words[i], "click=", 6) == 0) page.click_at(words[i] + 6);
    if (std::strncmp(words[i], "double=", 7) == 0) page.click_at(words[i] + 7, 2);
    if (std::strncmp(words[i], "moves=", 6) == 0) {
      page.click_at(words[i] + 6);
      page.press(ImGuiKey_M);
    }
    if (std::strncmp(words[i], "tabs=", 5) == 0)
      for (int n = std::atoi(words[i] + 5); n > 0; --n) page.press(ImGuiKey_Tab);
  }
  if (!option("now")) page.settle();
  if (option("wait=")) page.frame(std::atof(option("wait=")));
  const auto write = [&](const std::string& path) {
    Picture picture(static_cast<int>(static_cast<float>(width) * ratio),
                    static_cast<int>(static_cast<float>(height) * ratio));
    picture.clear(page.last_frame.ground);
    picture.draw(*ImGui::GetDrawData());
    return picture.write(path.c_str());
  };
  if (option("ids"))
    for (const auto& [id, at] : page.items()) std::puts(id.c_str());
  if (!option("all")) return write(words[1]) ? 0 : 1;
  while (!page.explorer.view().closing) {
    const explorer::View& view = page.explorer.view();
    char name[200];
    std::snprintf(name, sizeof name, "%s%02zu-%s-%zu.png", words[1], view.step + 1, view.step_id.c_str(), view.beat);
    if (!write(name)) return 1;
    page.press(ImGuiKey_PageDown);
    page.settle();
  }
  return 0;
}
