// See stage_beats.hpp. Beats are filled one after the other, each with as many parts as are readable together.
#include "ui/stage/stage_beats.hpp"

#include <algorithm>
#include <utility>

#include "ui/stage/stage_selectors.hpp"
#include "ui/type/symbol.hpp"
#include "ui/widgets/miniature.hpp"

namespace ui {
namespace {

constexpr float miniatures_height = 50, low_miniatures_height = 34, dots_height = 16, row_gap = 8;
constexpr float low_area = 340;
constexpr float dot_apart = 15;
constexpr float selectors_width = 250;                    // room for them beside the beats, at least
constexpr float least_number = 12;                        // px
constexpr float roomy = 40, roomy_small = 34;             // cells of a beat with several parts, at least
constexpr std::size_t read_rows = 16, read_columns = 16;  // of matrices whose numbers are to be read
constexpr float fractions_pitch = 33;                     // from this pitch on, compact distances gain little

std::vector<explorer::FigureView> figures_of(const explorer::View& view, std::size_t first, std::size_t end) {
  std::vector<explorer::FigureView> figures;
  for (std::size_t at = first; at < end; ++at) {
    const explorer::StagePart& part = view.parts[at];
    const explorer::FigureView& whole = view.stage[part.figure];
    const bool goes_on = at > first && view.parts[at - 1].figure == part.figure;
    if (!goes_on) {
      explorer::FigureView& figure = figures.emplace_back(whole);
      figure.tensors.clear();
      if (part.tensor + part.count < whole.tensors.size()) figure.outline.reset();
    }
    explorer::FigureView& figure = figures.back();
    if (part.tensor + part.count == whole.tensors.size()) figure.outline = whole.outline;
    const auto tensors = whole.tensors.begin() + static_cast<std::ptrdiff_t>(part.tensor);
    figure.tensors.insert(figure.tensors.end(), tensors, tensors + static_cast<std::ptrdiff_t>(part.count));
  }
  return prepared(std::move(figures));
}

bool has_numbers(Screen& s, const std::vector<explorer::FigureView>& figures, const Block& block) {
  const explorer::TensorView& tensor = figures[block.figure].tensors[block.tensor];
  return tensor.all_hidden || look_of(s, block, tensor, 0).number_size >= least_number;
}

bool to_be_read(const Block& block) { return block.rows <= read_rows && block.columns <= read_columns; }

// How many small matrices have no numbers. Those of a result are worth more than those of an operand.
std::size_t unread(Screen& s, const std::vector<explorer::FigureView>& figures, const StageLayout& layout) {
  std::size_t sum = 0;
  for (const Block& block : layout.blocks) {
    const explorer::FigureView& figure = figures[block.figure];
    const bool result = figure.has_result && block.tensor + 1 == figure.tensors.size();
    if (to_be_read(block) && !has_numbers(s, figures, block)) sum += result ? 3 : 1;
  }
  return sum;
}

bool fits_in(const StageLayout& layout, const StageSpace& space) {
  return layout.bounds.width() <= space.area.width() + 2 && layout.bounds.height() <= space.area.height() + 2;
}

// All of it is in the space, and the numbers of its small matrices can be read.
bool readable(Screen& s, const std::vector<explorer::FigureView>& figures, const StageLayout& layout,
              const StageSpace& space) {
  if (!fits_in(layout, space)) return false;
  if (layout.pitch < (space.size == StageSpace::Size::wide ? roomy : roomy_small)) return false;
  return unread(s, figures, layout) == 0;
}

// Numbers are worth more than legends.
StageSavings savings_for(Screen& s, const std::vector<explorer::FigureView>& figures, const StageSpace& space,
                         const Measure& measure) {
  StageSavings best;
  std::size_t least = unread(s, figures, lay_out_best(figures, space, measure, best));
  for (const StageSavings next : {StageSavings{true, false}, StageSavings{true, true}}) {
    if (least == 0 || (next.operands && space.size == StageSpace::Size::wide)) break;
    const std::size_t left = unread(s, figures, lay_out_best(figures, space, measure, next));
    if (left >= least) continue;
    best = next;
    least = left;
  }
  return best;
}

bool single_number(const explorer::View& view, const explorer::StagePart& part) {
  const explorer::TensorView& t = view.stage[part.figure].tensors[part.tensor];
  return part.count == 1 && drawn_rows(t) == 1 && drawn_columns(t) == 1;
}

const explorer::TensorView& result_of(const explorer::View& view, const explorer::StagePart& last) {
  return view.stage[last.figure].tensors[last.tensor + last.count - 1];
}

}  // namespace

StageLayout lay_out_best(const std::vector<explorer::FigureView>& figures, const StageSpace& space,
                         const Measure& measure, StageSavings savings) {
  StageSpace room = space;
  room.no_legends |= savings.legends;
  room.miniatures = savings.operands;
  StageLayout layout = lay_out(figures, room, measure);
  if (space.size != StageSpace::Size::wide || layout.pitch >= 48) return layout;
  StageSpace tight = room;
  tight.size = StageSpace::Size::phone;
  StageLayout other = lay_out(figures, tight, measure);
  if (other.pitch > layout.pitch * (layout.pitch < fractions_pitch ? 1.05f : 1.15f)) return other;
  return layout;
}

std::vector<StageBeats::Beat> StageBeats::divided(Screen& s, const StageSpace& space, const PartWindows& windows,
                                                  const Measure& measure, bool several) const {
  const std::vector<explorer::StagePart>& parts = s.view.parts;
  const auto laid = [&](std::size_t first, std::size_t end, const auto& then) {
    const std::vector<explorer::FigureView> figures = figures_of(s.view, first, end);
    StageSpace room = space;
    room.cuts = windows.cuts(s, figures, space.size);
    return then(figures, room);
  };
  const auto fits = [&](std::size_t first, std::size_t end) {
    return laid(first, end, [&](const auto& figures, const StageSpace& room) {
      const StageLayout layout = lay_out_best(figures, room, measure, {});
      if (readable(s, figures, layout, space)) return true;
      // A single number is no beat of its own, if what it belongs to may be a little smaller.
      if (!single_number(s.view, parts[end - 1]) || !fits_in(layout, space)) return false;
      constexpr float smaller = 0.75f;
      return laid(first, end - 1, [&](const auto& before, const StageSpace& its) {
        const StageLayout without = lay_out_best(before, its, measure, {});
        return layout.pitch >= without.pitch * smaller && unread(s, figures, layout) <= unread(s, before, without);
      });
    });
  };
  const auto savings = [&](std::size_t first, std::size_t end) {
    return laid(first, end,
                [&](const auto& figures, const StageSpace& room) { return savings_for(s, figures, room, measure); });
  };
  std::vector<Beat> beats;
  for (std::size_t first = 0; first < parts.size();) {
    std::size_t end = first + 1;
    const std::size_t most = first == 0 && several ? parts.size() - 1 : parts.size();
    while (end < most && !parts[end].new_beat && fits(first, end + 1)) ++end;
    beats.push_back({first, end, savings(first, end)});
    first = end;
  }
  // Nor the last beat, if the matrix before it can go with it.
  if (beats.size() > 1 && beats.back().end == beats.back().first + 1 && single_number(s.view, parts.back())) {
    Beat& before = beats[beats.size() - 2];
    Beat& last = beats.back();
    const bool of_one_figure = parts[before.end - 1].figure == parts[last.first].figure;
    if (before.end > before.first + 1 && of_one_figure && fits(before.end - 1, last.end)) {
      --before.end;
      --last.first;
      for (Beat* beat : {&before, &last}) beat->savings = savings(beat->first, beat->end);
    }
  }
  if (beats.empty()) beats.push_back({});
  return beats;
}

Rect StageBeats::place_rows(StageSpace& space, float selectors) {
  Rect& area = space.area;
  const bool wide = wide_ = space.size == StageSpace::Size::wide;
  const float high = !wide ? dots_height : area.height() < low_area ? low_miniatures_height : miniatures_height;
  const bool apart = !wide && dots_width() <= aside_.width();
  row_ = {};
  Rect place{area.x0, area.y0, area.x1, area.y0 + selectors - row_gap};
  if (beats_.size() > 1 && apart) {
    row_ = {aside_.x1 - dots_width(), aside_.middle_y() - high / 2, aside_.x1, aside_.middle_y() + high / 2};
  } else if (beats_.size() > 1) {
    row_ = {area.x0, area.y0, area.x1, area.y0 + high};
    if (shares_ && wide) place = {row_.x1 - selectors_width_, row_.y0, row_.x1, row_.y1};
    else if (!shares_) place = moved(place, 0, high + (wide ? row_gap : 0));
    else row_ = {area.x1 - dots_width(), place.middle_y() - high / 2, area.x1, place.middle_y() + high / 2};
  }
  const float end = std::max(row_.y1, selectors > 0 ? place.y1 : area.y0);
  if (end > area.y0) area.y0 = end + row_gap;
  if (shares_ && !wide && !apart) place.x1 = row_.x0 - 8;
  return place;
}

Rect StageBeats::divide(Screen& s, StageSpace& space, Rect aside, float selectors, const PartWindows& windows,
                        const Measure& measure) {
  const explorer::State& state = s.explorer.state();
  const bool known = cause_ && cause_->step == state.step && cause_->language == state.language &&
                     cause_->parameters == state.document.parameters && cause_->on_steps == state.document.on_steps &&
                     cause_->parts == s.view.parts && cause_->area == space.area && cause_->aside == aside &&
                     cause_->size == space.size && cause_->selectors == selectors &&
                     cause_->decimals == state.decimals && cause_->type == s.type.generation() &&
                     cause_->lesson == s.explorer.number();
  if (!known) {
    cause_ = Cause{state.step,
                   state.language,
                   state.document.parameters,
                   state.document.on_steps,
                   s.view.parts,
                   space.area,
                   aside,
                   space.size,
                   selectors,
                   state.decimals,
                   s.type.generation(),
                   s.explorer.number()};
    const auto divide_below = [&] {
      StageSpace rest = space;
      place_rows(rest, selectors);
      beats_ = divided(s, rest, windows, measure, beats_.size() > 1);
    };
    pictured_.reset();
    beats_.clear();
    aside_ = aside;
    shares_ = false;
    divide_below();
    if (beats_.size() > 1) {
      const float needs = selectors > 0 ? StageSelectors::least_width(s) : 0;
      selectors_width_ = std::max(selectors_width, needs);
      shares_ =
          selectors > 0 && (space.size == StageSpace::Size::wide || needs + 8 + dots_width() <= space.area.width());
      divide_below();
      if (shares_ && space.size == StageSpace::Size::wide) {
        make_pictures(s);
        shares_ = row_.x1 - pictures_.back().end > selectors_width_ + 16;
        if (!shares_) divide_below();
      }
    }
  }
  now_ = 0;
  if (s.around.picture != nullptr && s.around.picture->part) {
    now_ = std::min(*s.around.picture->part, beats_.size() - 1);
  } else {
    while (now_ + 1 < beats_.size() && s.view.beat >= beats_[now_].end) ++now_;
  }
  Beats& told = s.memory.beats;
  told.drawn = true;
  const bool same = told.now == now_ && std::ranges::equal(told.firsts, beats_, {}, {}, &Beat::first);
  if (!same) {
    told.now = now_;
    told.firsts.clear();
    for (const Beat& beat : beats_) told.firsts.push_back(beat.first);
    s.out.animating = true;  // panels that were drawn before show it in the next frame
  }
  const Beat& beat = beats_[now_];
  const std::size_t wanted = beats_.size() == 1 ? 0 : beat.end - beat.first;
  if (s.around.picture == nullptr && state.on_stage() != explorer::StageShare{beat.first, wanted})
    s.show_beat(beat.first, wanted);
  return place_rows(space, selectors);
}

std::vector<explorer::FigureView> StageBeats::figures(const explorer::View& view) const {
  const Beat& beat = beats_[now_];
  const std::size_t end = std::min(beat.end, view.parts.size());
  return figures_of(view, std::min(beat.first, end), end);
}

void StageBeats::make_pictures(Screen& s) {
  const float most = row_.height() - 16;
  pictures_.clear();
  std::vector<float> widths;
  float sum = 0;
  for (const Beat& beat : beats_) {
    const explorer::TensorView& t = result_of(s.view, s.view.parts[beat.end - 1]);
    Picture& picture = pictures_.emplace_back();
    const auto rows = static_cast<float>(std::max<std::size_t>(drawn_rows(t), 1)),
               columns = static_cast<float>(std::max<std::size_t>(drawn_columns(t), 1));
    const float pitch = std::clamp(std::min(most / rows, most * 1.6f / columns), 0.2f, 9.0f);
    picture.frame = box(0, row_.middle_y() - rows * pitch / 2, columns * pitch, rows * pitch);
    picture.symbol = symbol_runs(t.symbol, 18, s.theme.role(t.role));
    widths.push_back(12 + picture.frame.width() + 8 + s.type.width(picture.symbol) + 12);
    sum += widths.back();
  }
  const auto count = static_cast<float>(beats_.size());
  const float gap = std::clamp((row_.width() - sum) / std::max(count - 1, 1.0f), 0.0f, 18.0f);
  float x = row_.x0;
  for (std::size_t b = 0; b < beats_.size(); ++b) {
    Picture& picture = pictures_[b];
    const explorer::TensorView& t = result_of(s.view, s.view.parts[beats_[b].end - 1]);
    const float pitch = picture.frame.width() / static_cast<float>(std::max<std::size_t>(drawn_columns(t), 1));
    picture.frame = s.pen.snapped(moved(picture.frame, x + 12, 0));
    picture.cells = miniature(s, t, picture.frame, pitch, 1);
    x += widths[b];
    picture.end = x;
    x += gap;
  }
}

float StageBeats::dots_width() const { return static_cast<float>(beats_.size()) * dot_apart + 6; }

// Where there is little room: Next and a swipe turn the pages, and dots count them.
void StageBeats::draw_dots(Screen& s) const {
  const float width = dots_width();
  float x = shares_ ? row_.x0 : row_.middle_x() - width / 2;
  for (std::size_t b = 0; b < beats_.size(); ++b) {
    const bool now = b == now_;
    const Rect dot = box(x, row_.middle_y() - 3.5f, now ? 13.0f : 7.0f, 7);
    const explorer::TensorView& t = result_of(s.view, s.view.parts[beats_[b].end - 1]);
    if (b > now_) s.pen.outline(dot, s.theme.text3, 1, 3.5f);
    else s.pen.fill(dot, now ? s.theme.role(t.role) : s.theme.text2, 3.5f);
    s.mark(s.joined({"beat:", s.digits(b + 1)}), dot);
    x += dot_apart + (now ? 6.0f : 0.0f);
  }
}

Rect StageBeats::spare() const {
  if (row_.empty() || shares_) return {};
  if (!wide_) return {row_.middle_x() + dots_width() / 2 + 16, row_.y0, row_.x1, row_.y1};
  if (pictures_.empty()) return {};
  return {pictures_.back().end + 16, row_.y0, row_.x1, row_.y1};
}

void StageBeats::draw_row(Screen& s) {
  if (row_.empty() || s.around.picture != nullptr) return;
  if (!wide_) return draw_dots(s);
  const Circumstances here = s.circumstances(s.explorer.view_stamp(), row_);
  if (!(pictured_ == here)) make_pictures(s);
  pictured_ = here;
  const std::string_view before = s.focus.current_drawn();
  s.focus.group("beats");
  float line_from = 0;
  for (std::size_t b = 0; b < beats_.size(); ++b) {
    const Picture& picture = pictures_[b];
    const explorer::TensorView& t = result_of(s.view, s.view.parts[beats_[b].end - 1]);
    const Rect chip{picture.frame.x0 - 12, row_.y0, picture.end, row_.y1};
    const bool current = b == now_, later = b > now_;
    const std::string_view id = s.joined({"beat:", s.digits(b + 1)});
    const Hit hit = s.hit(id, chip);
    s.says(hit.focused, s.joined({s.text("step.beat", {s.digits(b + 1), s.digits(beats_.size())}), ", ", t.caption}),
           "role.button", current ? s.text("focus.current") : std::string_view());
    if (line_from > 0 && chip.x0 > line_from) s.pen.across(line_from, chip.x0, row_.middle_y(), s.theme.line2);
    line_from = chip.x1;
    if (current || hit.hovered) s.pen.fill(s.pen.snapped(chip), faded(s.theme.bg3, current ? 1 : 0.6f), control_radius);
    if (current) {
      const Rect line{chip.x0 + 10, chip.y1 - 3, chip.x1 - 10, chip.y1 - 1};
      s.pen.fill(line, s.theme.role(t.role), 1);
    }
    // What comes later is an outline: it has not been made yet.
    if (later) s.pen.outline(grown(picture.frame, 0.5f), s.theme.line2, 1, 2);
    else
      for (const auto& [cell, color] : picture.cells) s.pen.fill(cell, color, 1);
    s.type.draw(s.pen.list(), {s.pen.snapped(picture.frame.x1 + 8), centred(row_.middle_y(), 18)}, picture.symbol,
                later ? 0.6f : 1);
    if (hit.hovered) {
      s.out.cursor = "pointer";
      s.item_tip(t.caption, hit.focused);
    }
    if (hit.focused) s.ring(chip, control_radius);
    if (hit.clicked && !current) s.go_to_beat(b);
  }
  s.focus.group(before);
}

}  // namespace ui
