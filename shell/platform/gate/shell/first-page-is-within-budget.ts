import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { ReleaseRecord } from 'kit/contracts/release';
import { kilobytes } from 'kit/squad/rules/gate-problem';
import { compressedName, type StoredShell } from '../../live/stored-shell.ts';
import { readReleaseFile } from '../../release/release-files.ts';
import type { GateProblem, GateRule } from '../gate-rule.ts';
import { candidateOf, type TriedUse, triedUses } from './shell-candidate.ts';

/**
 * What a first page loads of scripts, the shell's and its remote's, stays within the budget. Where a remote alone has grown past
 * it, a shell that is no heavier than the live one makes nothing worse.
 */
export const firstPageIsWithinBudget: GateRule = {
  id: 'budget',
  says: 'The scripts of a first page, its own and the shell’s, stay within the budget.',
  onRollback: false,
  stopsGate: false,
  async check(context) {
    const shell = await candidateOf(context);
    const { firstPageBudget } = context.policy.shell;
    const weigh = createScale();
    const live = (await triedUses(context)).filter(({ state }) => state === 'live');
    const problems: GateProblem[] = [];
    for (const use of live) {
      const { path, bytes } = await heaviestPage(shell, use, weigh);
      const now = context.shell ? (await heaviestPage(context.shell, use, weigh)).bytes : 0;
      if (bytes > Math.max(firstPageBudget, now)) {
        problems.push({
          problem: `${use.remote} ${use.id}: the scripts of ${path} and of this shell weigh ${kilobytes(bytes)} with brotli; the budget is ${kilobytes(firstPageBudget)}.`,
          remedy: 'Make the shell smaller: what one page in ten needs belongs into a chunk of its own.',
        });
      }
    }
    return problems;
  },
};

type Weigh = (name: string, read: () => Promise<Buffer> | Buffer) => Promise<number>;

/** As visitors get them; the shell's own files are the same for every page. */
function createScale(): Weigh {
  const weights = new Map<string, Promise<number>>();
  return (name, read) => {
    const known = weights.get(name) ?? weighOnce(read);
    weights.set(name, known);
    return known;
  };
}

async function weighOnce(read: () => Promise<Buffer> | Buffer): Promise<number> {
  return (await promisify(brotliCompress)(await read())).length;
}

async function heaviestPage(shell: StoredShell, { release }: TriedUse, weigh: Weigh) {
  const { record } = release;
  let heaviest = { path: '', bytes: 0 };
  for (const route of record.routes) {
    const chunks = ['remote', route.chunk, ...(route.contentChunk ? [route.contentChunk] : [])];
    const own = new Set([record.entry, ...chunks.flatMap((chunk) => record.chunks[chunk] ?? [])]);
    const weights = await Promise.all([
      ...[...own].map((file) => weigh(`${record.id}/${file}`, () => readReleaseFile(release, file))),
      ...shellFiles(shell, record, chunks).map((file) => weighShellFile(shell, file, weigh)),
    ]);
    const bytes = weights.reduce((sum, weight) => sum + weight, 0);
    if (bytes > heaviest.bytes) heaviest = { path: route.path, bytes };
  }
  return heaviest;
}

/** The build has left most of them as visitors get them. */
async function weighShellFile({ record, files }: StoredShell, file: string, weigh: Weigh): Promise<number> {
  const compressed = files.get(compressedName(file));
  if (compressed) return compressed.length;
  return weigh(`${record.id}/${file}`, () => files.get(file) ?? Buffer.alloc(0));
}

function shellFiles({ parts }: StoredShell, { needs }: ReleaseRecord, chunks: readonly string[]): string[] {
  const shared = chunks.flatMap((chunk) => Object.keys(needs[chunk] ?? {})).flatMap((id) => parts.provides[id] ?? []);
  return [...new Set([parts.boot, ...parts.entry, ...shared])];
}
