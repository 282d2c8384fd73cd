import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../../shell/start/free-port.ts';
import { findNginx, runNginx } from '../../support/nginx.ts';
import type { RawAnswer } from '../../support/raw-request.ts';

interface Nginx {
  address: string;
  pid: number;
  stop: () => Promise<void>;
}

/** Headers that nginx sets itself, and headers that differ in each response. */
const notCopied = new Set([
  ...['connection', 'content-length', 'content-type', 'date', 'etag', 'keep-alive', 'server-timing', 'set-cookie'],
]);

/** Serves one response from a file with nginx. Returns null if nginx is not installed. */
export async function serveByNginx({ status, headers, bytes }: RawAnswer): Promise<Nginx | null> {
  if (status !== 200) throw new Error(`The page answered ${status}.`);
  const program = findNginx();
  if (!program) return null;
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-nginx-'));
  await writeFile(path.join(folder, 'index.html'), bytes);
  const port = await findFreePort();
  const { pid, stop } = await runNginx(program, configure(folder, port, headers));
  return {
    address: `http://127.0.0.1:${port}`,
    pid,
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** One worker, because our server renders and responds in one process. */
function configure(root: string, port: number, headers: RawAnswer['headers']): string {
  const copied = Object.entries(headers).filter(([name]) => !notCopied.has(name));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path FOLDER/${name};`,
  );
  return `worker_processes 1; pid FOLDER/nginx.pid;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  access_log off; sendfile on; keepalive_requests 1000000; default_type text/html;
  types { text/html html; }
  ${temporary.join(' ')}
  server {
    listen 127.0.0.1:${port}; root ${root};
    ${copied.map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}";`).join('\n    ')}
    location / { try_files /index.html =404; }
  }
}
`;
}
