// One row after the other. Neutral colours: right and wrong are shown by an icon and a sentence, not by a hue.
#include "ui/panels/panels.hpp"

#include <algorithm>
#include <array>

#include "graph/explain/explanation.hpp"
#include "ui/type/prose.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

using explorer::OptionView;
using explorer::PartView;
using AsKind = lesson::Part::Kind;

constexpr float options_apart = 6;

class QuestionPanel {
 public:
  QuestionPanel(Screen& s, float x0, float x1, float y, bool one_part)
      : s_(s), q_(*s.view.question), x0_(x0), x1_(x1), y_(y), one_part_(one_part && q_.parts.size() > 1) {}

  float draw() {
    if (!q_.revealed && !q_.edited.empty()) note(q_.edited);
    const auto open = static_cast<std::size_t>(
        std::ranges::find_if(q_.parts, [](const PartView& part) { return part.outcome != PartView::Outcome::right; }) -
        q_.parts.begin());
    const bool one = one_part_ && !q_.revealed && open < q_.parts.size();
    if (one) note(std::string(s_.text("question.part", {number(open + 1), number(q_.parts.size())})));
    // Once the answer is shown below, there are no inputs any more; what was answered stays visible.
    for (std::size_t i = 0; i < q_.parts.size(); ++i) {
      const bool inputs = one ? i == open : !q_.revealed || q_.solved || q_.parts[i].kind == AsKind::goal;
      if (inputs) part(i);
      else if (q_.revealed) shown(q_.parts[i]);
    }
    if (!q_.hint.empty() && !q_.revealed) aside(q_.hint, s_.theme.text2);
    if (q_.revealed) aside(q_.answer, s_.theme.text);
    if (q_.revealed) after_goal();
    else actions();
    return y_;
  }

 private:
  float row() const { return s_.touch() ? touch_height : control_height; }
  float letter_size() const { return s_.shell == Shell::phone ? px(16) : control_size; }  // a phone's page has the room
  std::string_view number(std::size_t i) const { return s_.digits(i); }
  void send(std::size_t i, std::string_view value, bool check) {
    s_.memory.card_open = true;  // the card stays open, however long the feedback is
    s_.command(explorer::Answer{q_.id, i, std::string(value), check});
  }

  void note(const std::string& words) {
    const Font font{Face::regular, note_size};
    for (const std::string& line : s_.type.lines(words, font, x1_ - x0_)) {
      s_.pen.text_in({x0_, y_, x1_, y_ + 18}, line, font, s_.theme.text3);
      y_ += 18;
    }
    y_ += 4;
  }

  float prose(const explorer::Paragraphs& paragraphs, float x0, Color ink) {
    const ProseStyle style{letter_size(), letter_size() * 1.55f, px(8), ink, s_.theme.text};
    const Prose& laid = *s_.lay(paragraphs, x1_ - x0, style);
    draw_prose(s_.pen, s_.type, s_.theme, laid, {x0, y_}, style);
    return laid.height;
  }

  void aside(const explorer::Paragraphs& paragraphs, Color ink) {
    const float top = y_;
    y_ += prose(paragraphs, x0_ + 16, ink);
    s_.pen.fill({x0_, top + 2, x0_ + 2, y_ - 2}, s_.theme.text3, 1);
    y_ += 10;
  }

