import { ownerOfPath } from '../policy/path-owner.ts';
import type { GateRule } from './gate-rule.ts';

/** A remote serves only paths that the table of namespaces gives it. */
export const routesLieInNamespace: GateRule = {
  id: 'namespace',
  says: 'Every page lies in a path that was given to the remote.',
  onRollback: false,
  stopsGate: false,
  async check({ release: { record }, rights: { namespaces }, policy: { reserved } }) {
    return record.routes.flatMap(({ path }) => {
      const owner = ownerOfPath({ namespaces, reserved }, path);
      if (owner === record.remote) return [];
      const claim = owner === null ? 'is reserved for the shell server' : `belongs to ${owner}`;
      return [
        {
          problem: `${record.remote} wants to serve ${path}, which ${claim}.`,
          remedy: `Move the page to a path of the remote, or give it this one: npm run release -- paths give ${path} ${record.remote} --reason "..."`,
        },
      ];
    });
  },
};
