// The callbacks from C++ to the page, which sets them on the module. A library for Emscripten's linker.
addToLibrary({
  page_on_change: (version) => Module["onChange"]?.(version),
  page_on_edit_field__deps: ["$UTF8ToString"],
  page_on_edit_field: (json) => Module["onEditField"]?.(JSON.parse(UTF8ToString(json))),
  page_on_request__deps: ["$UTF8ToString"],
  page_on_request: (kind) => Module["onRequest"]?.(UTF8ToString(kind)),
  page_on_open_address__deps: ["$UTF8ToString"],
  page_on_open_address: (url) => Module["onOpenAddress"]?.(UTF8ToString(url)),
  page_on_open_lesson__deps: ["$UTF8ToString"],
  page_on_open_lesson: (id, step) => Module["onOpenLesson"]?.(UTF8ToString(id), UTF8ToString(step)),
  page_on_refusal__deps: ["$UTF8ToString"],
  page_on_refusal: (sentence) => Module["onRefusal"]?.(UTF8ToString(sentence)),
  page_on_said__deps: ["$UTF8ToString"],
  page_on_said: (words) => Module["onSaid"]?.(UTF8ToString(words)),
});
