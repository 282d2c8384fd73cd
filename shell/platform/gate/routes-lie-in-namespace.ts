import { judgeNamespace } from 'kit/squad/rules/judge-release';
import type { GateRule } from './gate-rule.ts';

/** A remote serves only paths that the table of namespaces gives it. */
export const routesLieInNamespace: GateRule = {
  id: 'namespace',
  says: 'Every page lies in a path that was given to the remote.',
  onRollback: false,
  stopsGate: false,
  async check({ release: { record }, rights: { namespaces }, policy: { reserved } }) {
    return judgeNamespace(record, { namespaces, reserved });
  },
};
