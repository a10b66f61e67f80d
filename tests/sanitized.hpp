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
