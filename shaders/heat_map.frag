#version 300 es
// A heat map's pixel: the nearest cell's value through the scale's colours. What is masked, hidden or no number has its
// own colour, gaps part cells that are large enough, and a hatch says that a value is negative.
precision highp float;
precision highp sampler2D;
uniform sampler2D u_values; // red: the value from −1 to 1 of the scale's end; green: the status
uniform sampler2D u_scale;
uniform ivec2 u_size;         // of the values' texture: the map, pooled
uniform vec2 u_pooled;        // cells of the map that one texel stands for
uniform vec2 u_cell_pixels;   // device pixels of a cell
uniform float u_gap;          // device pixels between cells
uniform float u_hatch;        // device pixels between lines; 0: none
uniform bool u_signed;
uniform vec4 u_behind, u_masked, u_hidden, u_broken;
in vec2 v_cell;
out vec4 color;

void main() {
  vec2 texel = v_cell / u_pooled;
  ivec2 place = clamp(ivec2(floor(texel)), ivec2(0), u_size - 1);
  vec2 inside = fract(v_cell) * u_cell_pixels;
  if (u_gap > 0.0 && (inside.x > u_cell_pixels.x - u_gap || inside.y > u_cell_pixels.y - u_gap)) {
    color = u_behind;
    return;
  }
  vec2 cell = texelFetch(u_values, place, 0).rg;
  int status = int(cell.g + 0.5);
  if (status != 0) {
    color = status == 1 ? u_hidden : status == 2 ? u_masked : u_broken;
    return;
  }
  float at = u_signed ? (cell.r + 1.0) * 0.5 : cell.r;
  color = texture(u_scale, vec2((clamp(at, 0.0, 1.0) * 255.0 + 0.5) / 256.0, 0.5));
  if (u_signed && u_hatch > 0.0 && cell.r < 0.0 && mod(inside.x + inside.y, u_hatch) < u_hatch * 0.2)
    color = mix(color, u_behind, 0.5);
}
