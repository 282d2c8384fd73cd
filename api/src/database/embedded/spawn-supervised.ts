import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { Place } from './place.ts';

/**
 * A shell between this process and PostgreSQL that outlives a `kill -9` of this process: its standard input closes, and it
 * shuts PostgreSQL down. If the shell itself is killed, the reader of the pipe does the same.
 */
const supervisor = `exec 3<&0; "$@" </dev/null 3<&- & p=$!
trap 'kill -INT $p 2>/dev/null' INT TERM
( trap '' INT TERM; cat <&3 >/dev/null; kill -INT $p 2>/dev/null ) & w=$!
while kill -0 $p 2>/dev/null; do wait $p; rc=$?; done; kill -9 $w 2>/dev/null; exit $rc`;

/**
 * Starts one of PostgreSQL's programs as the user that may run it. It ends when its standard input closes, and so with this
 * process.
 */
export function spawnSupervised(
  { binaries, account }: Place,
  program: string,
  args: string[],
): ChildProcessByStdio<Writable, null, Readable> {
  const command = [...account.prefix, join(binaries, 'bin', program), ...args];
  const child = spawn('/bin/sh', ['-c', supervisor, 'postgres-supervisor', ...command], {
    ...account.user,
    cwd: '/',
    detached: true,
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stdin.on('error', () => undefined);
  return child;
}
