// Opens a lesson, takes commands, and carries out those that change how everything is shown.
#include "explorer/state/explorer.hpp"

#include <algorithm>
#include <utility>

#include "explorer/json/reading_json.hpp"
#include "explorer/json/write.hpp"
#include "explorer/language/numbers.hpp"
#include "explorer/state/screens.hpp"
#include "explorer/training/training_json.hpp"

namespace explorer {
namespace {

constexpr int most_decimals_shown = 6;

}  // namespace

Explorer::Explorer(std::unique_ptr<Screens> screens) : screens_(std::move(screens)) {}
Explorer::Explorer(Explorer&&) noexcept = default;
Explorer& Explorer::operator=(Explorer&&) noexcept = default;
Explorer::~Explorer() = default;

unsigned Explorer::Screens::number() {
  static unsigned given = 0;
  return ++given;
}

Result<Explorer> Explorer::open(std::string_view lesson_json, Catalogue catalogue, std::string language) {
  Result<lesson::Lesson> lesson = lesson::parse(lesson_json);
  if (!lesson) return std::unexpected(lesson.error());
  if (lesson->steps.empty()) return graph::fail("steps", "/steps", "A lesson needs at least one step.");
  Explorer explorer(std::make_unique<Screens>(std::move(catalogue)));
  Screens& screens = *explorer.screens_;
  screens.state.decimals = std::clamp(lesson->decimals, 0, most_decimals_shown);
  if (well_formed_language(language)) screens.state.language = std::move(language);
  if (Result<void> begun = screens.lesson.begin(std::move(*lesson), lesson_json); !begun)
    return std::unexpected(begun.error());
  screens.refresh(Touched::view);
  return explorer;
}

// A command goes to the screen that carries it out.
Result<void> Explorer::apply(const Command& command) {
  Screens& to = *screens_;
  const bool watched = to.lesson.shows_goal();
  const unsigned before = to.lesson.document_changes();
  const auto carry_out = [&](const auto& one) -> Result<Touched> {
    if constexpr (requires { to.carry_out(one); }) return to.carry_out(one);
    else if constexpr (requires { to.lesson.carry_out(one); }) return to.lesson.carry_out(one);
    else if constexpr (requires { to.large_map.carry_out(one); }) return to.large_map.carry_out(one);
    else if constexpr (requires { to.model.carry_out(one); }) return to.model.carry_out(one);
    else return to.contents.carry_out(one);
  };
  const Result<Touched> touched = std::visit(carry_out, command);
  if (!touched) return std::unexpected(touched.error());
  if (watched && before != to.lesson.document_changes()) to.lesson.check_goals();
  to.refresh(*touched);
  return {};
}

void Explorer::Screens::refresh(Touched touched) {
  if (touched == Touched::nothing) return;
  ++version;
  contents.make(touched == Touched::view);
  lesson.refresh(touched);
}

const State& Explorer::state() const { return screens_->state; }
unsigned Explorer::number() const { return screens_->which; }
unsigned Explorer::version() const { return screens_->version; }
std::uint64_t Explorer::stamp() const { return std::uint64_t{screens_->which} << 32 | screens_->version; }
std::uint64_t Explorer::view_stamp() const {
  return std::uint64_t{screens_->which} << 32 | screens_->lesson.view_version();
}

std::string Explorer::text(std::string_view id, std::initializer_list<std::string_view> args) const {
  return screens_->shared.say(id, args);
}

std::string Explorer::text(const graph::Message& message) const { return screens_->shared.say(message); }

void Explorer::write(std::string& out, std::string_view id, std::initializer_list<std::string_view> args) const {
  screens_->shared.write(out, id, args);
}

Result<void> Explorer::load_language(std::string_view language, std::string_view catalogue_json) {
  if (Result<void> loaded = screens_->catalogue.load(language, catalogue_json); !loaded) return loaded;
  if (language == screens_->state.language)  // axis labels are created when the lesson runs
    if (Result<void> run_again = screens_->lesson.run(); !run_again) return run_again;
  screens_->refresh(Touched::view);
  return {};
}

std::string Explorer::reading_json() const {
  const State& state = screens_->state;
  const bool large = state.large.shown, model = state.model.shown;
  ReadingJson out = screens_->lesson.reading(!large && !model);
  out.state = &state;
  out.version = screens_->version;
  out.can_undo = can_undo();
  out.can_redo = can_redo();
  if (large) out.large = screens_->large_map.json();
  if (model) out.model = screens_->model.json(state.reading);
  out.hero = screens_->contents.json();
  return json::text_of(out);
}

// ---- of the lesson ---------------------------------------------------------------------------------------------------

const lesson::Lesson& Explorer::lesson() const { return screens_->lesson.lesson(); }
const graph::Graph& Explorer::graph() const { return screens_->lesson.graph(); }
const View& Explorer::view() const { return screens_->lesson.view(); }
CellView Explorer::cell(const graph::CellRef& cell) const { return screens_->lesson.cell(cell); }
CellView Explorer::color(const graph::CellRef& cell) const { return screens_->lesson.color(cell); }
TensorView Explorer::tensor(graph::NodeId node) const { return screens_->lesson.tensor(node); }
std::string Explorer::edit_text(const graph::CellRef& cell) const { return screens_->lesson.edit_text(cell); }
std::string Explorer::matrix_text(graph::NodeId node) const { return screens_->lesson.matrix_text(node); }
const ExplanationView* Explorer::explanation() const { return screens_->lesson.explanation(); }
std::string Explorer::rank_words(const std::optional<graph::CellRef>& cell) const {
  return screens_->lesson.rank_words(cell);
}
const std::vector<graph::CellRef>& Explorer::changed_cells() const { return screens_->lesson.changed_cells(); }
unsigned Explorer::changes() const { return screens_->lesson.changes(); }
void Explorer::ask_on_paper(bool on) {
  if (screens_->lesson.ask_on_paper(on)) screens_->refresh(Touched::view);
}

Result<void> Explorer::translate(std::string_view lesson_json) {
  if (Result<void> done = screens_->lesson.translate(lesson_json); !done) return done;
  screens_->refresh(Touched::view);
  return {};
}

Result<void> Explorer::lock(std::string_view text) {
  if (Result<void> done = screens_->lesson.lock(text); !done) return done;
  screens_->refresh(Touched::view);
  return {};
}

std::optional<TrainingOrder> Explorer::training_order(bool ahead) const {
  if (screens_->state.contents || screens_->state.large.shown) return std::nullopt;
  return screens_->lesson.training_order(ahead);
}

std::string Explorer::training_order_json() const { return explorer::training_order_json(training_order(true)); }

Result<void> Explorer::report(const TrainingReport& report) {
  const Result<Touched> touched = screens_->lesson.take(report);
  if (!touched) return std::unexpected(touched.error());
  screens_->refresh(*touched);
  return {};
}

Result<void> Explorer::report_json(std::string_view text, std::span<const float> weights) {
  const Result<TrainingReport> read = screens_->lesson.read_report(text, weights);
  return read ? report(*read) : std::unexpected(read.error());
}

std::string Explorer::code(graph::Language language) const { return screens_->lesson.code(language); }
std::string Explorer::training_code() const { return screens_->lesson.training_code(); }
std::string Explorer::class_code() const { return screens_->lesson.class_code(); }
Result<std::string> Explorer::tensor_json(std::string_view name) const { return screens_->lesson.tensor_json(name); }
std::string Explorer::explanation_json() const { return screens_->lesson.explanation_json(); }
std::string Explorer::article_json() const { return screens_->lesson.article_json(); }
std::string Explorer::answer_key_json() const { return screens_->lesson.answer_key_json(); }
std::string Explorer::rows_json(graph::NodeId node, std::size_t first, std::size_t count) const {
  return screens_->lesson.rows_json(node, first, count);
}

// ---- how it is shown -------------------------------------------------------------------------------------------------

Result<Touched> Explorer::Screens::carry_out(const SetDecimals& command) {
  if (command.decimals < 0 || command.decimals > most_decimals_shown)
    return graph::fail("decimals", std::to_string(command.decimals), shared.say("refuse.decimals"));
  return std::exchange(state.decimals, command.decimals) == command.decimals ? Touched::nothing : Touched::view;
}

Result<Touched> Explorer::Screens::carry_out(const SetColorSteps& command) {
  return std::exchange(state.color_steps, command.steps) == command.steps ? Touched::nothing : Touched::view;
}

Result<Touched> Explorer::Screens::carry_out(const SetTheme& command) {
  return std::exchange(state.theme, command.theme) == command.theme ? Touched::nothing : Touched::look;
}

Result<Touched> Explorer::Screens::carry_out(const SetLanguage& command) {
  if (!well_formed_language(command.language))
    return graph::fail("language", command.language, shared.say("refuse.language", {command.language}));
  if (state.language == command.language) return Touched::nothing;
  std::string before = std::exchange(state.language, command.language);
  if (Result<void> run_again = lesson.run(); !run_again) {  // axis labels are created when the lesson runs
    state.language = std::move(before);
    return std::unexpected(run_again.error());
  }
  return Touched::view;
}

}  // namespace explorer
