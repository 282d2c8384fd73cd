import type { GateProblem, GateRule } from './gate-rule.ts';
import { loadHostPages } from './load-host-pages.ts';
import { type GatePage, renderedPagesOf } from './rendered-pages.ts';

/**
 * What a visitor gets of a page before the first round trip is over stays within the budget: what does not fit into the first
 * packets waits for one more.
 */
export const firstAnswerIsWithinBudget: GateRule = {
  id: 'first-answer',
  says: 'What a visitor gets of a page with the first packets stays within its budget.',
  onRollback: false,
  stopsGate: false,
  behind: ['render'],
  async check({ release, shell, policy: { browsing, firstAnswerBudget, rendering } }) {
    if (!browsing) return [];
    const host = await loadHostPages(browsing, shell);
    const site = rendering.readSite();
    const { record } = release;
    const problems = eachOnce(renderedPagesOf(release)).map(async ({ meta, rendered }): Promise<GateProblem[]> => {
      const bytes = await host.weigh({ site, record, meta, rendered }, firstAnswerBudget);
      return bytes > firstAnswerBudget ? [problemOf(meta.path, bytes, firstAnswerBudget)] : [];
    });
    return (await Promise.all(problems)).flat();
  },
};

/** Under the first of its addresses: the others differ in what visitors make up. */
function eachOnce(pages: readonly GatePage[]): GatePage[] {
  return [...new Map(pages.toReversed().map((page) => [page.meta.path, page])).values()];
}

function problemOf(path: string, bytes: number, budget: number): GateProblem {
  return {
    problem: `The page ${path} takes ${bytes} bytes with its headers, compressed; the budget is ${budget}.`,
    remedy:
      'Say it in fewer words, or draw it with fewer shapes and styles; what is opened later may be a page of its own.',
  };
}
