// See stage_beats.hpp. Beats are filled one after the other, each with as many parts as are readable together.
#include "ui/stage/stage_beats.hpp"

#include <algorithm>
#include <utility>

namespace ui {
namespace {

constexpr float row_gap = 8;                              // below the selectors
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
    if (least == 0) break;
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
                                                  const Measure& measure) const {
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
    while (end < parts.size() && !parts[end].new_beat && fits(first, end + 1)) ++end;
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

Rect StageBeats::divide(Screen& s, StageSpace& space, float selectors, const PartWindows& windows,
                        const Measure& measure) {
  Rect& area = space.area;
  const Rect place{area.x0, area.y0, area.x1, area.y0 + std::max(selectors - row_gap, 0.0f)};
  area.y0 += selectors;
  const explorer::State& state = s.explorer.state();
  const bool known = cause_ && cause_->step == state.step && cause_->language == state.language &&
                     cause_->parameters == state.document.parameters && cause_->on_steps == state.document.on_steps &&
                     cause_->letters == state.document.letters && cause_->parts == s.view.parts &&
                     cause_->area == space.area && cause_->size == space.size && cause_->selectors == selectors &&
                     cause_->decimals == state.decimals && cause_->type == s.type.generation() &&
                     cause_->lesson == s.explorer.number();
  if (!known) {
    cause_ = Cause{state.step,
                   state.language,
                   state.document.parameters,
                   state.document.on_steps,
                   state.document.letters,
                   s.view.parts,
                   space.area,
                   space.size,
                   selectors,
                   state.decimals,
                   s.type.generation(),
                   s.explorer.number()};
    beats_ = divided(s, space, windows, measure);
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
  return place;
}

std::vector<explorer::FigureView> StageBeats::figures(const explorer::View& view) const {
  const Beat& beat = beats_[now_];
  const std::size_t end = std::min(beat.end, view.parts.size());
  return figures_of(view, std::min(beat.first, end), end);
}

}  // namespace ui
