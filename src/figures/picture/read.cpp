// A picture has three colours, and as many square patches as its weights have rows and columns.
#include "figures/picture/read.hpp"

#include "lesson/read/table.hpp"

namespace lesson {

template <>
struct Described<PictureFigure>
    : Object<"pictureFigure", Needed<"image", &PictureFigure::image, TensorName, "(3, height, width)">,
             Needed<"weights", &PictureFigure::weights, TensorName, "(patches, patches)">,
             Maybe<"mixed", &PictureFigure::mixed, TensorName, "The picture made anew by the weights">> {
  static constexpr std::string_view note =
      "A picture with its patches, before the stage: what a patch attends to is laid over it";
};

template struct FigureOf<PictureFigure>;

graph::Result<void> PictureFigure::check(const Lesson&, const graph::Graph& graph) const {
  const graph::Shape pixels = shape_of(graph, image), patches = shape_of(graph, weights);
  const bool coloured = pixels.size() == 3 && pixels[0] == 3;
  const bool fits = coloured && patches.size() == 2 && patches[0] == patches[1] && patches[0] > 0 &&
                    patch_size(pixels[1], pixels[2], patches[0]) > 0;
  if (!fits)
    return fail("figure", pointer,
                {"“", image, "” is not a picture (3, height, width), or “", weights,
                 "” does not have a row and a column for each of its square patches. Name others."});
  if (!mixed.empty() && shape_of(graph, mixed) != pixels)
    return fail("figure", pointer + "/mixed",
                {"“", mixed, "” does not have the picture's shape. Leave it out, or name another."});
  return {};
}

std::size_t patch_size(std::size_t height, std::size_t width, std::size_t patches) {
  for (std::size_t size = 1; size <= std::min(height, width); ++size)
    if (height % size == 0 && width % size == 0 && height / size * (width / size) == patches) return size;
  return 0;
}

}  // namespace lesson
