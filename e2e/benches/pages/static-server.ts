import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { listen } from '../../support/listen.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
  '.ico': 'image/x-icon',
};
const compressible = new Set(['.html', '.js', '.css', '.json', '.svg', '.txt']);

export interface StaticServer {
  address: string;
  stop: () => Promise<void>;
}

/** Serves a built site as fast as possible: files from memory, text as brotli 11. Unknown paths get `/index.html`. */
export async function serveFolder(folder: string): Promise<StaticServer> {
  const files = await readFiles(folder);
  const server = createServer((request, response) => {
    const wanted = decodeURIComponent(new URL(request.url ?? '/', 'http://peer.invalid').pathname).replace(/\/$/, '');
    const known = files.get(wanted) ?? files.get(`${wanted}.html`) ?? files.get(`${wanted}/index.html`);
    const file = known ?? (path.extname(wanted) === '' ? files.get('/index.html') : undefined);
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    const isPage = file.headers['Content-Type']?.startsWith('text/html');
    const cache = isPage ? 'no-cache' : 'public, max-age=31536000, immutable';
    response.writeHead(200, { ...file.headers, 'Cache-Control': cache }).end(file.body);
  });
  return { address: `http://localhost:${await listen(server)}`, stop: () => stop(server) };
}

async function readFiles(folder: string) {
  const files = new Map<string, { body: Buffer; headers: Record<string, string> }>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const extension = path.extname(file);
    const bytes = await readFile(file);
    const isCompressed = compressible.has(extension);
    const body = isCompressed ? brotliCompressSync(bytes) : bytes;
    files.set(`/${path.relative(folder, file)}`, {
      body,
      headers: {
        'Content-Type': types[extension] ?? 'application/octet-stream',
        'Content-Length': String(body.length),
        ...(isCompressed && { 'Content-Encoding': 'br' }),
      },
    });
  }
  return files;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
