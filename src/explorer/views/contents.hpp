// The contents page, the first screen: what each lesson is, takes and needs, and how far its reader has come. Plain data;
// depends on the explorer, not on how it is drawn.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/json/shape.hpp"
#include "explorer/state/explorer.hpp"

namespace explorer {

// Where a reader is told to begin, or to go on.
enum class PathMark : std::uint8_t { none, start, go_on };

struct Card {
  std::string id, title;
  lesson::Act act = lesson::Act::none;
  std::vector<MatrixView> pictures;  // of a large tensor only some rows and columns
  std::string summary;               // plain text
  std::string aside;                 // what it is beside the path; empty: it lies on the path
  std::string needs;                 // what to know before, as a sentence; empty: the lesson does not say
  std::size_t steps = 0;
  std::size_t step = 0;    // index of the step where the reader stopped
  std::vector<bool> seen;  // for every step whether the reader has opened it
  std::string step_title;
  bool begun = false;  // whether the reader has opened it
  std::string extent;  // minutes and steps, once begun also how many of them were seen; what the short way takes of it
  std::size_t short_minutes = 0;  // of the short way; 0: it leaves the lesson out
  std::string progress;           // where the reader stopped; empty: not begun
  std::string random;             // if not empty: its numbers are random, and this says so
  std::string next;               // id of the lesson that it leads to; may be none of the contents
  PathMark mark = PathMark::none;
};

struct Contents {
  std::vector<Card> cards;         // in the order of the path, those beside it at the end
  std::string last;                // id of the lesson that was read last; empty: none was
  std::vector<std::string> pages;  // names of the site's other pages; their words are "contents." and the name
};

// What a reader did in a lesson before.
struct Visit {
  std::string_view link;  // empty: not begun
  std::string_view seen;  // ids of the steps that were opened, with commas between
};

// Runs the lesson in the state in which the reader left it. Errors are those of Explorer::open.
Result<Card> make_card(std::string_view lesson_json, Visit visit, const Catalogue& catalogue,
                       const std::string& language);

// Marks one card: the first one until a lesson is begun, then the one that was read last. If that one was read to its
// end, the next that is not begun.
void mark_path(Contents& contents);

// Of all lessons that the short way takes, or begins; 0: there is no such way.
std::size_t short_way_minutes(const Contents& contents);

std::string contents_json(const Contents& contents);  // for the reading view

namespace json {

// A lesson in the contents; step counts from 0.
template <>
struct Described<Card>
    : Object<"Card", Member<"id", &Card::id>, Member<"title", &Card::title>, Member<"summary", &Card::summary>,
             Member<"aside", &Card::aside>, Member<"needs", &Card::needs>, Member<"steps", &Card::steps>,
             Member<"step", &Card::step>, Member<"stepTitle", &Card::step_title>, Member<"begun", &Card::begun>,
             Member<"extent", &Card::extent>, Member<"progress", &Card::progress>, Member<"random", &Card::random>,
             Member<"shortMinutes", &Card::short_minutes>, Member<"mark", &Card::mark>> {};

}  // namespace json

}  // namespace explorer

// As JSON and links spell them.
template <>
struct text::Words<explorer::PathMark> {
  static constexpr std::string_view all[] = {"none", "start", "go_on"};
};
