// See panels.hpp. The heights of the card's pages are those of the frame before: a page that has changed its height
// asks for another frame.
#include "ui/panels/panels.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "imgui.h"
#include "ui/type/prose.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

enum class Page : std::uint8_t { question, try_it, watch_out, code };
constexpr std::array<std::string_view, 4> page_ids{"card:question", "card:try", "card:watch", "card:code"};

struct TextSize {
  float size, line;
};
// From the largest that fits.
constexpr std::array<TextSize, 4> text_sizes{{{px(17), px(27)}, {px(16), px(25)}, {px(15), px(23)}, {px(14), px(21)}}};
constexpr TextSize tight_title{px(26), px(32)}, small_title{px(20), px(26)};
constexpr std::size_t words_before_fold = 45;
constexpr std::size_t least_beside_card = 3;  // sizes before something is folded for want of room

constexpr float pad = 14, tight_pad = 10, apart = 16, tight_apart = 12, label_height = 25, title_apart = 10,
                more_height = 30;
constexpr float prompt_mark = 22, most_prompt = 140;

class TextColumn {
 public:
  TextColumn(Screen& s, Rect area) : s_(s), area_(area) {
    const explorer::View& view = s.view;
    if (view.question) pages_.add(Page::question);
    if (!view.try_it.empty() || has_step_controls(s)) pages_.add(Page::try_it);
    if (!view.watch_out.empty()) pages_.add(Page::watch_out);
    if (!view.code.empty()) pages_.add(Page::code);
    title_ = s.shell == Shell::desktop ? TextSize{title_size, px(40)} : TextSize{px(28), px(34)};
    first_size_ = s.shell == Shell::desktop ? 0 : 1;
  }

  void draw() {
    s_.mark("text-column", area_);
    s_.pen.set_alpha(s_.read_in(s_.memory.turn.at));
    choose();
    if (!tight_) draw_place(s_, {area_.x0, area_.y0 + 19});
    const float top =
        draw_title(s_, {area_.x0, area_.y0 + label(), area_.x1, area_.y1}, title_.size, title_.line) + title_apart;
    text({area_.x0, top, area_.x1, area_.y1 - card_height_ - (pages_.size() == 0 ? 0 : gap())});
    s_.pen.set_alpha(1);
    if (pages_.size() > 0) card({area_.x0, area_.y1 - card_height_, area_.x1, area_.y1});
  }

 private:
  float row() const { return s_.touch() ? touch_height : control_height; }
  float width() const { return area_.width(); }
  float around() const { return tight_ ? tight_pad : pad; }
  float gap() const { return tight_ ? tight_apart : apart; }
  float label() const { return tight_ ? 0 : label_height; }  // the bar says it, too
  ProseStyle style(const TextSize& size) const {
    return {size.size, size.line, size.line * 0.45f, s_.theme.text2, s_.theme.text};
  }
  ProseStyle prompt_style() const { return {px(14.5f), px(22), px(9), s_.theme.text, s_.theme.text}; }
  const Prose& laid(const TextSize& size) const { return *s_.lay(s_.view.text, width(), style(size)); }
  // Paragraphs before the fold.
  std::size_t first_paragraphs() const {
    std::size_t words = 0, count = 0;
    for (const lesson::Paragraph& paragraph : s_.view.text) {
      words += lesson::count_words(paragraph);
      if (count > 0 && words > words_before_fold) break;
      ++count;
    }
    return count;
  }
  // Of the text with an open card below it.
  float text_height(const TextSize& size) const {
    const Prose& prose = laid(size);
    if (first_ == prose.paragraphs.size()) return prose.height;
    return (first_ == 0 ? 0 : prose.paragraphs[first_ - 1].second) + more_height;
  }
  float& page_height(Page page) const {
    return s_.memory.scrolls[motion_key(s_.joined({s_.view.lesson_id, "/", s_.view.step_id}),
                                        static_cast<std::uint64_t>(page) + 1)];
  }
  std::vector<std::string_view>& labels() const {
    std::vector<std::string_view>& words = s_.list();
    for (const Page page : pages_) {
      const bool goal = s_.view.question && s_.view.question->goal;
      words.push_back(s_.text(page == Page::question    ? (goal ? "step.goal" : "step.question.chip")
                              : page == Page::try_it    ? "step.try_it"
                              : page == Page::watch_out ? "step.watch_out"
                                                        : "step.code"));
    }
    return words;
  }

