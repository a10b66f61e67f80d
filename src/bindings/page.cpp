// The functions of the wasm module, for the page's scripts: UTF-8 text in and out. A returned text is valid until the
// next call. "" means success; an error is JSON with code, path and message.
#include <emscripten/emscripten.h>

#include <charconv>
#include <string>
#include <string_view>
#include <tuple>

#include "bindings/session.hpp"
#include "explorer/json/text_json.hpp"
#include "explorer/json/write.hpp"
#include "explorer/large_map/screen.hpp"
#include "explorer/link/link_text.hpp"
#include "explorer/model/made_picture.hpp"
#include "explorer/model/screen.hpp"
#include "graph/core/graph.hpp"
#include "lesson/run/picture.hpp"
#include "platform/platform.hpp"

namespace bindings {
namespace {

Session* session = nullptr;
Canvas* canvas = nullptr;
std::string answer;

const char* give(std::string text) {
  answer = std::move(text);
  return answer.c_str();
}

const char* give(const explorer::Result<void>& result) {
  return give(result ? std::string() : explorer::json::text_of(result.error()));
}

using Explorer = explorer::Explorer;

constexpr char no_lesson[] = R"({"code":"no_lesson","path":"","message":"No lesson is open yet."})";

const char* give_model(explorer::Result<void> (explorer::ModelScreen::*take)(std::string_view), const char* json) {
  Explorer* const explorer = session->explorer();
  if (explorer == nullptr) return give(no_lesson);
  const auto taken = (explorer->model().*take)(json);
  platform::wake();
  return give(taken);
}

}  // namespace

void connect(Session& with_session, Canvas& with_canvas) {
  session = &with_session;
  canvas = &with_canvas;
}

}  // namespace bindings

using bindings::canvas;
using bindings::Explorer;
using bindings::give;
using bindings::give_model;
using bindings::session;

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* ae_open(const char* lesson_json, const char* language) {
  const auto opened = session->open(lesson_json, language);
  platform::wake();
  return give(opened);
}

// Runs a lesson for the contents, in the state of its link ("" if it was not begun yet), with the ids of its steps that
// were seen and of the lesson that was read last.
EMSCRIPTEN_KEEPALIVE const char* ae_add_card(const char* lesson_json, const char* link, const char* seen,
                                             const char* last, const char* language) {
  const auto added = session->add_card(lesson_json, {link, seen}, last, language);
  platform::wake();
  return give(added);
}

// Steps of the open lesson that the reader opened earlier.
EMSCRIPTEN_KEEPALIVE void ae_mark_seen(const char* steps) {
  if (explorer::Explorer* const open = session->explorer()) std::ignore = open->apply(explorer::MarkSeen{steps});
  platform::wake();
}

// The words and numbers of the contents' sentence.
EMSCRIPTEN_KEEPALIVE const char* ae_load_hero(const char* file) {
  const auto loaded = session->load_hero(file);
  platform::wake();
  return give(loaded);
}

EMSCRIPTEN_KEEPALIVE const char* ae_contents() { return give(explorer::contents_json(session->contents())); }

EMSCRIPTEN_KEEPALIVE const char* ae_load_language(const char* language, const char* catalogue_json) {
  const auto loaded = session->load_language(language, catalogue_json);
  platform::wake();
  return give(loaded);
}

// Before a lesson is opened: registers an available language, under its own name.
EMSCRIPTEN_KEEPALIVE void ae_offer_language(const char* language, const char* name) {
  session->offer_language(language, name);
}

// A page of the site beside this one, by the name that page_on_open_address passes to open it.
EMSCRIPTEN_KEEPALIVE void ae_offer_page(const char* name) { session->offer_page(name); }

EMSCRIPTEN_KEEPALIVE const char* ae_translate(const char* lesson_json) {
  const auto translated = session->translate(lesson_json);
  platform::wake();
  return give(translated);
}

