import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { HostCode } from './host-bundle.ts';
import { RenderBreakdown, type RendererStart } from './messages.ts';
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
