import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findQuietPort } from '../../support/quiet-port.ts';
import { ask } from '../api/leads.ts';

const shipped = path.resolve(import.meta.dirname, '../../../docs/deploy/nginx.conf');

/** The path of an installed nginx. */
export function findNginx(): string | undefined {
  return ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find((file) => existsSync(file));
}

/**
 * nginx by the configuration that this repository ships, with the servers named one by one in place of the names that
 * containers have.
 */
export async function startNginx(
  program: string,
  servers: { shell: readonly number[]; api: readonly number[] },
): Promise<{ port: number; stop(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nginx-'));
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
    .replaceAll('/tmp/', `${folder}/`);
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, text);
  const child = spawn(program, ['-e', path.join(folder, 'error.log'), '-g', 'daemon off;', '-c', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while ((await ask(port, 'GET', '/healthz')).status !== 200) {
    if (child.exitCode !== null)
      throw new Error(`nginx ended: ${readFileSync(path.join(folder, 'error.log'), 'utf8')}`);
    await wait(50);
  }
  return {
    port,
    stop: async () => {
      await end(child);
      rmSync(folder, { recursive: true });
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  // Its workers end with it only when it is asked.
  child.kill('SIGTERM');
  await gone;
}