EMSCRIPTEN_KEEPALIVE const char* ae_load_formulae(const char* json) {
  const auto added = canvas->add_formulae(json);
  platform::wake();
  return give(added);
}

// An error if the file is damaged: the face stays unchanged.
EMSCRIPTEN_KEEPALIVE const char* ae_load_font(const char* face, const std::uint8_t* ttf, int size) {
  const auto added = canvas->add_font(face, {ttf, static_cast<std::size_t>(size)});
  platform::wake();
  return give(added);
}

EMSCRIPTEN_KEEPALIVE const char* ae_reading() {
  auto* explorer = session->explorer();
  return give(explorer ? explorer->reading_json() : "null");
}

EMSCRIPTEN_KEEPALIVE const char* ae_explanation() {
  auto* explorer = session->explorer();
  return give(explorer ? explorer->explanation_json() : "null");
}

// What is to be done for the run of training, and what was done: a report, whose weights lie one after the other.
EMSCRIPTEN_KEEPALIVE const char* ae_training_order() {
  auto* explorer = session->explorer();
  return give(explorer ? explorer->training_order_json() : "null");
}
EMSCRIPTEN_KEEPALIVE const char* ae_training_report(const char* json, const float* weights, unsigned count) {
  auto* explorer = session->explorer();
  if (!explorer) return give(bindings::no_lesson);
  return give(explorer->report_json(json, {weights, count}));
}

// The large map's trained heads.
EMSCRIPTEN_KEEPALIVE const char* ae_load_heads(const char* json, const float* weights, unsigned count) {
  auto* explorer = session->explorer();
  if (!explorer) return give(bindings::no_lesson);
  const auto loaded = explorer->large_map().load_heads_json(json, {weights, count});
  platform::wake();
  return give(loaded);
}

// Queries and keys of the reader's own for the large map, and the numbers of one head.
EMSCRIPTEN_KEEPALIVE const char* ae_open_own_heads(const char* json) {
  auto* explorer = session->explorer();
  if (!explorer) return give(bindings::no_lesson);
  const auto opened = explorer->large_map().open_own_heads_json(json);
  platform::wake();
  return give(opened);
}
EMSCRIPTEN_KEEPALIVE const char* ae_give_own_head(const char* head, const float* numbers, unsigned count) {
  auto* explorer = session->explorer();
  if (!explorer) return give(bindings::no_lesson);
  unsigned place = 0;
  const std::string_view text = head;
  std::from_chars(text.data(), text.data() + text.size(), place);
  const auto given = explorer->large_map().give_own_head(place, {numbers, count});
  platform::wake();
  return give(given);
}

// A whole model that the page runs: what it is, the sentence that was read, the likeliest next tokens, and the numbers that
// were wanted ("weights,9,8": what, layer, head).
EMSCRIPTEN_KEEPALIVE const char* ae_open_model(const char* json) {
  return give_model(&explorer::ModelScreen::open_json, json);
}
EMSCRIPTEN_KEEPALIVE const char* ae_open_model_text(const char* json) {
  return give_model(&explorer::ModelScreen::open_text_json, json);
}
EMSCRIPTEN_KEEPALIVE const char* ae_give_model_next(const char* json) {
  return give_model(&explorer::ModelScreen::give_next_json, json);
}
EMSCRIPTEN_KEEPALIVE const char* ae_give_model_why(const char* json) {
  return give_model(&explorer::ModelScreen::give_why_json, json);
}
EMSCRIPTEN_KEEPALIVE const char* ae_give_model_second(const char* json) {
  return give_model(&explorer::ModelScreen::give_second_json, json);
}
EMSCRIPTEN_KEEPALIVE const char* ae_give_model_atlas(const char* json) {
  return give_model(&explorer::ModelScreen::give_atlas_json, json);
}
// Red, green and blue of a made-up picture's pixels in base64; "" if the text describes none.
EMSCRIPTEN_KEEPALIVE const char* ae_made_picture(const char* text) {
  const auto picture = explorer::read_made_picture(text);
  return give(picture ? lesson::encode_base64(picture->pixels()) : std::string());
}
// A few tokens of the chosen head, for a lesson; null if there are none.
EMSCRIPTEN_KEEPALIVE const char* ae_model_example() {
  auto* explorer = session->explorer();
  return give(explorer ? explorer->model().example_json() : "null");
}
EMSCRIPTEN_KEEPALIVE const char* ae_give_model_numbers(const char* what, const float* numbers, unsigned count) {
  auto* explorer = session->explorer();
  if (!explorer) return give(bindings::no_lesson);
  std::string_view rest = what;
  const std::string_view name = explorer::next_of(rest, ',');
  const auto place = [&] {
    std::size_t at = 0;
    const std::string_view digits = explorer::next_of(rest, ',');
    std::from_chars(digits.data(), digits.data() + digits.size(), at);
    return at;
  };
  const std::size_t first = place(), second = place();
  const bool of_token = name == "rows" || name == "rollout";  // else of a layer and a head
  const auto given = of_token ? explorer->model().give_row(name, first, {numbers, count})
                              : explorer->model().give_numbers(name, first, second, {numbers, count});
  platform::wake();
  return give(given);
}

