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
  remotesHaveTheirNeeds,
  remotesRender,
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
  remotesHaveTheirNeeds,
  firstPageIsWithinBudget,
  remotesRender,
  firstAnswersStaySmall,
  remotesComeAlive,
];

/** Asks every rule and gives all findings, so that a squad repairs them in one go. */
export async function runGate<Context>(context: Context, rules: readonly GateRule<Context>[]): Promise<GateFinding[]> {
  const findings: GateFinding[] = [];
  const endings = rules.map((rule) => rule.prepare?.(context));
  try {
    for (const rule of rules) {
      const problems = await rule.check(context);
      findings.push(...problems.map((problem) => ({ rule: rule.id, ...problem })));
      if (problems.length > 0 && rule.stopsGate) break;
    }
  } finally {
    for (const end of endings) end?.();
  }
  return findings;
}
