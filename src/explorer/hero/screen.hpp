// The contents as a screen: the sentence that they take through self-attention, with undo, and another one beside it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "explorer/hero/commands.hpp"
#include "explorer/hero/hero.hpp"
#include "explorer/hero/json.hpp"
#include "explorer/hero/small_picture.hpp"
#include "explorer/state/screen.hpp"

namespace explorer {

class ContentsScreen : public UndoableOf<std::string> {
 public:
  ContentsScreen(HeroState& state, const bool& shown, Shared shared)
      : UndoableOf(state.sentence), state_(state), shown_(shown), shared_(shared) {}

  // On an Error nothing has changed. Undo covers the sentence; the rest only changes what is looked at.
  Result<Touched> carry_out(const SetSentence& command);
  Result<Touched> carry_out(const FollowWord& command);
  Result<Touched> carry_out(const LookHero& command);
  void make(bool anew);  // the hero of the state, if the contents are shown

  // The sentence; nullptr while the contents are not shown, or until web/hero.json is loaded.
  const Hero* hero() const { return shown_ ? hero_.get() : nullptr; }
  // Another of the given sentences with the word that the hero follows; nullptr if none has it.
  const Hero* beside() const { return shown_ ? beside_.get() : nullptr; }
  // Of another tool, "large", "model" or "tour"; nullptr if web/hero.json has none, as in the sources.
  const SmallPicture* picture(std::string_view of) const {
    const auto found = pictures_.find(of);
    return found == pictures_.end() ? nullptr : &found->second;
  }
  Result<void> load(std::string_view file);  // web/hero.json; the next make() makes the hero
  std::optional<HeroJson> json() const;      // none where hero() is nullptr

 private:
  void fit() override { state_.word.reset(); }
  void make_beside(bool anew);

  HeroState& state_;
  const bool& shown_;
  Shared shared_;
  std::shared_ptr<const json::Document> file_;  // once it is loaded
  std::unique_ptr<Hero> hero_, beside_;
  SmallPictures pictures_;
  std::string sentence_, language_;  // that the hero was made of
};

}  // namespace explorer
