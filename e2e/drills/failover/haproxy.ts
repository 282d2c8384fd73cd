import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endChild } from '../../support/end-child.ts';
import { listen } from '../../support/listen.ts';
import { findQuietPort } from '../../support/quiet-port.ts';
import type { Pair } from './pair.ts';

/** The path of an installed HAProxy. @throws Error if there is none */
export function findHaproxy(): string {
  const paths = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/opt/homebrew/bin/haproxy'];
  const found = paths.find((path) => existsSync(path));
  if (found === undefined)
    throw new Error('HAProxy is not installed, and the drill was not run: apt-get install haproxy.');
  return found;
}

/**
 * Starts HAProxy in front of the servers, configured as in Patroni's documentation: it asks a small HTTP server beside each
 * of them whether that one is the leader, and closes the connections to one that no longer is. With Patroni its lock
 * decides; here it is the server that the drill promoted last.
 */
export async function startHaproxy(program: string, pair: Pair): Promise<{ at: string; stop(): Promise<void> }> {
  const { servers } = pair;
  const agents = servers.map(({ name }) =>
    createServer((_request, response) => {
      response.writeHead(pair.primary.name === name ? 200 : 503, { Connection: 'close' }).end();
    }),
  );
  const ports = await Promise.all(agents.map((agent) => listen(agent)));
  const asked = servers.map(({ name, at }, index) => ({ name, at, agent: ports[index] ?? 0 }));
  const running = await runHaproxy(program, asked);
  return {
    at: running.at,
    stop: async () => {
      await running.stop();
      for (const agent of agents) agent.close();
    },
  };
}

/** Starts HAProxy in front of servers with real health endpoints: `agent` is the port of each. */
export async function runHaproxy(
  program: string,
  servers: readonly { name: string; at: string; agent: number }[],
): Promise<{ at: string; stop(): Promise<void> }> {
  const port = await findQuietPort();
  const lines = [
    'global',
    '  maxconn 400',
    'defaults',
    '  mode tcp',
    '  timeout connect 1s',
    '  timeout client 30m',
    '  timeout server 30m',
    '  timeout check 1s',
    'listen primary',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk OPTIONS /primary',
    '  http-check expect status 200',
    '  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ...servers.map(({ name, at, agent }) => `  server ${name} ${at} check port ${agent}`),
  ];
  const folder = mkdtempSync(join(tmpdir(), 'haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, `${lines.join('\n')}\n`);
  const child = spawn(program, ['-db', '-q', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  return {
    at: `127.0.0.1:${port}`,
    stop: async () => {
      await endChild(child, 'SIGKILL');
      rmSync(folder, { recursive: true });
    },
  };
}
