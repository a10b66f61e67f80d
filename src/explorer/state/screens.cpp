// The switch between the lesson and the other screens.
#include "explorer/state/screens.hpp"

namespace explorer {

void Explorer::Screens::show(Shown screen) {
  state.contents = screen == Shown::contents;
  state.large.shown = screen == Shown::large_map;
  state.model.shown = screen == Shown::model;
  state.lecture = {};
  state.hovered.reset();
  state.edit.reset();
  large_map.fit();
}

Undoable& Explorer::Screens::shown() {
  if (state.large.shown) return large_map;
  if (state.model.shown) return model;
  if (contents.hero() != nullptr) return contents;
  return lesson;
}

Result<Touched> Explorer::Screens::carry_out(const ShowContents& command) {
  state.lecture = {};
  state.hovered.reset();
  if (state.contents == command.on) return Touched::nothing;
  show(command.on ? Shown::contents : Shown::lesson);
  return Touched::look;
}

Result<Touched> Explorer::Screens::carry_out(const ShowLarge& command) {
  if (state.large.shown == command.on) return Touched::nothing;
  show(command.on ? Shown::large_map : Shown::lesson);
  return Touched::look;
}

Result<Touched> Explorer::Screens::carry_out(const ShowModel& command) {
  const bool again = model.data().failed();  // asked for once more
  const bool other = command.source && (*command.source != state.model.source || again);
  if (command.on == state.model.shown && !other) return Touched::nothing;
  if (other) model.choose(*command.source);
  if (command.on) show(Shown::model);
  else if (state.model.shown) show(Shown::lesson);
  return Touched::look;
}

Result<Touched> Explorer::Screens::carry_out(const StepModel& command) {
  auto touched = model.carry_out(command);
  if (touched && command.step && !state.model.shown) show(Shown::model);
  return touched;
}

const LargeMapScreen& Explorer::large_map() const { return screens_->large_map; }
LargeMapScreen& Explorer::large_map() { return screens_->large_map; }
const ModelScreen& Explorer::model() const { return screens_->model; }
ModelScreen& Explorer::model() { return screens_->model; }
const ContentsScreen& Explorer::contents() const { return screens_->contents; }

bool Explorer::can_undo() const { return screens_->shown().can_undo(); }
bool Explorer::can_redo() const { return screens_->shown().can_redo(); }

Result<void> Explorer::load_hero(std::string_view file) {
  if (Result<void> loaded = screens_->contents.load(file); !loaded) return loaded;
  screens_->refresh(Touched::view);
  if (screens_->state.contents && screens_->contents.hero() == nullptr)
    return graph::fail("hero", "/languages", "This file holds no sentence, or one that cannot be computed.");
  return {};
}

}  // namespace explorer
