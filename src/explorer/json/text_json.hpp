// Texts, symbols, cells and refusals as JSON.
#pragma once

#include <string>
#include <utility>

#include "explorer/json/shape.hpp"
#include "graph/core/types.hpp"
#include "lesson/read/markup.hpp"

namespace explorer::json {

inline constexpr auto role_of = [](const auto& of) { return graph::role_name(of.role); };

template <>
struct Described<lesson::Run>
    : Object<"Run", Member<"kind", &lesson::Run::kind>, Member<"text", &lesson::Run::text>, Member<"role", role_of>> {};

template <>
struct Described<lesson::Paragraph>
    : Object<"Paragraph", Member<"item", &lesson::Paragraph::item>, Member<"language", &lesson::Paragraph::language>,
             Member<"runs", &lesson::Paragraph::runs>> {};

template <>
struct Described<graph::Symbol> : Object<"SymbolName", Member<"base", &graph::Symbol::base>,
                                         Member<"sub", &graph::Symbol::sub>, Member<"sup", &graph::Symbol::sup>> {};

template <>
struct Described<graph::CellRef>
    : Object<"CellPlace", Member<"node", &graph::CellRef::node>, Member<"index", &graph::CellRef::index>> {};

template <>
struct Described<graph::Error>
    : Object<"Refusal", Member<"code", &graph::Error::code>, Member<"path", &graph::Error::path>,
             Member<"message", &graph::Error::message>> {};

}  // namespace explorer::json

// As JSON and links spell them.
template <>
struct text::Words<lesson::Run::Kind> {
  static constexpr std::string_view all[] = {"text", "strong", "emphasis", "code", "tex", "role", "number"};
};
