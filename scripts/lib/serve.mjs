// A static file server for this machine only: correct MIME types, compressed where the browser accepts it, nothing
// cached, nothing outside the folder.
// usage: node serve.mjs FOLDER PORT
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, sep } from 'node:path';

const types = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.py': 'text/x-python; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.whl': 'application/zip',
  '.woff2': 'font/woff2',
};

const root = await realpath(process.argv[2]);
const port = Number(process.argv[3]);

async function find(url) {
  const path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
  let file = await realpath(join(root, path));
  if ((await stat(file)).isDirectory()) {
    if (!path.endsWith('/')) return { redirect: `${path}/` };
    file = await realpath(join(file, 'index.html'));
  }
  if (file !== root && !file.startsWith(root + sep)) throw new Error('outside');
  return { file };
}

const packings = { br: 'br', gzip: 'gz' };

// The compressed file beside `file` that the browser accepts, unless the file is newer.
async function packed(file, accepted = '') {
  const taken = accepted.split(',').map((one) => one.trim().split(/\s*;\s*/));
  for (const [encoding, ending] of Object.entries(packings)) {
    if (!taken.some(([name, weight]) => name === encoding && !/^q=0(\.0*)?$/.test(weight ?? ''))) continue;
    const [own, other] = await Promise.all([stat(file), stat(`${file}.${ending}`).catch(() => null)]);
    if (other && other.mtimeMs >= own.mtimeMs) return { body: `${file}.${ending}`, size: other.size, encoding };
  }
  return { body: file, size: (await stat(file)).size };
}

const server = createServer(async (request, response) => {
  const send = (status, headers, body) => response.writeHead(status, headers).end(body);
  if (request.method !== 'GET' && request.method !== 'HEAD') return send(405, { Allow: 'GET, HEAD' });
  try {
    const { file, redirect } = await find(request.url);
    if (redirect) return send(301, { Location: redirect });
    const { body, size, encoding } = await packed(file, request.headers['accept-encoding']);
    response.writeHead(200, {
      'Content-Type': types[extname(file)] ?? 'application/octet-stream',
      'Content-Length': size,
      Vary: 'Accept-Encoding',
      ...(encoding && { 'Content-Encoding': encoding }),
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
    });
    if (request.method === 'HEAD') return response.end();
    createReadStream(body)
      .on('error', () => response.destroy())
      .pipe(response);
  } catch {
    send(404, { 'Content-Type': 'text/plain' }, 'not found\n');
  }
});

server.on('error', (error) => {
  if (error.code !== 'EADDRINUSE') throw error;
  console.error(`error: port ${port} is taken; choose another with --port`);
  process.exit(1);
});
server.listen(port, '127.0.0.1', () => console.log(`Attention Explorer: http://127.0.0.1:${server.address().port}/`));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
