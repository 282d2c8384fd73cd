import type { Composition } from 'kit/contracts/composition';
import type { GateProblem } from 'kit/squad/rules/gate-problem';
import type { Rights } from '../keys/rights.ts';
import type { LoadedRelease } from '../log/release-files.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import type { StoredShell } from '../serve/stored-release.ts';
import { ReleaseError } from '../storage/release-error.ts';

export interface GateContext extends Pick<ReleasePlatform, 'store' | 'policy' | 'createPool'> {
  rights: Rights;
  /** True if the release was live before and passed every rule then. */
  isRollback: boolean;
  release: LoadedRelease;
  composition: Composition | null;
  /** The shell in which pages are tried; default: the shell of this program. */
  shell?: StoredShell | null | undefined;
  /** True if the shell itself is checked, including its behavior on every page. */
  isShellOnTrial?: boolean;
  /** Collects notes for people about how the gate checked. */
  notes?: string[] | undefined;
}

export type { GateProblem };

export interface GateFinding extends GateProblem {
  rule: string;
}

/**
 * A rule of the activation gate. Rules with a smaller context can also be used outside of the gate.
 *
 * To add a rule, write it into the file of its kind, and add it to the list at the end of that file or of `gate.ts`, in the order
 * of the checks. Nothing else needs a change:
 *
 * - `record-rules.ts` for rules that read a record and its files,
 * - `rendering-rules.ts` for rules about pages that the server renders,
 * - `browser-rule.ts` for rules about pages in a browser,
 * - `gate.ts` for rules about a release of the shell.
 *
 * ```ts
 * const pagesHaveTitles: GateRule = {
 *   id: 'titles',
 *   says: 'Every page has a title.',
 *   async check({ release }) {
 *     const untitled = release.record.routes.filter(({ title }) => title.trim() === '');
 *     return untitled.map(({ path }) => ({ problem: `The page ${path} has no title.`, remedy: 'Give it one.' }));
 *   },
 * };
 * ```
 */
export interface GateRule<Context = GateContext> {
  id: string;
  /** The rule in one sentence, for squads. */
  says: string;
  /** True if the rule also applies to rollbacks, which must take effect within a second. */
  onRollback?: true;
  /** True if a failure ends the gate: code of a tampered release must not run. */
  stopsGate?: true;
  /** True if the rule runs the release, which takes seconds. */
  runsRelease?: true;
  /** Returns the problems; empty if the release complies. */
  check(context: Context): Promise<GateProblem[]>;
}

/**
 * Applies all rules and returns all findings, so that a squad can fix them together. Rules that may end the gate run in sequence,
 * all others concurrently.
 */
export async function runGate<Context>(context: Context, rules: readonly GateRule<Context>[]): Promise<GateFinding[]> {
  const asked: Promise<GateFinding[]>[] = [];
  for (const { id, check, stopsGate } of rules) {
    const asking = check(context).then((problems) => problems.map((problem) => ({ rule: id, ...problem })));
    asked.push(asking);
    // The rejection is handled below; another rule may be awaited before.
    asking.catch(() => {});
    if (!stopsGate) continue;
    const [outcome] = await Promise.allSettled([asking]);
    if (outcome.status === 'rejected' || outcome.value.length > 0) break;
  }
  // All rules finish, even if one has failed.
  await Promise.allSettled(asked);
  return (await Promise.all(asked)).flat();
}

/** The refusal of a release by the gate. Each finding names its rule and the remedy. */
export class GateRefusal extends ReleaseError {
  override readonly name = 'GateRefusal';
  readonly findings: GateFinding[];
  /** The release, as `remote id`. */
  readonly subject: string;

  /** @param notes how the gate checked, such as a missing browser */
  constructor(release: string, findings: GateFinding[], notes: readonly string[] = []) {
    const lines = findings.map(({ rule, problem, remedy }) => `  [${rule}] ${problem}\n    To do: ${remedy}`);
    super('gate', [`${release} was refused:`, ...lines, ...notes.map((note) => `  Gate: ${note}.`)].join('\n'));
    this.findings = findings;
    this.subject = release;
  }
}
