// The end of a lesson: the table of names, sources, its requirements as part of a course, the picture of a reader's numbers,
// and the layer that it is about as a class.
#include "lesson/read/markup.hpp"
#include "lesson/read/table.hpp"

namespace lesson {

// ---- names -------------------------------------------------------------------------------------------------------------
// A name in light markup without a language, since names are not translated.
struct Spelling {
  static void read(const Cursor& at, const Known&, std::string& into) {
    into = at.string();
    if (const auto read = parse_markup(into); !read) at.fail(read.error().code, read.error().message);
  }
  static std::string schema(Schema& schema) {
    return schema.reference("spelling", [] {
      return R"("description": "A name in light markup, the same in every language: `code`, $TeX$", "type": "string")";
    });
  }
};

template <>
struct Described<NameRow> : Object<"nameRow", Maybe<"role", &NameRow::role, RoleName>,
                                   Maybe<"what", &NameRow::what, Light, "What it is, where no role says it">,
                                   Maybe<"here", &NameRow::here, Spelling, "The tutorial's own name">,
                                   Maybe<"usual", &NameRow::usual, Spelling, "The usual symbol: Q, K, V, S, A, Z">,
                                   Maybe<"pytorch", &NameRow::pytorch, Spelling, "PyTorch's name">> {
  static std::string_view rules(Schema&) { return R"("oneOf": [{ "required": ["role"] }, { "required": ["what"] }])"; }
  static void opening(const Cursor& place) {
    if (place["role"].exists() == place["what"].exists())
      place.fail("names", "A row says what it names either by its “role” or in words, as “what”. Give one of the two.");
  }
  static void check(const Cursor& place, const Known&, const NameRow& row) {
    if (row.here.empty() && row.usual.empty() && row.pytorch.empty())
      place.fail("names", "This row gives no name. Write at least one of “here”, “usual” and “pytorch”.");
  }
};
template struct Of<NameRow>;

// ---- sources -----------------------------------------------------------------------------------------------------------
// Only addresses that a browser opens as a page: the file is untrusted, so no scripts and no local files.
struct Address {
  static void read(const Cursor& at, const Known&, std::string& into) {
    into = at.string();
    if (!into.starts_with("https://") && !into.starts_with("http://"))
      at.fail("url", "A source is opened as a page. Begin its address with https://.");
  }
  static std::string schema(Schema&) { return R"("type": "string", "pattern": "^https?://")"; }
};

template <>
struct Described<Reference> : Object<"linkedReference", Needed<"text", &Reference::text, Light>,
                                     Maybe<"url", &Reference::url, Address, "Opened in a tab of its own">> {};

void Source::read(const Cursor& at, const Known& known, Reference& into) {
  if (at["text"].exists()) Of<Reference>::read(at, known, into);
  else Light::read(at, known, into.text);
}
std::string Source::schema(Schema& schema) { return any_of({Light::schema(schema), Of<Reference>::schema(schema)}); }

// ---- the course --------------------------------------------------------------------------------------------------------
using Minutes = Whole<1, 600>;

struct NextByTitle : Object<"next", Needed<"id", &Course::next, Name>, Maybe<"title", &Course::next_title, Plain>,
                            Maybe<"minutes", &Course::next_minutes, Minutes>> {};

struct NextLesson {
  static void read(const Cursor& at, const Known& known, Course& into) {
    if (at.is_object()) Of<Course, NextByTitle>::read(at, known, into);
    else Name::read(at, known, into.next);
  }
  static std::string schema(Schema& schema) {
    return any_of({Name::schema(schema), Of<Course, NextByTitle>::schema(schema)});
  }
};

template <>
struct Described<Course>
    : Object<"course", Needed<"minutes", &Course::minutes, Minutes, "For the whole lesson, its questions included">,
             Needed<"objectives", &Course::objectives, Light, "What a reader can do at the end, as items">,
             Maybe<"prerequisites", &Course::prerequisites, Light, "What a reader has to know before">,
             Maybe<"needs", &Course::needs, Plain,
                   "The prerequisites in a few words, which the contents show after “Needs:”">,
             Maybe<"aside", &Course::aside, Plain,
                   "For a lesson beside the path, what it is, in a few words: the contents list it after the path, "
                   "without a number">,
             Maybe<"act", &Course::act, WordOf<Act>,
                   "The act in which the contents list the lesson: by hand, as it is used, learned and large">,
             Maybe<"short", &Course::short_steps, Whole<1, 200>,
                   "How many of its first steps belong to the short way through the site, which the contents mark">,
             Maybe<"next", whole, NextLesson,
                   "The lesson that follows, by its id or with title and minutes for the button that leads to it; "
                   "large-map is the map of thousands of tokens. For lessons of the site the build adds title and "
                   "minutes">> {
  static constexpr std::string_view note = "What the lesson requires and teaches, for planning a course";
};
template struct Of<Course>;

// ---- the poster --------------------------------------------------------------------------------------------------------
template <>
struct Described<Poster>
    : Object<"poster",
             Needed<"tensors", &Poster::tensors, List<TensorName>,
                    "From left to right, at most four: such as input, weights, output">,
             Needed<"formula", &Poster::formula, VariedFormula, "How the last tensor comes from the first">> {
  static constexpr std::string_view note = "The picture of a reader's numbers that the closing page offers";
  static void check(const Cursor& place, const Known&, const Poster& poster) {
    constexpr std::size_t most = 4;  // as many matrices as fit side by side
    if (poster.tensors.empty() || poster.tensors.size() > most)
      place["tensors"].fail("poster", {"A picture of the numbers shows 1 to ", most, " tensors. Name so many."});
  }
};
template struct Of<Poster>;

// ---- the class ---------------------------------------------------------------------------------------------------------
struct CodeLines : List<String> {
  static void read(const Cursor& at, const Known&, std::string& into) {
    for (const Cursor& line : at.items()) into += (into.empty() ? "" : "\n") + line.token();
  }
};

template <>
struct Described<Layer>
    : Object<"class", Needed<"code", &Layer::code, CodeLines, "The lines that define the class">,
             Needed<"run", &Layer::run, CodeLines,
                    "The lines that make the class and run it; {name} stands for the value of a parameter">,
             Needed<"tensors", &Layer::tensors, List<TensorName>,
                    "Those whose numbers the lines of run use, by their names">,
             Needed<"gives", &Layer::gives, TensorName, "The tensor that these lines compute, under its own name">> {
  static constexpr std::string_view note =
      "The layer that the lesson is about, as a PyTorch class; the page exports it with the reader's numbers";
  static void check(const Cursor& place, const Known& known, const Layer& layer) {
    const std::string_view text = layer.run;
    for (std::size_t at = 0; (at = text.find('{', at)) != std::string_view::npos; ++at) {
      const std::size_t end = text.find('}', at);
      const std::string name(text.substr(at + 1, end == std::string_view::npos ? end : end - at - 1));
      if (known.parameter(name) == nullptr)
        return place["run"].fail("class", {"“{", name, "}” stands for no parameter. Braces hold the name of one."});
    }
  }
};
template struct Of<Layer>;

bool has_closing(const Lesson& lesson) {
  return !lesson.can_say.empty() || !lesson.corrections.empty() || !lesson.names.empty() ||
         !lesson.references.empty() || !lesson.licence.empty() || !lesson.cite.empty() ||
         !lesson.poster.tensors.empty();
}

}  // namespace lesson
