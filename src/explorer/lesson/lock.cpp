// Parses a lock, and checks its names against those of the lesson.
#include "explorer/lesson/lock.hpp"

#include <algorithm>

#include "explorer/lesson/screen.hpp"

namespace explorer {

Lock read_lock(std::string_view text) {
  constexpr std::string_view between = " ,\t\n";
  Lock lock;
  lock.on = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(between), text.size());
    const std::string_view name = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (name == "except" && lock.names.empty()) lock.all_but = true;
    else if (!name.empty()) lock.names.emplace(name);
  }
  lock.all_but |= lock.names.empty();
  return lock;
}

Document locked_part(const Document& document, const Lock& lock) {
  Document part = document;
  const auto free = [&](const auto& parameter) { return !lock.covers(parameter.first); };
  std::erase_if(part.parameters, free);
  for (auto& [step, parameters] : part.on_steps) std::erase_if(parameters, free);
  std::erase_if(part.on_steps, [](const auto& step) { return step.second.empty(); });
  std::erase_if(part.edits, [&](const lesson::Edit& edit) { return !lock.covers(edit.tensor); });
  return part;
}

Result<void> LessonScreen::lock(std::string_view text) {
  Lock next = read_lock(text);
  std::string known;
  const auto add = [&](const std::string& name) { known += (known.empty() ? "" : ", ") + name; };
  for (const lesson::Parameter& parameter : lesson_.parameters) add(parameter.name);
  for (graph::NodeId id = 0; id < graph_.size(); ++id)
    if (graph_.node(id).editable) add(graph_.node(id).name);
  for (const std::string& name : next.names) {
    const bool parameter = std::ranges::contains(lesson_.parameters, name, &lesson::Parameter::name);
    const auto node = graph_.find(name);
    if (!parameter && (!node || !graph_.node(*node).editable))
      return graph::fail("lock", name, say("refuse.lock", {name, known}));
  }
  lock_ = std::move(next);
  return {};
}

}  // namespace explorer
