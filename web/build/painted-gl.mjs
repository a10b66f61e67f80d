// A WebGL2 context that paints into an array, for pictures of the page made without a GPU. It knows what ImGui's backend
// and the shaders of heat maps (shaders/heat_map.*) ask for: one frame is what was drawn since the last clear().
const [arrayBuffer, elementBuffer, unsignedInt, twoFloats, activeUniforms] = [
  0x8892, 0x8893, 0x1405, 0x8230, 0x8b86,
];

const viewOf = (data, from = 0, length = undefined) => {
  const part = data.subarray(from, length === undefined ? undefined : from + length);
  return new Uint8Array(part.buffer, part.byteOffset, part.byteLength).slice();
};

/** A texel's part of a channel, between its four neighbours. */
function sample({ width, height, data }, u, v, out) {
  const x = Math.min(Math.max(u * width - 0.5, 0), width - 1);
  const y = Math.min(Math.max(v * height - 0.5, 0), height - 1);
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const [right, down] = [x0 + 1 < width ? 4 : 0, y0 + 1 < height ? 4 * width : 0];
  const [fx, fy] = [x - x0, y - y0];
  const at = 4 * (y0 * width + x0);
  for (let c = 0; c < 4; c++) {
    const above = data[at + c] * (1 - fx) + data[at + right + c] * fx;
    const below = data[at + down + c] * (1 - fx) + data[at + down + right + c] * fx;
    out[c] = above * (1 - fy) + below * fy;
  }
}

class Picture {
  constructor(width, height, color) {
    Object.assign(this, { width, height });
    this.data = new Uint8ClampedArray(4 * width * height);
    for (let i = 0; i < this.data.length; i++) this.data[i] = i % 4 === 3 ? 255 : 255 * color[i % 4];
  }

  /** alpha and the colour's parts: 0 to 255. */
  blend(x, y, r, g, b, alpha) {
    const at = 4 * (y * this.width + x);
    const part = alpha / 255;
    this.data[at] = r * part + this.data[at] * (1 - part);
    this.data[at + 1] = g * part + this.data[at + 1] * (1 - part);
    this.data[at + 2] = b * part + this.data[at + 2] * (1 - part);
  }

  /** corners: three of { x, y, u, v, color: [r, g, b, a] }; clip: { x0, y0, x1, y1 } in pixels from above. */
  triangle(corners, texture, clip) {
    let [a, b, c] = corners;
    const area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    if (area === 0) return;
    if (area < 0) [b, c] = [c, b];
    const x0 = Math.max(clip.x0, Math.ceil(Math.min(a.x, b.x, c.x) - 0.5));
    const x1 = Math.min(clip.x1 - 1, Math.floor(Math.max(a.x, b.x, c.x) - 0.5));
    const y0 = Math.max(clip.y0, Math.ceil(Math.min(a.y, b.y, c.y) - 0.5));
    const y1 = Math.min(clip.y1 - 1, Math.floor(Math.max(a.y, b.y, c.y) - 0.5));
    const size = Math.abs(area);
    // Twice the area beside each edge: how much a corner counts at a pixel's middle. A pixel on the edge of two triangles
    // belongs to one of them (top-left rule).
    const beside = (from, to) => {
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      const start = dx * (y0 + 0.5 - from.y) - dy * (x0 + 0.5 - from.x);
      return { start, dx, dy, least: dy < 0 || (dy === 0 && dx > 0) ? 0 : Number.MIN_VALUE };
    };
    const [ofA, ofB, ofC] = [beside(b, c), beside(c, a), beside(a, b)];
    const plain = [b, c].every(({ u, v }) => u === a.u && v === a.v);
    const texel = new Float64Array(4);
    if (plain) sample(texture, a.u, a.v, texel);
    const [colorA, colorB, colorC] = [a.color, b.color, c.color];
    const mixed = (i, p, q, r) => ((colorA[i] * p + colorB[i] * q + colorC[i] * r) * texel[i]) / (255 * size);
    for (let y = y0; y <= y1; y++) {
      let p = ofA.start + ofA.dx * (y - y0);
      let q = ofB.start + ofB.dx * (y - y0);
      let r = ofC.start + ofC.dx * (y - y0);
      for (let x = x0; x <= x1; x++, p -= ofA.dy, q -= ofB.dy, r -= ofC.dy) {
        if (p < ofA.least || q < ofB.least || r < ofC.least) continue;
        if (!plain)
          sample(texture, (a.u * p + b.u * q + c.u * r) / size, (a.v * p + b.v * q + c.v * r) / size, texel);
        const alpha = mixed(3, p, q, r);
        if (alpha > 0) this.blend(x, y, mixed(0, p, q, r), mixed(1, p, q, r), mixed(2, p, q, r), alpha);
      }
    }
  }