  // A question that is higher than the column is asked part by part; decided once for a height of the window.
  float& asked_apart_at() const {
    return s_.memory.scrolls[motion_key(s_.joined({s_.view.lesson_id, "/", s_.view.step_id}))];
  }
  bool parts_apart() const { return asked_apart_at() == area_.height(); }

  // Closed for want of room, not by the reader.
  bool hides_question() const {
    return !open_ && !s_.memory.card_open && pages_.size() > 0 && pages_[0] == Page::question && !plays(s_);
  }

  // What is folded: the card if the reader wants the text, or the text has no room above the card; else what of the text
  // does not fit above the card. Smaller letters, and a question that is asked part by part, are better than one that is
  // hidden behind a click.
  void choose() {
    fold();
    const TextSize title = title_;
    const auto fold_again = [&](bool tight) {
      tight_ = tight;
      title_ = tight ? tight_title : title;
      fold();
    };
    if (hides_question()) fold_again(true);
    if (hides_question() && has_parts() && !parts_apart()) {
      ask_apart();
      fold();
    }
    if (hides_question()) fold_again(false);
    if (hides_question() && prompt_ == 0) fold_again(true);  // what it asks may have room now
    // A page that needs more than the room under the title gets some of the title's.
    const bool tall = open_ && (card_height_ + 1 < wanted_ || (pages_[page_] == Page::question && parts_apart()));
    if (!tall || title_.size <= small_title.size) return;
    title_ = small_title;
    fold();
    if (open_ && card_height_ + 1 < wanted_ && pages_[page_] == Page::question && !parts_apart()) ask_apart();
  }

  std::size_t sizes_beside() const { return tight_ ? text_sizes.size() : least_beside_card; }
  bool has_parts() const { return pages_[0] == Page::question && s_.view.question->parts.size() > 1; }
  void ask_apart() {
    asked_apart_at() = area_.height();
    page_height(Page::question) = 0;  // measured anew
    s_.out.animating = true;
  }

  // The largest size in which the text fits above the open card, and whether its formula has to be brief for that.
  std::optional<std::pair<std::size_t, bool>> size_beside(float opened, float room, float whole, float brief) {
    for (const bool is_brief : {false, true})
      for (std::size_t size = first_size_; size < sizes_beside(); ++size) {
        const float formula = !is_brief ? whole : brief > 0 ? gap() + brief : 0;
        if (text_height(text_sizes[size]) + formula + gap() + opened <= room) return std::pair(size, is_brief);
      }
    return std::nullopt;
  }

  // As many paragraphs as fit above the open card, in the largest size in which there is one; in a low window without the
  // formula, if it has to be.
  std::size_t paragraphs_beside(float opened, float room, float below) {
    for (const bool without : {false, true}) {
      if (without && !tight_) return 0;
      const float after = more_height + (without ? 0 : below) + gap() + opened;
      for (std::size_t size = first_size_; size < sizes_beside(); ++size) {
        const std::vector<std::pair<float, float>>& ends = laid(text_sizes[size]).paragraphs;
        std::size_t fit = first_;
        while (fit > 0 && ends[fit - 1].second + after > room) --fit;
        if (fit == 0) continue;
        size_ = size;
        without_formula_ = without && formulae_ > 0;
        if (without) formulae_ = 0;
        return fit;
      }
    }
    return 0;
  }

