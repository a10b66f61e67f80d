// What the page has open: the explorer, and the catalogue that is kept from lesson to lesson. The canvas is optional:
// the reading view needs none.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "explorer/state/explorer.hpp"
#include "explorer/state/picture.hpp"
#include "explorer/views/contents.hpp"

namespace bindings {

class Session {
 public:
  explorer::Result<void> open(std::string_view lesson_json, std::string_view language);
  explorer::Result<void> load_language(std::string_view language, std::string_view catalogue_json);
  void offer_language(std::string_view language, std::string_view name) { catalogue_.offer(language, name); }
  // What readers may not change, in this lesson and those opened after it.
  explorer::Result<void> lock(std::string_view text);
  explorer::Result<void> translate(std::string_view lesson_json);  // the lesson that is open
  // A lesson for the contents; a card with the same id replaces the one before. last: id of the lesson read last.
  explorer::Result<void> add_card(std::string_view lesson_json, explorer::Visit visit, std::string_view last,
                                  std::string_view language);
  // web/hero.json, for the contents.
  explorer::Result<void> load_hero(std::string_view file);
  // A page of the site that the contents link to, by its name.
  void offer_page(std::string_view name) { contents_.pages.emplace_back(name); }
  const explorer::Contents& contents() const { return contents_; }
  explorer::Explorer* explorer() { return explorer_ ? &*explorer_ : nullptr; }
  std::string pattern(std::string_view id) const;  // a sentence with {0}, {1} … not yet filled

 private:
  explorer::Catalogue catalogue_;
  explorer::Contents contents_;
  std::optional<explorer::Explorer> explorer_;
  std::optional<std::string> lock_;
  std::string hero_;  // empty: not loaded
};

// A page of its own, or an embed in another one, with all its buttons, those from step to step, or none.
enum class Place : std::uint8_t { page, embed, embed_with_steps, embed_alone };

// The canvas as the page controls it. Implemented in main.cpp.
class Canvas {
 public:
  virtual ~Canvas() = default;
  virtual int start(const char* selector, Place place) = 0;  // 0, or 1 without WebGL2 or any font
  virtual void stop() = 0;
  virtual void close_popups() = 0;
  virtual explorer::Result<void> add_font(std::string_view face, std::span<const std::uint8_t> ttf) = 0;
  virtual explorer::Result<void> add_formulae(std::string_view json) = 0;
  virtual std::string picture(const explorer::Picture& how) = 0;  // as SVG
  virtual std::string table_colors(graph::NodeId node, std::size_t first, std::size_t count, bool dark) const = 0;
  virtual bool leaves(bool backward) const = 0;  // a Tab pressed now would leave the canvas
  virtual void leave() = 0;                      // and the browser takes it there itself
  virtual std::string probe(bool texts) const = 0;
};

// Sets the session that page.cpp's functions use; both outlive the page.
void connect(Session& session, Canvas& canvas);

}  // namespace bindings
