// The commands of the hero. Undo covers the sentence; the rest only changes what is looked at.
#include "explorer/hero/screen.hpp"

#include <utility>

namespace explorer {

void ContentsScreen::make(bool anew) {
  if (!shown_ || !file_) return;
  if (anew || !hero_ || sentence_ != state_.sentence || language_ != shared_.language) {
    Result<Hero> made = Hero::make(*file_, shared_.catalogue, shared_.language, state_);
    hero_ = made ? std::make_unique<Hero>(std::move(*made)) : nullptr;
    sentence_ = state_.sentence;
    language_ = shared_.language;
  }
  if (hero_) hero_->follow(state_.word);
  make_beside(anew);
}

// The first of the given sentences that has the followed word too, with its own result for that word.
void ContentsScreen::make_beside(bool anew) {
  const std::optional<std::string> word = hero_ ? hero_->meaning() : std::nullopt;
  std::optional<HeroState> wanted;
  for (const std::string& sentence : word ? hero_->view().given : std::vector<std::string>()) {
    if (sentence == hero_->view().sentence) continue;
    const std::optional<std::size_t> at = place_of_word(sentence, *word);
    if (!at) continue;
    wanted = HeroState{sentence, at};
    break;
  }
  if (!wanted) return beside_.reset();
  if (anew || !beside_ || beside_->view().sentence != wanted->sentence) {
    Result<Hero> made = Hero::make(*file_, shared_.catalogue, shared_.language, *wanted);
    beside_ = made ? std::make_unique<Hero>(std::move(*made)) : nullptr;
  }
  if (beside_) beside_->follow(wanted->word);
}

Result<Touched> ContentsScreen::carry_out(const SetSentence& command) {
  if (!command.text.empty() && hero_words(command.text).empty())
    return graph::fail("sentence", "", shared_.say("refuse.sentence"));
  if (command.text.size() > longest_sentence)
    return graph::fail("sentence", "", shared_.say("refuse.sentence.long", {std::to_string(longest_sentence)}));
  if (command.text == state_.sentence) return Touched::nothing;
  history().record(state_.sentence, command.text, "sentence", command.continues);
  state_ = {command.text, std::nullopt};
  return Touched::look;
}

Result<Touched> ContentsScreen::carry_out(const FollowWord& command) {
  if (command.word >= most_hero_words || (hero_ && command.word >= hero_->view().words.size()))
    return graph::fail("word", "", shared_.say("refuse.hero.word"));
  if (state_.word == command.word) return Touched::nothing;
  state_.word = command.word;
  return Touched::look;
}

Result<Touched> ContentsScreen::carry_out(const LookHero& command) {
  if (!hero_) return Touched::nothing;
  hero_->look(command.tensor, command.index);
  return Touched::look;
}

Result<void> ContentsScreen::load(std::string_view file) {
  Result<json::Document> read = json::read(file);
  if (!read) return std::unexpected(read.error());
  Result<SmallPictures> pictures = read_pictures(read->root()["pictures"]);
  if (!pictures) return std::unexpected(pictures.error());
  pictures_ = std::move(*pictures);
  file_ = std::make_shared<const json::Document>(std::move(*read));
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

std::optional<HeroJson> ContentsScreen::json() const {
  if (hero() == nullptr) return std::nullopt;
  const HeroView& view = hero()->view();
  HeroJson out;
  out.sentence = view.sentence;
  out.given = view.given;
  out.followed = view.followed;
  out.left_out = view.left_out;
  out.trained = view.trained;
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
  if (beside() != nullptr) {
    out.beside = beside()->view().sentence;
    out.beside_result = result_of(beside()->view());
  }
  return out;
}

}  // namespace explorer
