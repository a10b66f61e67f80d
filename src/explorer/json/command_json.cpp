// Reads commands and the options of pictures from JSON by the tables of command.hpp and picture.hpp. A cell is {"node": 3, "index": [0, 1]} or {"tensor":
// "attn_scores", "index": [0, 1]}, counted from 0.
#include <memory>
#include <optional>
#include <utility>

#include "explorer/json/json.hpp"
#include "explorer/language/numbers.hpp"
#include "explorer/state/explorer.hpp"
#include "explorer/state/picture.hpp"
#include "lesson/run/picture.hpp"

namespace explorer {
namespace {

constexpr std::size_t max_command_bytes = 1'000'000;
constexpr double most_whole = 1e6;

std::unexpected<Error> bad(std::string_view path, std::string message) {
  return graph::fail("command", path, std::move(message));
}

// "system, dark or light"
template <json::HasWords T>
std::string listed_words() {
  std::string out;
  const auto& all = json::Words<T>::all;
  for (std::size_t i = 0; i < std::size(all); ++i) {
    if (i > 0) out += i + 1 == std::size(all) ? " or " : ", ";
    out += all[i];
  }
  return out;
}

class Reader {
 public:
  Reader(json::Value root, const graph::Graph& graph) : root_(root), graph_(graph) {}

  template <class T>
  T command() {
    T out;
    json::Described<T>::each([&]<class M>() {
      key_ = M::key.view();
      value_ = root_[key_];
      if (M::use == json::Key::optional && !value_.exists()) return;
      auto& into = std::invoke(M::get, out);
      if constexpr (M::use == json::Key::number_too) {
        if (const auto number = value_.number()) into = shortest(*number);
        else take(into);
      } else {
        take(into);
      }
    });
    return out;
  }

  const std::optional<Error>& error() const { return error_; }

 private:
  void miss(std::string_view wanted) {
    if (error_) return;
    const std::string key(key_);
    error_ = Error{"command", "/" + key, "“" + key + "” must be " + std::string(wanted) + "."};
  }

  void take(std::string& into) {
    if (const auto text = value_.text()) into = *text;
    else miss("a text");
  }
  void take(bool& into) {
    if (const auto flag = value_.boolean()) into = *flag;
    else miss("true or false");
  }
  void take(int& into) {
    const auto number = value_.number();
    const bool fits = number && *number >= -most_whole && *number <= most_whole &&
                      *number == static_cast<double>(static_cast<int>(*number));
    if (fits) into = static_cast<int>(*number);
    else miss("a whole number");
  }
  void take(std::size_t& into) {
    int number = 0;
    take(number);
    if (number < 0) miss("a whole number from 0");
    else into = static_cast<std::size_t>(number);
  }
  void take(double& into) {
    if (const auto number = value_.number()) into = *number;
    else miss("a number");
  }
  void take(std::vector<std::size_t>& into) {
    bool fits = value_.is_array();
    for (const json::Value& item : value_.items()) {
      const auto place = item.index();
      fits = fits && place.has_value();
      into.push_back(place.value_or(0));
    }
    if (!fits) miss("a list of places, counted from 0");
  }
  void take(std::vector<double>& into) {
    bool fits = value_.is_array();
    for (const json::Value& item : value_.items()) {
      const auto number = item.number();
      fits = fits && number.has_value();
      into.push_back(number.value_or(0));
    }
    if (!fits) miss("a list of numbers");
  }
  void take(std::vector<std::string>& into) {
    bool fits = value_.is_array();
    for (const json::Value& item : value_.items()) {
      fits = fits && item.text().has_value();
      into.emplace_back(item.text().value_or(""));
    }
    if (!fits) miss("a list of texts");
  }
  template <json::HasWords T>
  void take(T& into) {
    const auto text = value_.text();
    const std::optional<T> known = text ? json::parse_word<T>(*text) : std::nullopt;
    if (known) into = *known;
    else miss(listed_words<T>());
  }
  void take(lesson::ParameterValue& into) {
    if (const auto flag = value_.boolean()) into = *flag;
    else if (const auto number = value_.number()) into = *number;
    else if (const auto text = value_.text()) into = std::string(*text);
    else take_order(into);
  }
  void take_order(lesson::ParameterValue& into) {
    if (!value_.is_array()) return miss("a truth value, number, text or list of numbers");
    std::vector<double> order;
    for (const json::Value& item : value_.items()) {
      const auto number = item.number();
      if (!number) return miss("a list of numbers");
      order.push_back(*number);
    }
    into = std::move(order);
  }
  void take(graph::CellRef& into) {
    const auto name = value_["tensor"].text();
    const std::optional<std::size_t> node = name ? graph_.find(*name) : value_["node"].index();
    if (!node) return miss("a cell: {\"node\": 3, \"index\": [0, 1]}");
    into.node = *node;
    for (const json::Value& item : value_["index"].items()) {
      const auto place = item.index();
      if (!place) return miss("a cell whose index is a list of whole numbers");
      into.index.push_back(*place);
    }
  }
  // Two places; an empty list clears the selection.
  void take(std::optional<std::pair<std::size_t, std::size_t>>& into) {
    std::vector<std::size_t> given;
    take(given);
    if (given.size() == 2) into = std::pair(given[0], given[1]);
    else if (!given.empty()) miss("two places, counted from 0, or an empty list");
  }
  // "page", "own" (the picture already loaded), or a new picture of the reader's as pixels in base64.
  void take(std::shared_ptr<const large_map::Pixels>& into) {
    constexpr std::size_t bytes = large_map::picture_side * large_map::picture_side * 3;
    std::string given;
    take(given);
    if (given == "page" || error_) return;
    if (given == "own") {
      into = std::make_shared<const large_map::Pixels>();
      return;
    }
    auto pixels = given.starts_with("own:") ? lesson::decode_base64(std::string_view(given).substr(4)) : std::nullopt;
    if (pixels && pixels->size() == bytes) into = std::make_shared<const large_map::Pixels>(std::move(*pixels));
    else miss("page, own, or own: and red, green and blue of 256 × 256 pixels in base64");
  }
  // Where a cell is optional, null counts as none.
  template <class T>
  void take(std::optional<T>& into) {
    if (!value_.exists() || value_.is_null()) return;
    T given{};
    take(given);
    into = std::move(given);
  }

