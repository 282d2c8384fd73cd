import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { ReleaseRecord } from 'kit/contracts/release';
import { messageOf } from 'kit/server/text';
import { checkRequirements } from 'kit/squad/rules/check-release';
import { kilobytes } from 'kit/squad/rules/gate-problem';
import { type LoadedRelease, loadRelease, readReleaseFile } from '../log/release-files.ts';
import { compressedName, readShell, type StoredShell } from '../serve/stored-release.ts';
import { type ReleaseUse, remotesInUse } from '../state/site-state.ts';
import { mapConcurrently } from '../storage/object-storage.ts';
import { pagesComeAlive } from './browser-rule.ts';
import type { GateContext, GateProblem, GateRule } from './gate-rule.ts';
import { integrityRules, recordRules } from './record-rules.ts';
import { firstAnswerIsWithinBudget, pagesRender } from './rendering-rules.ts';

// Rules about a release of the shell and the releases that run in it. Problems of live and canary releases refuse the shell;
// problems of rollback targets are noted.

const shellCanBeUsed: GateRule = {
  id: 'shell',
  says: 'It comes alive in the documents that the server program writes.',
  onRollback: true,
  stopsGate: true,
  async check(context) {
    try {
      await candidateOf(context);
      return [];
    } catch (error) {
      const remedy = 'Deploy the server program that belongs to it first, or build the shell again and publish it.';
      return [{ problem: messageOf(error), remedy }];
    }
  },
};

/**
 * The scripts of a first page, those of the shell and of its remote, stay within the budget. If a remote alone exceeds it, a shell
 * that is no larger than the live one is accepted.
 */
const firstPageIsWithinBudget: GateRule = {
  id: 'budget',
  says: 'The scripts of a first page, its own and the shell’s, stay within the budget.',
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

/** Creates a function that measures files as visitors get them. It caches the shell's files, which all pages share. */
function createScale(): Weigh {
  const weights = new Map<string, Promise<number>>();
  const weighOnce = async (read: Parameters<Weigh>[1]) => (await promisify(brotliCompress)(await read())).length;
  return (name, read) => {
    const known = weights.get(name) ?? weighOnce(read);
    weights.set(name, known);
    return known;
  };
}

/** Returns the largest page of a release, except pages that load all of Chakra. */
async function heaviestPage(shell: StoredShell, { release }: TriedUse, weigh: Weigh) {
  const { record } = release;
  let heaviest = { path: '', bytes: 0 };
  for (const route of record.routes.filter(({ usesChakra }) => !usesChakra)) {
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

/** Returns the size of a shell file. The build has compressed most of them. */
async function weighShellFile({ record, files }: StoredShell, file: string, weigh: Weigh): Promise<number> {
  const compressed = files.get(compressedName(file));
  if (compressed) return compressed.length;
  return weigh(`${record.id}/${file}`, () => files.get(file) ?? Buffer.alloc(0));
}

function shellFiles({ parts }: StoredShell, { needs }: ReleaseRecord, chunks: readonly string[]): string[] {
  const shared = chunks.flatMap((chunk) => Object.keys(needs[chunk] ?? {})).flatMap((id) => parts.provides[id] ?? []);
  return [...new Set([parts.boot, ...parts.entry, ...shared])];
}

const remedy =
  'Mend the shell, or share the older version beside the new one; or have this remote built against it and made live first.';

/** The number of concurrent checks. More would only need more memory. */
const atOnce = 2;

/** Runs a check for every release that would run in the shell. */
async function askAll(
  context: GateContext,
  states: readonly TriedUse['state'][],
  ask: (use: TriedUse) => Promise<GateProblem[]>,
): Promise<GateProblem[]> {
  const problems: GateProblem[] = [];
  const uses = (await triedUses(context)).filter(({ state }) => states.includes(state));
  for (const { use, found } of await mapConcurrently(uses, atOnce, async (use) => ({ use, found: await ask(use) }))) {
    const { remote, id, state } = use;
    const named = found.map(({ problem }) => ({ problem: `${remote} ${id} (${state}): ${problem}`, remedy }));
    if (state !== 'previous') problems.push(...named);
    else for (const { problem } of named) context.notes?.push(`a rollback would break: ${problem}`);
  }
  return problems;
}

/** Turns a rule about a remote's release into one that checks all releases in this shell. */
export function inThisShell(rule: GateRule, says: string, states: readonly TriedUse['state'][]): GateRule {
  return {
    ...rule,
    says,
    async check(context) {
      const shell = await candidateOf(context);
      // All releases have the same notes about the browser.
      const notes: string[] = [];
      const problems = await askAll(context, states, ({ release }) =>
        rule.check({ ...context, release, shell, isShellOnTrial: true, notes }),
      );
      context.notes?.push(...new Set(notes));
      return problems;
    },
  };
}

const everybody = ['live', 'canary', 'previous'] as const;
const visited = ['live', 'canary'] as const;

const requirementsOfRemotesAreMet: GateRule = {
  id: 'needs',
  says: 'It provides every shared module that the releases in use take, in a version that they were built for.',
  onRollback: true,
  stopsGate: true,
  async check(context) {
    const { parts } = await candidateOf(context);
    return askAll(context, context.isRollback ? visited : everybody, async ({ release }) =>
      checkRequirements(release.record, parts.sharedModules),
    );
  },
};

interface TriedUse extends ReleaseUse {
  release: LoadedRelease;
}

const candidates = new WeakMap<LoadedRelease, Promise<StoredShell>>();
const uses = new WeakMap<LoadedRelease, Promise<TriedUse[]>>();

/** Reads the checked release of the shell once for all rules. Rejects with a sentence. */
function candidateOf({ release, policy }: Pick<GateContext, 'release' | 'policy'>): Promise<StoredShell> {
  const known = candidates.get(release) ?? readShell(release, policy.shell);
  candidates.set(release, known);
  return known;
}

/**
 * Reads the remotes' releases in use once for all rules, which share their results. It skips unreadable releases, because damage
 * elsewhere must not block a good release.
 */
function triedUses({ store, composition, release }: GateContext): Promise<TriedUse[]> {
  const known = uses.get(release) ?? loadAll(store, remotesInUse(composition));
  uses.set(release, known);
  return known;
}

async function loadAll(store: GateContext['store'], inUse: readonly ReleaseUse[]): Promise<TriedUse[]> {
  const loaded = inUse.map(async (use): Promise<TriedUse[]> => {
    const release = await loadRelease(store, use.remote, use.id).catch(() => null);
    return release ? [{ ...use, release }] : [];
  });
  return (await Promise.all(loaded)).flat();
}

/** The rules for a release of a remote, in order. {@link GateRule} describes how to add a rule. */
export const gateRules: readonly GateRule[] = [
  ...integrityRules,
  ...recordRules,
  pagesRender,
  firstAnswerIsWithinBudget,
  pagesComeAlive,
];

export const shellGateRules: readonly GateRule[] = [
  ...integrityRules,
  shellCanBeUsed,
  requirementsOfRemotesAreMet,
  firstPageIsWithinBudget,
  inThisShell(pagesRender, 'Every page of every remote renders in it.', everybody),
  inThisShell(firstAnswerIsWithinBudget, firstAnswerIsWithinBudget.says, visited),
  inThisShell(
    pagesComeAlive,
    'Every page of every live remote comes alive in it, in a browser, without an error.',
    visited,
  ),
];

/** The rules that do not take seconds. */
export const quickGateRules: readonly GateRule[] = gateRules.filter(({ runsRelease }) => !runsRelease);