  void fold() {
    scrolls_ = brief_ = without_formula_ = false;
    const float head = label() + static_cast<float>(title_lines(s_, title_.size, width())) * title_.line + title_apart;
    formulae_ = formulae_height(s_, width());
    float below = formulae_ > 0 ? gap() + formulae_ : 0;
    const float room = area_.height() - head;
    size_ = first_size_;
    paragraphs_ = s_.view.text.size();
    first_ = first_paragraphs();
    prompt_ = 0;
    if (pages_.size() == 0) {
      open_ = false;
      card_height_ = 0;
      return shrink(room);
    }
    const float closed = row() + 2 * around();
    page_ = std::min(s_.memory.card_tab.value_or(0), pages_.size() - 1);
    const explorer::Caption* caption = plays(s_) ? s_.memory.lecture.caption(s_.view) : nullptr;
    const bool asks = caption != nullptr && caption->of == explorer::Caption::Of::question;
    const bool told = plays(s_) && !asks;
    if (asks && pages_[0] == Page::question) {
      page_ = 0;
      s_.memory.card_open = true;
    }
    wanted_ = closed + std::max(page_height(pages_[page_]), 40.0f) + around();
    const float opened = std::min(wanted_, room - more_height - gap() / 2);
    const float brief = formulae_height(s_, width(), true);
    if (const auto fit = size_beside(opened, room, below, brief)) {
      open_ = s_.memory.card_open.value_or(!told);
      card_height_ = open_ ? opened : closed;
      if (!open_) return shrink_above(room, closed);
      size_ = fit->first;
      paragraphs_ = first_;
      brief_ = fit->second;
      if (brief_) formulae_ = brief;
      return;
    }
    const float whole_formulae = std::exchange(formulae_, brief);
    below = brief > 0 ? gap() + brief : 0;
    const std::size_t fit = paragraphs_beside(opened, room, below);
    open_ = s_.memory.card_open.value_or(fit > 0 && !told);
    if (told) open_ = false;
    card_height_ = open_ ? opened : closed;
    if (!open_) {
      formulae_ = whole_formulae;
      return shrink_above(room, closed);
    }
    brief_ = true;
    paragraphs_ = fit;
    if (fit == 0 && more_height + below + gap() + opened > room) formulae_ = 0;
  }

  // The text above a closed card, which shows what its question asks where that fits as well.
  void shrink_above(float room, float closed) {
    if (pages_[0] == Page::question && !plays(s_)) {
      const float asked = s_.lay(s_.view.question->prompt, width() - 2 * pad - prompt_mark, prompt_style())->height;
      const auto [size, formulae] = std::pair(size_, formulae_);
      shrink(room - gap() - closed - asked - around());
      if (!scrolls_ && asked < most_prompt) {
        prompt_ = asked;
        card_height_ = closed + asked + around();
        return;
      }
      scrolls_ = brief_ = false;
      size_ = size;
      formulae_ = formulae;
    }
    shrink(room - gap() - closed);
  }

  // The whole text and the formulae in the largest size that fits, else with the brief formula.
  void shrink(float room) {
    const std::size_t largest = size_;
    const auto fits = [&] { return laid(text_sizes[size_]).height + (formulae_ > 0 ? gap() + formulae_ : 0) <= room; };
    const auto search = [&] {
      for (size_ = largest; size_ + 1 < text_sizes.size() && !fits(); ++size_) {
      }
      return fits();
    };
    if (search()) return;
    brief_ = true;
    formulae_ = formulae_height(s_, width(), true);
    scrolls_ = !search();
  }

  void text(Rect where) {
    const TextSize& size = text_sizes[size_];
    const Prose& prose = laid(size);
    if (scrolls_) {
      s_.mark("text-scrolls", where);
      constexpr float lit_margin = 14;  // left of the text
      s_.open_at_top("text");
      const float y = s_.begin_scroll("text", {where.x0 - lit_margin, where.y0, where.x1 + 12, where.y1});
      float end = draw_told(s_, where.x0, where.x1, y, size.size, size.line);
      if (formulae_ > 0) end = draw_formulae(s_, where.x0, where.x1, end + gap(), brief_);
      return s_.end_scroll(end + 8, s_.theme.bg0);
    }
    float y = where.y0;
    const bool whole = paragraphs_ == prose.paragraphs.size() && !without_formula_;
    if (whole) {
      y = draw_told(s_, where.x0, where.x1, y, size.size, size.line);
    } else {
      if (paragraphs_ > 0) {
        const float end = prose.paragraphs[paragraphs_ - 1].second;
        s_.pen.clip({where.x0 - 8, y - 4, where.x1 + 8, y + end + 2});
        draw_prose(s_.pen, s_.type, s_.theme, prose, {where.x0, y}, style(size));
        s_.pen.unclip();
        y += end;
      }
      s_.focus.group("text");
      const Button more{.label = s_.text("step.more"), .after = Icon::chevron, .kind = ButtonKind::ghost};
      if (button(s_, "text-more", box(where.x0 - 10, y + 2, button_width(s_, more), more_height - 2), more))
        s_.memory.card_open = false;
      y += more_height;
    }
    if (formulae_ > 0) draw_formulae(s_, where.x0, where.x1, y + gap(), brief_);
  }

