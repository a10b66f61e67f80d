// The screen of a whole model: all of its heads as small pictures, one as a large map, its arcs over the sentence, the next
// words, and how a weight came to be. What is shown is the explorer's state; this keeps what is pointed at, and the small
// pictures as rectangles.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explorer/model/made_picture.hpp"
#include "explorer/model/screen.hpp"
#include "ui/model/model_layout.hpp"
#include "ui/shell/screen.hpp"

namespace ui {

class ModelFigure {
 public:
  void draw(Screen& s);

 private:
  using Head = explorer::ModelHead;
  struct Over {  // pointed at
    std::optional<std::size_t> row, column;
    std::optional<Head> head;
    std::optional<std::size_t> part;
    bool operator==(const Over&) const = default;
  };

  const explorer::WholeModel& model(const Screen& s) const { return s.explorer.model().data(); }
  const explorer::ModelState& state(const Screen& s) const { return s.explorer.state().model; }
  std::string_view head_name(const Screen& s, Head head) const {
    return s.written([&](std::string& out) { s.explorer.model().write_head(out, head); });
  }
  std::string_view token_name(const Screen& s, std::size_t token) const {
    return s.written([&](std::string& out) { s.explorer.model().write_token(out, token); });
  }
  std::string_view word(const Screen& s, std::size_t token) const;
  std::size_t row(const Screen& s) const;     // pointed at, else pinned, else the last
  bool points_at_row(const Screen& s) const;  // of which there are numbers
  std::optional<std::size_t> column(const Screen& s) const;
  bool is_off(const Screen& s, Head head) const;  // or taken from the other sentence
  std::string_view off_word(const Screen& s, Head head) const;
  void look(Screen& s, explorer::LookModel command);
  void choose(Screen& s, Head head);
  void compare(Screen& s, Head head);
  void compare_row(Screen& s, std::size_t row);
  void pin(Screen& s, std::size_t row, std::size_t column);
  void follow(Screen& s, std::size_t row);
  Color color(const Screen& s, float weight, std::size_t column) const;

  // ---- model_saved.cpp: pictures for files
  void saved(Screen& s);
  void saved_maps(Screen& s);
  void saved_picture(Screen& s);
  void saved_parts(Screen& s);

  // ---- model.cpp
  void empty(Screen& s, Rect area);  // no model is there, or it has read nothing yet
  float page_heads(Screen& s, float x0, float x1, float y, float top);
  void page(Screen& s);  // all parts below one another
  ModelSpace space(Screen& s);
  void wide(Screen& s);
  void explain(Screen& s, Rect area);  // the line below, of the view that is shown

  // ---- model_rail.cpp; here and below, from y down; each returns its lower end
  float rail(Screen& s, float x0, float x1, float y);
  float about(Screen& s, float x0, float x1, float y);
  float sentence(Screen& s, float x0, float x1, float y);
  // The frame of a field of words, in which its text is drawn then; a click begins to edit `of`.
  static void field_frame(Screen& s, std::string_view id, Rect where, std::string_view label, std::string_view text,
                          const explorer::EditTarget& of);
  float sentence_notes(Screen& s, float x0, float x1, float y);  // what there is to say about it
  void next_word(Screen& s, float x0, float x1, float y, std::size_t at);
  float written(Screen& s, float x0, float x1, float y);
  float next_foot(Screen& s, float x0, float x1, float y);
  float next_words(Screen& s, float x0, float x1, float y);
  float view(Screen& s, float x0, float x1, float y);

  // ---- model_tour.cpp
  std::string_view tour_words(const Screen& s, std::string_view what) const;
  float tour_begin(Screen& s, float x0, float x1, float y);
  float tour(Screen& s, float x0, float x1, float y);
  void tour_buttons(Screen& s, Rect row, bool found);

  // ---- model_grid.cpp
  float grid(Screen& s, float x0, float x1, float y);
  struct HeadPlaces {                       // of the small pictures
    std::vector<float>* corners = nullptr;  // x and y of each, in the order of the heads
    float pitch = 0, picture = 0;
    std::size_t columns = 1;
    Rect area;
  };
  HeadPlaces lay_heads(Screen& s, float x0, float x1, float y);  // and writes the names of rows, columns and groups
  void draw_heads(Screen& s, const HeadPlaces& places, bool focused);
  void picture(Screen& s, Head head, Rect where);
  void keep_order(const Screen& s);
  void grid_keys(Screen& s, bool focused, std::size_t columns);
  std::string_view head_words(const Screen& s, Head head) const;  // its name and largest shares