  /** What shaders/heat_map.frag does, with its names. */
  heatMap({ uniforms: u, values, scale, clip }) {
    const { width, height } = this;
    const [left, top, right, bottom] = u.u_rectangle;
    const [x0, x1] = [left, right].map((x) => ((x + 1) / 2) * width);
    const [y0, y1] = [top, bottom].map((y) => ((1 - y) / 2) * height);
    const [column0, row0, column1, row1] = u.u_cells;
    const [gap, hatch, signed] = [u.u_gap[0], u.u_hatch[0], u.u_signed[0] === 1];
    const fraction = (v) => v - Math.floor(v);
    for (let y = Math.max(clip.y0, Math.ceil(y0 - 0.5)); y < Math.min(clip.y1, y1 - 0.5); y++)
      for (let x = Math.max(clip.x0, Math.ceil(x0 - 0.5)); x < Math.min(clip.x1, x1 - 0.5); x++) {
        const column = column0 + ((x + 0.5 - x0) / (x1 - x0)) * (column1 - column0);
        const row = row0 + ((y + 0.5 - y0) / (y1 - y0)) * (row1 - row0);
        const [in_x, in_y] = [fraction(column) * u.u_cell_pixels[0], fraction(row) * u.u_cell_pixels[1]];
        const paint = (color, share = 1) =>
          this.blend(x, y, ...[0, 1, 2].map((i) => 255 * color[i]), 255 * color[3] * share);
        if (gap > 0 && (in_x > u.u_cell_pixels[0] - gap || in_y > u.u_cell_pixels[1] - gap)) {
          paint(u.u_behind);
          continue;
        }
        const place = (at, pooled, count) => Math.min(Math.max(Math.floor(at / pooled), 0), count - 1);
        const [i, j] = [place(column, u.u_pooled[0], u.u_size[0]), place(row, u.u_pooled[1], u.u_size[1])];
        const cell = 2 * (j * values.width + i);
        const [value, status] = [values.data[cell], Math.round(values.data[cell + 1])];
        if (status !== 0) {
          paint(status === 1 ? u.u_hidden : status === 2 ? u.u_masked : u.u_broken);
          continue;
        }
        const at = 4 * Math.round(Math.min(Math.max(signed ? (value + 1) / 2 : value, 0), 1) * 255);
        paint([0, 1, 2, 3].map((c) => scale.data[at + c] / 255));
        if (signed && hatch > 0 && value < 0 && (in_x + in_y) % hatch < hatch * 0.2) paint(u.u_behind, 0.5);
      }
  }
}

