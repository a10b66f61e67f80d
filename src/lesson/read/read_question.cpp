// Questions: their parts, the quantities of the graph that answer them, likely wrong answers, and variants. Whether a cell
// lies inside its tensor depends on parameters and is checked when an answer is judged.
#include <algorithm>

#include "lesson/read/table.hpp"

namespace lesson {

// ---- quantities --------------------------------------------------------------------------------------------------------
// Named, never written down: what a right answer is.
struct Computed {
  static void read(const Cursor& at, const Known& known, Quantity& into) {
    if (at.is_number() || at.is_array())
      return at.fail("answer",
                     "A right answer is computed from the graph, not written down. Name what it is, such as "
                     "{\"cell\": {\"tensor\": …, \"index\": [0, 0]}}.");
    Of<Quantity>::read(at, known, into);
  }
  static std::string schema(Schema& schema) { return Of<Quantity>::schema(schema); }
};

// Likewise, or numbers: the other side of a comparison, a wrong answer.
struct ComputedOrGiven {
  static void read(const Cursor& at, const Known& known, Quantity& into) {
    if (at.is_number()) into.numbers.push_back(at.number());
    else if (at.is_array()) List<Number>::read(at, known, into.numbers);
    else Computed::read(at, known, into);
  }
  static std::string schema(Schema& schema) {
    return schema.reference("quantityOrNumbers", [&] {
      return any_of({Number::schema(schema), List<Number>::schema(schema), Computed::schema(schema)});
    });
  }
};

using AxisPlace = Whole<0, max_axes - 1>;

struct OneCell : Object<"oneCell", Needed<"tensor", &CellSpec::tensor, TensorName>,
                        Needed<"index", &CellSpec::cells, Single<CellIndex>>> {};

struct OrderedCells
    : Object<"orderedCells", Maybe<"smallest", &Quantity::smallest_first, Flag, "Ranked from the smallest on">> {
  static constexpr auto also = &Quantity::from;
};
struct RankedCells
    : Object<"rankedCells", Maybe<"rank", &Quantity::rank, Whole<1, 10'000>, "1: the first, 2: the second">,
             Maybe<"smallest", &Quantity::smallest_first, Flag, "Ranked from the smallest on">> {
  static constexpr auto also = &Quantity::from;
};
inline constexpr auto named_tensor = path<&Quantity::from, &CellSpec::tensor>;
struct AxisLength
    : Object<"axisLength", Needed<"tensor", named_tensor, TensorName>, Needed<"axis", &Quantity::axis, AxisPlace>> {};

using Q = Quantity::Kind;

template <>
struct Described<Quantity>
    : Object<"quantity", Maybe<"cell", whole, As<Q::cells, &Quantity::from, Of<CellSpec, OneCell>>>,
             Maybe<"cells", whole, As<Q::cells, &Quantity::from, Of<CellSpec>>>,
             Maybe<"largest", whole, As<Q::largest, whole, Of<Quantity, RankedCells>>>,
             Maybe<"smallest", whole, As<Q::largest, whole, Of<Quantity, RankedCells>>>,
             Maybe<"place", whole, As<Q::place, whole, Of<Quantity, RankedCells>>,
                   "The place of the largest among the cells, from 0">,
             Maybe<"order", whole, As<Q::order, whole, Of<Quantity, OrderedCells>>,
                   "The places of the cells, largest first">,
             Maybe<"shape", whole, As<Q::shape, named_tensor, TensorName>>,
             Maybe<"axis", whole, As<Q::axis, whole, Of<Quantity, AxisLength>>, "Its length">,
             Maybe<"size", whole,
                   As<Q::size, &Quantity::tensors,
                      Some<TensorName, "answer", "Nothing is counted here. Name at least one tensor.">>,
                   "How many numbers the tensors hold">,
             Maybe<"different", whole, As<Q::different, named_tensor, TensorName>, "How many different rows">,
             Maybe<"sum", whole, As<Q::sum, &Quantity::from, Of<CellSpec>>>,
             Maybe<"ratio", whole,
                   As<Q::ratio, &Quantity::of,
                      Two<Computed, "answer", "A ratio is of two quantities. Write them as a list of two.">>>,
             Maybe<"difference", whole,
                   As<Q::difference, &Quantity::of,
                      Two<Computed, "answer", "A difference is of two quantities. Write them as a list of two.">>>,
             Maybe<"length", whole, As<Q::length, &Quantity::from, Of<CellSpec>>, "Of the cells as a vector">> {
  static constexpr std::string_view note = "Numbers read off the graph, with the reader's changes";
  static std::string_view rules(Schema&) { return R"("minProperties": 1, "maxProperties": 1)"; }
  static void opening(const Cursor& place) {
    if (place.entries().size() != 1)
      place.fail("answer", "A quantity has exactly one key, such as “cell”, “shape” or “size”. Keep one.");
  }
  static void check(const Cursor& place, const Known&, Quantity& quantity) {
    quantity.smallest_first = quantity.smallest_first || place["smallest"].exists();
  }
};

// ---- conditions --------------------------------------------------------------------------------------------------------
struct Holds {
  static void read(const Cursor& at, const Known& known, Condition& into) {
    if (at.is_boolean()) into.value = at.boolean();
    else Of<Condition>::read(at, known, into);
  }
  static std::string schema(Schema& schema) {
    return schema.reference("condition", [&] {
      return R"("description": "Whether something holds in the graph; true or false only for questions of understanding", )" +
             any_of({R"("type": "boolean")", Of<Condition>::schema(schema)});
    });
  }
};
using AllOf = Some<Holds, "condition", "This list is empty. Write at least one condition.">;
template <Condition::Kind kind>
using Compared =
    As<kind, &Condition::sides, Two<ComputedOrGiven, "condition", "A comparison has two sides. Write a list of two.">>;

template <>
struct Described<Condition>
    : Object<"comparison", Maybe<"equal", whole, Compared<Condition::Kind::equal>>,
             Maybe<"less", whole, Compared<Condition::Kind::less>>,
             Maybe<"atMost", whole, Compared<Condition::Kind::at_most>>,
             Maybe<"atLeast", whole, Compared<Condition::Kind::at_least>>,
             Maybe<"zero", whole, As<Condition::Kind::zero, &Condition::sides, Single<Computed>>,
                   "Exactly 0, every number of it">,
             Maybe<"all", whole, As<Condition::Kind::all, &Condition::of, AllOf>>,
             Maybe<"any", whole, As<Condition::Kind::any, &Condition::of, AllOf>>,
             Maybe<"not", whole, As<Condition::Kind::negated, &Condition::of, Single<Holds>>>,
             Maybe<"tolerance", &Condition::tolerance, Tolerance>> {
  static void opening(const Cursor& place) {
    if (place.entries().size() != (place["tolerance"].exists() ? 2 : 1))
      place.fail("condition",
                 "A condition has one of “equal”, “less”, “atMost”, “atLeast”, “zero”, “all”, “any” and “not”, or is "
                 "true or false. Keep one.");
  }
};

// A goal: a condition, or a list of which all must hold.
struct Goal {
  static void read(const Cursor& at, const Known& known, Condition& into) {
    if (at.is_array()) As<Condition::Kind::all, &Condition::of, AllOf>::read(at, known, into);
    else Holds::read(at, known, into);
  }
};

// ---- what a goal leaves to the reader ----------------------------------------------------------------------------------
struct Freed : Object<"free", Maybe<"tensor", path<&Change::cells, &CellSpec::tensor>, TensorName>,
                      Maybe<"cells", path<&Change::cells, &CellSpec::cells>, List<CellIndex>, "None: the whole tensor">,
                      Maybe<"parameter", &Change::parameter, ParameterName>> {
  static void check(const Cursor& place, const Known&, const Change& change) {
    if (change.parameter.empty()) (void)place.required("tensor");
  }
};

struct Free {
  static void read(const Cursor& at, const Known& known, Freedom& into) {
    for (const Cursor& item : at.items()) {
      Change freed;
      Of<Change, Freed>::read(item, known, freed);
      if (freed.parameter.empty()) into.cells.push_back(std::move(freed.cells));
      else into.parameters.push_back(std::move(freed.parameter));
    }
    if (into.empty()) at.fail("question", "Nothing is free here, so the goal cannot be reached. Name a tensor.");
  }
  static std::string schema(Schema& schema) { return List<Of<Change, Freed>>::schema(schema) + R"(, "minItems": 1)"; }
};

struct GivenValues : NumberLists {
  static void read(const Cursor& at, const Known& known, std::vector<float>& into) {
    ValuesSource values;
    NumberLists::read(at, known, values);
    into = std::move(values.data);
  }
};

template <>
struct Described<Change>
    : Object<"change", Maybe<"tensor", path<&Change::cells, &CellSpec::tensor>, TensorName>,
             Maybe<"cells", path<&Change::cells, &CellSpec::cells>, List<CellIndex>>,
             Maybe<"values", &Change::values, GivenValues>, Maybe<"parameter", &Change::parameter, ParameterName>,
             Maybe<"is", &Change::value, String, "Spelt as in the cases of a choose">> {
  static constexpr std::string_view note = "Cells with a value each, a whole tensor, or a parameter";
  static void check(const Cursor& place, const Known& known, const Change& change) {
    if (const Parameter* parameter = known.parameter(change.parameter)) {
      if (place.required("is").exists()) check_value(place["is"], *parameter, change.value);
      return;
    }
    const bool whole_change = place.required("tensor").exists() && place.required("values").exists();
    if (whole_change && !change.cells.cells.empty() && change.cells.cells.size() != change.values.size())
      place["values"].fail("question", "There are not as many values as cells. Write one for each.");
  }
};

// ---- options and wrong answers -----------------------------------------------------------------------------------------
template <>
struct Described<AnswerOption>
    : Object<"answerOption", Needed<"id", &AnswerOption::id, Name>, Needed<"label", &AnswerOption::label, Light>,
             Maybe<"right", &AnswerOption::right, Holds>,
             Maybe<"say", &AnswerOption::say, Light, "Feedback if it is chosen and wrong">> {};

struct AnswerOptions {
  static void read(const Cursor& at, const Known& known, std::vector<AnswerOption>& into) {
    List<Of<AnswerOption>>::read(at, known, into);
    const auto can_be_right = [](const AnswerOption& option) {
      return option.right.kind != Condition::Kind::plain || option.right.value;
    };
    for (std::size_t i = 0; i < into.size(); ++i)
      if (std::ranges::find(into, into[i].id, &AnswerOption::id) < into.begin() + static_cast<std::ptrdiff_t>(i))
        at.items()[i]["id"].fail("repeated_name", {"Two options are called “", into[i].id, "”. Give each its own id."});
    if (into.size() < 2) at.fail("options", "There is nothing to choose here. Write at least two options.");
    else if (std::ranges::none_of(into, can_be_right))
      at.fail("options", "None of these options can be right. Give one “right”: true, or a condition.");
  }
  static std::string schema(Schema& schema) { return List<Of<AnswerOption>>::schema(schema) + R"(, "minItems": 2)"; }
};

struct WrongCells : Object<"wrongCells", Needed<"cells", &WrongAnswer::cells, List<CellIndex>>,
                           Needed<"say", &WrongAnswer::say, Light>> {};
struct WrongValue
    : Object<"wrongValue", Needed<"value", &WrongAnswer::value, ComputedOrGiven>,
             Maybe<"tolerance", &WrongAnswer::tolerance, Tolerance>, Needed<"say", &WrongAnswer::say, Light>> {};

struct WrongAnswers {
  static void read(const Cursor& at, const Known& known, Part& into) {
    if (into.kind == Part::Kind::cell) List<Of<WrongAnswer, WrongCells>>::read(at, known, into.wrong);
    else List<Of<WrongAnswer, WrongValue>>::read(at, known, into.wrong);
  }
  static std::string schema(Schema& schema) {
    return R"("type": "array", "items": { )" +
           any_of({Of<WrongAnswer, WrongValue>::schema(schema), Of<WrongAnswer, WrongCells>::schema(schema)}) + " }";
  }
};

// ---- parts -------------------------------------------------------------------------------------------------------------
struct Labels
    : Object<"axisOfTensor", Needed<"tensor", &Part::tensor, TensorName>, Needed<"axis", &Part::axis, AxisPlace>> {};

struct Answer {
  static void read(const Cursor& at, const Known& known, Part& into) {
    if (into.kind == Part::Kind::goal) Goal::read(at, known, into.truth);
    else if (into.kind == Part::Kind::truth) Holds::read(at, known, into.truth);
    else Computed::read(at, known, into.answer);
  }
  static std::string schema(Schema& schema) {
    return any_of({Computed::schema(schema), Holds::schema(schema), AllOf::schema(schema)});
  }
};

using P = Part::Kind;
template <P... kinds>
inline constexpr auto asks_for = [](const Part& part) { return ((part.kind == kinds) || ...); };
inline constexpr auto is_choice = asks_for<P::choice, P::several>;
inline constexpr auto by_labels = [](const Part& part) {
  return part.kind == P::order || (is_choice(part) && part.options.empty());
};
// Its options say whether they are right.
inline constexpr auto by_options = [](const Part& part) { return is_choice(part) && !part.options.empty(); };
inline constexpr auto has_answer = [](const Part& part) { return !by_options(part); };
inline constexpr auto has_wrong = [](const Part& part) {
  return !by_options(part) && !asks_for<P::truth, P::goal>(part);
};

template <>
struct Described<Part>
    : Object<
          "part", Needed<"kind", &Part::kind, WordOf<P>>, Maybe<"label", &Part::label, Light>,
          Maybe<"say", &Part::say, Light, "To any other wrong answer">,
          Only<asks_for<P::choice, P::several, P::truth>,
               Maybe<"options", &Part::options, AnswerOptions,
                     "Choices of the lesson's own, or the reasons of a truth">>,
          Only<has_answer, Needed<"answer", whole, Answer,
                                  "Of a goal: a condition that the reader makes true by changing numbers, or several">>,
          Only<asks_for<P::goal>,
               Maybe<"free", &Part::free, Free,
                     "Of a goal: what may be changed while it is shown; all else is locked. Without it nothing is "
                     "locked">>,
          Only<asks_for<P::goal>,
               Maybe<"solution", &Part::solution, List<Of<Change>>, "Of a goal: changes that reach it">>,
          Only<asks_for<P::cell>, Needed<"tensor", &Part::tensor, TensorName, "Where a cell is picked">>,
          Only<by_labels, Needed<"labels", whole, Of<Part, Labels>, "The places of this axis are offered">>,
          Only<asks_for<P::number, P::cell>,
               Maybe<"tolerance", &Part::tolerance, Tolerance, "How far a number may be off">>,
          Only<has_wrong,
               Maybe<"wrong", whole, WrongAnswers, "Likely wrong answers and the misconception behind each">>> {
  static constexpr std::string_view note = "One thing to answer; its right answer is computed";
  static void misplaced(const Cursor& at, std::string_view key, const Part& part) {
    const std::string_view instead = key == "free" || key == "solution" ? "Only a goal has it."
                                     : part.kind == P::goal             ? "Its conditions say everything."
                                     : key == "answer" ? "Its options say themselves whether they are right."
                                     : key == "labels" && by_options(part)
                                         ? "It has options of its own. Keep one of the two."
                                     : key == "wrong" ? "Write “say” into its options."
                                                      : "Leave it out.";
    at.fail("question",
            {"“", key, "” has no meaning for a question of kind “", part_kind_name(part.kind), "”. ", instead});
  }
};

// ---- questions ---------------------------------------------------------------------------------------------------------
template <>
struct Described<Asked>
    : Object<"variant", Needed<"prompt", &Asked::prompt, Light>, Needed<"answer", &Asked::answer, Light>,
             Maybe<"hint", &Asked::hints, Single<Light>>,
             Maybe<"hints", &Asked::hints, List<Light>, "Several hints instead of one, shown one after the other">,
             Maybe<"parts", &Asked::parts,
                   Some<Of<Part>, "question", "There is nothing to answer here. Write at least one part.">>,
             Maybe<"hides", &Asked::hides, List<Of<HiddenCells>>>> {
  static void opening(const Cursor& place) {
    if (place["hint"].exists() && place["hints"].exists())
      place["hints"].fail("question", "A question has either “hint” or “hints”. Keep one.");
  }
};

template <>
struct Described<Question>
    : Object<"question", Needed<"id", &Question::id, Name>,
             Maybe<"hidesRun", &Question::hides_run, Flag,
                   "The curve of the step's training is not shown before the question is answered, unless the reader "
                   "plays it">,
             Maybe<"variants", &Question::variants, List<Of<Asked>>,
                   "The same of other cells: a student's seed picks one">> {
  static constexpr auto also = [](Question& question) -> Asked& { return question; };
  static constexpr std::string_view note =
      "Something to predict; what it hides is hidden everywhere until it is solved or its answer shown";
  static void check(const Cursor& place, const Known&, const Question& question) {
    for (std::size_t i = 0; i < question.variants.size(); ++i)
      if (question.variants[i].parts.size() != question.parts.size())
        place["variants"].items()[i].fail("question", "A variant has as many parts as the question itself.");
  }
};
template struct Of<Question>;

}  // namespace lesson
