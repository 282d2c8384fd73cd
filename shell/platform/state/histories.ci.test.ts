import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type SignedEntry, signHash } from '../keys/keys.ts';
import { type KeyRights, rightActions } from '../keys/rights.ts';
import type { Action, Revision } from '../log/revision.ts';
import { digest } from '../log/revision.ts';
import { buildKeyPair } from '../testing/build-key-pair.ts';
import { apply, applySigned } from './apply.ts';
import { emptySite, type SiteState } from './site-state.ts';

const root = buildKeyPair();
const pairs = [root, ...Array.from({ length: 3 }, buildKeyPair)];
const names = ['root', 'one', 'two', 'three'];
const remotes = ['mf-a', 'mf-b'];
const ids = ['1.0.0-0a1b2c3d', '1.1.0-0a1b2c3d', '1.2.0-0a1b2c3d'];
const start = Date.parse('2026-11-20T18:00:00.000Z');

type Plan = Extract<Action, { type: 'canary' }>['plan'];

const remote = fc.constantFrom(...remotes);
const id = fc.constantFrom(...ids);
const key = fc.constantFrom(...pairs.map((_, index) => index));
const rights: fc.Arbitrary<Omit<KeyRights, 'publicKey' | 'revoked'>> = fc.record({
  remotes: fc.constantFrom<KeyRights['remotes']>('*', ['mf-a'], ['mf-b']),
  actions: fc.subarray([...rightActions], { minLength: 1 }),
  expires: fc.constantFrom(null, new Date(start + 30 * 60_000).toISOString()),
});
const plan = fc.constantFrom<Plan | undefined>(
  undefined,
  {
    steps: [
      { percent: 5, minutes: 10 },
      { percent: 50, minutes: 10 },
    ],
    promote: true,
  },
  { steps: [{ percent: 5, minutes: 10 }], promote: false },
);

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ type: fc.constant('activate' as const), remote, id }),
  fc.record({
    type: fc.constant('rollback' as const),
    moves: fc.array(fc.record({ remote, to: id, previous: fc.option(id) }), { minLength: 1, maxLength: 2 }),
  }),
  fc.record({ remote, id, plan }).map(
    ({ plan: own, ...rest }): Action => ({
      ...{ type: 'canary', ...rest, percent: 5 },
      ...(own && { plan: own }),
    }),
  ),
  fc.record({ type: fc.constant('promote' as const), remote, id }),
  fc.record({ type: fc.constant('promote' as const), remote, id, byPlan: fc.constant(true as const) }),
  fc.record({
    type: fc.constantFrom('abort', 'advance', 'pause', 'resume', 'freeze', 'unfreeze'),
    remote,
  }) as fc.Arbitrary<Action>,
  fc.record({ type: fc.constantFrom('withdraw', 'restore'), remote }) as fc.Arbitrary<Action>,
  fc.record({ type: fc.constantFrom('freeze-site', 'unfreeze-site') }) as fc.Arbitrary<Action>,
  fc.record({ type: fc.constant('undo' as const), revision: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ index: key, rights }).map(
    ({ index, rights: given }): Action => ({
      ...{ type: 'grant', name: names[index] ?? '', publicKey: pairs[index]?.encoded ?? '', ...given },
    }),
  ),
  fc.record({ type: fc.constant('revoke' as const), name: fc.constantFrom(...names) }),
  fc.record({ type: fc.constant('paths' as const), path: fc.constantFrom('/a', '/b'), remote: fc.option(remote) }),
);

interface Step {
  action: Action;
  signers: number[];
  minutes: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  action,
  signers: fc.oneof(
    { weight: 5, arbitrary: key.map((index) => [index]) },
    { weight: 1, arbitrary: fc.array(key, { maxLength: 2 }) },
  ),
  minutes: fc.integer({ min: 0, max: 60 }),
});

const everything: KeyRights = {
  publicKey: pairs[1]?.encoded ?? '',
  remotes: '*',
  actions: [...rightActions],
  expires: null,
};
const founding: Step = {
  action: {
    ...{ type: 'found', root: root.encoded, keys: { one: everything }, namespaces: [] },
    budget: { registered: 1, page: 1 },
  },
  signers: [0],
  minutes: 0,
};

function entryFor(state: SiteState, { action: act, minutes }: Step): Revision {
  const at = new Date(start + minutes * 60_000).toISOString();
  return { revision: state.revision + 1, previous: state.sha256, at, by: 'somebody', reason: '', action: act };
}

/** Freezes all of it: whoever changes a state that others hold throws. */
function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}

describe('random histories by random keys', () => {
  it('are the same by replay as by steps, and a refused act leaves everything as it was', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let state = deepFreeze(emptySite);
        const counted: { entry: Revision; sha256: string; signers: string[] }[] = [];
        for (const one of [founding, ...steps]) {
          const entry = entryFor(state, one);
          const revision = {
            entry,
            sha256: digest(entry),
            signers: one.signers.map((index) => pairs[index]?.keyId ?? ''),
          };
          const result = apply(state, revision, revision.signers);
          if ('refusal' in result) continue;
          counted.push(revision);
          state = deepFreeze(result.state);
        }
        let replayed = emptySite;
        for (const revision of JSON.parse(JSON.stringify(counted))) {
          const result = apply(replayed, revision, revision.signers);
          if ('refusal' in result) throw new Error(result.refusal.message);
          replayed = result.state;
        }
        expect(replayed).toEqual(state);
        // What counted once follows on nothing but what it followed on.
        for (const revision of counted) expect(apply(state, revision, revision.signers)).toHaveProperty('refusal');
      }),
      { numRuns: Number(process.env.HISTORIES ?? 500) },
    );
  }, 120_000);

  it('have no revision count that was forged, reordered or replayed', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 8 }), fc.nat(), (steps, where) => {
        let state = emptySite;
        const log: { before: SiteState; signed: SignedEntry<Revision> }[] = [];
        for (const one of [founding, ...steps]) {
          const entry = entryFor(state, one);
          const sha256 = digest(entry);
          const signatures = one.signers.flatMap((index) => (pairs[index] ? [signHash(sha256, pairs[index])] : []));
          const signed = { entry, sha256, signatures, text: '' };
          const applied = applySigned(state, signed);
          if ('refusal' in applied) continue;
          log.push({ before: state, signed });
          state = applied.state;
        }
        const { before, signed } = log[where % log.length] ?? { before: emptySite, signed: log[0]?.signed };
        if (!signed) throw new Error('the founding counts');
        const forged = { ...signed.entry, reason: 'forged' };
        expect(applySigned(before, { ...signed, entry: forged, sha256: digest(forged) })).toHaveProperty('refusal');
        expect(applySigned(before, { ...signed, signatures: [] })).toHaveProperty('refusal');
        for (const other of log) {
          if (other.before !== before) expect(applySigned(other.before, signed)).toHaveProperty('refusal');
        }
      }),
      { numRuns: 100 },
    );
  }, 120_000);
});