/** @returns { calls: functions of a WebGL2 context, picture(): { width, height, data } of the last frame } */
export function paintedGl() {
  const buffers = {};
  const attributes = [];
  const textures = {}; // bound, by unit
  let [program, unit, scissor, size] = [null, 0, null, [0, 0]];
  let ground = [0, 0, 0, 1];
  let frame = { size, ground, drawn: [] };
  const clipOf = () => {
    const [x, y, w, h] = scissor ?? [0, 0, ...size];
    return {
      x0: Math.max(x, 0),
      y0: Math.max(size[1] - y - h, 0),
      x1: Math.min(x + w, size[0]),
      y1: Math.min(size[1] - y, size[1]),
    };
  };
  const setUniform = (place, ...values) => {
    if (place) program.uniforms[place.name] = values;
  };
  const fill = (target, data, from, length) => {
    if (ArrayBuffer.isView(data)) buffers[target] = viewOf(data, from, length);
  };
  const sourceOf = ({ shaders }) => shaders.map(({ source }) => source).join("\n");
  const namesOf = (of) =>
    [...sourceOf(of).matchAll(/^uniform \w+ ([^;]+);/gm)].flatMap(([, names]) => names.split(/,\s*/));
  const calls = {
    currentPixelUnpackBufferBinding: 0, // Emscripten asks for it
    createProgram: () => ({ shaders: [], uniforms: {} }),
    createShader: () => ({ source: "" }),
    shaderSource: (shader, source) => (shader.source = source),
    attachShader: (of, shader) => of.shaders.push(shader),
    getProgramParameter: (of, name) => (name === activeUniforms ? namesOf(of).length : true),
    getActiveUniform: (of, i) => ({ name: namesOf(of)[i], size: 1 }),
    getUniformLocation: (_, name) => ({ name }),
    useProgram: (used) => (program = used),
    uniform1i: setUniform,
    uniform2i: setUniform,
    uniform1f: setUniform,
    uniform2f: setUniform,
    uniform4f: setUniform,
    uniformMatrix4fv: (place, _, data, from = 0) => setUniform(place, ...data.subarray(from, from + 16)),
    bufferData: (target, data, _, from, length) => fill(target, data, from, length),
    vertexAttribPointer: (i, _, __, ___, stride, offset) => (attributes[i] = { stride, offset }),
    activeTexture: (name) => (unit = name - 0x84c0),
    createTexture: () => ({ width: 0, height: 0, data: new Uint8Array() }),
    bindTexture: (_, texture) => (textures[unit] = texture),
    texImage2D(_, __, format, width, height, ___, ____, _____, data, from) {
      const channels = format === twoFloats ? 2 : 4;
      const count = channels * width * height;
      Object.assign(textures[unit], {
        width,
        height,
        data: data ? data.slice(from, from + count) : new Uint8Array(count),
      });
    },
    texSubImage2D(_, __, x, y, width, height, ___, ____, data, from) {
      const into = textures[unit];
      for (let row = 0; row < height; row++)
        into.data.set(
          data.subarray(from + 4 * row * width, from + 4 * (row + 1) * width),
          4 * ((y + row) * into.width + x),
        );
    },
    viewport: (_, __, width, height) => (size = [width, height]),
    scissor: (...area) => (scissor = area),
    clearColor: (...color) => (ground = color),
    clear() {
      frame = { size, ground, drawn: [] };
      scissor = null;
    },
    drawElements(_, count, type, offset) {
      const indices = buffers[elementBuffer];
      const each = type === unsignedInt ? 4 : 2;
      const of = indices.slice(offset, offset + each * count);
      frame.drawn.push({
        indices: each === 4 ? new Uint32Array(of.buffer) : new Uint16Array(of.buffer),
        vertices: buffers[arrayBuffer],
        places: attributes.map((one) => ({ ...one })),
        texture: textures[0],
        matrix: program.uniforms.ProjMtx,
        clip: clipOf(),
      });
    },
    drawArrays() {
      const [values, scale] = [textures[0], textures[1]];
      frame.drawn.push({ uniforms: { ...program.uniforms }, values, scale, clip: clipOf() });
    },
  };
  function mesh(picture, { indices, vertices, places, texture, matrix: m, clip }) {
    const bytes = new DataView(vertices.buffer);
    const [position, uv, color] = places;
    const corner = (i) => {
      const float = ({ stride, offset }, part) => bytes.getFloat32(i * stride + offset + 4 * part, true);
      const paint = i * color.stride + color.offset;
      return {
        x: ((float(position, 0) * m[0] + m[12] + 1) / 2) * picture.width,
        y: ((1 - float(position, 1) * m[5] - m[13]) / 2) * picture.height,
        u: float(uv, 0),
        v: float(uv, 1),
        color: vertices.subarray(paint, paint + 4),
      };
    };
    for (let i = 0; i + 2 < indices.length; i += 3)
      picture.triangle([corner(indices[i]), corner(indices[i + 1]), corner(indices[i + 2])], texture, clip);
  }
  return {
    calls,
    picture() {
      const picture = new Picture(...frame.size, frame.ground);
      for (const drawn of frame.drawn) {
        if (drawn.indices) mesh(picture, drawn);
        else if (drawn.uniforms.u_rectangle) picture.heatMap(drawn);
      }
      return picture;
    },
  };
}
