import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseRecord } from 'kit/contracts/release';
import { compress } from '../../shell/server/files/compression.ts';
import { knownRemotes } from '../../shell/settings/namespaces.ts';
import { firstPageBudget } from '../../shell/settings/script-budgets.ts';
import type { ShellBuild } from '../../shell/shell-build-plugin.ts';
import { buildPages } from '../support/build-pages.ts';
import { repositoryRoot } from './run-command.ts';

// Part of npm run check: the script sizes of every remote's pages, computed from the build output without a browser.

interface PageWeight {
  name: string;
  bytes: number;
}

const weights = new Map<string, Promise<number>>();

function weigh(file: string): Promise<number> {
  const known = weights.get(file);
  if (known) return known;
  const weight = readFile(path.join(repositoryRoot, file)).then(async (bytes) => (await compress(bytes, 'br')).length);
  weights.set(file, weight);
  return weight;
}

/** The cast is safe: our own builds write it. */
async function readBuild<Build>(file: string): Promise<Build> {
  return JSON.parse(await readFile(path.join(repositoryRoot, file), 'utf8'));
}

/** The script size of each page chunk of a remote, with the shell's scripts and those of the shared modules that it needs. */
async function weighPages(remote: string, shell: ShellBuild): Promise<PageWeight[]> {
  const build = await readBuild<Pick<ReleaseRecord, 'entry' | 'routes' | 'chunks' | 'needs'>>(
    `${remote}/dist/build.json`,
  );
  const common = ['shell/dist/boot/boot.js', ...shell.entry.map(ofShell)];
  const sets = new Map(
    build.routes.map(({ chunk, contentChunk }) => [
      [chunk, contentChunk].filter(Boolean).join(' '),
      contentChunk ? [chunk, contentChunk] : [chunk],
    ]),
  );
  return Promise.all(
    [...sets].map(async ([name, chunks]) => {
      const own = [build.entry, ...['remote', ...chunks].flatMap((chunk) => build.chunks[chunk] ?? [])];
      const shared = chunks.flatMap((chunk) => Object.keys(build.needs[chunk] ?? {}));
      const files = new Set([
        ...common,
        ...own.map((file) => `${remote}/dist/${file}`),
        ...shared.flatMap((id) => shell.provides[id] ?? []).map(ofShell),
      ]);
      const sizes = await Promise.all([...files].map(weigh));
      return { name: `${remote} ${name}`, bytes: sizes.reduce((sum, size) => sum + size, 0) };
    }),
  );
}

function ofShell(file: string): string {
  return `shell/dist/browser/${file}`;
}

await buildPages();
const shell = await readBuild<ShellBuild>('shell/dist/shell-build.json');
const pages = (await Promise.all(knownRemotes.map((remote) => weighPages(remote, shell)))).flat();
for (const { name, bytes } of pages.toSorted((one, other) => other.bytes - one.bytes)) {
  const verdict = bytes > firstPageBudget ? `  over the budget of ${kilobytes(firstPageBudget)}` : '';
  console.log(`${kilobytes(bytes).padStart(9)}  ${name}${verdict}`);
}
process.exitCode = pages.every(({ bytes }) => bytes <= firstPageBudget) ? 0 : 1;

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
