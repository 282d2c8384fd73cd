import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

/** Where in the source an error was thrown. */
export interface TracedError {
  /** Relative to the repository. */
  file: string;
  line: number;
  column: number;
  /** The lines around it. */
  frame: string;
}

const framePattern = /(?<url>https?:\/\/[^\s()]+?):(?<line>\d+):(?<column>\d+)/g;
const around = 3;

/**
 * The first place of a stack that lies in the source of the remote, by the source maps of its bundles. `readMap` gives the
 * map of a bundle by the address of the bundle, or null.
 */
export async function traceError(
  stack: string,
  folder: string,
  readMap: (url: string) => Promise<string | null>,
): Promise<TracedError | null> {
  for (const { groups } of stack.matchAll(framePattern)) {
    const { url = '', line = '0', column = '0' } = groups ?? {};
    const map = await readMap(url);
    if (!map) continue;
    const found = originalPositionFor(new TraceMap(map), {
      line: Number(line),
      column: Math.max(0, Number(column) - 1),
    });
    const within = found.source ? sourceWithin(found.source, folder) : null;
    if (!within || found.line === null) continue;
    const frame = await frameOf(path.join(folder, within), found.line);
    if (frame) return { file: within, line: found.line, column: (found.column ?? 0) + 1, frame };
  }
  return null;
}

/** `webpack://mf-careers/./src/pages/x.tsx` -> `src/pages/x.tsx`; null for what is not the remote's own. */
function sourceWithin(source: string, folder: string): string | null {
  const file = source.startsWith(folder)
    ? path.relative(folder, source)
    : /\/(?:\.\/)?(?<file>src\/[^?]+)/.exec(source)?.groups?.file;
  return file?.startsWith('src') && !file.includes('..') ? file : null;
}

async function frameOf(file: string, line: number): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n');
  const first = Math.max(0, line - 1 - around);
  return lines
    .slice(first, line + around)
    .map(
      (content, index) =>
        `${first + index + 1 === line ? '>' : ' '} ${String(first + index + 1).padStart(4)} | ${content}`,
    )
    .join('\n');
}
