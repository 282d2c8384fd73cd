import { dataIsOffered } from '../policy/data-is-offered.ts';
import type { GateRule } from './gate-rule.ts';

/**
 * What a page shows is asked for by the host's own server: only what the host offers. A step back is not held up by it: what
 * is offered no longer is not asked for either, and browsers ask.
 */
export const namedDataIsOffered: GateRule = {
  id: 'data',
  says: 'What pages name as their data is what the site offers.',
  onRollback: false,
  stopsGate: false,
  async check({ release: { record }, policy }) {
    const offered = policy.offeredData.join(', ') || 'nothing';
    return record.routes
      .filter((route) => !dataIsOffered(policy, route))
      .map(({ path, data }) => ({
        problem: `${path} names ${data} as its data; the site offers ${offered}.`,
        remedy:
          'Name one of these, with parameters of the path of the page, or let the page ask for it in the browser.',
      }));
  },
};
