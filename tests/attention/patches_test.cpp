// Images as patches, convolution and the attention equal to it, and counts.
#include <algorithm>
#include <cmath>

#include "attention/attention.hpp"
#include "support/expect.hpp"

using attention::Generator;
using attention::Shape;
using attention::Tensor;
using expect::difference;
using expect::same;
using expect::tensor;
using expect::value;

TEST_CASE("S4.11 32×32 pixels in colour, patches of 8: 16 tokens of 192 numbers") {
  const Tensor tokens = value(attention::patches(value(attention::zeros({3, 32, 32})), 8, 8));
  CHECK(attention::shape_of(tokens) == Shape{16, 192});
}

TEST_CASE("a patch is laid out by channel, row, column") {
  const Tensor image = tensor({2, 2, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, 17});
  CHECK(same(value(attention::patches(image, 2, 2)),
             tensor({2, 8}, {0, 1, 4, 5, 10, 11, 14, 15, 2, 3, 6, 7, 12, 13, 16, 17})) == "");
}

TEST_CASE("patches that overlap, images in a batch, edges that no patch reaches") {
  Generator generator(3);
  const Tensor images = value(generator.rand({2, 3, 7, 9}));
  for (std::size_t stride : {1u, 2u, 3u, 4u}) {
    CAPTURE(stride);
    const attention::PatchGrid grid = value(attention::patch_grid(3, 7, 9, 3, stride));
    const Tensor back = value(attention::unpatch(value(attention::patches(images, 3, stride)), grid));
    for (std::size_t y = 0; y < 7; ++y) {
      for (std::size_t x = 0; x < 9; ++x) {
        const auto reached = [&](std::size_t at, std::size_t count) {
          return at % stride < 3 ? std::min(at / stride, count - 1) * stride + 3 > at : false;
        };
        const bool covered = reached(y, grid.rows) && reached(x, grid.columns);
        CHECK(std::abs(back(1, 2, y, x) - (covered ? images(1, 2, y, x) : 0.0f)) <= 1e-6f);
      }
    }
  }
}

TEST_CASE("pixels of a canvas become an image in 0 … 1 and come back") {
  const std::vector<std::uint8_t> pixels = {255, 0, 51, 9, 0, 128, 255, 9};
  const Tensor image = value(attention::image_from_pixels(pixels, 1, 2, 4, 3));
  CHECK(difference(image, tensor({3, 1, 2}, {1, 0, 0, 128 / 255.0f, 0.2f, 1})) == "");
  CHECK(value(attention::pixels_from_image(image)) == std::vector<std::uint8_t>{255, 0, 51, 0, 128, 255});
}

TEST_CASE("errors of patches") {
  const Tensor image = value(attention::zeros({1, 4, 4}));
  CHECK(expect::error(attention::patches(image, 5, 1)) ==
        "shape at size: A patch of 5 × 5 pixels does not fit into an image of 4 × 4.");
  CHECK(expect::error(attention::patches(image, 0, 1)).starts_with("range at size"));
  CHECK(expect::error(attention::patches(image, 1, 0)).starts_with("range at stride"));
  CHECK(expect::error(attention::patches(tensor({1}, {1}), 1, 1)).starts_with("rank at image"));
  CHECK(expect::error(attention::unpatch(tensor({1}, {1}), {})).starts_with("rank at tokens"));
  const Tensor token = tensor({1, 1}, {1});
  CHECK(expect::error(attention::unpatch(token, {})).starts_with("range at size"));
  CHECK(expect::error(attention::unpatch(token, value(attention::patch_grid(1, 4, 4, 2, 2)))) ==
        "shape at tokens: The grid has 4 patches of 4 numbers; tokens has the shape (1, 1).");
  CHECK(expect::error(attention::image_from_pixels({1}, 1, 1, 4, 3)).starts_with("size at pixels"));
  CHECK(expect::error(attention::image_from_pixels({1}, 1, 1, 1, 2)).starts_with("range at keep"));
  CHECK(expect::error(attention::image_from_pixels({1}, 1u << 20, 1u << 20, 4, 3)).starts_with("size at pixels"));
  CHECK(expect::error(attention::pixels_from_image(token)).starts_with("rank at image"));
  CHECK(expect::error(attention::pixels_from_image(tensor({1, 1, 1}, {NAN}))).starts_with("not-finite at image"));
}

TEST_CASE("convolution over tokens: the middle of the kernel is the token itself, beyond the ends is nothing") {
  const Tensor x = tensor({4, 1}, {1, 2, 3, 4}), weight = tensor({1, 1, 3}, {100, 10, 1});
  CHECK(same(value(attention::convolution(x, weight)), tensor({4, 1}, {12, 123, 234, 340})) == "");
  CHECK(same(value(attention::convolution(x, weight, tensor({1}, {0.5f}))),
             tensor({4, 1}, {12.5f, 123.5f, 234.5f, 340.5f})) == "");
  CHECK(value(attention::convolution(tensor({0, 1}, {}), weight)).size() == 0);
}

TEST_CASE("S3.11 self-attention set up so that it equals a convolution") {
  Generator generator(17);
  for (std::size_t field : {1u, 3u, 5u}) {
    for (std::size_t tokens : {1u, 2u, 6u}) {
      CAPTURE(field);
      CAPTURE(tokens);
      const Tensor x = value(generator.randn({2, tokens, 3})), weight = value(generator.randn({4, 3, field}));
      const Tensor bias = value(generator.randn({4}));
      const attention::ConvolutionAsAttention setup = value(attention::convolution_as_attention(weight, tokens));
      CHECK(difference(value(attention::attend_as_convolution(x, setup, bias)),
                       value(attention::convolution(x, weight, bias))) == "");
      CHECK(difference(value(attention::attend_as_convolution(x, setup)), value(attention::convolution(x, weight))) ==
            "");
    }
  }
}

