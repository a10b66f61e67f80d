// What is typed on the canvas, from its first character to Enter or Escape.
#include "explorer/state/edit.hpp"

#include <tuple>
#include <utility>

#include "explorer/hero/hero.hpp"
#include "explorer/state/screens.hpp"

namespace explorer {

// What the field holds at first; an Error says why there is none.
Result<std::string> Explorer::Screens::text_of(const EditTarget& of) const {
  switch (of.kind) {
    case Typed::cell:
    case Typed::parameter:
    case Typed::answer: return lesson.text_of(of);
    case Typed::sentence:
      if (contents.hero() != nullptr) return contents.hero()->view().sentence;
      break;
    case Typed::find: return state.large.look.find;
    case Typed::model: return state.model.input.text;
    case Typed::other: return state.model.input.other;
    case Typed::word:
    case Typed::against: return std::string(model.refused_word(of.kind == Typed::against));
  }
  return graph::fail("edit", of.name, shared.say("refuse.no_cell"));
}

Result<Touched> Explorer::Screens::carry_out(const BeginEdit& command) {
  Result<std::string> before = text_of(command.of);
  if (!before) return std::unexpected(before.error());
  state.edit = Edit{.of = command.of, .before = *before, .text = *before};
  // Another sentence is most often this one with a word changed.
  if (command.of.kind == Typed::other && before->empty()) state.edit->text = state.model.input.text;
  if (command.of.kind != Typed::cell || state.focused == command.of.cell) return Touched::look;
  return lesson.carry_out(Focus{command.of.cell, true});
}

// Carried out as the command of the place that is typed into: EditCell for a cell, and so on.
Result<Touched> Explorer::Screens::carry_out(const TypeEdit& command) {
  if (!state.edit) return Touched::nothing;
  const EditTarget& of = state.edit->of;
  const bool begun = state.edit->begun;
  const std::string& text = command.text;
  Result<Touched> typed = Touched::nothing;
  switch (of.kind) {
    case Typed::cell: typed = lesson.carry_out(EditCell{of.cell, text, begun}); break;
    case Typed::parameter: typed = lesson.carry_out(SetParameter{of.name, text, begun}); break;
    case Typed::answer: typed = lesson.carry_out(Answer{of.name, of.part, text, false}); break;  // checked at the end
    case Typed::sentence: typed = contents.carry_out(SetSentence{text, begun}); break;
    case Typed::find: typed = large_map.carry_out(LookLarge{.find = text}); break;
    case Typed::model: typed = model.carry_out(SetModelText{text, begun}); break;
    case Typed::other: typed = model.carry_out(SetModelOther{text, begun}); break;
    case Typed::word:
    case Typed::against: break;  // it is asked for at the end
  }
  state.edit->text = text;
  state.edit->refusal = typed ? std::string() : typed.error().message;
  if (typed && *typed != Touched::nothing) state.edit->begun = true;
  return typed;
}

Result<Touched> Explorer::Screens::carry_out(const EndEdit& command) {
  if (!state.edit) return Touched::nothing;
  const bool retyped = command.text && (*command.text != state.edit->text || !state.edit->refusal.empty());
  if (command.keep && retyped)
    if (Result<Touched> typed = carry_out(TypeEdit{*command.text}); !typed) return typed;
  if (!command.keep && state.edit->begun) std::ignore = carry_out(TypeEdit{state.edit->before});
  const Edit edit = std::move(*state.edit);
  state.edit.reset();
  if (command.keep && edit.of.kind == Typed::answer && !edit.text.empty())
    return lesson.carry_out(Answer{edit.of.name, edit.of.part, edit.text, true});
  const bool against = edit.of.kind == Typed::against;
  if (command.keep && (against || edit.of.kind == Typed::word))
    if (Result<Touched> sought = model.carry_out(SeekModelWord{edit.text, against}); !sought) return sought;
  return Touched::view;
}

}  // namespace explorer
