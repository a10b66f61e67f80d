// The table of keys, with the spelling of each. “lesson” and “step” are read before the others, in link.cpp. Format 1 has no
// v; later formats will.
#include "explorer/link/keys.hpp"

#include <algorithm>
#include <charconv>
#include <tuple>
#include <utility>

#include "explorer/hero/link.hpp"
#include "explorer/language/catalogue.hpp"
#include "explorer/language/numbers.hpp"
#include "explorer/large_map/link.hpp"
#include "explorer/lecture/lecture_keys.hpp"
#include "explorer/lesson/answers.hpp"
#include "explorer/link/run_keys.hpp"
#include "explorer/model/link.hpp"
#include "explorer/state/cells.hpp"
#include "explorer/state/color_steps.hpp"
#include "explorer/views/stage_parts.hpp"
#include "lesson/run/picture.hpp"

namespace explorer {

bool is_own_picture(const lesson::Lesson& lesson, std::string_view name, const lesson::ParameterValue& value) {
  const auto parameter = std::ranges::find(lesson.parameters, name, &lesson::Parameter::name);
  const auto* text = std::get_if<std::string>(&value);
  return text && parameter != lesson.parameters.end() && parameter->control == lesson::Parameter::Control::picture &&
         lesson::is_own_picture(*text);
}

namespace {

constexpr std::size_t most_link_decimals = 6;
constexpr std::size_t most_beats = 1000;
constexpr std::size_t most_students = 1'000'000'000;
constexpr std::string_view format = "1";

// Sets `into` to what was read, if it could be read.
template <class T, class U>
bool take(T& into, const std::optional<U>& read) {
  if (read) into = static_cast<T>(*read);
  return read.has_value();
}

bool take_flag(auto& into, std::string_view value, std::string_view on, std::string_view off) {
  if (value == on || value == off) into = value == on;
  return value == on || value == off;
}

bool take_places(std::vector<std::size_t>& into, std::string_view value) {
  std::optional<graph::Index> places = parse_index(value);
  if (!places || places->empty()) return false;
  std::ranges::sort(*places);
  places->erase(std::ranges::unique(*places).begin(), places->end());
  into = std::move(*places);
  return true;
}

bool take_zoom(AttentionLook& look, std::string_view value) {
  std::string_view rest = value;
  const auto zoom = plain_number(next_of(rest, ',')), x = plain_number(next_of(rest, ',')), y = plain_number(rest);
  const auto share = [](const std::optional<double>& part) { return part && *part >= 0 && *part <= 1; };
  const bool fits = zoom && *zoom >= 1 && *zoom <= most_attention_zoom && share(x) && share(y);
  if (fits) std::tie(look.zoom, look.x, look.y) = std::tuple(*zoom, *x, *y);
  return fits;
}

bool take_view(LinkReader& into, std::string_view value) {
  const bool reading = value == "reading" || value.ends_with("-reading");
  const std::string_view screen = value.substr(0, value.size() - (value.ends_with("-reading") ? 8 : 0));
  if (value != "reading" && screen != "contents" && screen != "large" && screen != "model") return false;
  into.state.reading = reading;
  into.state.contents = screen == "contents";
  into.large.shown = screen == "large";
  into.state.model.shown = screen == "model";
  return true;
}

// "tensor,0,1"
std::string cell_text(const graph::Graph& graph, const graph::CellRef& cell) {
  std::string text = graph.node(cell.node).name;
  if (!cell.index.empty()) text += "," + index_text(cell.index);
  return text;
}

void write_parameters(LinkWriter& out, const LinkSource& of) {
  for (const auto& [name, value] : of.state.document.parameters) {
    if (is_own_picture(of.lesson, name, value)) out.add("own", name);
    else out.add("p." + name, parameter_text(value));
  }
  const auto& on_steps = of.state.document.on_steps;
  for (const auto& [step, own] : on_steps)
    for (const auto& [name, value] : own) out.add("p." + step + "." + name, parameter_text(value));
  // Without it, the reader's value of all other steps would be taken for this one's.
  const auto here = on_steps.find(of.state.step);
  for (const auto& [name, value] : std::ranges::find(of.lesson.steps, of.state.step, &lesson::Step::id)->sets)
    if (of.state.document.parameters.contains(name) && (here == on_steps.end() || !here->second.contains(name)))
      out.add("p." + of.state.step + "." + name, parameter_text(value));
}

void write_edits(LinkWriter& out, const LinkSource& of) {
  const std::vector<lesson::Edit>& edits = of.state.document.edits;
  std::string cells;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    const lesson::Edit& edit = edits[i];
    if (!takes_edit(edit, of.graph)) continue;  // inactive: its cell does not exist now
    cells += (cells.empty() ? "" : ";") + index_text(edit.index) + ":" + shortest(edit.value);
    const bool last = i + 1 == edits.size() || edits[i + 1].tensor != edit.tensor;
    if (last) out.add("e." + edit.tensor, std::exchange(cells, {}));
  }
}

bool writes_focus(const LinkSource& of) {
  return !of.state.end && (of.state.focused != of.preset_focus || of.state.pinned);
}

// Left out where it follows from the selected cell, which the link names.
void write_beat(LinkWriter& out, const LinkSource& of) {
  const State& state = of.state;
  if (state.end) return;
  bool told = state.beat == 0;
  if (writes_focus(of) && state.focused) {
    const auto step = std::ranges::find(of.lesson.steps, state.step, &lesson::Step::id);
    const auto first = first_part_of(of.lesson, *step, of.graph, state, state.focused->node);
    if (first) told = *first >= state.beat && (state.beat_parts == 0 || *first < state.beat + state.beat_parts);
  }
  if (!told) out.add("beat", std::to_string(state.beat + 1));
}

void write_focus(LinkWriter& out, const LinkSource& of) {
  const State& state = of.state;
  if (!writes_focus(of)) return;
  out.add(state.pinned ? "pin" : "at", state.focused ? cell_text(of.graph, *state.focused) : "none");
}

bool take_nudge(LinkReader& into, std::string_view value) {
  const std::size_t colon = value.rfind(':');
  if (colon == std::string_view::npos) return false;
  std::string_view steps = value.substr(colon + 1);
  const bool down = steps.starts_with('-');
  if (down) steps.remove_prefix(1);
  const std::optional<std::size_t> count = whole(steps, most_nudges);
  if (!count || *count == 0) return false;
  into.nudged = value.substr(0, colon);
  into.nudge_steps = down ? -static_cast<int>(*count) : static_cast<int>(*count);
  return true;
}

std::string view_word(const State& state) {
  std::string screen = state.contents ? "contents" : state.large.shown ? "large" : state.model.shown ? "model" : "";
  if (!state.reading) return screen;
  return screen.empty() ? "reading" : screen + "-reading";
}

constexpr auto in_lesson = LinkScreens::lesson;

constexpr LinkKey keys[] = {
    {"lesson", "", in_lesson, [](LinkWriter& out, const LinkSource& of) { out.add("lesson", of.lesson.id); },
     [](LinkReader&, const std::string&, const std::string&) { return true; }},  // read by the code that opens the link
    {"step", "", in_lesson,
     [](LinkWriter& out, const LinkSource& of) {
       if (of.state.end) out.add("step", lesson::closing_id);
       else if (of.state.step != of.lesson.steps.front().id) out.add("step", of.state.step);
     },
     [](LinkReader&, const std::string&, const std::string&) { return true; }},
    // The step of the run whose weights are shown: the page trains up to it. Its pictures and the rates on the way.
    {"run", "training.title", in_lesson, write_run_step,
     [](LinkReader& into, const std::string&, const std::string& value) { return take_run_step(into, value); }},
    {"run.part", "training.part", in_lesson, write_run_part,
     [](LinkReader& into, const std::string&, const std::string& value) { return take_run_part(into, value); }},
    {"run.weight", "training.weight", in_lesson, write_run_weight,
     [](LinkReader& into, const std::string&, const std::string& value) { return take_run_weight(into, value); }},
    {"run.rates", "training.rates", in_lesson, write_run_rates,
     [](LinkReader& into, const std::string&, const std::string& value) { return take_run_rates(into, value); }},
    // The first part of the stage that is shown, counted from 1.
    {"beat", "", in_lesson, write_beat,
     [](LinkReader& into, const std::string&, const std::string& value) {
       const std::optional<std::size_t> beat = whole(value, most_beats);
       if (beat && *beat > 0) into.beat = *beat - 1;
       return beat && *beat > 0;
     }},
    // Parameters, and those of a step that sets them: "p.mask", "p.no-mask.mask".
    {"p.", "", in_lesson, write_parameters,
     [](LinkReader& into, const std::string& name, const std::string& value) {
       return into.take_parameter(name, value);
     }},
    // Parameters that hold the reader's own picture, which is not part of the link: "picture".
    {"own", "", in_lesson, nullptr,
     [](LinkReader& into, const std::string&, const std::string& value) { return into.take_own(value); }},
    // Changed cells of a tensor: "0,1:2.5;1,0:3".
    {"e.", "", in_lesson, write_edits,
     [](LinkReader& into, const std::string& tensor, const std::string& cells) {
       into.take_edits(tensor, cells);
       return true;
     }},
    // The selected cell: "tensor,0,1"; "none" clears the step's own selection.
    {"at", "", in_lesson, write_focus,
     [](LinkReader& into, const std::string&, const std::string& value) { return into.select(value, false); }},
    {"pin", "", in_lesson, nullptr,
     [](LinkReader& into, const std::string&, const std::string& value) { return into.select(value, true); }},
    {"dec", "rail.decimals", in_lesson,
     [](LinkWriter& out, const LinkSource& of) {
       if (of.state.decimals != of.lesson.decimals) out.add("dec", std::to_string(of.state.decimals));
     },
     [](LinkReader& into, const std::string&, const std::string& value) {
       return take(into.decimals, whole(value, most_link_decimals));
     }},
    {"names", "names.title", in_lesson,
     [](LinkWriter& out, const LinkSource& of) {
       if (of.state.document.letters != lesson::Letters::page) out.add("names", json::word(of.state.document.letters));
     },
     [](LinkReader& into, const std::string&, const std::string& value) {
       return take(into.state.document.letters, json::parse_word<lesson::Letters>(value)) && into.knows_letters();
     }},
    {"colors", "rail.colors", in_lesson,
     [](LinkWriter& out, const LinkSource& of) {
       if (of.state.color_steps != ColorSteps::linear) out.add("colors", json::word(of.state.color_steps));
     },
     [](LinkReader& into, const std::string&, const std::string& value) {
       return take(into.state.color_steps, json::parse_word<ColorSteps>(value));
     }},
    // The place shown of an axis: "lead.head=2".
    {"lead.", "", in_lesson,
     [](LinkWriter& out, const LinkSource& of) {
       for (const auto& [axis, place] : of.state.leading)
         if (place != 0) out.add("lead." + axis, std::to_string(place));
     },
     [](LinkReader& into, const std::string& axis, const std::string& value) {
       const std::optional<std::size_t> place = whole(value, lesson::max_values);
       if (place && into.leading.size() < lesson::max_axes) into.leading.emplace_back(axis, *place);
       return place.has_value();
     }},
    // The attention figure. Places are counted from 0: "0,2". A step with a run of training shows that, "run", or its
    // matrices.
    {"show", "attention.view", in_lesson,
     [](LinkWriter& out, const LinkSource& of) {
       if (const auto matrices = of.state.attention.matrices) out.add("show", *matrices ? "matrices" : "attention");
     },
     [](LinkReader& into, const std::string&, const std::string& value) {
       return value == "run" || take_flag(into.state.attention.matrices, value, "matrices", "attention");
     }},
    {"values", "attention.view", in_lesson,
     [](LinkWriter& out, const LinkSource& of) {
       if (of.state.attention.scores) out.add("values", "scores");
     },
     [](LinkReader& into, const std::string&, const std::string& value) {
       return take_flag(into.state.attention.scores, value, "scores", "weights");
     }},
    {"scale", "", in_lesson,
     [](LinkWriter& out, const LinkSource& of) {
       if (!of.state.attention.shared) out.add("scale", "own");
     },
     [](LinkReader& into, const std::string&, const std::string& value) {
       return take_flag(into.state.attention.shared, value, "shared", "own");
     }},
    {"below", "attention.threshold", in_lesson,
     [](LinkWriter& out, const LinkSource& of) {
       const double threshold = of.state.attention.threshold;
       if (threshold != AttentionLook{}.threshold) out.add("below", shortest(threshold));
     },
     [](LinkReader& into, const std::string&, const std::string& value) {
       const std::optional<double> threshold = plain_number(value);
       return threshold && *threshold >= 0 && *threshold <= 1 && take(into.state.attention.threshold, threshold);
     }},
    {"heads", "attention.heads", in_lesson,
     [](LinkWriter& out, const LinkSource& of) {
       if (!of.state.attention.heads.empty()) out.add("heads", index_text(of.state.attention.heads));
     },
     [](LinkReader& into, const std::string&, const std::string& value) {
       return take_places(into.state.attention.heads, value);
     }},
    {"queries", "attention.followed", in_lesson,
     [](LinkWriter& out, const LinkSource& of) {
       if (!of.state.attention.queries.empty()) out.add("queries", index_text(of.state.attention.queries));
     },
     [](LinkReader& into, const std::string&, const std::string& value) {
       return take_places(into.state.attention.queries, value);
     }},
    {"compare", "attention.compare", in_lesson,
     [](LinkWriter& out, const LinkSource& of) {
       if (const auto head = of.state.attention.compared) out.add("compare", std::to_string(*head));
     },
     [](LinkReader& into, const std::string&, const std::string& value) {
       std::vector<std::size_t> heads;
       if (!take_places(heads, value) || heads.size() != 1) return false;
       into.state.attention.compared = heads.front();
       return true;
     }},
    {"off", "attention.off", in_lesson,
     [](LinkWriter& out, const LinkSource& of) {
       if (!of.state.attention.off.empty()) out.add("off", index_text(of.state.attention.off));
     },
     [](LinkReader& into, const std::string&, const std::string& value) {
       return take_places(into.state.attention.off, value);
     }},
    // "2,0.5,0.25": how near, and the centre as fractions of the map.
    {"zoom", "part.zoom", in_lesson,
     [](LinkWriter& out, const LinkSource& of) {
       const AttentionLook& look = of.state.attention;
       if (look.zoom != AttentionLook{}.zoom)
         out.add("zoom", shortest(look.zoom) + "," + shortest(look.x) + "," + shortest(look.y));
     },
     [](LinkReader& into, const std::string&, const std::string& value) {
       return take_zoom(into.state.attention, value);
     }},
    // The number of “What moves this?”, "tensor,0,1", and the nudged cell with its steps: "tensor,0,1:-2".
    {"moves", "moves.label", in_lesson,
     [](LinkWriter& out, const LinkSource& of) {
       if (of.state.asked) out.add("moves", cell_text(of.graph, of.state.asked->of));
     },
     [](LinkReader& into, const std::string&, const std::string& value) {
       into.asked = value;
       return !value.empty();
     }},
    {"nudge", "moves.label", in_lesson,
     [](LinkWriter& out, const LinkSource& of) {
       if (!of.state.asked || !of.state.asked->nudged) return;
       const Nudged& nudged = *of.state.asked->nudged;
       out.add("nudge", cell_text(of.graph, nudged.cell) + ":" + std::to_string(nudged.steps));
     },
     [](LinkReader& into, const std::string&, const std::string& value) { return take_nudge(into, value); }},
    // Questions whose answer was looked up, and answers that were given (answers.hpp).
    {"shown", "", in_lesson,
     [](LinkWriter& out, const LinkSource& of) {
       std::string shown;
       for (const std::string& question : of.state.revealed) shown += (shown.empty() ? "" : ",") + question;
       if (!shown.empty()) out.add("shown", shown);
     },
     [](LinkReader& into, const std::string&, const std::string& value) { return into.take_revealed(value); }},
    {"a.", "", in_lesson,
     [](LinkWriter& out, const LinkSource& of) {
       for (const auto& [question, progress] : of.state.answers)
         if (const std::string text = answers_text(progress); !text.empty()) out.add("a." + question, text);
     },
     [](LinkReader& into, const std::string& question, const std::string& value) {
       return into.take_answers(question, value);
     }},
    // A seed that selects among the variants of a question.
    {"student", "", in_lesson,
     [](LinkWriter& out, const LinkSource& of) {
       if (of.state.student != 0) out.add("student", std::to_string(of.state.student));
     },
     [](LinkReader& into, const std::string&, const std::string& value) {
       into.student = whole(value, most_students);
       return into.student.has_value();
     }},
    // "1": the lesson plays by itself from this step on; and how fast, where that is not 1.
    {"play", "lecture.play", in_lesson, write_play,
     [](LinkReader& into, const std::string&, const std::string& value) { return take_play(into, value); }},
    {"speed", "lecture.speed", in_lesson, write_speed,
     [](LinkReader& into, const std::string&, const std::string& value) { return take_speed(into, value); }},
    // reading, contents, contents-reading, large, large-reading, model, model-reading.
    {"view", "large.view", LinkScreens::all,
     [](LinkWriter& out, const LinkSource& of) {
       if (const std::string word = view_word(of.state); !word.empty()) out.add("view", word);
     },
     [](LinkReader& into, const std::string&, const std::string& value) { return take_view(into, value); }},
    // The large map, whose keys are in large_map/link.cpp.
    {"m.", "", LinkScreens::large, [](LinkWriter& out, const LinkSource& of) { add_large(out, of.state.large); },
     [](LinkReader& into, const std::string& name, const std::string& value) {
       return take_large(into.large, "m." + name, value);
     }},
    // The model, whose keys are in model/link.cpp.
    {"model", "", LinkScreens::model, add_model, take_model},
    {"model.", "", LinkScreens::model, nullptr, take_model},
    // The sentence of the contents, and the word that is followed.
    {"s", "hero.own.label", LinkScreens::contents, write_sentence, take_sentence},
    {"word", "group.sentence", LinkScreens::contents, write_followed, take_followed},
    {"theme", "top.theme", LinkScreens::all,
     [](LinkWriter& out, const LinkSource& of) {
       if (of.state.theme != Theme::system) out.add("theme", json::word(of.state.theme));
     },
     [](LinkReader& into, const std::string&, const std::string& value) {
       const std::optional<Theme> theme = json::parse_word<Theme>(value);
       if (theme) into.theme = theme;
       return theme.has_value();
     }},
    {"lang", "top.language", LinkScreens::all,
     [](LinkWriter& out, const LinkSource& of) {
       if (of.state.language != "en") out.add("lang", of.state.language);
     },
     [](LinkReader& into, const std::string&, const std::string& value) {
       if (well_formed_language(value)) into.language = value;
       return well_formed_language(value);
     }},
    {"v", "", in_lesson, nullptr,
     [](LinkReader& into, const std::string&, const std::string& value) {
       into.later = value != format;
       return true;
     }},
};

}  // namespace

std::span<const LinkKey> link_keys() { return keys; }

const LinkKey* find_link_key(std::string_view key) {
  const auto* const found = std::ranges::find_if(
      keys, [&](const LinkKey& one) { return one.key.ends_with('.') ? key.starts_with(one.key) : key == one.key; });
  return found == std::end(keys) ? nullptr : found;
}

}  // namespace explorer
