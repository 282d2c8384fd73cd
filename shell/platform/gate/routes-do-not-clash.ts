import { loadRelease } from '../release/release-files.ts';
import type { GateContext, GateProblem, GateRule } from './gate-rule.ts';

/** No route is declared twice: neither in the release nor by the live release of another remote. */
export const routesDoNotClash: GateRule = {
  id: 'clash',
  says: 'No page is declared twice, neither here nor by the live release of another remote.',
  onRollback: false,
  stopsGate: false,
  async check(context) {
    const { record } = context.release;
    const taken = await routesOfOthers(context);
    const problems: GateProblem[] = [];
    for (const { path } of record.routes) {
      const owner = taken.get(shapeOf(path));
      if (owner) problems.push(clash(record.remote, path, owner));
      taken.set(shapeOf(path), record.remote);
    }
    return problems;
  },
};

/** A live release that cannot be read is left out: damage elsewhere must not block a good release. */
async function routesOfOthers({ store, release, composition }: GateContext): Promise<Map<string, string>> {
  const taken = new Map<string, string>();
  for (const [remote, { live }] of Object.entries(composition?.remotes ?? {})) {
    if (remote === release.record.remote) continue;
    const other = await loadRelease(store, remote, live).catch(() => null);
    for (const { path } of other?.record.routes ?? []) taken.set(shapeOf(path), remote);
  }
  return taken;
}

/** `/agents/:agentName` and `/agents/:id` match the same paths. */
function shapeOf(path: string): string {
  return path.replaceAll(/:[A-Za-z]+/g, ':');
}

function clash(remote: string, path: string, owner: string): GateProblem {
  const where = owner === remote ? 'twice in this release' : `by the live release of ${owner} too`;
  return { problem: `The route ${path} is declared ${where}.`, remedy: 'Give one of the two pages another path.' };
}