  // ---- model_head.cpp
  float head(Screen& s, float x0, float x1, float y, float bottom);
  float buttons(Screen& s, float x0, float x1, float y, float after_title);
  float name_room(Screen& s) const;  // of the words at the left of a map
  // The side of a cell where the map has so much room with its words; names: the width that those at the left need.
  float map_cell(const Screen& s, Point room, float names) const;
  Rect map_with_words(Screen& s, Point corner, Point room);  // returns the map's place
  bool is_pooled(Screen& s, Point room) const;               // such a map: a dot stands for several weights
  void map(Screen& s, Rect where, float cell);
  void map_cells(Screen& s, Rect where, float cell);
  void map_input(Screen& s, Rect where, float cell);
  void map_keys(Screen& s, Rect where);
  void axes(Screen& s, Rect where, float cell, float left);
  float shares(Screen& s, float x0, float x1, float y);
  static float temperature_height(const Screen& s);
  float head_temperature(Screen& s, float x0, float x1, float y);

  // ---- model_picture.cpp: of a model that reads pictures
  struct Stage {  // the picture, large
    static constexpr std::size_t most_chips = 8;
    Rect grid;
    float cell = 0;  // side of a patch
    std::size_t before = 0, columns = 1;
    std::array<Rect, most_chips> chips{};  // of tokens that are no patches
    Rect at(std::size_t token) const;
  };
  bool reads_pictures(const Screen& s) const { return model(s).run && model(s).run->picture.has_value(); }
  void bright_pixels(const Screen& s, std::span<const float> weights, std::size_t side,
                     std::vector<PixelRun>& to) const;
  Stage lay_stage(Screen& s, Rect area) const;
  void stage_arcs(Screen& s, const Stage& stage, std::size_t followed, std::span<const float> weights);
  void stage_chips(Screen& s, const Stage& stage, std::span<const float> weights);
  void stage_input(Screen& s, const Stage& stage, Rect area);
  std::span<const float> seen(const Screen& s, Head head, std::size_t token) const;
  using RowOf = std::pair<Head, std::size_t>;                // a token's row of a head's weights
  std::optional<RowOf> compared_row(const Screen& s) const;  // that is shown beside the chosen one
  float picture_stage(Screen& s, Rect area, RowOf shows, bool chosen);
  std::string_view stage_words(Screen& s, RowOf of, std::span<const float> weights, bool chosen) const;
  float rollout_choice(Screen& s, float x0, float x1, float y);
  float picture_room() const;
  float picture_head(Screen& s, float x0, float x1, float y, float bottom);
  std::size_t small_row(const Screen& s) const;
  bool small_picture(Screen& s, Head head, Rect where);
  std::optional<std::size_t> cell_of(const Screen& s, std::size_t token);
  bool paint(Screen& s, std::size_t token);
  bool carry(Screen& s, const Hit& hit, std::optional<std::size_t> over);
  float palette(Screen& s, float x0, float x1, float y, const explorer::MadePicture& now);
  const std::optional<explorer::MadePicture>& painted(const Screen& s);
  float picture_choice(Screen& s, float x0, float x1, float y);

  // ---- model_why.cpp
  void view_tabs(Screen& s, Rect where);
  float reason(Screen& s, float x0, float x1, float y, float bottom);
  float reason_title(Screen& s, float x0, float x1, float y, bool wide);
  float reason_sum(Screen& s, float x0, float x1, float y);
  float all_layers(Screen& s, float x0, float y);
  void part_orders(Screen& s, Rect where, std::size_t first);
  float words_to_choose(Screen& s, float x0, float x1, float y);
  float word_row(Screen& s, float x0, float x1, float y, bool against);
  void word_field(Screen& s, Rect where, std::string_view caption, std::string_view example, bool against);
  float refused_word(Screen& s, float x0, float x1, float y);
  void part_keys(Screen& s);
  void choose_part(Screen& s, std::size_t part);
  std::string_view part_name(const Screen& s, std::size_t part) const;
  void reason_line(Screen& s, Rect area);
  void replace_buttons(Screen& s, Rect area, float x1, const explorer::ModelOff& part);
  void place_line(Screen& s, Rect area, Rect inside);
  Point part_sum(Screen& s, Rect inside, std::size_t at, bool narrow);
  void part_split(Screen& s, Rect inside, std::size_t at, bool narrow);

