import { signatureProblem } from '../keys/release-signature.ts';
import type { GateContext, GateRule } from './gate-rule.ts';

/** Whoever published the release signed its record, and this installation trusts that key. */
export const signatureIsTrusted: GateRule<Pick<GateContext, 'store' | 'release'>> = {
  id: 'signature',
  onRollback: true,
  stopsGate: true,
  async check({ store, release }) {
    const { remote, id } = release.record;
    const problem = await signatureProblem(store.keysFolder, release);
    if (problem === null) return [];
    return [
      {
        problem: `${remote} ${id} cannot be trusted: ${problem}.`,
        remedy:
          'Publish it again from a trusted machine, or trust its key: npm run release -- keys trust <file> --reason "..."',
      },
    ];
  },
};
