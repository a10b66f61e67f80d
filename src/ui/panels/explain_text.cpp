// One flow for all three forms: each part draws itself at y and returns its lower end.
#include "ui/panels/panels.hpp"

#include <algorithm>
#include <utility>

#include "imgui.h"

#include "ui/type/prose.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

using explorer::Paragraphs;

constexpr float lit_margin = 14;  // left of the text

constexpr float formula_inset = 23, formula_pad = 12, formulae_apart = 22, formula_brief = px(26), least_brief = 13;

// Calls draw(formula, its top, its lines) for the formula of the matrices and that of one element, if brief only for
// the first of them, smaller and rather in one line; returns the height of what is drawn.
template <class Draw>
float for_formulae(const Screen& s, float width, bool brief, const Draw& draw) {
  const Formula* main = s.formulae.find(s.view.formula_tex);
  const Formula* element = s.formulae.find(s.view.formula_element_tex);
  if (!main && !element) return 0;
  if (brief && main) element = nullptr;
  const float largest = brief ? formula_brief : formula_size;
  float y = brief ? 4 : formula_pad;
  for (const auto& [formula, wanted] : {std::pair(main, largest), std::pair(element, element_size)}) {
    if (!formula) continue;
    if (formula == element && main) y += formulae_apart;
    const FormulaLines lines =
        in_lines(*formula, width - formula_inset - 4, wanted, brief ? least_brief : readable_formula);
    draw(*formula, y, lines);
    y += lines.height;
  }
  return y + (brief ? 4 : formula_pad);
}

class Flow {
 public:
  Flow(Screen& s, Rect area, float y) : s_(s), x0_(area.x0), x1_(area.x1), y_(y) {}
  float y() const { return y_; }
  void space(float by) { y_ += by; }

  void prose(const Paragraphs& paragraphs, float size, float line, Color plain) {
    if (paragraphs.empty()) return;
    const ProseStyle style{size, line, line * 0.45f, plain, s_.theme.text};
    const Prose& laid = *s_.lay(paragraphs, x1_ - x0_, style);
    draw_prose(s_.pen, s_.type, s_.theme, laid, {x0_, y_}, style);
    y_ += laid.height;
  }

  // The step's text; while the lesson plays, with a ground under the paragraph that is told.
  void told(float size, float line) {
    const explorer::Caption* caption = plays(s_) ? s_.memory.lecture.caption(s_.view) : nullptr;
    if (caption != nullptr && caption->of == explorer::Caption::Of::text) {
      const ProseStyle style{size, line, line * 0.45f, s_.theme.text2, s_.theme.text};
      const Prose& laid = *s_.lay(s_.view.text, x1_ - x0_, style);
      if (caption->paragraph < laid.paragraphs.size()) {
        const auto [top, bottom] = laid.paragraphs[caption->paragraph];
        const Rect ground = s_.pen.snapped(Rect{x0_ - lit_margin, y_ + top - 4, x1_ + 8, y_ + bottom + 3});
        s_.pen.fill(ground, s_.theme.bg3, control_radius);
        s_.pen.fill({ground.x0, ground.y0 + 6, ground.x0 + 3, ground.y1 - 6}, s_.theme.role(step_family(s_.view)),
                    1.5f);
        s_.mark("told", ground);
      }
    }
    prose(s_.view.text, size, line, s_.theme.text2);
  }

  void heading(std::string_view id) {
    s_.pen.text_in({x0_, y_, x1_, y_ + 20}, s_.text(id), {Face::semibold, px(14.5f)}, s_.theme.text);
    y_ += 22;
  }

  void formulae(bool brief = false) {
    const float high = formulae_height(s_, x1_ - x0_, brief);
    if (high <= 0) return;
    for_formulae(s_, x1_ - x0_, brief, [&](const Formula& formula, float top, const FormulaLines& lines) {
      draw(s_.pen, s_.type, s_.theme, formula, lines, {x0_ + formula_inset, y_ + top},
           mixed(s_.theme.text2, s_.theme.text, 0.25f));
    });
    s_.pen.fill({x0_, y_, x0_ + 2, y_ + high}, s_.theme.line2, 1);
    y_ += high;
  }

  void question(bool headed = true, bool one_part = false) {
    if (!s_.view.question) return;
    const float top = y_;
    const std::string_view before = s_.focus.current_drawn();
    s_.focus.group("question");
    if (headed) heading(s_.view.question->goal ? "step.goal" : "step.question");
    prose(s_.view.question->prompt, px(14), px(22), headed ? s_.theme.text2 : s_.theme.text);
    s_.mark("question-prompt", {x0_, top, x1_, y_});
    const std::size_t parts = s_.focus.parts().size();
    y_ = draw_question(s_, x0_, x1_, y_ + 10, one_part);
    if (s_.focus.parts().size() == parts) answered({x0_, top, x1_, y_});
    s_.focus.group(before);
  }

