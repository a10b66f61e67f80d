// A card is made by opening its lesson as a reader would, so it tells of the lesson's own steps and numbers.
#include "explorer/views/contents.hpp"

#include <algorithm>

#include "explorer/json/write.hpp"

namespace explorer {
namespace {

std::string plain_text(const Paragraphs& paragraphs) {
  std::string text;
  for (const lesson::Paragraph& paragraph : paragraphs) {
    if (!text.empty()) text += ' ';
    for (const lesson::Run& run : paragraph.runs) text += run.text;
  }
  return text;
}

// The page after the last step has no number.
std::string progress_words(const Card& card, const Catalogue& catalogue, std::string_view language) {
  if (!card.begun) return {};
  if (card.step >= card.steps) return catalogue.text(language, "contents.left_off.end", {card.step_title});
  return catalogue.text(language, "contents.left_off",
                        {std::to_string(card.step + 1), std::to_string(card.steps), card.step_title});
}

std::string extent_words(const Card& card, std::size_t minutes, const Catalogue& catalogue, std::string_view language) {
  const std::string count = std::to_string(card.steps);
  const std::string seen = std::to_string(std::ranges::count(card.seen, true));
  std::string words = card.begun ? catalogue.text(language, "contents.seen", {seen, count})
                                 : catalogue.text(language, "contents.steps", {count});
  if (minutes == 0) return words;
  return catalogue.text(language, "contents.minutes", {std::to_string(minutes)}) + " · " + words;
}

// The share of the lesson's minutes that its steps on the short way have.
std::size_t short_minutes(const lesson::Course& course, std::size_t steps) {
  if (steps == 0) return 0;
  const std::size_t taken = std::min(course.short_steps, steps);
  return (course.minutes * taken + steps / 2) / steps;
}

// The matrix that is shown of a tensor, with at most so many rows and columns.
MatrixView picture_of(const Explorer& explorer, graph::NodeId node) {
  constexpr std::size_t most = 12;
  MatrixView out;
  out.tensor = explorer.tensor(node);
  const graph::Shape& shape = out.tensor.shape;
  const std::size_t rank = shape.size(), rows = rank > 1 ? shape[rank - 2] : 1, columns = rank > 0 ? shape.back() : 1;
  const std::size_t down = (rows + most - 1) / most, along = (columns + most - 1) / most;
  graph::CellRef cell{node, graph::Index(rank, 0)};
  for (std::size_t axis = 0; axis < out.tensor.leading.size() && axis + 2 < rank; ++axis)
    cell.index[axis] = out.tensor.leading[axis];
  for (std::size_t row = 0; row < rows; row += down) {
    ++out.rows;
    for (std::size_t column = 0; column < columns; column += along) {
      if (rank > 1) cell.index[rank - 2] = row;
      if (rank > 0) cell.index[rank - 1] = column;
      out.cells.push_back(explorer.color(cell));
    }
  }
  out.columns = out.cells.size() / out.rows;
  return out;
}

bool finished(const Card& card) {
  return card.begun && (card.step >= card.steps || !std::ranges::contains(card.seen, false));
}

}  // namespace

Result<Card> make_card(std::string_view lesson_json, Visit visit, const Catalogue& catalogue,
                       const std::string& language) {
  Result<Explorer> explorer = Explorer::open(lesson_json, catalogue, language);
  if (!explorer) return std::unexpected(explorer.error());
  if (!visit.link.empty()) std::ignore = explorer->open_link(visit.link);  // its notes are shown with the lesson
  std::ignore = explorer->apply(MarkSeen{std::string(visit.seen)});
  const lesson::Lesson& lesson = explorer->lesson();
  const View& view = explorer->view();
  Card card;
  card.id = lesson.id;
  card.title = view.lesson_title;
  card.act = lesson.course.act;
  card.summary = plain_text(view.summary);
  card.steps = view.count;
  card.step = view.step;
  card.step_title = view.step_title;
  card.begun = !visit.link.empty();
  for (std::size_t step = 0; step < card.steps; ++step) card.seen.push_back(card.begun && view.steps[step].seen);
  card.extent = extent_words(card, lesson.course.minutes, catalogue, view.language);
  card.short_minutes = short_minutes(lesson.course, card.steps);
  if (card.short_minutes > 0) {
    const bool whole = lesson.course.short_steps >= card.steps;
    card.extent += " · " + (whole ? catalogue.text(view.language, "contents.short")
                                  : catalogue.text(view.language, "contents.short.steps",
                                                   {std::to_string(lesson.course.short_steps)}));
  }
  card.progress = progress_words(card, catalogue, view.language);
  const std::string needs = lesson::in_language(lesson.course.needs, view.language);
  card.aside = lesson::in_language(lesson.course.aside, view.language);
  card.next = lesson.course.next;
  if (!needs.empty()) card.needs = catalogue.text(view.language, "contents.needs", {needs});
  for (const std::string& name : lesson.card) {
    const std::optional<graph::NodeId> node = explorer->graph().find(name);
    if (!node) continue;  // names are checked when a lesson is read, so the parameters have removed this node
    if (card.random.empty()) card.random = explorer->tensor(*node).random;
    // What is only drawn at random says nothing about the lesson.
    const graph::Node& named = explorer->graph().node(*node);
    if (named.operation != nullptr || !named.random) card.pictures.push_back(picture_of(*explorer, *node));
  }
  return card;
}

void mark_path(Contents& contents) {
  std::vector<Card>& cards = contents.cards;
  for (Card& card : cards) card.mark = PathMark::none;
  if (cards.empty()) return;
  if (contents.last.empty()) {
    cards.front().mark = PathMark::start;
    return;
  }
  const auto last = std::ranges::find(cards, contents.last, &Card::id);
  if (last == cards.end()) return;  // its card is still to come
  auto next = last;
  if (finished(*last)) {
    const auto to_begin = [](const Card& card) { return !card.begun && card.aside.empty(); };
    next = std::find_if(last, cards.end(), to_begin);
    if (next == cards.end()) next = std::ranges::find_if(cards, to_begin);
    if (next == cards.end())
      next = std::ranges::find_if(cards, [](const Card& card) { return card.begun && !finished(card); });
    if (next == cards.end()) next = last;
  }
  next->mark = PathMark::go_on;
}

std::size_t short_way_minutes(const Contents& contents) {
  std::size_t sum = 0;
  for (const Card& card : contents.cards) sum += card.short_minutes;
  return sum;
}

std::string contents_json(const Contents& contents) { return json::text_of(contents.cards); }

}  // namespace explorer
