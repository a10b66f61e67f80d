// Sums, products and softmax add in the order of PyTorch's plain CPU path: to the bit, against golden/options.json.
#include "attention/attention.hpp"
#include "support/expect.hpp"
#include "support/golden.hpp"

using attention::Tensor;
using expect::same;
using expect::value;

namespace {

struct Orders {
  golden::File file{"options"};

  void check_each(const std::string& path, auto check) const {
    for (const std::string& name : file.keys(path)) {
      CAPTURE(name);
      const std::string at = path + "/" + name;
      check(file.tensor(at + "/x"), at);
    }
  }
};

}  // namespace

TEST_CASE_FIXTURE(Orders, "sum and mean equal PyTorch's to the bit, along rows of 3 to 200 cells and along columns") {
  check_each("/sums", [&](const Tensor& x, const std::string& at) {
    CHECK(same(value(attention::sum(x, 0)), file.tensor(at + "/columns")) == "");
    CHECK(same(value(attention::sum(x, 1)), file.tensor(at + "/rows")) == "");
    CHECK(same(value(attention::mean(x, 0)), file.tensor(at + "/column_means")) == "");
    CHECK(same(value(attention::mean(x, 1)), file.tensor(at + "/row_means")) == "");
  });
}

TEST_CASE_FIXTURE(Orders, "matmul and linear equal PyTorch's to the bit") {
  check_each("/products", [&](const Tensor& x, const std::string& at) {
    const Tensor other = file.tensor(at + "/other");
    CHECK(same(value(attention::matmul(x, other)), file.tensor(at + "/product")) == "");
    CHECK(same(value(attention::linear(x, value(attention::transpose(other, 0, 1)), file.tensor(at + "/bias"))),
               file.tensor(at + "/linear")) == "");
  });
}

// exp differs between C libraries, so a cell may be off in its last bits.
TEST_CASE_FIXTURE(Orders, "softmax equals PyTorch's to a bit, along rows and along columns") {
  check_each("/softmax", [&](const Tensor& x, const std::string& at) {
    CHECK(expect::difference(value(attention::softmax(x, 1)), file.tensor(at + "/rows"), 1.2e-7, 0.0) == "");
    CHECK(expect::difference(value(attention::softmax(x, 0)), file.tensor(at + "/columns"), 1.2e-7, 0.0) == "");
  });
}