  // ---- model_waterfall.cpp
  struct Bar {  // a part of the sum, or the smaller ones of a layer together
    std::size_t part = 0, count = 1;
    std::size_t group = 0;  // 0: before the layers; then each layer; then what comes after
    double from = 0, to = 0;
  };
  struct Fall {  // where the bars are
    Rect plot;
    double low = 0, high = 0;
    float pitch = 0, wide = 0;
    float x(std::size_t bar) const { return plot.x0 + pitch * (static_cast<float>(bar) + 0.5f) - wide / 2; }
    float y(double value) const { return plot.y1 - static_cast<float>((value - low) / (high - low)) * plot.height(); }
  };
  const std::vector<Bar>& bars(const Screen& s, std::size_t most);
  void waterfall(Screen& s, Rect where);
  void fall_axis(Screen& s, const Fall& fall);
  std::optional<std::size_t> fall_input(Screen& s, const Fall& fall, const std::vector<Bar>& all, Rect where);
  void fall_bars(Screen& s, const Fall& fall, const std::vector<Bar>& all, std::optional<std::size_t> over);
  void fall_layers(Screen& s, const Fall& fall, const std::vector<Bar>& all, bool lens);
  void would_say(Screen& s, Rect where, std::size_t layer);
  float lens_grid(Screen& s, float x0, float x1, float y, float bottom);
  using LensCell = std::pair<std::size_t, std::size_t>;  // after how many layers, at which token
  void lens_cells(Screen& s, Rect all, Point cell);
  std::string_view lens_words(Screen& s, LensCell cell);
  void choose_lens(Screen& s, LensCell cell);
  void lens_keys(Screen& s, LensCell at);
  float lens_list(Screen& s, float x0, float x1, float y);

  // ---- model_atlas.cpp
  struct Dots {  // heads whose two measures are known, and where the axes end
    std::vector<Head> heads;
    std::vector<Point> places, before;   // their measures, and what they are compared with: the same if nothing is
    std::vector<std::size_t> by_height;  // of the heads, the largest first, or the one that has changed most
    double right = 1, top = 1;
  };
  const Dots& dots(const Screen& s);
  Point dot_at(const Dots& all, Rect plot, std::size_t i) const;
  Point place_in(const Dots& all, Rect plot, Point measures) const;
  std::optional<std::size_t> dots_input(Screen& s, const Dots& all, Rect plot);
  void scatter(Screen& s, Rect plot);
  std::string_view measure_name(const Screen& s, std::size_t measure) const;
  std::string_view measure_rule(const Screen& s, std::size_t measure) const;
  std::string_view atlas_words(const Screen& s, Head head) const;
  float measure_choice(Screen& s, std::string_view id, std::string_view caption, Rect row, std::size_t now,
                       bool across);
  float atlas(Screen& s, float x0, float x1, float y, float bottom);
  void atlas_plot(Screen& s, float x0, float x1, float y0, float y1);
  float atlas_head(Screen& s, float x0, float x1, float y);
  float atlas_texts(Screen& s, float x0, float x1, float y);
  float axes_choice(Screen& s, float x0, float x1, float y);
  void ranking(Screen& s, Rect where);
  float examples(Screen& s, Rect where);
  void atlas_line(Screen& s, Rect area);

  // ---- model_parts.cpp
  float part_list(Screen& s, float x0, float x1, float y, float bottom);
  float heads_off(Screen& s, float x0, float x1, float y, float bottom);
  void heads_off_names(Screen& s, Rect all, Point cell);
  float replaced_by(Screen& s, float x0, float x1, float y);
  void write_swept_now(const Screen& s, std::string& out, std::size_t at) const;
  void point_at_swept(Screen& s, Rect where, std::size_t at, bool clicked);
  std::optional<std::size_t> swept_place(const Screen& s) const;
  void place_keys(Screen& s, std::size_t count, std::size_t across);
  std::string_view swept_word(Screen& s, std::size_t at) const;
  void heads_off_cells(Screen& s, Rect all, Point cell);

  // ---- model_arcs.cpp
  struct
      Sentence {  // where its words are: the middle of each is `pitch` from the next, the first half of `need` from `begin`
    Rect area;
    float begin = 0, need = 0, pitch = 0, baseline = 0;
    float middle(std::size_t token) const { return begin + need / 2 + pitch * static_cast<float>(token); }
  };
  void row_arcs(Screen& s, const Sentence& at, Head head, std::size_t token, bool up);
  void all_arcs(Screen& s, const Sentence& at);
  void arc_words(Screen& s, const Sentence& at);
  void arcs(Screen& s, Rect area);
  float word_pitch(Screen& s) const;
  float arcs_width(Screen& s) const;  // so that all words are seen

  // ---- model_second.cpp: of a second model that reads the same sentence
  bool shows_differences(const Screen& s) const;
  bool shows_second(const Screen& s) const;
  std::span<const float> shown_weights(const Screen& s);  // (T, T) of the chosen head; empty while not known
  bool compares(const Screen& s) const;                   // a second model can be chosen
  bool has_map(const Screen& s, Head head) const;         // (T, T), or pooled
  std::vector<float> pooled_weights(const Screen& s, std::size_t side);
  float second_choice(Screen& s, float x0, float x1, float y);
  float second_told(Screen& s, float x0, float x1, float y);
  float shown_choice(Screen& s, float x0, float x1, float y);
  float matrices_moved(Screen& s, Rect where, bool column);
  float differences_note(Screen& s, float x0, float x1, float y);
  void shown_legend(Screen& s, Rect bar) const;

