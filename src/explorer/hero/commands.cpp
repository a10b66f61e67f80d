// The commands of the hero. Undo covers the sentence; the rest only changes what is looked at.
#include <utility>

#include "explorer/hero/json.hpp"
#include "explorer/state/impl.hpp"

namespace explorer {

void Explorer::Impl::fit_hero(bool anew) {
  if (!state.contents || !hero_file) return;
  if (anew || !hero || hero_sentence != state.hero.sentence || hero_language != state.language) {
    Result<Hero> made = Hero::make(*hero_file, catalogue, state.language, state.hero);
    hero = made ? std::make_unique<Hero>(std::move(*made)) : nullptr;
    hero_sentence = state.hero.sentence;
    hero_language = state.language;
  }
  if (hero) hero->follow(state.hero.word);
  fit_beside(anew);
}

// The first of the given sentences that has the followed word too, with its own result for that word.
void Explorer::Impl::fit_beside(bool anew) {
  const std::optional<std::string> word = hero ? hero->meaning() : std::nullopt;
  std::optional<HeroState> wanted;
  for (const std::string& sentence : word ? hero->view().given : std::vector<std::string>()) {
    if (sentence == hero->view().sentence) continue;
    const std::optional<std::size_t> at = place_of_word(sentence, *word);
    if (!at) continue;
    wanted = HeroState{sentence, at};
    break;
  }
  if (!wanted) return beside.reset();
  if (anew || !beside || beside->view().sentence != wanted->sentence) {
    Result<Hero> made = Hero::make(*hero_file, catalogue, state.language, *wanted);
    beside = made ? std::make_unique<Hero>(std::move(*made)) : nullptr;
  }
  if (beside) beside->follow(wanted->word);
}

Result<Touched> Explorer::Impl::carry_out(const SetSentence& command) {
  if (!command.text.empty() && hero_words(command.text).empty())
    return graph::fail("sentence", "", say("refuse.sentence"));
  if (command.text.size() > longest_sentence)
    return graph::fail("sentence", "", say("refuse.sentence.long", {std::to_string(longest_sentence)}));
  if (command.text == state.hero.sentence) return Touched::nothing;
  hero_history.record(state.hero.sentence, command.text, "sentence", command.continues);
  state.hero = {command.text, std::nullopt};
  return Touched::look;
}

Result<Touched> Explorer::Impl::carry_out(const FollowWord& command) {
  if (command.word >= most_hero_words || (hero && command.word >= hero->view().words.size()))
    return graph::fail("word", "", say("refuse.hero.word"));
  if (state.hero.word == command.word) return Touched::nothing;
  state.hero.word = command.word;
  return Touched::look;
}

Result<Touched> Explorer::Impl::carry_out(const LookHero& command) {
  if (!hero) return Touched::nothing;
  hero->look(command.tensor, command.index);
  return Touched::look;
}

const Hero* Explorer::hero() const { return impl_->state.contents ? impl_->hero.get() : nullptr; }
const Hero* Explorer::hero_beside() const { return impl_->state.contents ? impl_->beside.get() : nullptr; }
const LargeBand* Explorer::large_band() const { return impl_->large_band ? &*impl_->large_band : nullptr; }
bool Explorer::can_undo_hero() const { return impl_->hero_history.can_undo(); }
bool Explorer::can_redo_hero() const { return impl_->hero_history.can_redo(); }

Result<void> Explorer::load_hero(std::string_view file) {
  Result<json::Document> read = json::read(file);
  if (!read) return std::unexpected(read.error());
  Result<std::optional<LargeBand>> band = read_band(read->root()["band"]);
  if (!band) return std::unexpected(band.error());
  impl_->large_band = std::move(*band);
  impl_->hero_file = std::make_shared<const json::Document>(std::move(*read));
  impl_->refresh(Touched::view);
  if (impl_->state.contents && !impl_->hero)
    return graph::fail("hero", "/languages", "This file holds no sentence, or one that cannot be computed.");
  return {};
}

namespace {

std::vector<std::string> result_of(const HeroView& view) {
  std::vector<std::string> out;
  const MatrixView& z = view[HeroPart::z];
  for (std::size_t column = 0; column < z.columns; ++column) out.push_back(z.at(view.followed, column).text);
  return out;
}

}  // namespace

HeroJson hero_json(const Hero& hero, const Hero* beside) {
  const HeroView& view = hero.view();
  HeroJson out;
  out.sentence = view.sentence;
  out.given = view.given;
  out.followed = view.followed;
  out.left_out = view.left_out;
  if (view.fresh > 0) out.random = view[HeroPart::x].tensor.random;
  const MatrixView& z = view[HeroPart::z];
  for (std::size_t word = 0; word < view.words.size(); ++word) {
    HeroRowJson& row = out.rows.emplace_back();
    row.word = view.words[word];
    row.score = view[HeroPart::s].at(view.followed, word).text;
    row.weight = view[HeroPart::a].at(view.followed, word).text;
    for (std::size_t column = 0; column < z.columns; ++column)
      row.value.push_back(view[HeroPart::v].at(word, column).text);
  }
  out.features.assign(view.features.begin(), view.features.begin() + static_cast<std::ptrdiff_t>(z.columns));
  out.result = result_of(view);
  if (beside != nullptr) {
    out.beside = beside->view().sentence;
    out.beside_result = result_of(beside->view());
  }
  return out;
}

}  // namespace explorer
