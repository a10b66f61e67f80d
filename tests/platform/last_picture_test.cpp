// A picture is drawn again if and only if something visible has changed.
#include "platform/last_picture.hpp"

#include <doctest/doctest.h>

#include "imgui.h"
#include "imgui_internal.h"

using platform::LastPicture;

namespace {

constexpr std::uint32_t ground = 0xff15100d;

// ImGui's draw data for one list with one coloured rectangle.
struct Picture {
  ImDrawListSharedData shared;
  ImDrawList list{&shared};
  ImDrawData data;
  ImTextureData texture;
  ImVector<ImTextureData*> textures;

  explicit Picture(float right = 30, ImU32 color = 0xffffffff) {
    texture.Status = ImTextureStatus_OK;
    textures.push_back(&texture);
    data.Textures = &textures;
    data.DisplaySize = {100, 50};
    data.FramebufferScale = {1, 1};
    list._ResetForNewFrame();
    list.PushClipRect({0, 0}, {100, 50});
    list.AddRectFilled({10, 10}, {right, 20}, color);
    data.CmdLists.push_back(&list);
  }
};

}  // namespace

TEST_CASE("the same picture is not new") {
  LastPicture shown;
  CHECK_FALSE(shown.is(Picture().data, ground));
  CHECK(shown.is(Picture().data, ground));
  CHECK(shown.is(Picture().data, ground));
}

TEST_CASE("any visible difference is new, once") {
  const auto is_new_once = [](const Picture& other, std::uint32_t color = ground) {
    LastPicture shown;
    shown.is(Picture().data, ground);
    CHECK_FALSE(shown.is(other.data, color));
    CHECK(shown.is(other.data, color));
  };
  is_new_once(Picture(31));
  is_new_once(Picture(30, 0xff0000ff));
  is_new_once(Picture(), 0xffffffff);
  Picture larger;
  larger.data.DisplaySize.x = 101;
  is_new_once(larger);
  Picture finer;
  finer.data.FramebufferScale.x = 2;
  is_new_once(finer);
  Picture cut;
  cut.list.CmdBuffer[0].ClipRect.z = 20;
  is_new_once(cut);
  Picture more;
  more.list.AddRectFilled({0, 0}, {5, 5}, 0xffffffff);
  is_new_once(more);
}

TEST_CASE("fewer lists or commands are new") {
  Picture more;
  more.list.AddRectFilled({0, 0}, {5, 5}, 0xffffffff);
  LastPicture shown;
  shown.is(more.data, ground);
  CHECK_FALSE(shown.is(Picture().data, ground));
  Picture two;
  ImDrawList second{&two.shared};
  second._ResetForNewFrame();
  second.AddRectFilled({0, 0}, {5, 5}, 0xffffffff);
  two.data.CmdLists.push_back(&second);
  shown.is(two.data, ground);
  CHECK_FALSE(shown.is(Picture().data, ground));
}

TEST_CASE("a cleared canvas is drawn again") {
  LastPicture shown;
  shown.is(Picture().data, ground);
  shown.forget();
  CHECK_FALSE(shown.is(Picture().data, ground));
}

TEST_CASE("callbacks, and textures with pending updates, are always new") {
  LastPicture shown;
  Picture map;
  map.list.AddCallback([](const ImDrawList*, const ImDrawCmd*) {}, nullptr);
  CHECK_FALSE(shown.is(map.data, ground));
  CHECK_FALSE(shown.is(map.data, ground));
  Picture letters;
  letters.texture.Status = ImTextureStatus_WantUpdates;
  CHECK_FALSE(shown.is(letters.data, ground));
  CHECK_FALSE(shown.is(letters.data, ground));
  letters.texture.Status = ImTextureStatus_OK;
  CHECK_FALSE(shown.is(letters.data, ground));
  CHECK(shown.is(letters.data, ground));
}
