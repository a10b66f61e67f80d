// Commands as JSON, for the page and the JavaScript module: {"type": "GoToStep", "id": "scores"}. The keys are the
// fields of command.hpp; a cell is {"node": 3, "index": [0, 1]} or {"tensor": "attn_scores", "index": [0, 1]}, counted
// from 0; a theme is "system", "dark" or "light".
#include <algorithm>
#include <array>

#include "explorer/json/json.hpp"
#include "explorer/language/numbers.hpp"
#include "explorer/large_map/link.hpp"
#include "explorer/link/link_reader.hpp"
#include "explorer/state/color_steps.hpp"
#include "explorer/state/impl.hpp"
#include "lesson/run/picture.hpp"

namespace explorer {
namespace {

constexpr std::size_t max_command_bytes = 1'000'000;

std::unexpected<Error> bad(std::string_view path, std::string message) {
  return graph::fail("command", path, std::move(message));
}

class Reader {
 public:
  Reader(json::Value root, const graph::Graph& graph) : root_(root), graph_(graph) {}

  std::string text(std::string_view key) {
    if (const auto value = root_[key].text()) return std::string(*value);
    return miss<std::string>(key, "a text");
  }
  int whole(std::string_view key, int fallback = 0) {
    if (!root_[key].exists()) return fallback;
    const auto value = root_[key].number();
    if (value && *value >= -1e6 && *value <= 1e6 && *value == static_cast<int>(*value)) return static_cast<int>(*value);
    return miss<int>(key, "a whole number");
  }
  bool flag(std::string_view key) {
    if (!root_[key].exists()) return false;
    if (const auto value = root_[key].boolean()) return *value;
    return miss<bool>(key, "true or false");
  }
  std::optional<bool> maybe_flag(std::string_view key) {
    return root_[key].exists() ? std::optional(flag(key)) : std::nullopt;
  }
  double number(std::string_view key, double fallback) {
    if (!root_[key].exists()) return fallback;
    if (const auto value = root_[key].number()) return *value;
    return miss<double>(key, "a number");
  }
  std::optional<double> maybe_number(std::string_view key) {
    return root_[key].exists() ? std::optional(number(key, 0)) : std::nullopt;
  }
  std::vector<std::size_t> places(std::string_view key) {
    std::vector<std::size_t> out;
    for (const json::Value& item : root_[key].items()) {
      const auto place = item.index();
      if (!place) return miss<std::vector<std::size_t>>(key, "a list of places, counted from 0");
      out.push_back(*place);
    }
    if (!root_[key].is_array()) return miss<std::vector<std::size_t>>(key, "a list of places, counted from 0");
    return out;
  }
  bool flag_or(std::string_view key, bool fallback) { return root_[key].exists() ? flag(key) : fallback; }
  std::string text_or_number(std::string_view key) {
    if (const auto value = root_[key].number()) return shortest(*value);
    return text(key);
  }
  lesson::ParameterValue parameter(std::string_view key) {
    const json::Value value = root_[key];
    if (const auto one = value.boolean()) return *one;
    if (const auto one = value.number()) return *one;
    if (const auto one = value.text()) return std::string(*one);
    std::vector<double> order;
    for (const json::Value& item : value.items()) {
      const auto one = item.number();
      if (!one) return miss<bool>(key, "a list of numbers");
      order.push_back(*one);
    }
    if (!value.is_array()) return miss<bool>(key, "a truth value, number, text or list of numbers");
    return order;
  }
  std::optional<graph::CellRef> cell(std::string_view key, bool required) {
    const json::Value value = root_[key];
    if (!required && (!value.exists() || value.is_null())) return std::nullopt;
    graph::CellRef cell;
    const auto name = value["tensor"].text();
    const std::optional<std::size_t> node = name ? graph_.find(*name) : value["node"].index();
    if (!node) return miss<std::optional<graph::CellRef>>(key, "a cell: {\"node\": 3, \"index\": [0, 1]}");
    cell.node = *node;
    for (const json::Value& item : value["index"].items()) {
      const auto place = item.index();
      if (!place) return miss<std::optional<graph::CellRef>>(key, "a cell whose index is a list of whole numbers");
      cell.index.push_back(*place);
    }
    return cell;
  }
  graph::CellRef needed_cell(std::string_view key) { return cell(key, true).value_or(graph::CellRef{}); }
  Theme theme(std::string_view key) {
    if (const std::optional<Theme> theme = json::parse_word<Theme>(text(key))) return *theme;
    return miss<Theme>(key, "system, dark or light");
  }

