// The screens with the state and the sentences that they share, and the switch between them. Only the files that define the
// explorer include this.
#pragma once

#include <string>
#include <utility>

#include "explorer/hero/screen.hpp"
#include "explorer/large_map/screen.hpp"
#include "explorer/lesson/screen.hpp"
#include "explorer/model/screen.hpp"
#include "explorer/state/explorer.hpp"

namespace explorer {

struct Explorer::Screens {
  explicit Screens(Catalogue sentences) : catalogue(std::move(sentences)) {}

  Catalogue catalogue;
  State state;
  unsigned version = 0;
  unsigned which = number();  // unique among all explorers
  static unsigned number();
  Shared shared{catalogue, state.language, version};
  LessonScreen lesson{state, shared};
  LargeMapScreen large_map{state.large, shared};
  ModelScreen model{state.model, shared};
  ContentsScreen contents{state.hero, state.contents, shared};

  void refresh(Touched touched);

  // ---- screens.cpp: the switch, and the commands of whatever is shown. A screen's own commands go to it (Explorer::apply).
  enum class Shown : std::uint8_t { lesson, contents, large_map, model };
  void show(Shown screen);
  Undoable& shown();
  Result<Touched> carry_out(const ShowContents& command);
  Result<Touched> carry_out(const ShowLarge& command);
  Result<Touched> carry_out(const ShowModel& command);
  Result<Touched> carry_out(const StepModel& command);
  Result<Touched> carry_out(const Undo&) { return shown().undo(); }
  Result<Touched> carry_out(const Redo&) { return shown().redo(); }

  // ---- explorer.cpp: how everything is shown
  Result<Touched> carry_out(const SetDecimals& command);
  Result<Touched> carry_out(const SetColorSteps& command);
  Result<Touched> carry_out(const SetTheme& command);
  Result<Touched> carry_out(const SetLanguage& command);

  // ---- edit.cpp: what is being typed
  Result<Touched> carry_out(const BeginEdit& command);
  Result<Touched> carry_out(const TypeEdit& command);
  Result<Touched> carry_out(const EndEdit& command);
  Result<std::string> text_of(const EditTarget& of) const;
};

}  // namespace explorer
