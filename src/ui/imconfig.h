// ImGui's compile-time settings (IMGUI_USER_CONFIG), the same for native tests and the page: no file access, no demo,
// no debug tools, code points beyond the basic plane, and indices for lists of any length.
#pragma once

#define IMGUI_DISABLE_OBSOLETE_FUNCTIONS
#define IMGUI_DISABLE_DEMO_WINDOWS
#define IMGUI_DISABLE_DEBUG_TOOLS
#define IMGUI_DISABLE_FILE_FUNCTIONS
#define IMGUI_DISABLE_DEFAULT_SHELL_FUNCTIONS
#define IMGUI_DISABLE_WIN32_FUNCTIONS
#define IMGUI_USE_WCHAR32
#define ImDrawIdx unsigned int

// Wrong calls are found by the tests, whose builds report them; the page does not carry the messages.
#ifdef NDEBUG
#define IM_ASSERT_USER_ERROR(expression, message) static_cast<void>(expression)
#endif
