import { filesHold } from './files-hold.ts';
import { firstAnswerIsWithinBudget } from './first-answer-is-within-budget.ts';
import type { GateFinding } from './gate-refusal.ts';
import type { GateRule } from './gate-rule.ts';
import { namedDataIsOffered } from './named-data-is-offered.ts';
import { namedFilesExist } from './named-files-exist.ts';
import { pagesComeAlive } from './pages-come-alive.ts';
import { pagesRender } from './pages-render.ts';
import { recordIsWithinBudget } from './record-is-within-budget.ts';
import { requirementsAreMet } from './requirements-are-met.ts';
import { routesDoNotClash } from './routes-do-not-clash.ts';
import { routesLieInNamespace } from './routes-lie-in-namespace.ts';
import { firstPageIsWithinBudget } from './shell/first-page-is-within-budget.ts';
import {
  firstAnswersStaySmall,
  remotesComeAlive,
  remotesRender,
  requirementsOfRemotesAreMet,
} from './shell/remotes-are-served.ts';
import { shellCanBeUsed } from './shell/shell-can-be-used.ts';
import { signatureIsTrusted } from './signature-is-trusted.ts';
import { sizeIsWithinBudget } from './size-is-within-budget.ts';

/** In the order in which they are asked. */
export const gateRules: readonly GateRule[] = [
  signatureIsTrusted,
  filesHold,
  namedFilesExist,
  recordIsWithinBudget,
  requirementsAreMet,
  routesLieInNamespace,
  routesDoNotClash,
  namedDataIsOffered,
  sizeIsWithinBudget,
  pagesRender,
  firstAnswerIsWithinBudget,
  pagesComeAlive,
];

/** What a release of the shell is asked, in this order. */
export const shellGateRules: readonly GateRule[] = [
  signatureIsTrusted,
  filesHold,
  namedFilesExist,
  shellCanBeUsed,
  requirementsOfRemotesAreMet,
  firstPageIsWithinBudget,
  remotesRender,
  firstAnswersStaySmall,
  remotesComeAlive,
];

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
