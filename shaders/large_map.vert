#version 300 es
// A large map's quad: corners in clip space, and where each lies, in cells from the first one that is seen.
precision highp float;
uniform vec4 u_rectangle; // x0, y0, x1, y1 in clip space
uniform vec4 u_cells;     // the part that the rectangle shows
out vec2 v_cell;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  v_cell = mix(u_cells.xy, u_cells.zw, corner);
  gl_Position = vec4(mix(u_rectangle.xy, u_rectangle.zw, corner), 0.0, 1.0);
}
