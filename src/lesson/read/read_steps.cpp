// The steps: texts, formula, code line, figures, controls. Everything that a step names must exist; whether a cell lies
// inside its tensor depends on parameters and is checked when it is drawn.
#include <utility>

#include "figures/readers.hpp"
#include "lesson/read/table.hpp"

namespace lesson {

// ---- cells -------------------------------------------------------------------------------------------------------------
std::string CellIndex::schema(Schema& schema) {
  return schema.reference(
      "index", [&] { return R"("description": "One entry an axis, from 0", )" + List<Place>::schema(schema); });
}

template struct Of<CellSpec>;

template <>
struct Described<When> : Object<"when", Needed<"parameter", &When::parameter, ParameterName>,
                                Needed<"is", &When::is, String, "Spelt as in the cases of a choose">> {
  static void check(const Cursor& place, const Known& known, const When& when) {
    check_value(place["is"], *known.parameter(when.parameter), when.is);
  }
};

template <>
struct Described<HiddenCells>
    : Object<"hidden", Maybe<"when", &HiddenCells::when, Of<When>, "Hidden only while a parameter has this value">> {
  static constexpr auto also = [](HiddenCells& hidden) -> CellSpec& { return hidden; };
};
template struct Of<HiddenCells>;

// ---- figures -----------------------------------------------------------------------------------------------------------
std::shared_ptr<const StepFigure> read_figure(const FigureReader& kind, const Cursor& place, const Known& known) {
  std::shared_ptr<StepFigure> figure = kind.read(place, known);
  figure->key = kind.key;
  figure->pointer = place.pointer();
  return figure;
}

// ---- figures on the stage ----------------------------------------------------------------------------------------------
template <>
struct Described<Figure>
    : Object<"figure", Maybe<"operation", &Figure::tensors, Single<TensorName>, "Name of the result">,
             Maybe<"tensors", whole,
                   As<Figure::Kind::tensors, &Figure::tensors,
                      Some<TensorName, "figure", "This figure shows nothing. Name at least one tensor.">>>,
             Maybe<"attention", whole, As<Figure::Kind::attention, &Figure::tensors, Single<TensorName>>,
                   "Weights (…, queries, keys); at most one such figure a stage">,
             Maybe<"scores", &Figure::scores, TensorName, "What these weights were made of, of the same shape">,
             Maybe<"outline", &Figure::outline, TensorName,
                   "Of the same shape as the last tensor: a line surrounds the cells where it is not zero">,
             Maybe<"when", &Figure::when, Of<When>, "Shown only while a parameter has this value">,
             Maybe<"newBeat", &Figure::new_beat, Flag,
                   "A new beat begins here, even where there is room beside the figures before it">> {
  static constexpr std::string_view note =
      "One operation with its operands, tensors side by side, or instead of these matrices who attends to whom or a "
      "figure of another kind; beside matrices it is switched to, and the first in the list is shown first";
  static std::string rules(Schema&) {
    std::string one = R"({ "required": ["operation"] }, { "required": ["tensors"] }, { "required": ["attention"] })";
    for (const FigureReader& kind : kinds()) one += ", { \"required\": [" + quoted(kind.key) + "] }";
    return "\"oneOf\": [" + one + R"(], "dependentRequired": { "scores": ["attention"] })";
  }
  static std::span<const FigureReader> kinds() { return figures_on_stage; }
  static void shown(Figure& figure, std::shared_ptr<const StepFigure> own) {
    figure.kind = Figure::Kind::own;
    figure.tensors = own->cells();
    figure.own = std::move(own);
  }
  static void opening(const Cursor& place) {
    std::vector<std::string_view> all{"operation", "tensors", "attention"}, instead{"attention"};
    std::string others;
    for (const FigureReader& kind : kinds()) {
      all.push_back(kind.key);
      instead.push_back(kind.key);
      others += joined({", “", kind.key, "”"});
    }
    if (std::ranges::count_if(all, [&](std::string_view kind) { return place[kind].exists(); }) != 1)
      place.fail("figure", {"A figure shows one “operation” (the name of its result), some “tensors”, “attention” (the "
                            "name of the weights)",
                            others, ". Give one of them."});
    if (place["scores"].exists() && !place["attention"].exists())
      place["scores"].fail("figure", "Only an “attention” figure has “scores”. Leave them out, or name the weights.");
    for (const std::string_view key : {"outline", "when", "newBeat"})
      for (const std::string_view kind : instead)
        if (place[key].exists() && place[kind].exists())
          place[key].fail("figure", {"A figure of the kind “", kind, "” has no “", key, "”. Take it out."});
  }
};

// Every combination of settings leaves at least one figure on the stage.
static bool never_empty(const std::vector<Figure>& stage, const Known& known) {
  for (const Figure& figure : stage) {
    if (figure.when.parameter.empty()) return true;
    const auto shown = [&](const std::string& value) {
      return std::ranges::any_of(stage, [&](const Figure& other) {
        return other.when.parameter == figure.when.parameter && other.when.is == value;
      });
    };
    if (std::ranges::all_of(spelt_values(*known.parameter(figure.when.parameter)), shown)) return true;
  }
  return stage.empty();
}

struct Stage : Some<Of<Figure>, "figure", "The stage of this step is empty. Name an operation or some tensors."> {
  static void read(const Cursor& at, const Known& known, std::vector<Figure>& into) {
    Some::read(at, known, into);
    if (at.failure()) return;
    bool alone = false;
    for (std::size_t i = 0; i < into.size(); ++i) {
      if (is_matrices(into[i])) continue;
      if (alone)
        at.items()[i].fail("figure",
                           "A stage has room for one figure instead of matrices. Give the other a step of its own.");
      alone = true;
    }
    if (!never_empty(into, known))
      at.fail("figure",
              "For some values of its parameter nothing is on this stage. Add a figure without “when”, or one for each "
              "value.");
  }
};

// ---- texts of a step ---------------------------------------------------------------------------------------------------
template <>
struct Described<Formula> : Object<"formula",
                                   Needed<"tex", &Formula::tex, Tex,
                                          "TeX; \\inputs \\query \\key \\val \\scores \\weights \\outputs colour "
                                          "their argument">,
                                   Maybe<"element", &Formula::element_tex, Tex, "The same for one cell">> {};
template struct Of<Formula>;

template <>
struct Described<CodeLine>
    : Object<"code", Needed<"line", &CodeLine::code, Lines, "The tutorial's code, corrected, in its own names">,
             Maybe<"printed", &CodeLine::printed, TensorName, "The tensor that it prints">> {};

// ---- steps -------------------------------------------------------------------------------------------------------------
// A parameter, or some of the choices of one.
struct OfferedControl {
  static void read(const Cursor& at, const Known& known, Step& into) {
    const bool some = at.is_object();
    if (some && !at.object({"parameter", "choices"})) return;
    const std::string name = read_parameter_name(some ? at.required("parameter") : at, known);
    into.controls.push_back(name);
    if (!some || at.failure()) return;
    for (const Cursor& choice : at.required("choices").items()) {
      std::string value = choice.string();
      check_value(choice, *known.parameter(name), value);
      into.offered[name].push_back(std::move(value));
    }
  }
  static std::string schema(Schema& schema) {
    constexpr std::string_view needed[] = {"parameter", "choices"};
    return any_of({Name::schema(schema),
                   object_of("",
                             property("parameter", "", Name::schema(schema)) + ", " +
                                 property("choices", "", List<String>::schema(schema) + R"(, "minItems": 1)"),
                             needed, "")});
  }
};
struct Controls {
  static void read(const Cursor& at, const Known& known, Step& into) {
    for (const Cursor& item : at.items()) OfferedControl::read(item, known, into);
  }
  static std::string schema(Schema& schema) { return List<OfferedControl>::schema(schema); }
};

struct StepId : Name {
  static void read(const Cursor& at, const Known&, std::string& into) {
    into = at.name();
    if (into == closing_id)
      at.fail("repeated_name", "“end” is the page after the last step. Give this step another id.");
  }
};

using VariedText = Vary<Light, "variedText">;

template <>
struct Described<Step>
    : Object<"step", Needed<"id", &Step::id, StepId, "Stable: links use it">, Needed<"title", &Step::title, Plain>,
             Needed<"text", &Step::text, VariedText>, Maybe<"tryIt", &Step::try_it, VariedText>,
             Maybe<"watchOut", &Step::watch_out, VariedText, "Errors of the tutorial, and pitfalls">,
             Maybe<"formula", &Step::formula, VariedFormula>,
             Maybe<"code", &Step::code, Vary<Of<CodeLine>, "variedCode">>, Needed<"stage", &Step::stage, Stage>,
             Maybe<"map", &Step::map, List<TensorName>, "Instead of the lesson's own map">,
             Maybe<"focus", &Step::focus, Of<CellSpec>, "The one cell that is explained at first">,
             Maybe<"controls", whole, Controls,
                   "Parameters shown with this step. Of a choice, some values alone may be offered">,
             Maybe<"set", &Step::sets, SettingsOf,
                   "Values that parameters have on this step instead of their start, such as {\"mask\": false}. What "
                   "readers change on this step holds on it alone. Pictures cannot be set">,
             Maybe<"question", &Step::question, Of<Question>>> {
  static std::span<const FigureReader> kinds() { return figures_above; }
  static void shown(Step& step, std::shared_ptr<const StepFigure> figure) { step.figures.push_back(std::move(figure)); }
  static void check(const Cursor& place, const Known&, const Step& step) {
    if (step.focus && step.focus->cells.size() != 1)
      place["focus"].fail("focus", "The focus is one cell. Write {\"tensor\": …, \"cells\": [[0, 0]]}.");
  }
};
template struct Of<Step>;

}  // namespace lesson
