#version 300 es
// A pixel of a large map. From afar: the texel of a pooled sheet. Near: the weight of its cell, computed here from query,
// key and the row's log-sum-exp, once into a sheet of its own where there are targets of floats. What is not known yet is
// left out, so that a coarser picture below stays.
precision highp float;
precision highp int;
precision highp sampler2D;
uniform bool u_pooled;
uniform sampler2D u_sheet; // red: the largest weight, green: the mean; 0: not known, below 0: masked
uniform ivec2 u_sheet_cell, u_sheet_size, u_texel_cells;
uniform bool u_mean;
uniform sampler2D u_query, u_key; // four features a texel, u_across vectors a row
uniform sampler2D u_rows;         // log-sum-exps; huge: not known
uniform int u_texels, u_across, u_tokens;
uniform float u_score_scale;
uniform bool u_causal;
uniform bool u_plain;  // the weight itself is written, as sheets hold it
uniform ivec2 u_first; // the cell that v_cell counts from
uniform float u_gap;   // share of a cell that parts it from the next
uniform int u_steps;   // colours: linear, square root, logarithmic
uniform sampler2D u_scale;
uniform vec4 u_masked, u_behind;
in vec2 v_cell;
out vec4 color;

void main() {
  vec2 inside = fract(v_cell);
  if (u_gap > 0.0 && max(inside.x, inside.y) > 1.0 - u_gap) {
    color = u_behind;
    return;
  }
  ivec2 cell = u_first + ivec2(floor(v_cell));
  float weight;
  if (u_pooled) {
    ivec2 place = cell - u_sheet_cell;
    if (any(lessThan(place, ivec2(0)))) discard;
    place /= u_texel_cells;
    if (any(greaterThanEqual(place, u_sheet_size))) discard;
    vec2 texel = texelFetch(u_sheet, place, 0).rg;
    if (texel.r == 0.0) discard;
    if (texel.r < 0.0) {
      color = u_masked;
      return;
    }
    weight = u_mean ? texel.g : texel.r;
  } else {
    cell = clamp(cell, ivec2(0), ivec2(u_tokens - 1));
    if (u_causal && cell.x > cell.y) {
      color = u_plain ? vec4(-1.0) : u_masked;
      return;
    }
    float row = texelFetch(u_rows, ivec2(cell.y % 1024, cell.y / 1024), 0).r;
    if (row > 1e30) discard;
    ivec2 query = ivec2(cell.y % u_across * u_texels, cell.y / u_across);
    ivec2 key = ivec2(cell.x % u_across * u_texels, cell.x / u_across);
    float score = 0.0;
    for (int i = 0; i < u_texels; ++i)
      score += dot(texelFetch(u_query, query + ivec2(i, 0), 0), texelFetch(u_key, key + ivec2(i, 0), 0));
    weight = exp(score * u_score_scale - row);
    if (u_plain) {
      color = vec4(max(weight, 1e-30));
      return;
    }
  }
  float place = clamp(weight, 0.0, 1.0);
  if (u_steps == 1) place = sqrt(place);
  if (u_steps == 2) place = log(1.0 + 999.0 * place) / log(1000.0);
  color = texelFetch(u_scale, ivec2(int(place * 255.0 + 0.5), 0), 0);
}
