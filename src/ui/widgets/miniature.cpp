// See widgets.hpp.
#include "ui/widgets/widgets.hpp"

#include <algorithm>
#include <cmath>

#include "ui/stage/layout/layout.hpp"
#include "ui/widgets/cell_color.hpp"

namespace ui {

std::vector<std::pair<Rect, Color>> miniature(Screen& s, const explorer::TensorView& tensor, Rect where, float pitch,
                                              float strength) {
  constexpr std::size_t most = 16;  // cells each way
  std::vector<std::pair<Rect, Color>> out;
  const std::size_t rows = drawn_rows(tensor), columns = drawn_columns(tensor);
  const std::size_t step_r = std::max<std::size_t>(1, (rows + most - 1) / most),
                    step_c = std::max<std::size_t>(1, (columns + most - 1) / most);
  const float gap = pitch >= 6 ? 1 : 0;
  graph::CellRef ref{tensor.node, {}};
  for (std::size_t r = 0; r < rows; r += step_r) {
    for (std::size_t c = 0; c < columns; c += step_c) {
      index_at(tensor, r, c, ref.index);
      const explorer::CellView cell = s.explorer.color(ref);
      const float x = where.x0 + static_cast<float>(c) * pitch, y = where.y0 + static_cast<float>(r) * pitch;
      const Rect at{x, y, x + pitch * static_cast<float>(step_c) - gap, y + pitch * static_cast<float>(step_r) - gap};
      const bool colored = cell.status == explorer::CellView::Status::shown && !std::isinf(tensor.scale);  // not ids
      const Color fill = colored ? cell_color(s, scale_of(tensor), cell.value, tensor.scale) : s.theme.bg3;
      out.emplace_back(s.pen.snapped(at), mixed(s.theme.bg1, fill, strength));
    }
  }
  return out;
}

}  // namespace ui
