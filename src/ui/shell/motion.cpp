// Keys that have not been used for a while are dropped, so that a panel that opens again starts afresh.
#include "ui/shell/motion.hpp"

namespace ui {

void Motion::begin(double now, bool reduced) {
  now_ = now;
  reduced_ = reduced;
  moving_ = false;
  wakes_at_ = 0;
  ++frame_;
  if (frame_ % 64 == 0) {
    const auto old = [this](const auto& entry) { return frame_ - entry.second.seen > 64; };
    std::erase_if(fades_, old);
    std::erase_if(moves_, old);
  }
}

void Motion::wake_at(double time) {
  if (time > now_) moving_ = true;
}

void Motion::sleep_until(double time) {
  if (time > now_ && (wakes_at_ == 0 || time < wakes_at_)) wakes_at_ = time;
}

float Motion::progress(double start, double seconds, bool is_move) {
  if (reduced_) seconds = is_move ? 0 : std::min(seconds, reduced_fade);
  if (seconds <= 0 || now_ >= start + seconds) return 1;
  moving_ = true;
  return std::max(0.0f, static_cast<float>((now_ - start) / seconds));
}

float Motion::since(double start, double seconds, bool is_move) { return progress(start, seconds, is_move); }

float Motion::fade(std::uint64_t key, bool on, double seconds) {
  const float to = on ? 1.0f : 0.0f;
  const auto [at, fresh] = fades_.try_emplace(key);
  Fade& fade = at->second;
  if (fresh || frame_ - fade.seen > 2) fade = {to, to, now_ - 10, frame_};
  fade.seen = frame_;
  const float value = mix(fade.from, fade.to, ease_out(progress(fade.start, seconds, false)));
  if (fade.to == to) return value;
  fade = {value, to, now_, frame_};
  moving_ = true;
  return value;
}

float Motion::appear(std::uint64_t key, double seconds) {
  const auto [at, fresh] = fades_.try_emplace(key);
  if (fresh || frame_ - at->second.seen > 2) at->second = {0, 1, now_, frame_};
  at->second.seen = frame_;
  return ease_out(progress(at->second.start, seconds, false));
}

Rect Motion::move(std::uint64_t key, Rect target, double seconds, bool jump) {
  const auto [at, fresh] = moves_.try_emplace(key);
  Moving& move = at->second;
  if (fresh || jump || frame_ - move.seen > 2) move = {target, target, now_ - 10, 0, frame_};
  move.seen = frame_;
  const Rect value = mix(move.from, move.to, ease_in_out(progress(move.start, move.seconds, true)));
  if (move.to == target) return value;
  move = {value, target, now_, seconds, frame_};
  if (reduced_) return target;
  moving_ = true;
  return value;
}

float Motion::move(std::uint64_t key, float target, double seconds, bool jump) {
  return move(key, Rect{target, 0, target, 0}, seconds, jump).x0;
}

}  // namespace ui
