import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { cruise, type ICruiseResult, type IDependency } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { seededRandom } from 'kit/server/seeded-random';

// Counts the code: `npm run size`, `npm run size -- --sample 20 --seed 7` for a random sample of product files, or
// `npm run size -- --only 'api/src/backup|e2e/drills/backup' --root ../older` for one subject, in this checkout or another.

/** Workspaces whose folders are counted separately, too. */
const foldersOfRooms = ['shell/platform', 'shell/server', 'shell/staff', 'api/src', 'kit'];

const isSource = (file: string) => /\.(?:[jt]sx?|[cm]js|[cm]ts)$/.test(file);
const isTest = (file: string) => /\.(?:test|spec)\.tsx?$|(?:^|\/)testing\/|^e2e\//.test(file);
/** Entry points: a program, the script of a page, the staff pages, a remote. */
const isEntry = (file: string) =>
  /(?:^|[/-])main\.tsx?$|^shell\/staff\/index\.ts$|^mf-[a-z-]+\/src\/remote\.ts$/.test(file);
/** The shortest path to this command is watched, because it restores the site in an emergency. */
const rollback = 'shell/cli/commands/acts.ts';

interface Source {
  file: string;
  /** Includes comments and blank lines. */
  lines: number;
  isTest: boolean;
}

/** The product files that each product file imports, including `import()`. */
type Imports = ReadonlyMap<string, readonly string[]>;

const { values: options } = parseArgs({
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    root: { type: 'string', default: path.join(import.meta.dirname, '../..') },
  },
});
const root = path.resolve(options.root);
const sources = listSources();
const product = new Map(sources.filter((source) => !source.isTest).map((source) => [source.file, source]));
if (options.only !== undefined) printOnly(new RegExp(options.only));
else if (options.sample !== undefined) printSample(Number(options.sample), Number(options.seed));
else await printSizes();

/** Product and tests whose path the pattern finds. */
function printOnly(pattern: RegExp): void {
  const found = sources.filter(({ file }) => pattern.test(file));
  printTable('Folder', found, ({ file }) => path.dirname(file));
}

function printSample(count: number, seed: number): void {
  const random = seededRandom(seed);
  const left = [...product.values()];
  for (let picked = 0; picked < count && left.length > 0; picked += 1) {
    for (const { file, lines } of left.splice(random.below(left.length), 1)) console.log(`${pad(lines)}  ${file}`);
  }
}

async function printSizes(): Promise<void> {
  printTable('Folder', sources, ({ file }) => (file.includes('/') ? (file.split('/')[0] ?? file) : '(top)'));
  for (const folder of foldersOfRooms) {
    const inside = sources.filter(({ file }) => file.startsWith(`${folder}/`));
    printTable(folder, inside, ({ file }) => {
      const below = file.slice(folder.length + 1);
      return below.includes('/') ? (below.split('/')[0] ?? below) : '(its files)';
    });
  }

  const { code: imports, all } = await readImports();
  console.log(`\n${'Reached from'.padEnd(52)} ${'files'.padStart(7)} ${'lines'.padStart(7)}`);
  for (const entry of [...product.keys()].filter((file) => isEntry(file) || file === rollback)) {
    const reached = reachableFrom(entry, imports);
    console.log(`${entry.padEnd(52)} ${pad(reached.size)} ${pad(linesOf(reached))}`);
  }

  const chain = longestChain(imports);
  console.log(`\nLongest import chain: ${chain.length} files\n${chain.map((file) => `  ${file}`).join('\n')}`);

  const importers = new Map<string, number>();
  for (const target of [...all.values()].flat()) importers.set(target, (importers.get(target) ?? 0) + 1);
  const single = [...importers].filter(([, count]) => count === 1).map(([file]) => file);
  console.log(`\nFiles that one other product file imports: ${single.length}, ${linesOf(single)} lines`);
}

/** All files in the repository, in its order; no built, installed or untracked files. */
function listSources(): Source[] {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  return files.filter(isSource).map((file) => {
    const lines = readFileSync(path.join(root, file), 'utf8').split('\n').length - 1;
    return { file, lines, isTest: isTest(file) };
  });
}

function printTable(title: string, listed: readonly Source[], roomOf: (source: Source) => string): void {
  const headings = ['files', 'lines', 'tests', 'lines'].map((head) => head.padStart(7)).join(' ');
  console.log(`\n${title.padEnd(24)} ${headings}`);
  const rooms = Map.groupBy(listed, roomOf);
  for (const [room, inside] of [...rooms].sort(([one], [other]) => one.localeCompare(other))) printRow(room, inside);
  printRow('all', listed);
}

function printRow(name: string, listed: readonly Source[]): void {
  const [tests, others] = [listed.filter((source) => source.isTest), listed.filter((source) => !source.isTest)];
  const sum = (some: readonly Source[]) => some.reduce((total, { lines }) => total + lines, 0);
  const figures = [others.length, sum(others), tests.length, sum(tests)].map(pad).join(' ');
  console.log(`${name.padEnd(24)} ${figures}`);
}

/** dependency-cruiser resolves the imports like the boundary rules of `npm run check`; `all` also has type imports. */
async function readImports(): Promise<{ code: Imports; all: Imports }> {
  const config = await extractDepcruiseOptions(path.join(root, '.dependency-cruiser.cjs'));
  const tsConfig = extractTSConfig(path.join(root, 'tsconfig.json'));
  const folders = [...new Set([...product.keys()].map((file) => file.split('/')[0] ?? file))];
  const { output } = await cruise(folders, { ...config, baseDir: root, validate: false }, undefined, { tsConfig });
  // The output is only a string if a reporter was requested.
  const { modules } = output as ICruiseResult;
  const ours = modules.filter(({ source }) => product.has(source));
  const importsOf = (isWanted: (dependency: IDependency) => boolean): Imports =>
    new Map(
      ours.map(({ source, dependencies }) => {
        const targets = new Set(dependencies.filter(isWanted).map(({ resolved }) => resolved));
        return [source, [...targets].filter((file) => product.has(file))];
      }),
    );
  return {
    code: importsOf(({ dependencyTypes }) => !dependencyTypes.includes('type-only')),
    all: importsOf(() => true),
  };
}

function reachableFrom(entry: string, imports: Imports): Set<string> {
  const reached = new Set([entry]);
  // A loop over a set also visits members that are added during the loop.
  for (const file of reached) for (const target of imports.get(file) ?? []) reached.add(target);
  return reached;
}

/** The files of the longest import chain from one file. There is no infinite chain, because the check forbids cycles. */
function longestChain(imports: Imports): string[] {
  const known = new Map<string, string[]>();
  function chainFrom(file: string): string[] {
    const before = known.get(file);
    if (before) return before;
    const below = (imports.get(file) ?? []).map(chainFrom);
    const chain = [file, ...below.reduce((longest, one) => (one.length > longest.length ? one : longest), [])];
    known.set(file, chain);
    return chain;
  }
  return [...imports.keys()].map(chainFrom).reduce((longest, one) => (one.length > longest.length ? one : longest), []);
}

function linesOf(files: Iterable<string>): number {
  let total = 0;
  for (const file of files) total += product.get(file)?.lines ?? 0;
  return total;
}

function pad(figure: number): string {
  return String(figure).padStart(7);
}
