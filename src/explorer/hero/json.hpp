// The hero for the reading view: the sentence, what the followed word takes from each word, and the result.
#pragma once

#include <string>
#include <vector>

#include "explorer/hero/hero.hpp"
#include "explorer/json/shape.hpp"

namespace explorer {

struct HeroRowJson {
  std::string word, score, weight;
  std::vector<std::string> value;  // the word's row of V
};

struct HeroJson {
  std::string sentence;
  std::vector<std::string> given;
  std::size_t followed = 0, left_out = 0;
  bool trained = false;  // the page's own model knows all its words
  std::string random;    // what the vectors of unknown words are; empty: all words are known
  std::vector<HeroRowJson> rows;
  std::vector<std::string> features, result;  // the followed word's row of Z, and what its places stand for
  std::string beside;                         // another sentence with that word; empty: none
  std::vector<std::string> beside_result;     // the word's row of Z there
};

namespace json {

template <>
struct Described<HeroRowJson>
    : Object<"HeroRow", Member<"word", &HeroRowJson::word>, Member<"score", &HeroRowJson::score>,
             Member<"weight", &HeroRowJson::weight>, Member<"value", &HeroRowJson::value>> {};

template <>
struct Described<HeroJson> : Object<"Hero", Member<"sentence", &HeroJson::sentence>, Member<"given", &HeroJson::given>,
                                    Member<"followed", &HeroJson::followed>, Member<"leftOut", &HeroJson::left_out>,
                                    Member<"trained", &HeroJson::trained>, Member<"random", &HeroJson::random>,
                                    Member<"rows", &HeroJson::rows>, Member<"features", &HeroJson::features>,
                                    Member<"result", &HeroJson::result>, Member<"beside", &HeroJson::beside>,
                                    Member<"besideResult", &HeroJson::beside_result>> {};

}  // namespace json

}  // namespace explorer
