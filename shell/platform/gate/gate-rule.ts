import type { Composition } from 'kit/contracts/composition';
import type { Rights } from '../keys/rights.ts';
import type { LoadedRelease } from '../log/release-files.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import type { StoredShell } from '../serve/stored-release.ts';
import { ReleaseError } from '../storage/release-error.ts';

export interface GateContext extends Pick<ReleasePlatform, 'store' | 'policy' | 'createPool'> {
  rights: Rights;
  /** It was live before, and passed every rule then. */
  isRollback: boolean;
  release: LoadedRelease;
  composition: Composition | null;
  /** The release of the shell that pages are tried in; the shell beside this program where there is none. */
  shell?: StoredShell | null | undefined;
  /** It is the shell that is asked about: what it does on every page counts as well. */
  isShellOnTrial?: boolean;
  /** Takes what people should know of how the gate looked, whatever it found. */
  notes?: string[] | undefined;
}

export interface GateProblem {
  problem: string;
  remedy: string;
}

/** A problem by the rule that found it. */
export interface GateFinding extends GateProblem {
  rule: string;
}

/**
 * One rule of the activation gate. Some look at less than a gate knows, and can be asked outside of one.
 *
 * To add one, write it into the file of its kind, and name it in the list at the end of that file or of `gate.ts`, in the place
 * where it is to be asked; nothing else has to know of it:
 *
 * - `record-rules.ts` for what reads a record and its files,
 * - `rendering-rules.ts` for what looks at pages as the server renders them,
 * - `browser-rule.ts` for what looks at pages in a browser,
 * - `gate.ts` for what a release of the shell must do.
 *
 * ```ts
 * const pagesHaveTitles: GateRule = {
 *   id: 'titles',
 *   says: 'Every page has a title.',
 *   onRollback: false,
 *   stopsGate: false,
 *   async check({ release }) {
 *     const untitled = release.record.routes.filter(({ title }) => title.trim() === '');
 *     return untitled.map(({ path }) => ({ problem: `The page ${path} has no title.`, remedy: 'Give it one.' }));
 *   },
 * };
 * ```
 */
export interface GateRule<Context = GateContext> {
  /** The name that a refusal gives it. */
  id: string;
  /** What it asks, in one sentence for squads. */
  says: string;
  /** Whether a release that was live before has to pass it again on a rollback, which must take effect within a second. */
  onRollback: boolean;
  /** Rules behind a broken one that says so are not asked: nothing of a tampered release may be run. */
  stopsGate: boolean;
  /** It runs the release, which takes seconds: what it found of the same release a moment ago holds. */
  runsRelease?: true;
  /** Ids of rules before it whose outcome it uses: it is asked when they are done. */
  behind?: readonly string[];
  /** Ids of rules before it whose outcome it uses as that comes: it is asked beside them. */
  beside?: readonly string[];
  /** Begins what takes time and needs nothing of the release, while the rules before it are asked; gives how to end it. */
  prepare?: (context: Context) => () => void;
  /** Empty when the release holds the rule. `over` resolves when the rules that it is asked beside are done, which they are where nobody says; it never rejects. */
  check(context: Context, over?: Promise<unknown>): Promise<GateProblem[]>;
}

/**
 * Asks every rule and gives all findings, so that a squad repairs them in one go. Rules that stop a gate are waited for; all
 * others are asked side by side, but behind those that they build on.
 */
export async function runGate<Context>(context: Context, rules: readonly GateRule<Context>[]): Promise<GateFinding[]> {
  const endings = rules.map((rule) => rule.prepare?.(context));
  const asked = new Map<string, Promise<GateFinding[]>>();
  const ask = async (rule: GateRule<Context>) => {
    await Promise.all((rule.behind ?? []).map((other) => asked.get(other)));
    const over = Promise.allSettled((rule.beside ?? []).map((other) => asked.get(other)));
    return (await rule.check(context, over)).map((problem) => ({ rule: rule.id, ...problem }));
  };
  try {
    for (const rule of rules) {
      const asking = ask(rule);
      asked.set(rule.id, asking);
      // Heard below; until then another rule may be waited for.
      asking.catch(() => {});
      if (!rule.stopsGate) continue;
      const [outcome] = await Promise.allSettled([asking]);
      if (outcome.status === 'rejected' || outcome.value.length > 0) break;
    }
    // None is left at work, whatever another one came to.
    await Promise.allSettled(asked.values());
    return (await Promise.all(asked.values())).flat();
  } finally {
    for (const end of endings) end?.();
  }
}

/** The gate refused a release; every finding names its rule and what to do. */
export class GateRefusal extends ReleaseError {
  override readonly name = 'GateRefusal';
  readonly findings: GateFinding[];
  /** The release, as `remote id`. */
  readonly subject: string;

  /** @param notes how the gate looked, in words: that no browser was there belongs to a refusal as well. */
  constructor(release: string, findings: GateFinding[], notes: readonly string[] = []) {
    const lines = findings.map(({ rule, problem, remedy }) => `  [${rule}] ${problem}\n    To do: ${remedy}`);
    super('gate', [`${release} was refused:`, ...lines, ...notes.map((note) => `  Gate: ${note}.`)].join('\n'));
    this.findings = findings;
    this.subject = release;
  }
}
