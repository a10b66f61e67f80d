// The interface between platform.cpp and browser.js: what C++ calls on the page's canvas, and what the canvas's events
// call.
#pragma once

#include <cstdint>

extern "C" {

// In browser.js. Listens to one canvas; a second call first removes the listeners of the previous one.
void platform_listen(const char* selector);
void platform_unlisten();
void platform_ask_for_work(void);  // calls platform_on_work after the browser's pending tasks
void platform_set_cursor(const char* css_name);
void platform_set_menu(int own);  // whether a right click belongs to the program
int platform_is_mac(void);
// The order of a text (web/page/core/text-order.ts): the direction of its paragraph, then from, length and direction of each run.
// direction: 0 as its first letter, 1 left to right, 2 right to left. Memory to be freed; count: of its numbers.
int* platform_text_order(const char* text, int direction, int* count);
float platform_text_width(const char* text, float size, int weight);
// Pixels (RGBA) that the caller frees, or a null pointer. box: width, height, left, top, whether coloured.
std::uint8_t* platform_text_pixels(const char* text, float size, int weight, std::uint32_t ink, int* box);

// In events.cpp. Coordinates in CSS px within the canvas; modifiers: 1 Ctrl, 2 Shift, 4 Alt, 8 Meta. A returned int
// says whether to prevent the browser's default action.
void platform_on_pointer(int phase, int kind, float x, float y, int button, int modifiers);
void platform_on_presses(int count);  // after a press: it is the count-th without a pause
int platform_on_wheel(float x, float y, float lines_x, float lines_y, int modifiers, int page_scrolls);
// Two fingers touched down (their middle at x, y): whether the figure takes them. Then they move: from one middle to
// another, with the factor by which their distance changed.
int platform_on_fingers(float x, float y);
void platform_on_pinch(float from_x, float from_y, float x, float y, float factor);
int platform_on_key(int down, const char* key, const char* code, int modifiers);
void platform_on_focus(int focused);
const char* platform_on_copy(void);  // text for the clipboard, or a null pointer
int platform_on_paste(const char* text);
void platform_on_resize(float width, float height, int pixels_x, int pixels_y);
void platform_on_seen(int seen);
void platform_on_work(void);
void platform_on_preferences(int dark, int reduced_motion, int contrast);
void platform_on_direction(int right_to_left);  // of the page's document
void platform_on_context(int restored);
}