  // ---- model_line.cpp
  const std::vector<std::string>& why(const Screen& s, std::size_t row, std::size_t column);
  float line_height(Screen& s, float x0, float x1);  // as much as the text needs
  void line(Screen& s, Rect area);
  void weight_line(Screen& s, Rect inside, std::size_t at, bool narrow);
  float setting_height(const Screen& s, std::size_t row, std::size_t column) const;
  void setting(Screen& s, Rect where, std::size_t at);
  void row_line(Screen& s, Rect inside, std::size_t terms, bool narrow);
  Point row_terms_line(Screen& s, Rect inside, Point at, std::size_t terms, bool narrow);

  ModelLayout layout_;
  Over over_, found_;  // of the last frame; of this one
  explorer::ModelLook look_;
  struct Place {
    std::size_t at = 0, count = 0;  // of so many
  };
  std::optional<Place> place_;  // of the numbers of a sweep over layers and words, the chosen one
  std::optional<std::pair<std::size_t, std::size_t>> in_view_;  // how many tokens, and the one that the sentence showed

  std::optional<std::size_t> hint_of_;    // the step of the tour whose hint is shown
  std::optional<std::size_t> not_found_;  // the step at whose last frame nothing was found yet

  std::vector<std::vector<PixelRun>> pictures_;  // by layer and head; empty until it is known
  struct PicturesOf {
    const explorer::WholeModel* model = nullptr;
    std::uint64_t changes = 0;
    explorer::ColorSteps steps = explorer::ColorSteps::linear;
    bool hide_first = false, dark = false;
    explorer::ModelShows shows = explorer::ModelShows::first;
    bool operator==(const PicturesOf&) const = default;
  };
  std::optional<PicturesOf> pictures_of_;
  float largest_difference_ = 0;                         // of all heads
  Kept<std::uint64_t, std::vector<float>> differences_;  // of the chosen head, by the explorer's stamp
  std::optional<explorer::MadePicture::Placed> brush_;   // what a click paints; none: it follows a patch
  std::uint64_t drawn_ = 0;                              // pictures that were drawn at random
  struct StageOf {
    std::uint64_t stamp = 0;
    std::size_t row = 0;
    Head head;
    bool dark = false;
    bool operator==(const StageOf&) const = default;
  };
  std::array<Kept<StageOf, std::vector<PixelRun>>, 2> stage_;  // of the chosen head, and of the compared one
  struct Given {                                               // a picture to choose
    std::string text;
    std::vector<PixelRun> pixels;
  };
  std::vector<Given> given_;
  Kept<std::uint64_t, std::optional<explorer::MadePicture>> painted_;  // what is read, by the explorer's stamp
  Kept<StageOf, std::vector<std::vector<PixelRun>>> small_;
  std::vector<PixelRun> large_;  // the chosen head's map where its cells are too small for rectangles of their own
  std::optional<std::pair<PicturesOf, Head>> large_of_;

  explorer::ModelOrder order_;
  struct OrderOf {
    const explorer::WholeModel* model = nullptr;
    std::uint64_t changes = 0;
    explorer::ModelSort sort = explorer::ModelSort::layer;
    bool operator==(const OrderOf&) const = default;
  };
  std::optional<OrderOf> order_of_;

  struct WhyOf {
    std::uint64_t stamp = 0;
    std::size_t row = 0, column = 0;
    bool operator==(const WhyOf&) const = default;
  };
  Kept<WhyOf, std::vector<std::string>> why_;
  struct RowSum {
    std::vector<std::size_t> largest;
    std::size_t all = 0;  // weights above 0
    double sum = 0;
  };
  Kept<WhyOf, RowSum> row_sum_;  // column: how many are named
  struct BarsOf {
    std::uint64_t stamp = 0;
    std::size_t most = 0;
    bool operator==(const BarsOf&) const = default;
  };
  Kept<BarsOf, std::vector<Bar>> bars_;
  Kept<std::uint64_t, std::vector<std::size_t>> by_size_;  // parts, by the explorer's stamp
  Kept<std::uint64_t, std::vector<std::size_t>> choices_;
  bool more_words_ = false;  // narrow windows show all words that can be compared
  Kept<std::uint64_t, std::string> sweep_told_;
  Kept<WhyOf, std::string> place_told_;  // row: the place of a sweep
  Kept<WhyOf, std::string> kind_told_;   // row and column: layer and head
  Kept<std::uint64_t, Dots> dots_;
  Kept<std::uint64_t, bool> has_example_;  // by the explorer's stamp
};

}  // namespace ui
