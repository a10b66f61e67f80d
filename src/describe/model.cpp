// The types of the explorer's JSON as TypeScript interfaces, from the tables that it is written by.
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "attention/tensor/shape.hpp"
#include "describe/describe.hpp"
#include "explorer/json/article_json.hpp"
#include "explorer/json/reading_json.hpp"
#include "explorer/json/tensor_json.hpp"
#include "explorer/state/command.hpp"
#include "explorer/state/picture.hpp"
#include "explorer/training/training_json.hpp"
#include "explorer/views/answer_key.hpp"
#include "explorer/views/contents.hpp"
#include "explorer/views/map_tables.hpp"
#include "large_map/map.hpp"
#include "large_map/own.hpp"
#include "large_map/setup.hpp"
#include "lesson/lesson.hpp"
#include "lesson/read/json.hpp"
#include "ui/shell/interface.hpp"

namespace describe {
namespace {

using explorer::json::Described;
using explorer::json::HasWords;
using explorer::json::IsDescribed;

template <class T>
struct Item;
template <class T>
struct Item<std::vector<T>> {
  using type = T;
};
template <class T>
struct Item<std::pair<T, T>> {  // two places
  using type = T;
};

class Model {
 public:
  // The interface of T, after those that it refers to.
  template <class T>
  void add() {
    const std::string name(Described<T>::name.view());
    if (text_.contains("export interface " + name + " {")) return;
    std::string lines;
    Described<T>::each([&]<class M>() {
      lines += "  " + std::string(M::key.view()) + ": " + type<typename M::template Value<T>>() + ";\n";
    });
    text_ += "\nexport interface " + name + " {\n" + lines + "}\n";
  }
  // Every command as it may be spelt in JSON.
  template <class... C>
  void add_commands(std::variant<C...>*) {
    std::string all;
    (
        [&] {
          all += "\n  | { type: \"" + std::string(Described<C>::name.view()) + "\"";
          Described<C>::each([&]<class M>() { all += "; " + argument<M, typename M::template Value<C>>(); });
          all += " }";
        }(),
        ...);
    text_ += "\nexport type Command =" + all + ";\n";
  }
  // What the page gives: as in a command, an optional key may be left out.
  template <class T>
  void add_given() {
    std::string lines;
    Described<T>::each([&]<class M>() { lines += "  " + argument<M, typename M::template Value<T>>() + ";\n"; });
    text_ += "\nexport interface " + std::string(Described<T>::name.view()) + " {\n" + lines + "}\n";
  }
  const std::string& text() const { return text_; }

 private:
  template <class M, class T>
  std::string argument() {
    constexpr bool cell = std::is_same_v<T, std::optional<graph::CellRef>>;  // none may also be null
    const bool optional = M::use == explorer::json::Key::optional || explorer::json::MayBeMissing<T>;
    const std::string number = M::use == explorer::json::Key::number_too ? " | number" : "";
    return std::string(M::key.view()) + (optional ? "?: " : ": ") + given<T>() + number + (cell ? " | null" : "");
  }
  template <class T>
  std::string given() {
    if constexpr (std::is_same_v<T, std::shared_ptr<const large_map::Pixels>>) return "string";
    else if constexpr (explorer::json::MayBeMissing<T>) return given<typename T::value_type>();
    else return type<T>();
  }

  template <class T>
  std::string type() {
    if constexpr (std::is_same_v<T, bool>) return "boolean";
    else if constexpr (std::is_convertible_v<T, std::string_view>) return "string";
    else if constexpr (std::is_arithmetic_v<T>) return "number";
    else if constexpr (HasWords<T>) return words<T>();
    else if constexpr (explorer::json::is_variant<T>) return union_of(static_cast<T*>(nullptr));
    else if constexpr (explorer::json::MayBeMissing<T>)
      return type<std::remove_cvref_t<decltype(*std::declval<T>())>>() + " | null";
    else if constexpr (IsDescribed<T>) {
      add<T>();
      return std::string(Described<T>::name.view());
    } else {
      const std::string item = type<typename Item<T>::type>();
      return item.contains('|') ? "(" + item + ")[]" : item + "[]";
    }
  }

  template <class T>
  static std::string words() {
    std::string all;
    for (const std::string_view word : explorer::json::Words<T>::all)
      all += (all.empty() ? "\"" : " | \"") + std::string(word) + "\"";
    return all;
  }

  template <class... T>
  std::string union_of(std::variant<T...>*) {
    std::string all;
    ((all += (all.empty() ? "" : " | ") + type<T>()), ...);
    return all;
  }

  std::string text_ = "// Made by the build from the tables of src/explorer/json, and from limits in src.\n";
};

// What the page checks before it asks, under the names that it has there.
std::string limits() {
  struct Limit {
    std::string_view name;
    std::size_t most;
  };
  constexpr Limit all[] = {
      {"lessonBytes", lesson::max_bytes},
      {"lessonDepth", lesson::max_depth},
      {"lessonNumbers", lesson::max_values},
      {"lessonProducts", static_cast<std::size_t>(lesson::max_multiply_adds)},
      {"trainingSteps", lesson::max_training_steps},
      {"tensorNumbers", attention::max_elements},
      {"modelTokens", explorer::most_model_tokens},
      {"modelLayers", explorer::most_model_layers},
      {"pictureTokens", explorer::most_picture_tokens},
      {"mapSide", explorer::most_map_side},
      {"largeTokens", large_map::most_tokens},
      {"largeHeadsOfOwn", large_map::most_own_heads},
      {"largeWidthOfOwn", large_map::widest_own_head},
      {"largeHeads", large_map::most_heads},
      {"largeTokensTrained", large_map::most_trained_tokens},
  };
  std::string text = "export const limits = {\n";
  for (const auto& [name, most] : all) text += "  " + std::string(name) + ": " + std::to_string(most) + ",\n";
  return text + "};\n";
}

}  // namespace

std::string model() {
  Model model;
  model.add<explorer::ReadingJson>();
  model.add<explorer::ArticleStep>();
  model.add<explorer::ExplanationJson>();
  model.add<explorer::AnswerKey>();
  model.add<explorer::RowsJson>();
  model.add<explorer::TensorJson>();
  model.add<explorer::LargeRowsJson>();
  model.add<explorer::ModelExample>();
  model.add<explorer::OrderJson>();
  model.add<explorer::Card>();
  model.add<explorer::MapTable>();
  model.add<explorer::ModelAtlas>();
  model.add_given<explorer::Picture>();
  model.add<ui::EditField>();
  model.add_commands(static_cast<explorer::Command*>(nullptr));
  return model.text() + limits();
}

}  // namespace describe