  json::Value root_;
  const graph::Graph& graph_;
  std::string_view key_;
  json::Value value_;
  std::optional<Error> error_;
};

template <class... C>
std::optional<Command> read_as(std::string_view type, Reader& reader, std::variant<C...>*) {
  std::optional<Command> command;
  const auto read = [&]<class One>() {
    if (json::Described<One>::name.view() == type) command = reader.template command<One>();
  };
  (read.template operator()<C>(), ...);
  return command;
}

template <class... C>
std::string names_of(std::variant<C...>*) {
  std::string names;
  ((names += (names.empty() ? "" : ", ") + std::string(json::Described<C>::name.view())), ...);
  return names;
}

constexpr Command* all_commands = nullptr;

Result<Command> read_command(std::string_view text, const graph::Graph& graph) {
  if (text.size() > max_command_bytes) return bad("", "A command may have at most 1 MB.");
  const Result<json::Document> document = json::read(text);
  if (!document) return std::unexpected(document.error());
  const std::optional<std::string_view> type = document->root()["type"].text();
  if (!type) return bad("/type", "A command is an object with a type: {\"type\": \"NextStep\"}.");
  Reader reader(document->root(), graph);
  std::optional<Command> command = read_as(*type, reader, all_commands);
  if (reader.error()) return std::unexpected(*reader.error());
  if (!command)
    return bad("/type",
               "There is no command “" + std::string(*type) + "”. The commands are " + names_of(all_commands) + ".");
  return std::move(*command);
}

}  // namespace

Result<Picture> read_picture(std::string_view text) {
  const Result<json::Document> document = json::read(text);
  if (!document) return std::unexpected(document.error());
  const graph::Graph no_cells;
  Reader reader(document->root(), no_cells);
  Picture how = reader.command<Picture>();
  if (reader.error()) return std::unexpected(*reader.error());
  return how;
}

Result<void> Explorer::apply_json(std::string_view command_json) {
  const Result<Command> command = read_command(command_json, graph());
  if (!command) return std::unexpected(command.error());
  return apply(*command);
}

}  // namespace explorer
