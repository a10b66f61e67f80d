// The context, and frames on demand. Each frame is requested only when needed, so that nothing runs while nothing
// changes.
#include "platform/canvas.hpp"

#include <GLES3/gl3.h>
#include <emscripten/emscripten.h>
#include <emscripten/eventloop.h>
#include <emscripten/html5.h>
#include <emscripten/html5_webgl.h>

#include <algorithm>
#include <cfloat>

#include "imgui.h"
#include "imgui_impl_opengl3.h"
#include "imgui_internal.h"
#include "platform/browser.hpp"

namespace platform {

namespace {

constexpr float double_click_time = 0.5f;  // seconds, where the browser does not count, as systems have it

}  // namespace

Canvas& canvas() {
  static Canvas only;
  return only;
}

Started Canvas::start(const char* selector, Client& client) {
  EmscriptenWebGLContextAttributes attributes;
  emscripten_webgl_init_context_attributes(&attributes);
  attributes.majorVersion = 2;
  attributes.alpha = false;
  attributes.depth = attributes.stencil = false;
  attributes.antialias = false;  // ImGui anti-aliases its own edges
  attributes.powerPreference = EM_WEBGL_POWER_PREFERENCE_LOW_POWER;
  const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = emscripten_webgl_create_context(selector, &attributes);
  if (context <= 0 || emscripten_webgl_make_context_current(context) != EMSCRIPTEN_RESULT_SUCCESS)
    return Started::no_webgl2;
  const bool knows = ImGui_ImplOpenGL3_Init("#version 300 es");
  // Now, not with the first frame: if the driver rejects the renderer's shaders, this is treated like missing WebGL2.
  if (!knows || !ImGui_ImplOpenGL3_CreateDeviceObjects()) {
    if (knows) ImGui_ImplOpenGL3_Shutdown();
    emscripten_webgl_destroy_context(context);
    return Started::no_webgl2;
  }
  selector_ = selector;
  client_ = &client;
  context_ = static_cast<std::uintptr_t>(context);
  alive_ = true;
  shown_.forget();
  forget_input();
  platform_listen(selector);
  wake();
  return Started::ok;
}

void Canvas::stop() {
  if (context_ == 0) return;
  platform_unlisten();
  sleep_until(0, 0);
  ImGui_ImplOpenGL3_Shutdown();
  emscripten_webgl_destroy_context(static_cast<EMSCRIPTEN_WEBGL_CONTEXT_HANDLE>(context_));
  context_ = 0;
  alive_ = false;
  client_ = nullptr;
}

void Canvas::wake(int frames) {
  gate.wake(frames);
  request();
}

void Canvas::repaint() {
  shown_.forget();
  wake();
}

void Canvas::request() {
  if (requested_ || !alive_ || !gate.open()) return;
  requested_ = true;
  emscripten_request_animation_frame(
      [](double milliseconds, void*) -> bool {
        Canvas& self = canvas();
        self.requested_ = false;
        if (self.gate.open()) self.draw(milliseconds / 1000);
        self.request();
        return false;
      },
      nullptr);
}

// Long computations are done between frames, in slices: done within frames, they would take many times as long where a
// picture is slow to draw. Their progress is drawn from time to time.
void Canvas::work() {
  work_asked_ = false;
  pace_.goes_on(emscripten_get_now());
  if (!alive_ || client_ == nullptr || !gate.seen()) return;
  const Work came_to = client_->work();
  if (came_to == Work::none) return;
  if (came_to == Work::unseen) return ask_for_work();
  if (came_to == Work::show || pace_.due(emscripten_get_now())) wake(1);
  if (came_to == Work::more) ask_for_work();
}

// One timer at a time. Without it nothing runs until then.
void Canvas::sleep_until(double time, double now) {
  if (time == alarm_at_) return;
  if (alarm_at_ > 0) emscripten_clear_timeout(alarm_);
  alarm_at_ = time;
  if (time <= 0) return;
  alarm_ = emscripten_set_timeout(
      [](void*) {
        Canvas& self = canvas();
        self.alarm_at_ = 0;
        self.wake(1);
      },
      std::max(time - now, 0.0) * 1000, nullptr);
}

void Canvas::ask_for_work() {
  if (work_asked_) return;
  work_asked_ = true;
  platform_ask_for_work();
}

void Canvas::paint(std::uint32_t ground) const {
  const ImVec4 color = ImGui::ColorConvertU32ToFloat4(ground);
  glViewport(0, 0, pixels_x, pixels_y);
  glClearColor(color.x, color.y, color.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  // Many new glyphs are uploaded in one piece: a call for each of them costs more than the unchanged pixels between
  // them.
  for (ImTextureData* texture : ImGui::GetPlatformIO().Textures)
    if (texture->Status == ImTextureStatus_WantUpdates && texture->Updates.Size > 8) {
      texture->Updates.resize(1);
      texture->Updates[0] = texture->UpdateRect;
    }
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

bool Canvas::draw(double now) {
  if (!alive_ || client_ == nullptr || surface.width < 1 || surface.height < 1) {
    gate.drew(false);
    return false;
  }
  // Resizing clears the canvas, so it is done in the frame that fills it again.
  int x = 0, y = 0;
  emscripten_get_canvas_element_size(selector_.c_str(), &x, &y);
  if (x != pixels_x || y != pixels_y) {
    emscripten_set_canvas_element_size(selector_.c_str(), pixels_x, pixels_y);
    shown_.forget();
  }

  ImGuiIO& io = ImGui::GetIO();
  const float scale = static_cast<float>(pixels_x) / surface.width;
  surface.pixel_ratio = scale;
  io.DisplaySize = ImVec2(surface.width, surface.height);
  io.DisplayFramebufferScale = ImVec2(scale, static_cast<float>(pixels_y) / surface.height);
  io.DeltaTime = gate.step(now);
  // Each press waits for a frame of its own, and frames can be slow: the browser knows when the mouse was pressed.
  io.MouseDoubleClickTime = !presses.empty() && presses.front() ? FLT_MAX : double_click_time;
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !presses.empty()) presses.pop_front();
  surface.unseen = gate.take_unseen();
  const Wishes wishes = client_->frame(now, surface);
  ImGui::Render();
  // The browser shows the last picture until there is another.
  if (!shown_.is(*ImGui::GetDrawData(), wishes.ground)) paint(wishes.ground);

  surface.pinch = {};
  surface.pressed = false;
  wants_wheel = wishes.wants_wheel;
  pinch_area = wishes.pinch;
  platform_set_menu(wishes.own_menu);
  if (wishes.cursor != cursor_) platform_set_cursor((cursor_ = wishes.cursor).c_str());
  // ImGui spreads quick presses and releases over several frames: queued ones need another frame.
  pace_.drew(emscripten_get_now());
  if (wishes.working) ask_for_work();
  sleep_until(wishes.wake_at, now);
  const bool queued = ImGui::GetCurrentContext()->InputEventsQueue.Size > 0;
  if (!queued) presses.clear();  // ImGui leaves out a press of what is pressed
  gate.drew(wishes.animating || queued);
  return true;
}

void Canvas::set_context(bool alive) {
  if (context_ == 0) return;
  alive_ = alive;
  if (!alive) {
    // All names of GL objects are invalid: delete them while that has no effect. ImGui's textures count as not uploaded
    // from here on.
    ImGui_ImplOpenGL3_DestroyDeviceObjects();
    client_->context_lost();
    return;
  }
  emscripten_webgl_make_context_current(static_cast<EMSCRIPTEN_WEBGL_CONTEXT_HANDLE>(context_));
  alive_ = ImGui_ImplOpenGL3_CreateDeviceObjects();
  if (!alive_) return;
  client_->context_restored();
  repaint();
}

}  // namespace platform
