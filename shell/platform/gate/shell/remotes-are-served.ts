import { judgeRequirements } from 'kit/squad/rules/judge-release';
import { mapConcurrently } from '../../storage/object-storage.ts';
import { firstAnswerIsWithinBudget } from '../first-answer-is-within-budget.ts';
import type { GateContext, GateProblem, GateRule } from '../gate-rule.ts';
import { pagesComeAlive } from '../pages-come-alive.ts';
import { pagesRender } from '../pages-render.ts';
import { candidateOf, type TriedUse, triedUses } from './shell-candidate.ts';

// What a release of the shell must do for the releases that run in it. Those that visitors get, live or as a canary, refuse it;
// of those that a rollback would bring, people are told.

const remedy =
  'Mend the shell, or share the older version beside the new one; or have this remote built against it and made live first.';

/** One waits while another one works; more would only take more memory. */
const atOnce = 2;

/** Asks something of every release that would run in the shell. */
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

/** Rules about a remote's release, asked of each with this shell around it. */
export function inThisShell(rule: GateRule, says: string, states: readonly TriedUse['state'][]): GateRule {
  return {
    id: rule.id,
    says,
    onRollback: false,
    stopsGate: false,
    ...(rule.prepare && { prepare: rule.prepare }),
    ...(rule.behind && { behind: rule.behind }),
    ...(rule.beside && { beside: rule.beside }),
    async check(context, over) {
      const shell = await candidateOf(context);
      // Each says the same of the browser.
      const notes: string[] = [];
      const problems = await askAll(context, states, ({ release }) =>
        rule.check({ ...context, release, shell, isShellOnTrial: true, notes }, over),
      );
      context.notes?.push(...new Set(notes));
      return problems;
    },
  };
}

const everybody = ['live', 'canary', 'previous'] as const;
const visited = ['live', 'canary'] as const;

export const requirementsOfRemotesAreMet: GateRule = {
  id: 'needs',
  says: 'It provides every shared module that the releases in use take, in a version that they were built for.',
  onRollback: true,
  stopsGate: true,
  async check(context) {
    const { parts } = await candidateOf(context);
    return askAll(context, context.isRollback ? visited : everybody, async ({ release }) =>
      judgeRequirements(release.record, parts.sharedModules),
    );
  },
};

export const remotesRender = inThisShell(pagesRender, 'Every page of every remote renders in it.', everybody);

export const firstAnswersStaySmall = inThisShell(
  firstAnswerIsWithinBudget,
  'What a visitor gets of a page with the first packets stays within its budget.',
  visited,
);

export const remotesComeAlive = inThisShell(
  pagesComeAlive,
  'Every page of every live remote comes alive in it, in a browser, without an error.',
  visited,
);
