// Sorts tensors into a valid order of computation and finds cycles. All cases of a choice count, since any of them may
// be chosen later. Ties keep the order of the file.
#include <algorithm>
#include <map>

#include "lesson/read/format.hpp"

namespace lesson {
namespace {

void collect_inputs(const Making& making, std::vector<std::string>& names) {
  if (const auto* operation = std::get_if<OperationSource>(&making.source))
    names.insert(names.end(), operation->inputs.begin(), operation->inputs.end());
  if (const auto* choose = std::get_if<ChooseSource>(&making.source))
    for (const Making& other : choose->makings) collect_inputs(other, names);
}

// Follows unfinished inputs from one unfinished tensor until one repeats: a → b → a.
std::string circle(const std::vector<std::vector<std::size_t>>& inputs, const std::vector<bool>& done,
                   const std::vector<Tensor>& tensors, std::size_t& start) {
  std::vector<std::size_t> path;
  std::size_t at = start;
  for (;;) {
    const auto seen = std::find(path.begin(), path.end(), at);
    if (seen != path.end()) {
      path.erase(path.begin(), seen);
      break;
    }
    path.push_back(at);
    at = *std::find_if(inputs[at].begin(), inputs[at].end(), [&](std::size_t i) { return !done[i]; });
  }
  start = path.front();
  std::string text;
  for (std::size_t i : path) text += tensors[i].name + " → ";
  return text + tensors[start].name;
}

}  // namespace

void put_in_order(Lesson& lesson, Failure& failure) {
  auto& tensors = lesson.tensors;
  std::map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < tensors.size(); ++i) places[tensors[i].name] = i;

  std::vector<std::vector<std::size_t>> inputs(tensors.size());
  std::vector<std::vector<std::size_t>> users(tensors.size());
  std::vector<std::size_t> waiting(tensors.size());
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    std::vector<std::string> names;
    collect_inputs(tensors[i].making, names);
    for (const std::string& name : names) {
      const auto found = places.find(name);
      if (found == places.end()) return;  // already reported
      inputs[i].push_back(found->second);
      users[found->second].push_back(i);
    }
    waiting[i] = inputs[i].size();
  }

  std::vector<std::size_t> ready;  // a heap with the earliest in the file on top
  for (std::size_t i = tensors.size(); i-- > 0;)
    if (waiting[i] == 0) ready.push_back(i);
  std::make_heap(ready.begin(), ready.end(), std::greater<>());
  std::vector<std::size_t> order;
  std::vector<bool> done(tensors.size());
  while (!ready.empty()) {
    std::pop_heap(ready.begin(), ready.end(), std::greater<>());
    const std::size_t i = ready.back();
    ready.pop_back();
    order.push_back(i);
    done[i] = true;
    for (std::size_t user : users[i]) {
      if (--waiting[user] != 0) continue;
      ready.push_back(user);
      std::push_heap(ready.begin(), ready.end(), std::greater<>());
    }
  }

  if (order.size() != tensors.size()) {
    auto start = static_cast<std::size_t>(std::find(done.begin(), done.end(), false) - done.begin());
    const std::string path = circle(inputs, done, tensors, start);
    failure.add("cycle", tensors[start].pointer,
                {"These tensors need each other, so none can be computed first: ", path, ". Break the circle."});
    return;
  }
  std::vector<Tensor> sorted;
  for (std::size_t i : order) {
    tensors[i].place = i;
    sorted.push_back(std::move(tensors[i]));
  }
  tensors = std::move(sorted);
}

}  // namespace lesson
