// A plane as JSON for the reading view: a row of numbers for each key, and the sentences about them.
#pragma once

#include <string>
#include <vector>

#include "explorer/json/shape.hpp"

namespace explorer {

struct PlaneJson {
  struct Key {
    std::string name, score, length, cosine, weight;
  };
  std::string query;
  std::vector<Key> keys;
  std::string output;              // "z: f1 1.64, f2 1.04"; empty without values
  std::vector<std::string> notes;  // whole sentences
};

namespace json {

template <>
struct Described<PlaneJson::Key>
    : Object<"PlaneKey", Member<"name", &PlaneJson::Key::name>, Member<"score", &PlaneJson::Key::score>,
             Member<"length", &PlaneJson::Key::length>, Member<"cosine", &PlaneJson::Key::cosine>,
             Member<"weight", &PlaneJson::Key::weight>> {};

template <>
struct Described<PlaneJson> : Object<"Plane", Member<"query", &PlaneJson::query>, Member<"keys", &PlaneJson::keys>,
                                     Member<"output", &PlaneJson::output>, Member<"notes", &PlaneJson::notes>> {};

}  // namespace json
}  // namespace explorer
