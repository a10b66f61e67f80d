// Who attends to whom as JSON, in the selected heads: the weights of the followed queries, largest first. leftOut: keys
// below the threshold that are not drawn as curves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explorer/json/shape.hpp"
#include "explorer/state/state.hpp"
#include "explorer/views/view.hpp"

namespace explorer {

struct AttentionJson {
  struct Head {
    std::string label;
    bool selected = false, off = false;
  };
  struct Query {
    std::string label;
    bool followed = false;
  };
  struct Weight {
    std::string label, text;
    bool masked = false;
    std::optional<float> value;  // none where it is not shown
  };
  struct Scale {
    std::string title;
    float end = 1;
  };
  // A head beside the selected ones: its weights of the followed row, in the order of the keys.
  struct Compared {
    std::size_t head = 0;
    std::string label, words;
    struct Key {
      std::string label, here, there;
    };
    std::vector<Key> keys;
  };
  // The combined heads' output for one token with and without those that are switched off.
  struct Off {
    std::string symbol, place, words;
    std::vector<std::string> features;
    struct Row {
      std::string name;
      std::vector<std::string> texts;
    };
    std::vector<Row> rows;
  };
  const AttentionView* view = nullptr;
  const AttentionLook* look = nullptr;
  std::vector<Head> heads;
  std::vector<Query> queries;
  std::vector<Weight> weights;
  std::size_t left_out = 0;
  Scale scale;
  std::optional<Compared> compared;
  std::optional<Off> off;
};

std::optional<AttentionJson> attention_json(const std::optional<AttentionView>& view, const AttentionLook& look);

namespace json {

template <>
struct Described<AttentionJson::Head>
    : Object<"AttentionHead", Member<"label", &AttentionJson::Head::label>,
             Member<"selected", &AttentionJson::Head::selected>, Member<"off", &AttentionJson::Head::off>> {};
template <>
struct Described<AttentionJson::Query> : Object<"AttentionQuery", Member<"label", &AttentionJson::Query::label>,
                                                Member<"followed", &AttentionJson::Query::followed>> {};
template <>
struct Described<AttentionJson::Weight>
    : Object<"AttentionWeight", Member<"label", &AttentionJson::Weight::label>,
             Member<"text", &AttentionJson::Weight::text>, Member<"masked", &AttentionJson::Weight::masked>,
             Member<"value", &AttentionJson::Weight::value>> {};
template <>
struct Described<AttentionJson::Scale> : Object<"AttentionScale", Member<"title", &AttentionJson::Scale::title>,
                                                Member<"end", &AttentionJson::Scale::end>> {};

template <>
struct Described<AttentionJson::Compared::Key>
    : Object<"ComparedKey", Member<"label", &AttentionJson::Compared::Key::label>,
             Member<"here", &AttentionJson::Compared::Key::here>,
             Member<"there", &AttentionJson::Compared::Key::there>> {};
template <>
struct Described<AttentionJson::Compared>
    : Object<"ComparedHead", Member<"head", &AttentionJson::Compared::head>,
             Member<"label", &AttentionJson::Compared::label>, Member<"words", &AttentionJson::Compared::words>,
             Member<"keys", &AttentionJson::Compared::keys>> {};
template <>
struct Described<AttentionJson::Off::Row> : Object<"HeadsOffRow", Member<"name", &AttentionJson::Off::Row::name>,
                                                   Member<"texts", &AttentionJson::Off::Row::texts>> {};
template <>
struct Described<AttentionJson::Off>
    : Object<"HeadsOff", Member<"symbol", &AttentionJson::Off::symbol>, Member<"place", &AttentionJson::Off::place>,
             Member<"words", &AttentionJson::Off::words>, Member<"features", &AttentionJson::Off::features>,
             Member<"rows", &AttentionJson::Off::rows>> {};

template <>
struct Described<AttentionJson>
    : Object<"Attention", Member<"shown", path<&AttentionJson::view, &AttentionView::is_shown>>,
             Member<"hasMatrices", path<&AttentionJson::view, &AttentionView::has_matrices>>,
             Member<"hasScores", path<&AttentionJson::view, &AttentionView::has_scores>>,
             Member<"scores", path<&AttentionJson::view, &AttentionView::scores>>,
             Member<"shared", path<&AttentionJson::look, &AttentionLook::shared>>,
             Member<"threshold", path<&AttentionJson::look, &AttentionLook::threshold>>,
             Member<"headAxis", path<&AttentionJson::view, &AttentionView::head_axis>>,
             Member<"headWord", path<&AttentionJson::view, &AttentionView::head_word>>,
             Member<"heads", &AttentionJson::heads>, Member<"queries", &AttentionJson::queries>,
             Member<"title", path<&AttentionJson::view, &AttentionView::title>>,
             Member<"followed", path<&AttentionJson::view, &AttentionView::followed_name>>,
             Member<"weights", &AttentionJson::weights>, Member<"leftOut", &AttentionJson::left_out>,
             Member<"sum", path<&AttentionJson::view, &AttentionView::sum>>,
             Member<"entropy", path<&AttentionJson::view, &AttentionView::entropy>>,
             Member<"scale", &AttentionJson::scale>,
             Member<"canSwitch", path<&AttentionJson::view, &AttentionView::can_switch>>,
             Member<"compared", &AttentionJson::compared>, Member<"off", &AttentionJson::off>> {};

}  // namespace json
}  // namespace explorer
