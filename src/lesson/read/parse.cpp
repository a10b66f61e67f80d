// Parses a lesson file: JSON first, then the parts in the order of the table, which is that of their dependencies (title,
// parameters, generators, tensors, steps), then the checks of the whole.
#include <functional>
#include <set>

#include "lesson/read/letters.hpp"
#include "lesson/read/table.hpp"

namespace lesson {

// Names in a list that must be distinct.
template <class Items, class Name>
void all_different(const Items& items, Name name, std::string_view what, Failure& failure) {
  std::set<std::string_view> seen;
  for (const auto& item : items) {
    const std::string_view word = std::invoke(name, item);
    if (word.empty() || seen.insert(word).second) continue;
    failure.add("repeated_name", item.pointer,
                {"There is another ", what, " named “", word, "”. Rename one of the two."});
  }
}

struct SchemaAddress : String {
  static void read(const Cursor& at, const Known&, const Lesson&) { (void)at.string(); }
};

struct Format {
  static void read(const Cursor& at, const Known&, Lesson& into) {
    if (at.number() != into.format)
      at.fail("format", "This page reads lesson files of format 1. Open the file with a newer version of the page.");
  }
  static std::string schema(Schema&) { return R"("const": 1)"; }
};

// One of two words, of which the second is true.
template <Literal no, Literal yes>
struct Convention {
  static constexpr std::string_view words[] = {no.view(), yes.view()};
  static void read(const Cursor& at, const Known&, bool& into) {
    into = read_word(at, words, "convention") == words[1];
  }
  static std::string schema(Schema&) { return one_of(words); }
};
struct Conventions : Object<"convention", Maybe<"vectors", &Lesson::vectors_are_columns, Convention<"rows", "columns">>,
                            Maybe<"projections", &Lesson::projections_are_out_in, Convention<"in_out", "out_in">,
                                  "in_out: x W; out_in: W x, as nn.Linear stores it">> {};

struct Parameters : List<Of<Parameter>> {
  static void read(const Cursor& at, const Known& known, std::vector<Parameter>& into) {
    List::read(at, known, into);
    all_different(into, &Parameter::name, "parameter", at.failure());
    for (std::size_t i = 0; i < into.size() && !at.failure(); ++i)
      if (!into[i].off.empty()) check_off(at.items()[i]["off"], into[i], known);
  }
};

struct Generators : List<Of<Generator>> {
  static void read(const Cursor& at, const Known& known, std::vector<Generator>& into) {
    List::read(at, known, into);
    all_different(into, &Generator::name, "generator", at.failure());
  }
};

struct Steps : Some<Of<Step>, "missing_key", "A lesson needs at least one step."> {
  static void read(const Cursor& at, const Known& known, std::vector<Step>& into) {
    constexpr std::size_t most = 200;
    if (at.is_array() && at.items().size() > most)
      return at.fail("too_large", {"A lesson has at most ", most, " steps."});
    Some::read(at, known, into);
    all_different(into, &Step::id, "step", at.failure());
  }
};

// Pairs of TeX, see letters.hpp.
struct PairsOfLetters {
  static void read(const Cursor& at, const Known&, std::vector<std::pair<std::string, std::string>>& into) {
    into = read_letters(at);
  }
  static std::string schema(Schema&) {
    return R"("type": "object", "maxProperties": 60, "propertyNames": { "minLength": 1 },
        "additionalProperties": { "type": "string", "minLength": 1 })";
  }
};

template <>
struct Described<Lesson>
    : Object<
          "lesson", Maybe<"$schema", whole, SchemaAddress>, Needed<"format", whole, Format>,
          Needed<"id", &Lesson::id, Name, "Name in links and of the file, such as worked-example">,
          Needed<"version", &Lesson::version, String, "Version of the lesson itself, such as 1.0.0">,
          Needed<"title", &Lesson::title, Plain>,
          Maybe<"convention", whole, Of<Lesson, Conventions>, "How the lesson writes vectors and projection matrices">,
          Maybe<"decimals", &Lesson::decimals, Whole<0, 9>, "Decimals shown at the start">,
          Maybe<"parameters", &Lesson::parameters, Parameters>, Maybe<"generators", &Lesson::generators, Generators>,
          Needed<"tensors", &Lesson::tensors, Tensors>,
          Maybe<"map", &Lesson::map, List<TensorName>, "Nodes of the pipeline map, left to right">,
          Maybe<"card", &Lesson::card, List<TensorName>, "Tensors drawn on the lesson's card in the contents">,
          Maybe<"training", &Lesson::training, Of<Training>>, Needed<"steps", &Lesson::steps, Steps>,
          Maybe<"summary", &Lesson::summary, Light, "One line for the page of contents">,
          Maybe<"canSay", &Lesson::can_say, Light, "What a reader can say at the end">,
          Maybe<"corrections", &Lesson::corrections, Light, "Corrections of the tutorial that the lesson follows">,
          Maybe<"names", &Lesson::names, List<Of<NameRow>>,
                "What the tutorial, most texts and PyTorch call the same thing">,
          Maybe<"letters", &Lesson::letters, PairsOfLetters,
                "The page's letters and the tutorial's, as TeX; readers can put the tutorial's on the whole lesson">,
          Maybe<"references", &Lesson::references, List<Source>>, Maybe<"licence", &Lesson::licence, Light>,
          Maybe<"cite", &Lesson::cite, Light>, Maybe<"course", &Lesson::course, Of<Course>>,
          Maybe<"class", &Lesson::layer, Of<Layer>>, Maybe<"poster", &Lesson::poster, Of<Poster>>> {
  static constexpr std::string_view note =
      "A lesson is a small recorded computation with steps that explain it. Indices count from 0.";
};

template struct Of<Lesson>;

Result<Lesson> parse(std::string_view json, Letters letters) {
  if (json.size() > max_bytes)
    return fail("too_large", "",
                {"A lesson file holds at most 8 MB, this one ", json.size(),
                 " bytes. Draw large tensors at random, or compute them."});
  auto document = read_json(json);
  if (!document) return std::unexpected(document.error());

  if (letters == Letters::tutorial) put_letters(*document);
  Failure failure;
  const Cursor root(&*document, "", failure);
  Lesson lesson;
  Of<Lesson>::read(root, Known{lesson}, lesson);
  for (const auto& [language, words] : lesson.title) lesson.languages.push_back(language);
  if (!lesson.letters.empty()) lesson.shown = letters;
  if (!failure) put_in_order(lesson, failure);
  if (failure) return std::unexpected(failure.first());
  return lesson;
}

}  // namespace lesson
