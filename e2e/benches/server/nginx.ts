import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../../shell/start/free-port.ts';
import type { PageBytes } from './fetch-page.ts';

interface Nginx {
  address: string;
  pid: number;
  stop: () => Promise<void>;
}

/** Headers that nginx sets itself, and headers that differ in each response. */
const notCopied = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'etag',
  'keep-alive',
  'server-timing',
  'set-cookie',
]);

/** Serves one response from a file with Debian's nginx. Returns null if nginx is not installed. */
export async function serveByNginx({ body, headers }: PageBytes): Promise<Nginx | null> {
  const program = process.env.NGINX_PROGRAM ?? 'nginx';
  try {
    execFileSync(program, ['-v'], { stdio: 'ignore' });
  } catch {
    return null;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-nginx-'));
  const port = await findFreePort();
  await mkdir(path.join(folder, 'html'));
  await writeFile(path.join(folder, 'html/index.html'), body);
  await writeFile(path.join(folder, 'nginx.conf'), configuration(folder, port, headers));
  const child = spawn(
    program,
    ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', path.join(folder, 'error.log')],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const address = `http://127.0.0.1:${port}`;
  await untilAnswers(address);
  return {
    address,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** One worker, because our server renders and responds in one process. */
function configuration(folder: string, port: number, headers: PageBytes['headers']): string {
  const copied = Object.entries(headers).filter(([name]) => !notCopied.has(name));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `daemon off; worker_processes 1; pid ${folder}/nginx.pid;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  access_log off; sendfile on; keepalive_requests 1000000; default_type text/html;
  types { text/html html; }
  ${temporary.join(' ')}
  server {
    listen 127.0.0.1:${port}; root ${folder}/html;
    ${copied.map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}";`).join('\n    ')}
    location / { try_files /index.html =404; }
  }
}
`;
}

async function untilAnswers(address: string): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const isUp = await fetch(address).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('nginx did not answer within 5 s.');
}