  // With no control left it is a part as a whole: the focus of the last answer stays with the feedback.
  void answered(Rect card) {
    if (!s_.focus.part("question-card", card, true)) return;
    s_.focus.say(s_.text(s_.view.question->solved ? "focus.answered" : "focus.answer_shown"));
    s_.ring(card, control_radius);
  }

  void code() {
    if (s_.view.code.empty()) return;
    // The heading folds it, for readers who do not read code.
    const std::string_view title = s_.text("step.code"),
                           tip = s_.text(s_.memory.code_folded ? "step.code.show" : "step.code.hide");
    const Button fold{.label = title,
                      .after = s_.memory.code_folded ? Icon::chevron : Icon::up,
                      .kind = ButtonKind::ghost,
                      .tip = tip};
    const float height = s_.touch() ? touch_target : 26;
    if (button(s_, "code", box(x0_ - 8, y_, button_width(s_, fold), height), fold))
      s_.memory.code_folded = !s_.memory.code_folded;
    y_ += height + 4;
    if (s_.memory.code_folded) return;
    const float size = px(12.5f), line = px(20);
    const Font font{Face::mono, size};
    const float room = x1_ - x0_ - 24;
    const std::vector<std::string>&lines = s_.type.code_lines(s_.view.code, font, room),
          &printed = s_.type.code_lines(s_.view.code_printed, font, room);
    const float high = static_cast<float>(lines.size() + printed.size()) * line + 20 + (printed.empty() ? 0 : 6);
    const Mirror::Block code(s_.type.mirror(), x0_, x1_);
    s_.mark("code-line", {x0_, y_, x1_, y_ + high});
    s_.pen.panel({x0_, y_, x1_, y_ + high}, s_.theme.bg1, s_.theme.line, control_radius);
    float y = y_ + 10;
    for (const std::string& words : lines) {
      s_.pen.text_in({x0_ + 12, y, x1_ - 8, y + line}, words, font, s_.theme.text);
      y += line;
    }
    if (!printed.empty()) y += 6;
    for (const std::string& words : printed) {
      s_.pen.text_in({x0_ + 12, y, x1_ - 8, y + line}, words, font, s_.theme.text3);
      y += line;
    }
    y_ += high + 4;
    s_.pen.text_in({x0_, y_, x1_, y_ + 18},
                   s_.type.fitted(s_.text("step.code.counts"), {Face::regular, note_size}, x1_ - x0_),
                   {Face::regular, note_size}, s_.theme.text3);
    y_ += 18;
  }

 private:
  Screen& s_;
  float x0_, x1_, y_;
};

void rest(Screen& s, Flow& flow, float size, float line, Asks asks) {
  flow.told(size, line);
  flow.space(20);
  flow.formulae();
  for (const auto& [id, words] :
       {std::pair("step.try_it", &s.view.try_it), std::pair("step.watch_out", &s.view.watch_out)}) {
    if (words->empty()) continue;
    flow.space(20);
    flow.heading(id);
    flow.prose(*words, px(14), px(22), s.theme.text2);
  }
  if (s.view.question && asks == Asks::here) {
    flow.space(20);
    flow.question();
  }
  if (!s.view.code.empty()) {
    flow.space(20);
    flow.code();
  }
  flow.space(12);
}

// "Step 6, beat 3"
std::string_view place_words(Screen& s) {
  const std::string_view step = s.digits(s.view.step + 1);
  if (!s.memory.beats.several()) return s.text("step.number", {step});
  return s.text("step.beat.number", {step, s.digits(s.memory.beats.now + 1)});
}

}  // namespace

float formulae_height(const Screen& s, float width, bool brief) {
  return for_formulae(s, width, brief, [](const Formula&, float, const FormulaLines&) {});
}

graph::Family step_family(const explorer::View& view) {
  for (auto figure = view.stage.rbegin(); figure != view.stage.rend(); ++figure) {
    if (figure->tensors.empty()) continue;
    return graph::family((figure->has_result ? figure->tensors.back() : figure->tensors.front()).role);
  }
  return graph::Family::neutral;
}

namespace {

Font title_font(float size) { return {Face::display, size, size >= 30 ? -0.5f : -0.3f}; }

}  // namespace

std::size_t title_lines(const Screen& s, float size, float width) {
  return s.type.lines(s.view.step_title, title_font(size), width).size();
}

float title_width(const Screen& s, float size) { return s.type.width(s.view.step_title, title_font(size)); }

float draw_title(Screen& s, Rect area, float size, float line) {
  const Font font = title_font(size);
  float y = area.y0;
  for (const std::string& words : s.type.lines(s.view.step_title, font, area.width())) {
    s.pen.text_in({area.x0, y, area.x1, y + line}, words, font, s.theme.text);
    y += line;
  }
  s.mark("title", {area.x0, area.y0, area.x1, y});
  return y;
}

