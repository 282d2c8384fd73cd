import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endChild } from './end-child.ts';
import { ask } from './leads.ts';
import { findQuietPort } from './quiet-port.ts';

const shipped = path.resolve(import.meta.dirname, '../../docs/deploy/nginx.conf');

export function findNginx(): string | undefined {
  return ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find((file) => existsSync(file));
}

interface Nginx {
  port: number;
  stop(): Promise<void>;
}

interface Neighbours {
  /** The ports of the shell servers. */
  shell: readonly number[];
  api: readonly number[];
  /** The address of a load balancer in front, as the configuration names it. */
  balancer?: string;
}

/** Starts nginx with this repository's configuration. Server addresses replace the names of containers. */
export async function startNginx(program: string, { balancer, ...servers }: Neighbours): Promise<Nginx> {
  const port = await findQuietPort();
  const upstreams = Object.entries(servers).map(
    ([name, ports]) => `upstream ${name} { ${ports.map((each) => `server 127.0.0.1:${each};`).join(' ')} }`,
  );
  const text = readFileSync(shipped, 'utf8')
    .replace(/^\s*resolver .*$/m, upstreams.join('\n'))
    .replace(/^\s*set \$(?:shell|api) .*\n/gm, '')
    .replaceAll('proxy_pass $shell;', 'proxy_pass http://shell;')
    .replaceAll('proxy_pass $api;', 'proxy_pass http://api;')
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replaceAll('/tmp/', 'FOLDER/')
    .replace(/# (set_real_ip_from) .*/, (line, directive) => (balancer ? `${directive} ${balancer};` : line));
  const { stop } = await runNginx(program, text);
  while ((await ask(port, 'GET', '/healthz')).status !== 200) await wait(50);
  return { port, stop };
}

/**
 * Starts a TLS load balancer in front of `port`. It appends visitors' addresses to `X-Forwarded-For` and sets
 * `X-Forwarded-Proto` to `https`. Clients pass their address in the PROXY protocol.
 */
export async function startBalancer(
  program: string,
  port: number,
  { certificateFile, keyFile }: { certificateFile: string; keyFile: string },
): Promise<Nginx> {
  const own = await findQuietPort();
  const { stop } = await runNginx(
    program,
    `pid FOLDER/nginx.pid; events {} http { access_log off;
      client_body_temp_path FOLDER/b; proxy_temp_path FOLDER/p; fastcgi_temp_path FOLDER/f; uwsgi_temp_path FOLDER/u; scgi_temp_path FOLDER/s;
      server {
        listen 127.0.0.1:${own} ssl proxy_protocol; set_real_ip_from 127.0.0.1; real_ip_header proxy_protocol;
        ssl_certificate ${certificateFile}; ssl_certificate_key ${keyFile};
        location / {
          proxy_pass http://127.0.0.1:${port};
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; proxy_set_header X-Forwarded-Proto $scheme;
        }
      } }`,
  );
  return { port: own, stop };
}

interface Running {
  pid: number;
  stop(): Promise<void>;
}

/** Starts nginx and waits until it listens. A temporary folder replaces `FOLDER` in the configuration. */
export async function runNginx(program: string, configuration: string): Promise<Running> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nginx-'));
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, configuration.replaceAll('FOLDER', folder));
  const child = spawn(program, ['-e', path.join(folder, 'error.log'), '-g', 'daemon off;', '-c', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // nginx writes the file after it has opened its ports.
  while (!existsSync(path.join(folder, 'nginx.pid'))) {
    if (child.exitCode !== null)
      throw new Error(`nginx ended: ${readFileSync(path.join(folder, 'error.log'), 'utf8')}`);
    await wait(20);
  }
  return {
    pid: child.pid ?? 0,
    stop: async () => {
      // SIGTERM also stops the workers, which outlive a killed master.
      await endChild(child);
      rmSync(folder, { recursive: true });
    },
  };
}
