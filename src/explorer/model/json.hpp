// The model screen as JSON, for the page (what is wanted of the model) and the reading view (the same as the picture, in
// words). Places count from 0.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explorer/json/shape.hpp"
#include "explorer/large_map/json.hpp"
#include "explorer/model/data.hpp"

namespace explorer {

struct ModelShareJson {
  std::string name, formula;
};
// One of the heads in words, with the shares as printed.
struct ModelHeadJson {
  ModelHead head;
  std::string name;
  std::vector<std::string> shares;   // empty: not known yet
  std::vector<std::string> changes;  // of measures since before; empty: nothing is compared
  std::string kind;                  // by its measures
  bool off = false;
};
struct ModelRowJson {
  std::string head;
  LargeRowJson row;
};
// A word's logit taken apart, as printed.
struct ModelTermJson {
  std::string name, value;
};
// What a logit becomes with a part replaced.
struct ModelSweptJson {
  ModelOff part;
  std::string name, value;
};
// A part that is replaced, and by what, in a sentence.
struct ModelReplacedJson {
  ModelOff part;
  std::string told;
};
struct ModelChoiceJson {
  std::size_t id = 0;
  std::string name;
};
// The MLP of a layer, and what it is at the word that is explained.
struct ModelInnerJson {
  std::size_t layer = 0;
  std::string name;
  bool off = false, here = false;  // replaced: at all tokens, or at that one alone
};
struct ModelWhyJson {
  std::size_t at = 0, word = 0;
  std::string place;  // the token `at` in words
  std::optional<std::size_t> against;
  std::vector<ModelChoiceJson> choices;  // of both
  bool all = false;                      // there are no others
  std::string title, sum, agrees;        // why this word; its lead is the sum of so many parts; the model's own number
  std::vector<ModelTermJson> parts;      // the largest first
  std::vector<ModelInnerJson> inner;     // that can be switched off
  std::string chosen;                    // the name of the part that is split
  std::vector<ModelTermJson> split;
  std::vector<ModelTermJson> lens;  // after each layer: the likeliest words
  std::vector<ModelTermJson> grid;  // after each layer: the likeliest word after each token
  std::string swept;                // what the numbers of `off` are, or why there are none
  std::vector<ModelSweptJson> off;  // of each part that is replaced in turn: the number then
};
// A text, a measure in it, and where it is largest: at which token, which one that looks at, and that in words.
struct ModelAtlasTextJson {
  std::string text, value, largest;
  std::size_t row = 0, column = 0;
};
// What heads do over texts, as printed: a row for each head.
struct ModelAtlasJson {
  std::vector<ModelShareJson> measures;  // names and formulae
  std::string about;                     // over how many texts, or how far it is
  std::size_t count = 0;                 // texts; 0 until they are measured
  std::vector<ModelHeadJson> heads;
  std::string asked;  // what the texts are examples of: a head and a measure
  std::vector<ModelAtlasTextJson> examples;
};
// A token that the model wrote, and the share that it was drawn with.
struct ModelWrittenJson {
  std::size_t place = 0, id = 0;
  std::string name;
  double probability = 0;
};
// The step of the tour in words. found: what it asks for; done: said then.
struct ModelTourJson {
  std::size_t step = 0, steps = 0;
  std::string id, place, title, text, task, hint, done;  // place: which step of which tour
  bool found = false;
};
// A second model that is compared.
struct ModelSecondJson {
  std::string name, about, moved;  // what it is, or why it is none; how far the chosen head's weights lie elsewhere
  // How far the head's own matrices differ, each by its name's lower letter; empty where they have other sizes, none while that
  // is not known.
  std::optional<std::vector<ModelTermJson>> matrices;
  bool refused = false;
};
struct ModelScreenJson {
  const WholeModel* model = nullptr;
  const ModelState* state = nullptr;
  std::vector<ModelShareJson> shares;
  std::vector<ModelHeadJson> heads;  // in the reading view, in the order of the small pictures
  std::vector<ModelRowJson> rows;    // of the chosen head and of the compared one
  std::vector<std::string> explanation;
  std::optional<ModelWants> wants, wants_of_second;
  std::optional<ModelWhyJson> why;
  std::optional<ModelTourJson> tour;
  std::optional<ModelAtlasJson> atlas;
  std::vector<ModelWrittenJson> written;
  std::vector<ModelReplacedJson> replaced;
  std::optional<ModelSecondJson> second;
  std::vector<std::string> given;  // of a model of pictures: descriptions to choose from
  std::string title, begin;        // of the screen; what begins the model's tour, empty: it has none
  std::string tokens;              // those of the sentence or picture
};

namespace json {

template <>
struct Described<ModelSetWeight>
    : Object<"ModelSetWeight", Member<"layer", path<&ModelSetWeight::head, &ModelHead::layer>>,
             Member<"head", path<&ModelSetWeight::head, &ModelHead::head>>, Member<"row", &ModelSetWeight::row>,
             Member<"column", &ModelSetWeight::column>, Member<"weight", &ModelSetWeight::weight>,
             Member<"rescaled", &ModelSetWeight::rescaled>> {};
template <>
struct Described<ModelHeadTemperature>
    : Object<"ModelHeadTemperature", Member<"layer", path<&ModelHeadTemperature::head, &ModelHead::layer>>,
             Member<"head", path<&ModelHeadTemperature::head, &ModelHead::head>>,
             Member<"temperature", &ModelHeadTemperature::temperature>> {};
template <>
struct Described<ModelHead>
    : Object<"ModelHead", Member<"layer", &ModelHead::layer>, Member<"head", &ModelHead::head>> {};
template <>
struct Described<ModelOff>
    : Object<"ModelOff", Member<"layer", &ModelOff::layer>, Member<"head", &ModelOff::head>,
             Member<"at", &ModelOff::at>, Member<"taken", &ModelOff::taken>, Member<"stream", &ModelOff::stream>> {};
template <>
struct Described<ModelLook>
    : Object<"ModelLook", Member<"layer", path<&ModelLook::head, &ModelHead::layer>>,
             Member<"head", path<&ModelLook::head, &ModelHead::head>>, Member<"compare", &ModelLook::compared>,
             Member<"compareRow", &ModelLook::compared_row>, Member<"row", &ModelLook::row>,
             Member<"column", &ModelLook::column>, Member<"sort", &ModelLook::sort>,
             Member<"second", &ModelLook::second>, Member<"shows", &ModelLook::shows>,
             Member<"steps", &ModelLook::steps>, Member<"hideFirst", &ModelLook::hide_first>,
             Member<"rollout", &ModelLook::rollout>, Member<"why", &ModelLook::why>, Member<"word", &ModelLook::word>,
             Member<"against", &ModelLook::against>, Member<"alone", &ModelLook::alone>,
             Member<"layers", &ModelLook::layers>, Member<"part", &ModelLook::part>, Member<"parts", &ModelLook::parts>,
             Member<"patched", &ModelLook::patched>, Member<"over", &ModelLook::over>,
             Member<"texts", &ModelLook::texts>, Member<"paused", &ModelLook::paused>,
             Member<"across", &ModelLook::across>, Member<"up", &ModelLook::up>,
             Member<"temperature", &ModelLook::temperature>, Member<"topK", &ModelLook::top_k>,
             Member<"seed", &ModelLook::seed>> {};
template <>
struct Described<ModelAbout>
    : Object<"ModelAbout", Member<"name", &ModelAbout::name>, Member<"family", &ModelAbout::family>,
             Member<"about", &ModelAbout::about>, Member<"read", &ModelAbout::read>,
             Member<"causal", &ModelAbout::causal>, Member<"editable", &ModelAbout::editable>,
             Member<"next", &ModelAbout::next>, Member<"vectors", &ModelAbout::vectors>,
             Member<"pictures", &ModelAbout::pictures>, Member<"ledger", &ModelAbout::ledger>,
             Member<"layers", &ModelAbout::layers>, Member<"heads", &ModelAbout::heads>,
             Member<"headWidth", &ModelAbout::head_width>, Member<"scoreDivisor", &ModelAbout::score_divisor>,
             Member<"scoreCap", &ModelAbout::score_cap>, Member<"vocabulary", &ModelAbout::vocabulary>,
             Member<"parameters", &ModelAbout::parameters>, Member<"bytes", &ModelAbout::bytes>,
             Member<"textBytes", &ModelAbout::text_bytes>> {};
template <>
struct Described<ModelRun> : Object<"ModelRun", Member<"text", path<&ModelRun::input, &ModelInput::text>>,
                                    Member<"off", path<&ModelRun::input, &ModelInput::off>>,
                                    Member<"words", &ModelRun::words>, Member<"known", &ModelRun::known>,
                                    Member<"masked", &ModelRun::masked>, Member<"whole", &ModelRun::whole>> {};
template <>
struct Described<ModelBusy> : Object<"ModelBusy", Member<"done", &ModelBusy::done>, Member<"all", &ModelBusy::all>> {};
template <>
struct Described<ModelToken> : Object<"ModelToken", Member<"text", &ModelToken::text>, Member<"id", &ModelToken::id>,
                                      Member<"probability", &ModelToken::probability>> {};
template <>
struct Described<ModelNext>
    : Object<"ModelNext", Member<"next", &ModelNext::next>, Member<"others", &ModelNext::others>,
             Member<"rest", &ModelNext::rest>, Member<"before", &ModelNext::before>,
             Member<"beforeText", &ModelNext::before_text>, Member<"ofSecond", &ModelNext::of_second>> {};
template <>
struct Described<ModelSought>
    : Object<"ModelSought", Member<"text", &ModelSought::text>, Member<"against", &ModelSought::against>,
             Member<"refused", &ModelSought::refused>> {};
template <>
struct Described<ModelWants> : Object<"ModelWants", Member<"what", &ModelWants::what>,
                                      Member<"layer", path<&ModelWants::head, &ModelHead::layer>>,
                                      Member<"head", path<&ModelWants::head, &ModelHead::head>>,
                                      Member<"at", path<&ModelWants::asked, &ModelAsked::at>>,
                                      Member<"word", path<&ModelWants::asked, &ModelAsked::word>>,
                                      Member<"against", path<&ModelWants::asked, &ModelAsked::against>>,
                                      Member<"layers", path<&ModelWants::asked, &ModelAsked::layers>>,
                                      Member<"part", &ModelWants::part>, Member<"inner", &ModelWants::inner>,
                                      Member<"texts", &ModelWants::texts>, Member<"whole", &ModelWants::whole>> {};
template <>
struct Described<ModelTermJson>
    : Object<"ModelTerm", Member<"name", &ModelTermJson::name>, Member<"value", &ModelTermJson::value>> {};
template <>
struct Described<ModelSweptJson>
    : Object<"ModelSwept", Member<"part", &ModelSweptJson::part>, Member<"name", &ModelSweptJson::name>,
             Member<"value", &ModelSweptJson::value>> {};
template <>
struct Described<ModelReplacedJson>
    : Object<"ModelReplaced", Member<"part", &ModelReplacedJson::part>, Member<"told", &ModelReplacedJson::told>> {};
template <>
struct Described<ModelChoiceJson>
    : Object<"ModelChoice", Member<"id", &ModelChoiceJson::id>, Member<"name", &ModelChoiceJson::name>> {};
template <>
struct Described<ModelInnerJson>
    : Object<"ModelInner", Member<"layer", &ModelInnerJson::layer>, Member<"name", &ModelInnerJson::name>,
             Member<"off", &ModelInnerJson::off>, Member<"here", &ModelInnerJson::here>> {};
template <>
struct Described<ModelWhyJson>
    : Object<"ModelWhy", Member<"at", &ModelWhyJson::at>, Member<"place", &ModelWhyJson::place>,
             Member<"word", &ModelWhyJson::word>, Member<"against", &ModelWhyJson::against>,
             Member<"choices", &ModelWhyJson::choices>, Member<"all", &ModelWhyJson::all>,
             Member<"title", &ModelWhyJson::title>, Member<"sum", &ModelWhyJson::sum>,
             Member<"agrees", &ModelWhyJson::agrees>, Member<"parts", &ModelWhyJson::parts>,
             Member<"inner", &ModelWhyJson::inner>, Member<"chosen", &ModelWhyJson::chosen>,
             Member<"split", &ModelWhyJson::split>, Member<"lens", &ModelWhyJson::lens>,
             Member<"grid", &ModelWhyJson::grid>, Member<"swept", &ModelWhyJson::swept>,
             Member<"off", &ModelWhyJson::off>> {};
template <>
struct Described<ModelShareJson>
    : Object<"ModelShare", Member<"name", &ModelShareJson::name>, Member<"formula", &ModelShareJson::formula>> {};
template <>
struct Described<ModelHeadJson>
    : Object<"ModelHeadText", Member<"layer", path<&ModelHeadJson::head, &ModelHead::layer>>,
             Member<"head", path<&ModelHeadJson::head, &ModelHead::head>>, Member<"name", &ModelHeadJson::name>,
             Member<"shares", &ModelHeadJson::shares>, Member<"changes", &ModelHeadJson::changes>,
             Member<"kind", &ModelHeadJson::kind>, Member<"off", &ModelHeadJson::off>> {};
template <>
struct Described<ModelRowJson>
    : Object<"ModelRow", Member<"head", &ModelRowJson::head>, Member<"row", &ModelRowJson::row>> {};

template <>
struct Described<ModelExample> : Object<"ModelExample", Member<"name", &ModelExample::name>,
                                        Member<"words", &ModelExample::words>, Member<"width", &ModelExample::width>,
                                        Member<"tokens", &ModelExample::tokens>, Member<"query", &ModelExample::query>,
                                        Member<"key", &ModelExample::key>, Member<"value", &ModelExample::value>> {};

template <>
struct Described<ModelAtlasTextJson>
    : Object<"ModelAtlasText", Member<"text", &ModelAtlasTextJson::text>, Member<"value", &ModelAtlasTextJson::value>,
             Member<"largest", &ModelAtlasTextJson::largest>, Member<"row", &ModelAtlasTextJson::row>,
             Member<"column", &ModelAtlasTextJson::column>> {};
template <>
struct Described<ModelAtlas::Example>
    : Object<"AtlasExample", Member<"line", &ModelAtlas::Example::line>, Member<"mean", &ModelAtlas::Example::mean>,
             Member<"row", &ModelAtlas::Example::row>, Member<"column", &ModelAtlas::Example::column>,
             Member<"value", &ModelAtlas::Example::value>> {};
template <>
struct Described<ModelAtlas> : Object<"AtlasTexts", Member<"over", &ModelAtlas::texts>,
                                      Member<"texts", &ModelAtlas::all>, Member<"lines", &ModelAtlas::lines>,
                                      Member<"words", &ModelAtlas::words>, Member<"examples", &ModelAtlas::examples>> {
};
template <>
struct Described<ModelAtlasJson>
    : Object<"ModelAtlas", Member<"measures", &ModelAtlasJson::measures>, Member<"about", &ModelAtlasJson::about>,
             Member<"count", &ModelAtlasJson::count>, Member<"heads", &ModelAtlasJson::heads>,
             Member<"asked", &ModelAtlasJson::asked>, Member<"examples", &ModelAtlasJson::examples>> {};

template <>
struct Described<ModelWrittenJson>
    : Object<"ModelWritten", Member<"place", &ModelWrittenJson::place>, Member<"id", &ModelWrittenJson::id>,
             Member<"name", &ModelWrittenJson::name>, Member<"probability", &ModelWrittenJson::probability>> {};

template <>
struct Described<ModelTourJson>
    : Object<"ModelTour", Member<"step", &ModelTourJson::step>, Member<"steps", &ModelTourJson::steps>,
             Member<"id", &ModelTourJson::id>, Member<"place", &ModelTourJson::place>,
             Member<"title", &ModelTourJson::title>, Member<"text", &ModelTourJson::text>,
             Member<"task", &ModelTourJson::task>, Member<"hint", &ModelTourJson::hint>,
             Member<"done", &ModelTourJson::done>, Member<"found", &ModelTourJson::found>> {};

template <>
struct Described<ModelSecondJson>
    : Object<"ModelSecond", Member<"name", &ModelSecondJson::name>, Member<"about", &ModelSecondJson::about>,
             Member<"moved", &ModelSecondJson::moved>, Member<"matrices", &ModelSecondJson::matrices>,
             Member<"refused", &ModelSecondJson::refused>> {};

// refused: why the sentence was not run, "" if it was; busy: how far a run is.
template <>
struct Described<ModelScreenJson>
    : Object<
          "ModelScreen", Member<"source", path<&ModelScreenJson::state, &ModelState::source>>,
          Member<"about", path<&ModelScreenJson::model, &WholeModel::about>>,
          Member<"look", path<&ModelScreenJson::state, &ModelState::look>>,
          Member<"text", [](const ModelScreenJson& of) -> const std::string& { return of.state->input.text; }>,
          Member<"replaced", &ModelScreenJson::replaced>,
          Member<"off", [](const ModelScreenJson& of) -> const std::vector<ModelOff>& { return of.state->input.off; }>,
          Member<"temperatures",
                 [](const ModelScreenJson& of) -> const std::vector<ModelHeadTemperature>& {
                   return of.state->input.temperatures;
                 }>,
          Member<"weights",
                 [](const ModelScreenJson& of) -> const std::vector<ModelSetWeight>& {
                   return of.state->input.weights;
                 }>,
          Member<"other", [](const ModelScreenJson& of) -> const std::string& { return of.state->input.other; }>,
          Member<"ids",
                 [](const ModelScreenJson& of) -> const std::vector<std::size_t>& { return of.state->input.ids; }>,
          Member<"run", path<&ModelScreenJson::model, &WholeModel::run>>,
          Member<"busy", path<&ModelScreenJson::model, &WholeModel::busy>>,
          Member<"refused",
                 [](const ModelScreenJson& of) -> std::string_view {
                   const auto& refused = of.model->refused;
                   return refused && refused->input.reads_as(of.state->input) ? std::string_view(refused->message) : "";
                 }>,
          Member<"next", path<&ModelScreenJson::model, &WholeModel::next>>,
          Member<"sought", path<&ModelScreenJson::model, &WholeModel::sought>>,
          Member<"shares", &ModelScreenJson::shares>, Member<"heads", &ModelScreenJson::heads>,
          Member<"rows", &ModelScreenJson::rows>, Member<"explanation", &ModelScreenJson::explanation>,
          Member<"wants", &ModelScreenJson::wants>, Member<"wantsOfSecond", &ModelScreenJson::wants_of_second>,
          Member<"given", &ModelScreenJson::given>, Member<"title", &ModelScreenJson::title>,
          Member<"begin", &ModelScreenJson::begin>, Member<"tokens", &ModelScreenJson::tokens>,
          Member<"why", &ModelScreenJson::why>, Member<"tour", &ModelScreenJson::tour>,
          Member<"atlas", &ModelScreenJson::atlas>, Member<"second", &ModelScreenJson::second>,
          Member<"written", &ModelScreenJson::written>> {};

}  // namespace json
}  // namespace explorer

// As JSON and links spell them.
template <>
struct text::Words<explorer::ModelWants::What> {
  static constexpr std::string_view all[] = {
      "model",  "text",           "next",     "word",        "weights", "vectors", "pictures",
      "lens",   "ledger",         "split",    "sweep",       "score",   "atlas",   "grid",
      "second", "second_weights", "matrices", "differences", "rows",    "rollout", "pooled"};
};