  void part(std::size_t i) {
    const PartView& part = q_.parts[i];
    const bool right = part.outcome == PartView::Outcome::right;
    const float pulse = s_.motion.move(motion_key(s_.joined({"right:", q_.id, ":", number(i)})), right ? 1 : 0, 0.7);
    if (!part.label.empty()) {
      const ProseStyle style{label_size, 20, 0, s_.theme.text, s_.theme.text, Face::medium};
      const Prose& laid = *s_.lay(part.label_text, x1_ - x0_, style);
      draw_prose(s_.pen, s_.type, s_.theme, laid, {x0_, y_}, style);
      y_ += laid.height + 4;
    }
    if (part.kind == AsKind::goal) {
      goal(i, part);
    } else if (right) {
      answered(part.given, Icon::check, pulse);
    } else {
      switch (part.kind) {
        case AsKind::number:
        case AsKind::shape: field(i, part); break;
        case AsKind::choice: options(i, part, false); break;
        case AsKind::several: options(i, part, true); break;
        case AsKind::order: order(i, part); break;
        case AsKind::truth: truth(i, part); break;
        case AsKind::cell: cell(i, part); break;
        case AsKind::goal: break;
      }
    }
    if (!part.feedback.empty()) {
      const bool wrong = part.outcome == PartView::Outcome::wrong;
      if (wrong) draw_icon(s_.pen, Icon::close, {x0_ + 8, y_ + 11}, s_.theme.text, 15);
      s_.mark(s_.joined({"feedback:", number(i)}), box(x0_, y_, x1_ - x0_, 22));
      y_ += prose(part.feedback, x0_ + (wrong ? 24 : 0), s_.theme.text) + 4;
    }
    y_ += 8;
  }

  // After the answer was asked for: the reader's own with a cross, and the right one with a tick.
  void shown(const PartView& part) {
    if (part.outcome == PartView::Outcome::right) return answered(part.given, Icon::check, 0);
    if (!part.mistaken.empty()) answered(part.mistaken, Icon::close, 0);
    if (!part.mistaken.empty() && !part.right.empty()) answered(part.right, Icon::check, 0);
  }

  // What was answered. A right answer of the reader has a tick that is larger for a moment, and a ring spreads from it;
  // pulse: how much of that moment is over, from 0 to 1.
  void answered(const explorer::Paragraphs& words, Icon icon, float pulse) {
    const ProseStyle style{letter_size(), px(22), 0, s_.theme.text, s_.theme.text, Face::semibold};
    const Prose& laid = *s_.lay(words, x1_ - x0_ - 50, style);
    const Rect where = s_.pen.snapped(box(x0_, y_, x1_ - x0_, laid.height + 8));
    s_.pen.fill(where, s_.theme.bg3, control_radius);
    s_.pen.outline(where, s_.theme.text3, 1, control_radius);
    const Point tick{where.x0 + 20, where.middle_y()};
    const float swell = pulse * (1 - pulse) * 4;
    if (swell > 0) s_.pen.circle(tick, 8 + 16 * pulse, faded(s_.theme.text, 1 - pulse), 1.5f);
    draw_icon(s_.pen, icon, tick, s_.theme.text, 15 + 6 * swell);
    draw_prose(s_.pen, s_.type, s_.theme, laid, {where.x0 + 38, where.middle_y() - laid.height / 2}, style);
    y_ += laid.height + 14;
  }

  // ---- number and shape: typed in the page's own field, as cells are -------------------------------------------------
  void field(std::size_t i, const PartView& part) {
    const std::string_view check = s_.text("question.check");
    const Button ready{.label = check, .enabled = !part.value.empty()};
    const float wide = button_width(s_, ready), beside = x1_ - x0_ - wide - 8;
    // In a narrow column the button is below, so that the example fits.
    const bool below = typed_box_width(s_, part.example) > beside;
    const Rect where = box(x0_, y_, below ? x1_ - x0_ : beside, row());
    const std::string_view id = s_.joined({"answer:", number(i)});
    const std::string_view name = part.label.empty() ? part.example : part.label;
    const explorer::EditTarget& of = s_.target(explorer::Typed::answer, q_.id, i);
    typed_box(s_, id, name, where, part.value, part.example, of);
    lay_field(s_, where, s_.text("question.field", {name}), of);
    if (s_.typing(of)) s_.memory.card_open = true;  // as with every answer
    if (below) y_ += row() + 8;
    if (button(s_, s_.joined({"check:", number(i)}), box(x1_ - wide, y_, wide, row()), ready))
      send(i, part.value, true);
    y_ += row() + 8;
  }

