// The calls of lessons.mjs in any order: a bundled lesson or an untrusted file, with every parameter, edit and language
// that web/modules accepts, then its tensors, the explanation of any cell, gradients, and its code. An opened lesson refers
// to none of the arguments.
#include <fstream>
#include <iterator>

#include "calls.hpp"

extern "C" {
const double* call_open(const double*);
const double* call_nodes(const double*);
const double* call_explain(const double*);
const double* call_gradient(const double*);
const double* call_code(const double*);
}

namespace {

using calls::Answer;
using calls::Input;
using calls::Lengths;
using calls::Words;

// A small lesson with every kind of parameter: it opens in no time.
const std::string& own_lesson() {
  static const std::string json = [] {
    std::ifstream file(AE_SOURCE_DIR "/tests/fuzz/calls-lesson.json", std::ios::binary);
    return std::string{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }();
  return json;
}

// JavaScript's texts are well-formed.
std::string any_text(Input& in, std::size_t most) {
  std::string text = in.ConsumeRandomLengthString(most);
  return well_formed(text) ? text : std::string();
}

// Names that the lesson has, and others.
std::string name(Input& in) {
  const char* known[] = {"x",    "noise", "moved",  "y",    "s",      "m",        "a",
                         "z",    "ids",   "causal", "mode", "train",  "evaluate", "temperature",
                         "seed", "words", "order",  "",     "\u202e", "__proto__"};
  return in.ConsumeIntegralInRange(0, 7) > 0 ? in.PickValueInArray(known) : any_text(in, 12);
}

Lengths index(Input& in) {
  Lengths places(in.ConsumeIntegralInRange<std::size_t>(0, 4));
  for (std::size_t& one : places) one = calls::any_size(in);
  return places;
}

void parameter(Input& in, Words& out) {
  out.text(name(in));
  const int kind = in.ConsumeIntegralInRange(0, 3);
  out.number(kind);
  if (kind == 0) {
    out.number(in.ConsumeBool() ? 1 : 0);
  } else if (kind == 1) {
    out.number(calls::any_number(in));
  } else if (kind == 2) {
    out.text(name(in));
  } else {
    const int count = in.ConsumeIntegralInRange(0, 6);
    out.number(count);
    for (int i = 0; i < count; ++i) out.number(calls::any_number(in));
  }
}

bool open(Input& in) {
  Words words(false);
  words.text(in.ConsumeIntegralInRange(0, 7) > 0 ? own_lesson() : any_text(in, 4000));
  const int parameters = in.ConsumeIntegralInRange(0, 3), edits = in.ConsumeIntegralInRange(0, 3);
  words.number(parameters);
  for (int i = 0; i < parameters; ++i) parameter(in, words);
  words.number(edits);
  for (int i = 0; i < edits; ++i) {
    words.text(name(in));
    words.list(index(in));
    words.number(calls::any_number(in));
  }
  words.text(in.ConsumeBool() ? "en" : name(in));
  return Answer(std::move(words).call(call_open)).done();
}

void read_nodes() {
  Answer answer(Words(false).call(call_nodes));
  claim(answer.done());
  for (std::size_t left = answer.size(); left > 0; --left) {
    const Lengths shape = answer.tensor();
    for (int i = 0; i < 4; ++i) claim(well_formed(answer.text()));
    for (const std::size_t length : shape) {
      answer.text();
      for (std::size_t place = 0; place < length; ++place) claim(well_formed(answer.text()));
    }
    answer.number();
    if (answer.number() != 0) {
      answer.text();
      answer.number();
    }
    answer.number();
  }
}

void explain(Input& in) {
  Words words(false);
  words.text(name(in));
  words.list(index(in));
  words.number(calls::maybe(in, in.ConsumeIntegralInRange(0, 9)));
  Answer answer(std::move(words).call(call_explain));
  if (!answer.done()) return;
  for (int i = 0; i < 3; ++i) claim(well_formed(answer.text()));
  answer.number();
  answer.number();
  for (std::size_t terms = answer.size(); terms > 0; --terms) {
    answer.number();
    for (std::size_t factors = answer.size(); factors > 0; --factors) {
      answer.text();
      for (std::size_t places = answer.size(); places > 0; --places) answer.size();
    }
  }
}

void gradient(Input& in) {
  Words words(false);
  words.text(name(in));
  const bool cell = in.ConsumeBool();
  words.number(cell ? 1 : 0);
  if (cell) words.list(index(in));
  const int count = in.ConsumeIntegralInRange(0, 3);
  words.number(count);
  for (int i = 0; i < count; ++i) words.text(name(in));
  Answer answer(std::move(words).call(call_gradient));
  if (!answer.done()) return;
  for (int i = 0; i < count; ++i) answer.tensor();
}

void code(Input& in) {
  Words words(false);
  words.number(in.ConsumeIntegralInRange(0, 2));
  Answer answer(std::move(words).call(call_code));
  claim(answer.done() && well_formed(answer.text()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input in(data, size);
  bool opened = false;
  for (int step = 0; step < 8 && in.remaining_bytes() > 0; ++step) {
    const int what = in.ConsumeIntegralInRange(0, 6);
    // JavaScript makes no other call before a lesson is open.
    if (!opened || what < 2) opened = open(in);
    else if (what == 2) read_nodes();
    else if (what == 3) code(in);
    else if (what == 4) gradient(in);
    else explain(in);
    release();
  }
  return 0;
}