// The key to this step's question: the right answers and what the lesson says to wrong ones.
EMSCRIPTEN_KEEPALIVE const char* ae_answer_key() {
  auto* explorer = session->explorer();
  return give(explorer ? explorer->answer_key_json() : "null");
}

// The texts of all steps.
EMSCRIPTEN_KEEPALIVE const char* ae_article() {
  auto* explorer = session->explorer();
  return give(explorer ? explorer->article_json() : "[]");
}

// A page of rows of a tensor that is too large for one table.
EMSCRIPTEN_KEEPALIVE const char* ae_rows(unsigned node, unsigned first, unsigned count) {
  auto* explorer = session->explorer();
  return give(explorer ? explorer->rows_json(node, first, count) : "null");
}

// Rows of the large map with their largest weights, and its queries and keys.
EMSCRIPTEN_KEEPALIVE const char* ae_large_rows(unsigned first, unsigned count) {
  auto* explorer = session->explorer();
  return give(explorer ? explorer->large_map().rows_json(first, count) : "null");
}
EMSCRIPTEN_KEEPALIVE const char* ae_large_vectors(unsigned first, unsigned count) {
  auto* explorer = session->explorer();
  return give(explorer ? explorer->large_map().vectors_json(first, count) : "null");
}

EMSCRIPTEN_KEEPALIVE const char* ae_apply(const char* command_json) {
  auto* explorer = session->explorer();
  if (!explorer) return give(bindings::no_lesson);
  const auto applied = explorer->apply_json(command_json);
  platform::wake();
  return give(applied);
}

// The full value of a cell for a field that edits it; index from 0: "0,1".
EMSCRIPTEN_KEEPALIVE const char* ae_edit_text(unsigned node, const char* index) {
  auto* explorer = session->explorer();
  if (!explorer) return give("");
  graph::CellRef cell{.node = node, .index = {}};
  for (std::string_view rest = index; !rest.empty();) {
    std::size_t place = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), place);
    if (error != std::errc()) return give("");
    cell.index.push_back(place);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    if (rest.starts_with(',')) rest.remove_prefix(1);
  }
  return give(explorer->edit_text(cell));
}

EMSCRIPTEN_KEEPALIVE const char* ae_link() {
  auto* explorer = session->explorer();
  return give(explorer ? explorer->link() : "");
}

EMSCRIPTEN_KEEPALIVE const char* ae_open_link(const char* link) {
  auto* explorer = session->explorer();
  if (!explorer) return give("[]");
  const auto notes = explorer->open_link(link);
  platform::wake();
  return give(explorer::json::text_of(notes));
}

// The displayed matrix of a tensor, for a spreadsheet.
EMSCRIPTEN_KEEPALIVE const char* ae_matrix_text(int node) {
  auto* explorer = session->explorer();
  return give(explorer && node >= 0 ? explorer->matrix_text(static_cast<graph::NodeId>(node)) : "");
}

