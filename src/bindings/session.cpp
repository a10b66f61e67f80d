// Opening lessons and languages.
#include "bindings/session.hpp"
#include "explorer/model/screen.hpp"

#include <algorithm>

namespace bindings {

explorer::Result<void> Session::open(std::string_view lesson_json, std::string_view language) {
  auto opened = explorer::Explorer::open(lesson_json, catalogue_, std::string(language));
  if (!opened) return std::unexpected(opened.error());
  // The theme and other view settings are kept from lesson to lesson.
  if (explorer_) {
    const explorer::State& before = explorer_->state();
    std::ignore = opened->apply(explorer::SetTheme{before.theme});
    std::ignore = opened->apply(explorer::SetReading{before.reading});
    if (!before.hero.sentence.empty()) std::ignore = opened->apply(explorer::SetSentence{before.hero.sentence});
    opened->model().share(explorer_->model());
    if (before.hero.word) std::ignore = opened->apply(explorer::FollowWord{*before.hero.word});
  }
  explorer_.emplace(std::move(*opened));
  if (!hero_.empty()) std::ignore = explorer_->load_hero(hero_);
  return lock_ ? explorer_->lock(*lock_) : explorer::Result<void>{};
}

explorer::Result<void> Session::lock(std::string_view text) {
  lock_ = text;
  return explorer_ ? explorer_->lock(*lock_) : explorer::Result<void>{};
}

explorer::Result<void> Session::add_card(std::string_view lesson_json, explorer::Visit visit, std::string_view last,
                                         std::string_view language) {
  auto card = explorer::make_card(lesson_json, visit, catalogue_, std::string(language));
  if (!card) return std::unexpected(card.error());
  const auto same = std::ranges::find(contents_.cards, card->id, &explorer::Card::id);
  if (same == contents_.cards.end()) contents_.cards.push_back(std::move(*card));
  else *same = std::move(*card);
  contents_.last = last;
  explorer::mark_path(contents_);
  return {};
}

explorer::Result<void> Session::load_hero(std::string_view file) {
  hero_ = file;
  return explorer_ ? explorer_->load_hero(hero_) : explorer::Result<void>{};
}

explorer::Result<void> Session::load_language(std::string_view language, std::string_view catalogue_json) {
  if (auto loaded = catalogue_.load(language, catalogue_json); !loaded) return loaded;
  return explorer_ ? explorer_->load_language(language, catalogue_json) : explorer::Result<void>{};
}

explorer::Result<void> Session::translate(std::string_view lesson_json) {
  return explorer_ ? explorer_->translate(lesson_json) : explorer::Result<void>{};
}

std::string Session::pattern(std::string_view id) const {
  const std::initializer_list<std::string_view> places = {"{0}", "{1}", "{2}"};
  return explorer_ ? explorer_->text(id, places) : catalogue_.text("en", id, places);
}

}  // namespace bindings