  // ---- choices ---------------------------------------------------------------------------------------------------------
  ProseStyle option_style(const OptionView& option) const {
    return {letter_size(), letter_size() * 1.4f, 0,
            s_.theme.text, s_.theme.text,        option.chosen ? Face::semibold : Face::medium};
  }
  const Prose& option_words(const OptionView& option, float width) {
    return *s_.lay(option.label_text, width - 48, option_style(option));
  }

  // Short options stand in two columns.
  bool in_pairs(const PartView& part, float half) {
    constexpr std::size_t least = 4;
    return part.options.size() >= least && std::ranges::all_of(part.options, [&](const OptionView& option) {
             return option_words(option, half - 6).height < letter_size() * 2;
           });
  }

  // One option over this width; true when it was chosen.
  bool option_row(std::string_view id, const OptionView& option, bool ticks, float x0, float x1) {
    const ProseStyle style = option_style(option);
    const Prose& laid = option_words(option, x1 - x0);
    const float high = std::max(row(), laid.height + 14);
    const Rect where = box(x0, y_, x1 - x0, high);
    const Hit hit = s_.hit(id, where);
    const float lit = s_.motion.fade(motion_key(id), hit.hovered || hit.held, control_time);
    const Rect at = s_.pen.snapped(where);
    const Theme& theme = s_.theme;
    s_.pen.fill(at, mixed(theme.dark ? theme.bg1 : theme.bg2, theme.bg3, option.chosen ? 1 : lit), control_radius);
    s_.pen.outline(at, mixed(theme.line2, theme.text3, option.chosen ? 1 : lit), 1, control_radius);
    const Point mark{where.x0 + 20, where.middle_y()};
    if (option.wrong) {
      draw_icon(s_.pen, Icon::close, mark, theme.text, 15);
    } else if (ticks) {
      s_.pen.outline(box(mark.x - 8, mark.y - 8, 16, 16), theme.text3, 1.5f, 4);
      if (option.chosen) draw_icon(s_.pen, Icon::check, mark, theme.text, 14);
    } else {
      s_.pen.circle(mark, 7.25f, theme.text3, 1.5f);
      if (option.chosen) s_.pen.disc(mark, 4, theme.text);
    }
    draw_prose(s_.pen, s_.type, theme, laid, {where.x0 + 38, where.middle_y() - laid.height / 2}, style);
    if (hit.focused) s_.ring(where, control_radius);
    s_.says(hit.focused, option.label, "role.option",
            option.wrong    ? s_.text("focus.wrong")
            : option.chosen ? s_.text("focus.chosen")
                            : std::string_view());
    if (hit.hovered) s_.out.cursor = "pointer";
    y_ += high + options_apart;
    return hit.clicked;
  }

  void options(std::size_t i, const PartView& part, bool several) {
    const float half = (x1_ - x0_ - options_apart) / 2;
    const bool pairs = in_pairs(part, half);
    for (std::size_t at = 0; at < part.options.size(); ++at) {
      const OptionView& option = part.options[at];
      const bool second = pairs && at % 2 == 1;
      const float x0 = second ? x1_ - half : x0_, x1 = pairs && !second ? x0_ + half : x1_, y = y_;
      const bool chosen = option_row(s_.joined({"option:", number(i), ":", option.id}), option, several, x0, x1);
      if (pairs && !second && at + 1 < part.options.size()) y_ = y;
      if (!chosen) continue;
      if (!several) {
        send(i, option.id, true);
        continue;
      }
      std::string ids;
      for (const OptionView& other : part.options)
        if (other.chosen != (other.id == option.id)) ids += (ids.empty() ? "" : ",") + other.id;
      send(i, std::move(ids), false);
    }
    if (several) check(i, part.value);
  }

  void check(std::size_t i, std::string_view value) {
    const std::string_view words = s_.text("question.check");
    const Button ready{.label = words, .enabled = !value.empty()};
    if (button(s_, s_.joined({"check:", number(i)}), box(x0_, y_, button_width(s_, ready), row()), ready))
      send(i, value, true);
    y_ += row() + 8;
  }