float draw_formula(Screen& s, Rect area, float size, bool right) {
  const Formula* formula = s.formulae.find(s.view.formula_tex);
  if (!formula) return 0;
  const float fitting = std::min({size, area.width() / std::max(formula->width, 0.1f),
                                  area.height() / std::max(formula->height + formula->depth, 0.1f)});
  if (fitting < 11) return 0;  // too small to read here: it is drawn elsewhere
  const float width = formula->width * fitting;
  // Centred on the axis of the line rather than on its box, so that a subscript does not lift it.
  float base = area.middle_y() + 0.34f * fitting;
  base = std::clamp(base, area.y0 + formula->height * fitting, area.y1 - formula->depth * fitting);
  draw(s.pen, s.type, s.theme, *formula, {right ? area.x1 - width : area.x0, base}, fitting,
       mixed(s.theme.text2, s.theme.text, 0.25f));
  return width;
}

void draw_text_rest(Screen& s, Rect area, std::string_view id, Color behind, Asks asks) {
  s.open_at_top(id);
  const float y = s.begin_scroll(id, area);
  Flow flow(s, {area.x0, y, area.x1 - 8, y}, y);
  rest(s, flow, px(15.5f), px(24), asks);
  s.end_scroll(flow.y(), behind);
}

float draw_question_alone(Screen& s, float x0, float x1, float y, bool headed, bool one_part) {
  Flow flow(s, {x0, y, x1, y}, y);
  flow.question(headed, one_part);
  return flow.y();
}

float draw_told(Screen& s, float x0, float x1, float y, float size, float line) {
  Flow flow(s, {x0, y, x1, y}, y);
  flow.told(size, line);
  return flow.y();
}

float draw_formulae(Screen& s, float x0, float x1, float y, bool brief) {
  Flow flow(s, {x0, y, x1, y}, y);
  flow.formulae(brief);
  return flow.y();
}

float draw_code(Screen& s, float x0, float x1, float y) {
  Flow flow(s, {x0, y, x1, y}, y);
  flow.code();
  return flow.y();
}

void draw_place(Screen& s, Point at) {
  s.pen.text(at, in_capitals(s, place_words(s)), {Face::semibold, px(12), 1.0f}, s.theme.role(step_family(s.view)));
}

void mark_cut(Screen& s, const Prose& laid, Point at, float size) {
  if (!laid.cut) return;
  const Prose::Piece& dots = laid.pieces.back();
  s.mark("prose-goes-on", box(at.x + dots.x, at.y + dots.y - size, s.type.width("…", dots.run.font), size));
}

float draw_text_head(Screen& s, Rect area, bool low, std::size_t most_lines) {
  s.pen.set_alpha(s.read_in(s.memory.turn.at));
  if (!low) draw_place(s, {area.x0, area.y0 + 10});
  const float half = area.x0 + area.width() * 0.6f, top = area.y0 + (low ? 0 : 14);
  const float end = draw_title(s, {area.x0, top, half, top + 40}, px(low ? 26 : 30), px(low ? 34 : 38)) + 4;
  draw_formula(s, {half + 24, area.y0, area.x1, std::min(area.y0 + 66, end - 2)}, px(30), true);
  // The first lines of the prose; the rest opens beside it.
  const ProseStyle style{px(15.5f), px(24), 0, s.theme.text2, s.theme.text};
  const std::string_view more = s.text("sheet.explain");
  const Button open{.label = more, .after = Icon::chevron, .kind = ButtonKind::ghost};
  const float width = button_width(s, open);
  const std::string_view asks = s.text(s.view.question && s.view.question->goal ? "step.goal" : "step.question.chip");
  const Button chip{.label = asks,
                    .before = s.view.question && s.view.question->solved ? Icon::check : Icon::question,
                    .kind = ButtonKind::secondary};
  const float chip_width = s.view.question ? button_width(s, chip) + 8 : 0;
  const float room = area.width() - width - chip_width - 24;
  const Prose& laid = *s.lay(s.view.text, room, style, most_lines);
  const Rect lines{area.x0, end, area.x1, end + std::max(laid.height, 2 * style.line)};
  if (plays(s)) {
    draw_caption(s, {area.x0, end, area.x0 + room, lines.y1}, style.size);
  } else {
    draw_prose(s.pen, s.type, s.theme, laid, {area.x0, end}, style);
  }
  if (!plays(s)) mark_cut(s, laid, {area.x0, end}, style.size);
  const Rect where = box(area.x1 - width, lines.y1 - control_height + 2, width, control_height);
  if (button(s, "explain", where, open)) s.toggle_popup(Popup::explain, where);
  if (s.view.question) {
    const Rect beside = box(where.x0 - chip_width, where.y0, chip_width - 8, control_height);
    if (button(s, "question-chip", beside, chip)) s.toggle_popup(Popup::question, beside);
  }
  s.pen.set_alpha(1);
  return lines.y1;
}

}  // namespace ui