// The lesson in its current state, edits included, as a program: "pytorch", "numpy" or "tex"; "training": the script of the
// step's run, "class": the lesson's layer as a PyTorch class, both empty where it has none.
EMSCRIPTEN_KEEPALIVE const char* ae_export(const char* language) {
  auto* explorer = session->explorer();
  if (!explorer) return give("");
  const std::string_view wanted = language;
  if (wanted == "training") return give(explorer->training_code());
  if (wanted == "class") return give(explorer->class_code());
  const auto chosen = wanted == "tex"     ? graph::Language::tex
                      : wanted == "numpy" ? graph::Language::numpy
                                          : graph::Language::pytorch;
  return give(explorer->code(chosen));
}

EMSCRIPTEN_KEEPALIVE unsigned ae_version() {
  auto* explorer = session->explorer();
  return explorer ? explorer->version() : 0;
}

// A sentence of the catalogue, with its placeholders {0}, {1} … for the page to fill.
EMSCRIPTEN_KEEPALIVE const char* ae_text(const char* id) { return give(session->pattern(id)); }

// What an author locks: "" is all, "x y" these, "except x" all but these.
EMSCRIPTEN_KEEPALIVE const char* ae_lock(const char* text) {
  const auto locked = session->lock(text);
  platform::wake();
  return give(locked);
}

EMSCRIPTEN_KEEPALIVE const char* ae_tensor(const char* name) {
  auto* explorer = session->explorer();
  if (!explorer) return give(bindings::no_lesson);
  const auto tensor = explorer->tensor_json(name);
  return give(tensor ? *tensor : explorer::json::text_of(tensor.error()));
}

// place: 0 a page of its own, 1 an embed, 2 one with only the buttons from step to step, 3 one without any.
EMSCRIPTEN_KEEPALIVE int ae_start_canvas(const char* selector, int place) {
  return canvas->start(selector, static_cast<bindings::Place>(place));
}

EMSCRIPTEN_KEEPALIVE void ae_stop_canvas() { canvas->stop(); }
EMSCRIPTEN_KEEPALIVE int ae_leaves(int backward) { return canvas->leaves(backward != 0) ? 1 : 0; }
EMSCRIPTEN_KEEPALIVE void ae_leave() { canvas->leave(); }
EMSCRIPTEN_KEEPALIVE void ae_close_popups() { canvas->close_popups(); }
EMSCRIPTEN_KEEPALIVE void ae_wake() { platform::wake(); }

// A screen or a part of it as SVG; options: explorer::Picture as JSON. Empty where there is nothing of the kind.
EMSCRIPTEN_KEEPALIVE const char* ae_picture(const char* options) {
  const auto how = explorer::read_picture(options);
  return give(how ? canvas->picture(*how) : "");
}

// The weights of the maps on screen, for tables.
EMSCRIPTEN_KEEPALIVE const char* ae_map_tables() {
  auto* explorer = session->explorer();
  return give(explorer == nullptr ? "[]" : explorer->map_tables_json());
}

// The texts over which a model's heads were measured, to be saved with the measures.
EMSCRIPTEN_KEEPALIVE const char* ae_atlas_texts() {
  auto* explorer = session->explorer();
  return give(explorer == nullptr ? "null" : explorer->atlas_texts_json());
}

// The colours of rows of a tensor, for the reading view's tables.
EMSCRIPTEN_KEEPALIVE const char* ae_table_colors(unsigned node, unsigned first, unsigned count, int dark) {
  return give(canvas->table_colors(node, first, count, dark != 0));
}

// For tests: the positions of items on the canvas, and of the texts that are drawn after the first call; how many
// frames were drawn.
EMSCRIPTEN_KEEPALIVE const char* ae_probe(int texts) { return give(canvas->probe(texts != 0)); }
EMSCRIPTEN_KEEPALIVE unsigned ae_frames() { return platform::frames(); }
}