TEST_CASE("with less sharpness the receptive field is soft") {
  const Tensor weight = tensor({1, 1, 1}, {1}), x = tensor({3, 1}, {0, 1, 0});
  const Tensor soft =
      value(attention::attend_as_convolution(x, value(attention::convolution_as_attention(weight, 3, 1.0f))));
  CHECK(soft(1, 0) == doctest::Approx(1.0 / (1.0 + 2.0 * std::exp(-1.0))));
  const Tensor flat =
      value(attention::attend_as_convolution(x, value(attention::convolution_as_attention(weight, 3, 0.0f))));
  CHECK(difference(flat, tensor({3, 1}, {1 / 3.0f, 1 / 3.0f, 1 / 3.0f})) == "");
}

TEST_CASE("errors of convolution") {
  const Tensor x = tensor({2, 1}, {1, 2}), even = tensor({1, 1, 2}, {1, 2}), odd = tensor({1, 1, 1}, {1});
  CHECK(expect::error(attention::convolution(x, even)) ==
        "range at weight, axis 2: The receptive field must have a middle, so n must be odd: 1, 3, 5 …, not 2.");
  CHECK(expect::error(attention::convolution(x, x)).starts_with("rank at weight"));
  CHECK(expect::error(attention::convolution(tensor({1}, {1}), odd)).starts_with("rank at x"));
  CHECK(expect::error(attention::convolution(tensor({1, 2}, {1, 2}), odd)).starts_with("shape at weight, axis 1"));
  CHECK(expect::error(attention::convolution(x, odd, x)).starts_with("shape at bias"));
  CHECK(expect::error(attention::convolution_as_attention(even, 2)).starts_with("range at weight, axis 2"));
  CHECK(expect::error(attention::convolution_as_attention(odd, 2, -1.0f)).starts_with("range at sharpness"));
  CHECK(expect::error(attention::convolution_as_attention(odd, 1u << 20)).starts_with("size"));
  const attention::ConvolutionAsAttention setup = value(attention::convolution_as_attention(odd, 3));
  CHECK(expect::error(attention::attend_as_convolution(x, setup)).starts_with("shape at setup"));
  CHECK(expect::error(attention::attend_as_convolution(tensor({1}, {1}), setup)).starts_with("rank at x"));
  const Tensor three = tensor({3, 1}, {1, 2, 3});
  CHECK(expect::error(attention::attend_as_convolution(three, setup, x)).starts_with("shape at bias"));
  CHECK(expect::error(attention::attend_as_convolution(tensor({3, 2}, std::vector<float>(6, 0)), setup))
            .starts_with("shape"));
  CHECK(expect::error(attention::attend_as_convolution(attention::scale(three, INFINITY), setup))
            .starts_with("not-finite"));
}

TEST_CASE("S1.14, S1.16 counts: narrow heads cost as much as one, wide heads R times, W_o comes on top") {
  using attention::HeadKind;
  const attention::CostShape shape{.batch = 2, .tokens = 5, .width = 8, .heads = 4};
  const attention::CostTable single = value(attention::count_costs(HeadKind::single, shape));
  const attention::CostTable narrow = value(attention::count_costs(HeadKind::narrow, shape));
  const attention::CostTable wide = value(attention::count_costs(HeadKind::wide, shape));
  CHECK(single.total.parameters == 192);
  CHECK(narrow.total.parameters == 192 + 72);
  CHECK(wide.total.parameters == 768 + 4 * 64 + 8);
  CHECK(narrow.operations[0].multiply_adds == 10 * 64);
  CHECK(narrow.operations[3].operation == "scores");
  CHECK(narrow.operations[3].multiply_adds == single.operations[3].multiply_adds);
  CHECK(wide.operations[3].multiply_adds == 4 * single.operations[3].multiply_adds);
  CHECK(narrow.operations[3].bytes == 4 * 2 * 4 * 25);
  CHECK(narrow.operations[0].bytes == 4 * (64 + 80));
  CHECK(single.operations.size() == 6);
  std::uint64_t bytes = 0;
  for (const attention::Cost& cost : wide.operations) bytes += cost.bytes;
  CHECK(bytes == wide.total.bytes);
  const attention::CostTable biased =
      value(attention::count_costs(HeadKind::single, {.tokens = 8, .width = 3, .projection_bias = true}));
  CHECK(biased.total.parameters == 3 * (9 + 3));
  const attention::Cost linear = attention::linear_cost("key", 8, 2, 3, true);
  CHECK(3 * linear.parameters == 27);  // S4.9
  CHECK(linear.multiply_adds == 48);
}

TEST_CASE("errors of counts") {
  using attention::HeadKind;
  CHECK(
      expect::error(attention::count_costs(HeadKind::narrow, {.width = 8, .heads = 3})).starts_with("heads at heads"));
  CHECK(expect::error(attention::count_costs(HeadKind::wide, {.width = 8, .heads = 0})).starts_with("heads at heads"));
  CHECK(expect::error(attention::count_costs(HeadKind::single, {.tokens = 1u << 30, .width = 1u << 20}))
            .starts_with("size at shape"));
}
