// Sizes from the design guide, in em of the 14 px interface size, so that one number scales them all.
#pragma once

namespace ui {

inline constexpr float em = 14;
constexpr float px(float at_14) { return at_14 / 14 * em; }

// Type sizes.
inline constexpr float title_size = px(34), title_phone = px(24), title_embed = px(20);
inline constexpr float prose_size = px(17), control_size = px(14), label_size = px(13), note_size = px(11.5f);
inline constexpr float capitals_size = px(11), provenance_size = px(20), formula_size = px(34), element_size = px(21);

// Parts of the screen.
inline constexpr float top_bar_height = px(48), top_bar_phone = px(56), rail_width = px(264);
inline constexpr float map_height = px(72), map_height_low = px(56), map_height_least = px(46),
                       transport_height = px(88), transport_height_low = px(64);
inline constexpr float provenance_height = px(66), prose_width = px(340), prose_width_narrow = px(300),
                       prose_width_low = px(356), prose_most = px(420);
inline constexpr float stage_most = px(1680);  // width of text and figure
inline constexpr float stage_margin = px(48), stage_margin_narrow = px(24), stage_margin_phone = px(20);
inline constexpr float control_height = px(34), touch_height = px(46), touch_target = px(44);
// A phone's sheet at rest: the buttons; with a sentence above them; with a caption.
inline constexpr float sheet_low = px(100), sheet_story = px(196), sheet_told = px(230);

// Corners.
inline constexpr float cell_radius = px(5), cell_radius_small = px(2), segment_radius = px(6), control_radius = px(8),
                       panel_radius = px(10), frame_radius = px(12), sheet_radius = px(18);

}  // namespace ui
