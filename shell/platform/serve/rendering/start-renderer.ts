import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { oneLine } from 'kit/server/text';
import { type HostCode, RenderBreakdown, type RendererStart } from './host-bundle.ts';
import { frameOf, outOfMemoryCode } from './renderer/frames.ts';

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

/** An import of a file beside the importing one; those of types alone are gone by then. */
const ownImport = /(?<=^(?:import|export) [^;]*from |^import )'(?<file>\.{1,2}\/[^']+\.ts)'/gm;

/**
 * A program of ours as one text of JavaScript, its own imports within it: renderers read no file of the platform, and none
 * of them has to load a compiler for the sake of types, which would take as much memory as all the rest.
 */
function readProgram(file: string): string {
  const code = stripTypes(readFileSync(file, 'utf8'));
  return code.replace(ownImport, (_, imported: string) => `'${addressOf(path.resolve(path.dirname(file), imported))}'`);
}

/** A module as an address that holds it. */
function addressOf(file: string): string {
  return `data:text/javascript;base64,${Buffer.from(readProgram(file)).toString('base64')}`;
}

function stripTypes(code: string): string {
  // Asked for by name, since not every loader of modules (Jest's) knows what is new in Node's own.
  return process.getBuiltinModule('node:module').stripTypeScriptTypes(code);
}

/** Lines of one renderer in one period; whatever writes more has nothing to say. */
const maxLines = 30;
const period = 10_000;
const maxLength = 500;
/** What is held of a line without an end, in characters. */
const maxRest = 4000;

/**
 * What a renderer writes, on its way to the server's log: each line with the name of its release before it, so that none
 * can pass for another's; as many as somebody would read, and never more in memory.
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

  /** Takes a piece of text as it comes. */
  take(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = (lines.pop() ?? '').slice(0, maxRest);
    for (const line of lines) this.say(line);
  }

  /** One sentence, of the renderer or about it. */
  say(line: string): void {
    const clean = oneLine(line).trim().slice(0, maxLength);
    if (clean === '') return;
    const now = Date.now();
    if (now - this.#since >= period) this.#begin(now);
    this.#lines += 1;
    if (this.#lines <= maxLines) this.#write(`[renderer ${this.#name}] ${clean}`);
    else this.#leftOut += 1;
  }

  /** The renderer has ended. */
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