  void truth(std::size_t i, const PartView& part) {
    const std::array<std::string_view, 2> words{s_.text("question.yes"), s_.text("question.no")};
    const std::size_t selected = part.yes_no == "yes" ? 0 : part.yes_no == "no" ? 1 : 2;
    std::string reason;
    for (const OptionView& option : part.options)
      if (option.chosen) reason = "." + option.id;
    const Rect where = box(x0_, y_, std::min(160.0f, x1_ - x0_), row());
    const std::string_view id = s_.joined({"truth:", number(i)});
    if (const auto chosen =
            segmented(s_, id, part.label.empty() ? s_.text("step.question") : std::string_view(part.label), where,
                      words, selected))
      send(i, (*chosen == 0 ? "yes" : "no") + reason, part.options.empty());
    for (std::size_t word = 0; word < 2; ++word)
      s_.mark(s_.joined({id, (word == 0 ? ":yes" : ":no")}), segment_rect(where, row(), 2, word));
    y_ += row() + 8;
    if (part.options.empty() || part.yes_no.empty())
      return;  // the reasons follow when there is something to give one for
    const Font font{Face::medium, label_size};
    s_.pen.text_in({x0_, y_, x1_, y_ + 20}, s_.text("question.because"), font, s_.theme.text2);
    y_ += 24;
    for (const OptionView& option : part.options)
      if (option_row(s_.joined({"option:", number(i), ":", option.id}), option, false, x0_, x1_))
        send(i, part.yes_no + "." + option.id, false);
    check(i, part.yes_no.empty() || reason.empty() ? "" : part.value);
  }

  // Moved up and down by buttons, so that it works by keyboard too.
  void order(std::size_t i, const PartView& part) {
    for (std::size_t at = 0; at < part.options.size(); ++at) {
      const Rect line = box(x0_, y_, x1_ - x0_, row());
      s_.pen.fill(s_.pen.snapped(grown(line, 0, -1)), s_.theme.bg3, segment_radius);
      s_.pen.text_in(grown(line, -12, 0), part.options[at].label, {Face::medium, control_size}, s_.theme.text);
      const std::string_view id = s_.joined({"order:", number(i), ":", part.options[at].id});
      const std::string_view up = s_.text("control.move_up", {part.options[at].label});
      const std::string_view down = s_.text("control.move_down", {part.options[at].label});
      if (button(s_, s_.joined({id, ":up"}), box(x1_ - 2 * row(), y_, row(), row()),
                 {.label = "", .before = Icon::up, .kind = ButtonKind::ghost, .enabled = at > 0, .tip = up}))
        send(i, swapped(part, at, at - 1), false);
      if (button(s_, s_.joined({id, ":down"}), box(x1_ - row(), y_, row(), row()),
                 {.label = "",
                  .before = Icon::chevron,
                  .kind = ButtonKind::ghost,
                  .enabled = at + 1 < part.options.size(),
                  .tip = down}))
        send(i, swapped(part, at, at + 1), false);
      y_ += row();
    }
    y_ += 8;
    check(i, swapped(part, 0, 0));
  }

  // The ids in their order, with two exchanged.
  std::string_view swapped(const PartView& part, std::size_t a, std::size_t b) const {
    std::string& out = s_.memory.words.next();
    if (a >= part.options.size() || b >= part.options.size()) a = b = 0;
    for (std::size_t i = 0; i < part.options.size(); ++i) {
      if (i > 0) out += ",";
      out += part.options[i == a ? b : i == b ? a : i].id;
    }
    return out;
  }

  // A cell is selected in the figure, by click or arrow keys; here it is only named and checked.
  void cell(std::size_t i, const PartView& part) {
    const Font font{Face::regular, control_size};
    const std::string_view words =
        part.picked.empty() ? std::string_view(part.example) : s_.text("question.picked", {part.picked_name});
    s_.pen.text_in({x0_, y_, x1_, y_ + 22}, s_.type.fitted(words, font, x1_ - x0_), font, s_.theme.text2);
    y_ += 28;
    check(i, part.picked);
  }

