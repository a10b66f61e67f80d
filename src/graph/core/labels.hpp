// The labels along an axis. Copies share one list, since every tensor made from a text carries the labels of its words.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace graph {

class Labels {
 public:
  Labels() = default;
  Labels(std::vector<std::string> labels) {
    if (!labels.empty()) list_ = std::make_shared<const std::vector<std::string>>(std::move(labels));
  }

  const std::vector<std::string>& list() const {
    static const std::vector<std::string> none;
    return list_ ? *list_ : none;
  }
  operator const std::vector<std::string>&() const { return list(); }

  bool empty() const { return !list_; }
  std::size_t size() const { return list().size(); }
  const std::string& operator[](std::size_t place) const { return list()[place]; }
  auto begin() const { return list().begin(); }
  auto end() const { return list().end(); }
  void clear() { list_.reset(); }
  bool operator==(const Labels& other) const { return list_ == other.list_ || list() == other.list(); }

 private:
  std::shared_ptr<const std::vector<std::string>> list_;  // never empty
};

}  // namespace graph
