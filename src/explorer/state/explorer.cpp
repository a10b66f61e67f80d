// Opens a lesson, takes commands, and carries out those that change how everything is shown.
#include "explorer/state/explorer.hpp"

#include <algorithm>
#include <utility>

#include "explorer/state/cells.hpp"
#include "explorer/state/impl.hpp"

namespace explorer {
namespace {

constexpr int most_decimals_shown = 6;

}  // namespace

Explorer::Explorer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Explorer::Explorer(Explorer&&) noexcept = default;
Explorer& Explorer::operator=(Explorer&&) noexcept = default;
Explorer::~Explorer() = default;

Result<Explorer> Explorer::open(std::string_view lesson_json, Catalogue catalogue, std::string language) {
  Result<lesson::Lesson> lesson = lesson::parse(lesson_json);
  if (!lesson) return std::unexpected(lesson.error());
  if (lesson->steps.empty()) return graph::fail("steps", "/steps", "A lesson needs at least one step.");
  Explorer explorer(std::make_unique<Impl>());
  Impl& impl = *explorer.impl_;
  impl.lesson = std::move(*lesson);
  if (!impl.lesson.letters.empty()) impl.lesson_json = lesson_json;
  impl.catalogue = std::move(catalogue);
  impl.state.step = impl.lesson.steps.front().id;
  impl.state.decimals = std::clamp(impl.lesson.decimals, 0, most_decimals_shown);
  if (well_formed_language(language)) impl.state.language = std::move(language);
  if (Result<void> run = impl.run(); !run) return std::unexpected(run.error());
  if (Result<void> entered = impl.enter(0); !entered) return std::unexpected(entered.error());
  impl.refresh(Touched::view);
  return explorer;
}

Result<void> Explorer::apply(const Command& command) {
  const bool watched = impl_->shows_goal();
  const unsigned before = impl_->history.changes();
  const Result<Touched> touched =
      std::visit([this](const auto& one) -> Result<Touched> { return impl_->carry_out(one); }, command);
  if (!touched) return std::unexpected(touched.error());
  if (watched && before != impl_->history.changes()) impl_->check_goals();
  impl_->refresh(*touched);
  return {};
}

const lesson::Lesson& Explorer::lesson() const { return impl_->lesson; }
unsigned Explorer::number() const { return impl_->which; }
const graph::Graph& Explorer::graph() const { return impl_->graph; }
const State& Explorer::state() const { return impl_->state; }
const View& Explorer::view() const { return impl_->view; }
CellView Explorer::cell(const graph::CellRef& cell) const { return shown_cell(*impl_->context, cell); }
CellView Explorer::color(const graph::CellRef& cell) const { return cell_view(*impl_->context, cell, Digits::without); }
TensorView Explorer::tensor(graph::NodeId node) const { return shown_tensor(*impl_->context, node); }
const std::vector<graph::CellRef>& Explorer::changed_cells() const { return impl_->changed; }
unsigned Explorer::changes() const { return impl_->changes; }
unsigned Explorer::version() const { return impl_->version; }
void Explorer::ask_on_paper(bool on) {
  if (std::exchange(impl_->on_paper, on) != on) impl_->refresh(Touched::view);
}
std::uint64_t Explorer::view_stamp() const { return std::uint64_t{impl_->which} << 32 | impl_->view_version; }
std::uint64_t Explorer::stamp() const { return std::uint64_t{impl_->which} << 32 | impl_->version; }

const ExplanationView* Explorer::explanation() const { return impl_->explanation ? &*impl_->explanation : nullptr; }

std::string Explorer::rank_words(const std::optional<graph::CellRef>& cell) const {
  if (!cell || !impl_->exists(*cell) || !impl_->view.attention) return {};
  return explorer::rank_words(*impl_->context, *impl_->view.attention, *cell);
}

std::string Explorer::edit_text(const graph::CellRef& cell) const {
  if (!impl_->exists(cell) || impl_->hidden.covers(cell)) return {};
  return shortest(impl_->graph.at(cell.node, cell.index));
}

std::string Explorer::text(std::string_view id, std::initializer_list<std::string_view> args) const {
  return impl_->say(id, args);
}

std::string Explorer::text(const graph::Message& message) const { return impl_->say(message); }

void Explorer::write(std::string& out, std::string_view id, std::initializer_list<std::string_view> args) const {
  impl_->catalogue.write(out, impl_->state.language, id, args);
}

Result<void> Explorer::load_language(std::string_view language, std::string_view catalogue_json) {
  if (Result<void> loaded = impl_->catalogue.load(language, catalogue_json); !loaded) return loaded;
  if (language == impl_->state.language)  // axis labels are created when the lesson runs
    if (Result<void> run_again = impl_->run(); !run_again) return run_again;
  impl_->refresh(Touched::view);
  return {};
}

unsigned Explorer::Impl::number() {
  static unsigned given = 0;
  return ++given;
}

// ---- how it is shown -------------------------------------------------------------------------------------------------

Result<Touched> Explorer::Impl::carry_out(const SetDecimals& command) {
  if (command.decimals < 0 || command.decimals > most_decimals_shown)
    return graph::fail("decimals", std::to_string(command.decimals), say("refuse.decimals"));
  return std::exchange(state.decimals, command.decimals) == command.decimals ? Touched::nothing : Touched::view;
}

Result<Touched> Explorer::Impl::carry_out(const SetColorSteps& command) {
  return std::exchange(state.color_steps, command.steps) == command.steps ? Touched::nothing : Touched::view;
}

Result<Touched> Explorer::Impl::carry_out(const SetTheme& command) {
  return std::exchange(state.theme, command.theme) == command.theme ? Touched::nothing : Touched::look;
}

Result<Touched> Explorer::Impl::carry_out(const SetLanguage& command) {
  if (!well_formed_language(command.language))
    return graph::fail("language", command.language, say("refuse.language", {command.language}));
  if (state.language == command.language) return Touched::nothing;
  std::string before = std::exchange(state.language, command.language);
  if (Result<void> run_again = run(); !run_again) {  // axis labels are created when the lesson runs
    state.language = std::move(before);
    return std::unexpected(run_again.error());
  }
  return Touched::view;
}

}  // namespace explorer
