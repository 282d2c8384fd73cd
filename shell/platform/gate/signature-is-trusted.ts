import { signatureProblem } from '../keys/release-signature.ts';
import type { GateContext, GateRule } from './gate-rule.ts';

/** Whoever signed the release's record has the right to publish releases of this remote. */
export const signatureIsTrusted: GateRule<Pick<GateContext, 'store' | 'rights' | 'isRollback' | 'release'>> = {
  id: 'signature',
  says: 'Its record is signed by a key that may publish this remote.',
  onRollback: true,
  stopsGate: true,
  async check({ store, rights, isRollback, release }) {
    const { remote, id } = release.record;
    const problem = await signatureProblem(
      { store, rights, at: isRollback ? null : new Date().toISOString() },
      release,
    );
    if (problem === null) return [];
    return [
      {
        problem: `${remote} ${id} cannot be trusted: ${problem}.`,
        remedy: `Have it signed by a key that may: npm run release -- resign ${remote} ${id} --reason "..."`,
      },
    ];
  },
};