  std::size_t place(std::string_view key, std::size_t fallback) {
    const int given = whole(key, static_cast<int>(fallback));
    return given < 0 ? miss<std::size_t>(key, "a whole number from 0") : static_cast<std::size_t>(given);
  }
  // "page", "own" (the picture already loaded), or a new picture of the reader's as pixels in base64.
  std::shared_ptr<const large_map::Pixels> large_picture(std::string_view key) {
    constexpr std::size_t bytes = large_map::picture_side * large_map::picture_side * 3;
    if (!root_[key].exists()) return nullptr;
    const std::string given = text(key);
    if (given == "page") return nullptr;
    if (given == "own") return std::make_shared<const large_map::Pixels>();
    auto pixels = given.starts_with("own:") ? lesson::decode_base64(std::string_view(given).substr(4)) : std::nullopt;
    if (pixels && pixels->size() == bytes) return std::make_shared<const large_map::Pixels>(std::move(*pixels));
    return miss<std::shared_ptr<const large_map::Pixels>>(
        key, "page, own, or own: and red, green and blue of 256 × 256 pixels in base64");
  }
  SetLarge set_large() {
    const large_map::Setup start;
    SetLarge command;
    large_map::Setup& setup = command.setup;
    if (root_["of"].exists()) {
      const std::optional<large_map::Tokens> tokens = json::parse_word<large_map::Tokens>(text("of"));
      setup.of = tokens ? *tokens : miss<large_map::Tokens>("of", "words or patches");
    }
    setup.own = large_picture("picture");
    if (root_["model"].exists()) {
      const std::optional<large_map::Model> model = json::parse_word<large_map::Model>(text("model"));
      setup.model = model ? *model : miss<large_map::Model>("model", "patterns or random");
    }
    setup.tokens = place("tokens", start.tokens);
    setup.layers = place("layers", start.layers);
    setup.heads = place("heads", start.heads);
    setup.seed = place("seed", start.seed);
    setup.causal = flag_or("causal", start.causal);
    command.continues = flag("continues");
    return command;
  }
  // Two places in a list; an empty list clears the selection.
  std::optional<std::optional<std::pair<std::size_t, std::size_t>>> two(std::string_view key) {
    if (!root_[key].exists()) return std::nullopt;
    const std::vector<std::size_t> given = places(key);
    if (given.size() == 2) return std::pair(given[0], given[1]);
    if (!given.empty()) miss<bool>(key, "two places, counted from 0, or an empty list");
    return std::optional<std::pair<std::size_t, std::size_t>>();
  }
  LookLarge look_large() {
    LookLarge command;
    if (root_["head"].exists()) command.head = place("head", 0);
    command.mean = maybe_flag("mean");
    command.follow = maybe_flag("follow");
    if (root_["steps"].exists()) command.steps = color_steps("steps");
    if (root_["zoom"].exists()) command.window = {number("zoom", 1), number("x", 0.5), number("y", 0.5)};
    command.cell = two("cell");
    command.brush = two("brush");
    if (root_["find"].exists()) command.find = text("find");
    return command;
  }

  ColorSteps color_steps(std::string_view key) {
    if (const std::optional<ColorSteps> steps = json::parse_word<ColorSteps>(text(key))) return *steps;
    return miss<ColorSteps>(key, "linear, sqrt or log");
  }

  const std::optional<Error>& error() const { return error_; }

 private:
  template <class T>
  T miss(std::string_view key, std::string_view wanted) {
    if (!error_)
      error_ =
          Error{"command", "/" + std::string(key), "“" + std::string(key) + "” must be " + std::string(wanted) + "."};
    return T{};
  }

