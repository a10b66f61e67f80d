// The callbacks to the page; implemented in page.js. Strings are read before the call returns.
#pragma once

extern "C" {

void page_on_change(unsigned version);
void page_on_edit_field(const char* json);   // ui::EditField, or null: nothing is typed
void page_on_request(const char* kind);      // what only a page can do
void page_on_open_address(const char* url);  // a link was pressed; of a page offered: its name
// A lesson was chosen, and its step; "": where the reader left off.
void page_on_open_lesson(const char* id, const char* step);
void page_on_refusal(const char* sentence);
void page_on_said(const char* words);  // of the part that has the keyboard focus; "": none
}
