// The large map as JSON: what it is of, and the row that is followed; pages of rows; and vectors. Places count from 0.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explorer/json/shape.hpp"
#include "explorer/large_map/state.hpp"

namespace explorer {

struct LargeWeightJson {
  std::string label, text;
  float value = 0;
};

struct LargeRowJson {
  std::string label;
  std::vector<LargeWeightJson> largest;
  std::size_t keys = 0;
  std::string entropy;
};

struct LargeRowsJson {
  std::size_t first = 0;
  std::vector<LargeRowJson> rows;
};

struct LargeJson {
  const large_map::Setup* setup = nullptr;
  const LargeLook* look = nullptr;
  std::vector<std::string> head_names;
  std::string source;
  std::size_t row = 0, column = 0;
  std::optional<LargeRowJson> followed;  // none while not computed
  std::size_t page_rows = 0, across = 0;
  bool waits = false;                // for the trained heads or for one of the reader's own, which are to be fetched
  bool has_own = false;              // tensors of the reader's own are open
  std::optional<std::size_t> wants;  // the one of their heads to be given next
  std::vector<std::size_t> found;
  std::size_t found_count = 0;
  std::string hunt_task,
      hunt;             // and what there is to say about the pinned cell; empty: nothing is to be found on this map
  bool hunted = false;  // the pinned cell is what was to be found
};

struct LargeVectorsJson {
  std::size_t width = 0;
  std::vector<float> query, key;
};

namespace json {

template <>
struct Described<LargeWeightJson>
    : Object<"LargeWeight", Member<"label", &LargeWeightJson::label>, Member<"text", &LargeWeightJson::text>,
             Member<"value", &LargeWeightJson::value>> {};

template <>
struct Described<LargeRowJson>
    : Object<"LargeRow", Member<"label", &LargeRowJson::label>, Member<"largest", &LargeRowJson::largest>,
             Member<"keys", &LargeRowJson::keys>, Member<"entropy", &LargeRowJson::entropy>> {};

template <>
struct Described<LargeRowsJson>
    : Object<"LargeRows", Member<"first", &LargeRowsJson::first>, Member<"rows", &LargeRowsJson::rows>> {};

// picture: page or own.
template <>
struct Described<large_map::Setup>
    : Object<"LargeSetup", Member<"of", &large_map::Setup::of>,
             Member<"picture",
                    [](const large_map::Setup& setup) -> std::string_view { return setup.own ? "own" : "page"; }>,
             Member<"model", &large_map::Setup::model>, Member<"tokens", &large_map::Setup::tokens>,
             Member<"layers", &large_map::Setup::layers>, Member<"heads", &large_map::Setup::heads>,
             Member<"seed", &large_map::Setup::seed>, Member<"causal", &large_map::Setup::causal>> {};

// across: patches in a row of the picture, 0 where the tokens are words; found: the first ones.
template <>
struct Described<LargeJson>
    : Object<"Large", Member<"setup", [](const LargeJson& large) -> const large_map::Setup& { return *large.setup; }>,
             Member<"head", path<&LargeJson::look, &LargeLook::head>>, Member<"headNames", &LargeJson::head_names>,
             Member<"source", &LargeJson::source>, Member<"row", &LargeJson::row>, Member<"column", &LargeJson::column>,
             Member<"followed", &LargeJson::followed>, Member<"pageRows", &LargeJson::page_rows>,
             Member<"mean", path<&LargeJson::look, &LargeLook::mean>>, Member<"across", &LargeJson::across>,
             Member<"waits", &LargeJson::waits>, Member<"hasOwn", &LargeJson::has_own>,
             Member<"wants", &LargeJson::wants>, Member<"find", path<&LargeJson::look, &LargeLook::find>>,
             Member<"found", &LargeJson::found>, Member<"foundCount", &LargeJson::found_count>,
             Member<"hunt", &LargeJson::hunt>, Member<"huntTask", &LargeJson::hunt_task>,
             Member<"hunted", &LargeJson::hunted>> {};

template <>
struct Described<LargeVectorsJson>
    : Object<"LargeVectors", Member<"width", &LargeVectorsJson::width>, Member<"query", &LargeVectorsJson::query>,
             Member<"key", &LargeVectorsJson::key>> {};

}  // namespace json
}  // namespace explorer
