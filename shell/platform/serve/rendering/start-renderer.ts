import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { oneLine } from 'kit/server/text';
import { type HostCode, RenderBreakdown } from './host-bundle.ts';
import { encodeFrame, outOfMemoryCode } from './renderer/frames.ts';

const folder = path.join(import.meta.dirname, 'renderer');

/** The program of every renderer. The first renderer reads it. */
let programs: { process: string; thread: string } | undefined;

export interface RendererProgram {
  hostBundle: HostCode;
  execPath: string;
}

/** Starts a renderer's process without the server's environment, under Node's permission model. May throw. */
export function startRenderer({ hostBundle, execPath }: RendererProgram): ChildProcess {
  programs ??= {
    process: readProgram(path.join(folder, 'process-main.ts')),
    thread: addressOf(path.join(folder, 'thread-main.ts')),
  };
  const flags = ['--no-warnings', '--permission', '--allow-worker'];
  const confined = ['--disallow-code-generation-from-strings', '--disable-sigusr1', '--unhandled-rejections=none'];
  const hostCode = typeof hostBundle === 'string' ? readFileSync(hostBundle) : hostBundle.code;
  const child: ChildProcess = spawn(
    execPath,
    [...flags, ...confined, '--input-type=module', '--eval', programs.process, programs.thread],
    {
      env: { NODE_ENV: 'production' },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  // Undefined when the system has no file descriptor left. The error event reports that later.
  child.stdin?.write(encodeFrame(hostCode));
  return child;
}

/** Describes why a renderer ended unexpectedly, by its exit code and signal. */
export function describeEnd(code: number | null, signal: NodeJS.Signals | null): RenderBreakdown {
  // Node exits with SIGABRT when its heap is full.
  if (code === outOfMemoryCode || signal === 'SIGABRT') return new RenderBreakdown('memory', 'it took too much memory');
  return new RenderBreakdown('crash', `it ended the renderer (${signal ?? `exit code ${code}`})`);
}

/** A relative import of a TypeScript file. Type imports are removed before. */
const ownImport = /(?<=^(?:import|export) [^;]*from |^import )'(?<file>\.{1,2}\/[^']+\.ts)'/gm;

/**
 * Bundles a program with its imports into one JavaScript text. So renderers read no files of the platform and do not load a
 * TypeScript compiler, which would double their memory.
 */
function readProgram(file: string): string {
  const code = stripTypes(readFileSync(file, 'utf8'));
  return code.replace(ownImport, (_, imported: string) => `'${addressOf(path.resolve(path.dirname(file), imported))}'`);
}

function addressOf(file: string): string {
  return `data:text/javascript;base64,${Buffer.from(readProgram(file)).toString('base64')}`;
}

function stripTypes(code: string): string {
  // Loaded by name, because Jest's module loader does not know new exports of Node.
  return process.getBuiltinModule('node:module').stripTypeScriptTypes(code);
}

/** Maximum number of logged lines of one renderer in one period. */
const maxLines = 30;
const period = 10_000;
const maxLength = 500;
const maxRest = 4000;

/**
 * Writes the output of a renderer to the server's log. The name of the release precedes each line, so that no release can
 * imitate another. The number of lines and the memory are limited.
 */
export class RendererLog {
  readonly #name: string;
  readonly #write: (line: string) => void;
  #rest = '';
  #lines = 0;
  #leftOut = 0;
  #since = 0;

  constructor(name: string, write: (line: string) => void) {
    this.#name = name;
    this.#write = write;
  }

  take(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = (lines.pop() ?? '').slice(0, maxRest);
    for (const line of lines) this.say(line);
  }

  say(line: string): void {
    const clean = oneLine(line).trim().slice(0, maxLength);
    if (clean === '') return;
    const now = Date.now();
    if (now - this.#since >= period) this.#begin(now);
    this.#lines += 1;
    if (this.#lines <= maxLines) this.#write(`[renderer ${this.#name}] ${clean}`);
    else this.#leftOut += 1;
  }

  end(): void {
    this.take('\n');
    this.#begin(Date.now());
  }

  #begin(now: number): void {
    if (this.#leftOut > 0) this.#write(`[renderer ${this.#name}] ${this.#leftOut} more lines were left out`);
    this.#since = now;
    this.#lines = 0;
    this.#leftOut = 0;
  }
}