  // Whether it is reached, and how far the numbers are now.
  void goal(std::size_t i, const PartView& part) {
    const bool reached = part.outcome == PartView::Outcome::right;
    const std::string_view state = reached && part.reached ? "goal.reached"
                                   : reached               ? "goal.reached.before"
                                   : q_.revealed           ? "goal.shown"
                                                           : "goal.open";
    const std::string_view words = s_.text(state);
    const Font strong{Face::semibold, px(14.5f)};
    const float top = y_;
    if (reached) draw_icon(s_.pen, Icon::check, {x0_ + 20, y_ + 22}, s_.theme.text, 17);
    else s_.pen.circle({x0_ + 20, y_ + 22}, 7.25f, s_.theme.text3, 1.5f);
    s_.pen.text_in({x0_ + 38, y_ + 11, x1_ - 12, y_ + 33}, words, strong, s_.theme.text);
    y_ += 34;
    if (!part.reached || !reached) {
      const Font font{Face::regular, control_size};
      for (const std::string& line : s_.type.lines(part.distance, font, x1_ - x0_ - 50)) {
        s_.pen.text_in({x0_ + 38, y_, x1_ - 12, y_ + 20}, line, font, s_.theme.text2);
        y_ += 20;
      }
    }
    y_ += 10;
    const Rect frame{x0_, top, x1_, y_};
    s_.pen.outline(s_.pen.snapped(frame), reached && part.reached ? s_.theme.text3 : s_.theme.line2, 1, control_radius);
    s_.mark(s_.joined({"goal:", number(i)}), frame);
    y_ += 4;
  }

  void after_goal() {
    if (!q_.goal) return;
    if (!q_.solved && !reached()) {
      const Button again{.label = s_.text("goal.solution.again"), .before = Icon::eye};
      const float wide = std::min(button_width(s_, again), x1_ - x0_);
      if (button(s_, "reveal", box(x0_, y_, wide, row()), again)) s_.command(explorer::Reveal{q_.id});
      y_ += row() + 8;
    }
    if (q_.next.empty()) return;
    const Button next{.label = q_.next, .after = Icon::chevron, .kind = ButtonKind::primary};
    if (button(s_, "next-goal", box(x0_, y_, std::min(button_width(s_, next), x1_ - x0_), row()), next))
      s_.command(explorer::NextStep{});
    y_ += row();
  }

  bool reached() const {
    return std::ranges::all_of(q_.parts,
                               [](const PartView& part) { return part.kind != AsKind::goal || part.reached; });
  }

  void actions() {
    float x = x0_;
    const float high = row();
    const auto action = [&](std::string_view id, std::string_view words, Icon icon) {
      const Button one{.label = words, .before = icon};
      const float wide = std::min(button_width(s_, one), x1_ - x0_);
      if (x > x0_ && x + wide > x1_) {
        x = x0_;
        y_ += high + 8;
      }
      const bool pressed = button(s_, id, box(x, y_, wide, high), one);
      x += wide + 8;
      return pressed;
    };
    if (q_.has_hint && action("hint", s_.text(q_.hint.empty() ? "question.hint" : "question.hint.next"), Icon::none))
      s_.command(explorer::ShowHint{q_.id});
    if (action("reveal", s_.text(q_.goal ? "goal.solution" : "step.reveal"), Icon::eye))
      s_.command(explorer::Reveal{q_.id});
    if (!q_.tries.empty()) {
      const Font font{Face::regular, note_size};
      if (x + s_.type.width(q_.tries, font) > x1_) {
        x = x0_;
        y_ += high + 4;
      }
      s_.pen.text_in({x, y_, x1_, y_ + high}, q_.tries, font, s_.theme.text3);
    }
    y_ += high;
  }

  Screen& s_;
  const explorer::QuestionView& q_;
  float x0_, x1_, y_;
  bool one_part_;
};

}  // namespace

float draw_question(Screen& s, float x0, float x1, float y, bool one_part) {
  return QuestionPanel(s, x0, x1, y, one_part).draw();
}

}  // namespace ui
