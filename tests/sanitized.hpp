// Whether a sanitizer watches this build: there a sample of what is all the same code is enough, since numbers and places
// are proven by the plain builds of the same tests.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
#else
inline constexpr bool sanitized = false;
#endif

// Whether places on screen are only sampled: all of them are proven by the plain native build of the same code.
#if defined(__EMSCRIPTEN__)
inline constexpr bool sampled = true;
#else
inline constexpr bool sampled = sanitized;
#endif
