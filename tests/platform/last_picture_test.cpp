// A picture is drawn again when anything that one sees of it has changed, and only then.
#include "platform/last_picture.hpp"

#include <doctest/doctest.h>

#include "imgui.h"
#include "imgui_internal.h"

using platform::LastPicture;

namespace {

constexpr std::uint32_t ground = 0xff15100d;

// What a renderer is given for one list of one coloured rectangle, as the library itself gives it.
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

TEST_CASE("the same again is not new") {
  LastPicture shown;
  CHECK_FALSE(shown.is(Picture().data, ground));
  CHECK(shown.is(Picture().data, ground));
  CHECK(shown.is(Picture().data, ground));
}

TEST_CASE("whatever is seen differently is new, once") {
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

TEST_CASE("less than before is new") {
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

TEST_CASE("a canvas that was emptied is drawn") {
  LastPicture shown;
  shown.is(Picture().data, ground);
  shown.forget();
  CHECK_FALSE(shown.is(Picture().data, ground));
}

TEST_CASE("what a callback draws, and letters still to be sent, are always new") {
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