  void card(Rect where) {
    s_.pen.panel(s_.pen.snapped(where), s_.theme.bg1, s_.theme.line, panel_radius);
    s_.mark("card", where);
    const Rect tabs = box(where.x0 + pad, where.y0 + around(), where.width() - 2 * pad, row());
    s_.focus.group("card");
    std::array<Rect, page_ids.size()> places;
    if (const auto chosen =
            ui::tabs(s_, "card-tabs", s_.text("focus.tabs"), tabs, labels(), open_ ? page_ : pages_.size(), places)) {
      s_.memory.card_tab = *chosen;
      s_.memory.card_open = true;
      s_.out.animating = true;
    }
    for (std::size_t i = 0; i < pages_.size(); ++i) s_.mark(page_ids[static_cast<std::size_t>(pages_[i])], places[i]);
    if (!open_) return asked({where.x0 + pad, tabs.y1 + around(), where.x1 - pad, where.y1 - around()});
    const Rect inside{where.x0 + pad, tabs.y1 + around(), where.x1 - pad, where.y1 - 4};
    float& high = page_height(pages_[page_]);
    const bool scrolls = high > inside.height() + 1;
    float y = inside.y0;
    if (scrolls) {
      s_.mark("card-scrolls", inside);
      s_.open_at_top("card");
      y = s_.begin_scroll("card", {inside.x0 - 6, inside.y0, inside.x1 + 10, inside.y1});
    }
    const float end = page(pages_[page_], inside.x0, inside.x1, y);
    if (std::abs(end - y - high) > 0.5f) s_.out.animating = true;
    high = end - y;
    if (scrolls) s_.end_scroll(end + 8, s_.theme.bg1);
  }

  // What the question of a closed card asks; a click opens the card. By keyboard its tab does.
  void asked(Rect where) {
    if (prompt_ == 0) return;
    const Hit hit = s_.hit("card-prompt", grown(where, 6), false);
    s_.mark("card:prompt", where);
    const Prose& prompt = *s_.lay(s_.view.question->prompt, where.width() - prompt_mark, prompt_style());
    draw_prose(s_.pen, s_.type, s_.theme, prompt, {where.x0, where.y0}, prompt_style());
    draw_icon(s_.pen, Icon::chevron, {where.x1 - 8, where.y0 + 11}, hit.hovered ? s_.theme.text : s_.theme.text3, 16);
    if (hit.hovered) s_.out.cursor = "pointer";
    if (!hit.clicked) return;
    s_.memory.card_tab = 0;
    s_.memory.card_open = true;
    s_.out.animating = true;
  }

  float page(Page page, float x0, float x1, float y) {
    switch (page) {
      case Page::question: return draw_question_alone(s_, x0, x1, y, false, parts_apart());
      case Page::code: return draw_code(s_, x0, x1, y);
      case Page::watch_out: return prose(s_.view.watch_out, x0, x1, y);
      case Page::try_it: break;
    }
    y = prose(s_.view.try_it, x0, x1, y);
    if (!has_step_controls(s_)) return y;
    s_.focus.group("controls");
    return draw_step_controls(s_, x0, x1, y + (s_.view.try_it.empty() ? 0 : 12)) - 8;
  }

  float prose(const explorer::Paragraphs& words, float x0, float x1, float y) {
    if (words.empty()) return y;
    const ProseStyle style{px(14.5f), px(22), px(9), s_.theme.text2, s_.theme.text};
    const Prose& all = *s_.lay(words, x1 - x0, style);
    draw_prose(s_.pen, s_.type, s_.theme, all, {x0, y}, style);
    return y + all.height;
  }

  Screen& s_;
  Rect area_;
  Few<Page, 4> pages_;
  TextSize title_{};
  std::size_t first_size_ = 0, size_ = 0, page_ = 0, paragraphs_ = 0, first_ = 0;
  float formulae_ = 0, card_height_ = 0, wanted_ = 0;
  float prompt_ = 0;  // height of what the question of a closed card asks; 0: it has no room
  bool open_ = false, scrolls_ = false, brief_ = false;  // brief_: without the formula of one element
  bool tight_ = false, without_formula_ = false;         // smaller, so that the question has room
};

}  // namespace

void draw_text_column(Screen& s, Rect area) { TextColumn(s, area).draw(); }

}  // namespace ui