  json::Value root_;
  const graph::Graph& graph_;
  std::optional<Error> error_;
};

struct Kind {
  std::string_view type;
  Command (*make)(Reader&);
};

// Members are initialised in the order written here, which braces guarantee.
constexpr auto kinds = std::to_array<Kind>({
    {"GoToStep", [](Reader& in) -> Command { return GoToStep{in.text("id")}; }},
    {"NextStep", [](Reader&) -> Command { return NextStep{}; }},
    {"PreviousStep", [](Reader&) -> Command { return PreviousStep{}; }},
    {"SetParameter",
     [](Reader& in) -> Command { return SetParameter{in.text("name"), in.parameter("value"), in.flag("continues")}; }},
    {"EditCell",
     [](Reader& in) -> Command { return EditCell{in.needed_cell("cell"), in.text("text"), in.flag("continues")}; }},
    {"PasteCells", [](Reader& in) -> Command { return PasteCells{in.needed_cell("cell"), in.text("text")}; }},
    {"RestoreLesson", [](Reader&) -> Command { return RestoreLesson{}; }},
    {"Undo", [](Reader&) -> Command { return Undo{}; }},
    {"Redo", [](Reader&) -> Command { return Redo{}; }},
    {"Hover", [](Reader& in) -> Command { return Hover{in.cell("cell", false)}; }},
    {"Focus", [](Reader& in) -> Command { return Focus{in.cell("cell", false), in.flag("pin")}; }},
    {"MoveFocus",
     [](Reader& in) -> Command {
       return MoveFocus{in.whole("rows"), in.whole("columns"), in.flag("to_row_end"), in.flag("to_row_start")};
     }},
    {"SetDecimals", [](Reader& in) -> Command { return SetDecimals{in.whole("decimals", -1)}; }},
    {"SetColorSteps", [](Reader& in) -> Command { return SetColorSteps{in.color_steps("steps")}; }},
    {"SetTheme", [](Reader& in) -> Command { return SetTheme{in.theme("theme")}; }},
    {"SetLanguage", [](Reader& in) -> Command { return SetLanguage{in.text("language")}; }},
    {"SetReading", [](Reader& in) -> Command { return SetReading{in.flag("on")}; }},
    {"ShowContents", [](Reader& in) -> Command { return ShowContents{in.flag("on")}; }},
    {"Reveal", [](Reader& in) -> Command { return Reveal{in.text("question")}; }},
    {"Answer",
     [](Reader& in) -> Command {
       return Answer{in.text("question"), static_cast<std::size_t>(std::max(0, in.whole("part"))),
                     in.text_or_number("value"), in.flag_or("check", true)};
     }},
    {"ShowHint", [](Reader& in) -> Command { return ShowHint{in.text("question")}; }},
    {"SetLeading",
     [](Reader& in) -> Command {
       return SetLeading{in.text("axis"), static_cast<std::size_t>(std::max(0, in.whole("place")))};
     }},
    {"SelectHeads", [](Reader& in) -> Command { return SelectHeads{in.places("heads")}; }},
    {"FollowQueries", [](Reader& in) -> Command { return FollowQueries{in.places("queries")}; }},
    {"ShowAttention",
     [](Reader& in) -> Command {
       return ShowAttention{in.maybe_flag("matrices"), in.maybe_flag("scores"), in.maybe_flag("shared"),
                            in.maybe_number("threshold")};
     }},
    {"ShowLarge", [](Reader& in) -> Command { return ShowLarge{in.flag("on")}; }},
    {"SetLarge", [](Reader& in) -> Command { return in.set_large(); }},
    {"LookLarge", [](Reader& in) -> Command { return in.look_large(); }},
    {"ZoomAttention",
     [](Reader& in) -> Command {
       return ZoomAttention{in.number("zoom", 1), in.number("x", 0.5), in.number("y", 0.5)};
     }},
});

}  // namespace

Result<Command> read_command(std::string_view text, const graph::Graph& graph) {
  if (text.size() > max_command_bytes) return bad("", "A command may have at most 1 MB.");
  const Result<json::Document> document = json::read(text);
  if (!document) return std::unexpected(document.error());
  const std::optional<std::string_view> type = document->root()["type"].text();
  if (!type) return bad("/type", "A command is an object with a type: {\"type\": \"NextStep\"}.");
  std::string known;
  for (const Kind& kind : kinds) {
    known += (known.empty() ? "" : ", ") + std::string(kind.type);
    if (kind.type != *type) continue;
    Reader reader(document->root(), graph);
    Command command = kind.make(reader);
    if (reader.error()) return std::unexpected(*reader.error());
    return command;
  }
  return bad("/type", "There is no command “" + std::string(*type) + "”. The commands are " + known + ".");
}

Result<void> Explorer::apply_json(std::string_view command_json) {
  const Result<Command> command = read_command(command_json, impl_->graph);
  if (!command) return std::unexpected(command.error());
  return apply(*command);
}

}  // namespace explorer
