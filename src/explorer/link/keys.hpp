// The keys of links, each with how it spells its part of the state and how it is read back: one table, in the order in
// which a link is written. A setting that links are to keep is an entry there.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "explorer/link/link_reader.hpp"
#include "explorer/link/link_text.hpp"

namespace explorer {

// What a link is written from.
struct LinkSource {
  const lesson::Lesson& lesson;
  const graph::Graph& graph;
  const State& state;
  std::optional<graph::CellRef> preset_focus;  // what the current step focuses at its start
  const Run* run = nullptr;                    // the current one
};

// The screens whose links have a key.
enum class LinkScreens : std::uint8_t { lesson, large, model, contents, all };

struct LinkKey {
  std::string_view key;    // one that ends with "." is followed by a name: "p.size"
  std::string_view label;  // the sentence that names it in a note; none: the part stands for itself
  LinkScreens screens;
  // Adds the part where the state differs from the lesson's start. None where another key writes it.
  void (*write)(LinkWriter& out, const LinkSource& of);
  // False when the value cannot be read; `name` is what follows the key. Input is untrusted.
  bool (*read)(LinkReader& into, const std::string& name, const std::string& value);
};

std::span<const LinkKey> link_keys();
const LinkKey* find_link_key(std::string_view key);  // null where there is none

bool is_own_picture(const lesson::Lesson& lesson, std::string_view name, const lesson::ParameterValue& value);

}  // namespace explorer
