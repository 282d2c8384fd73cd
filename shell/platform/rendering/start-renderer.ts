import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { HostCode } from './host-bundle.ts';
import type { RendererStart } from './messages.ts';
import { RenderBreakdown } from './render-errors.ts';
import { frameOf } from './renderer/frames.ts';
import { outOfMemoryCode } from './renderer/limits.ts';
import { addressOf, readProgram } from './renderer-code.ts';

const folder = path.join(import.meta.dirname, 'renderer');

/** What every renderer runs, read once, with the first of them. */
let programs: { process: string; thread: string } | undefined;

export interface RendererProgram {
  hostBundle: HostCode;
  /** The Node that it runs on. */
  execPath: string;
}

/** Starts a renderer's process, without the server's environment and with what Node's permissions leave it. May throw. */
export function startRenderer({ hostBundle, execPath }: RendererProgram): ChildProcess {
  programs ??= {
    process: readProgram(path.join(folder, 'process-main.ts')),
    thread: addressOf(path.join(folder, 'thread-main.ts')),
  };
  const flags = ['--no-warnings', '--permission', '--allow-worker'];
  const confined = ['--disallow-code-generation-from-strings', '--disable-sigusr1', '--unhandled-rejections=none'];
  const hostCode = typeof hostBundle === 'string' ? readFileSync(hostBundle, 'utf8') : hostBundle.code;
  const child: ChildProcess = spawn(
    execPath,
    [...flags, ...confined, '--input-type=module', '--eval', programs.process],
    {
      env: { NODE_ENV: 'production' },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  const start: RendererStart = { hostCode, threadProgram: programs.thread };
  // None where the system has no file left for it, which is told later.
  child.stdin?.write(frameOf(JSON.stringify(start)));
  return child;
}

/** Why a renderer ended that nobody ended, by what the system says of it. */
export function describeEnd(code: number | null, signal: NodeJS.Signals | null): RenderBreakdown {
  // Node itself ends by SIGABRT when its heap is full.
  if (code === outOfMemoryCode || signal === 'SIGABRT') return new RenderBreakdown('memory', 'it took too much memory');
  return new RenderBreakdown('crash', `it ended the renderer (${signal ?? `exit code ${code}`})`);
}
