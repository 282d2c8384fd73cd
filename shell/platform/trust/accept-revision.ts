import { isDeepStrictEqual } from 'node:util';
import type { Composition } from 'kit/contracts/composition';
import type { Rights } from './rights.ts';
import type { RightAction } from './rights-revision.ts';
import { isSignedBy, type SignedEntry } from './signed-entry.ts';

type RemoteState = Composition['remotes'][string];

/** A revision of the composition that counts. */
export interface AcceptedRevision {
  composition: Composition;
  sha256: string;
  /** As it is stored. */
  text: string;
  /** The name of the key that signed it; null for those from before there were signatures. */
  key: string | null;
}

/** Which releases of each remote were live, and what was live before each. */
export type LiveHistory = ReadonlyMap<string, ReadonlyMap<string, string | null>>;

interface Basis {
  before: AcceptedRevision | null;
  rights: Rights;
  history: LiveHistory;
  /** Every revision between the one in effect and this is missing from the store, or cannot be read. */
  isBehindGap: boolean;
}

/** Two machines' clocks may differ by so much, in milliseconds. */
const clockDifference = 5 * 60_000;

const rightFor: Record<Composition['action'], RightAction> = {
  activate: 'activate',
  promote: 'activate',
  canary: 'canary',
  abort: 'rollback',
  rollback: 'rollback',
  freeze: 'freeze',
  unfreeze: 'freeze',
};

/**
 * Why a revision does not count, as the end of a sentence; null when it does: it is signed by a key that may do what it
 * does, follows on the revision in effect, and changes nothing but what its action says.
 */
export function revisionProblem(
  signed: SignedEntry<Composition>,
  { before, rights, history, isBehindGap }: Basis,
): string | null {
  const { entry } = signed;
  const [by] = signed.signatures;
  if (!by) return 'it is not signed';
  // The end date of a key is asked for the entry's own time, which the chain keeps from being made up by much.
  const question = { action: rightFor[entry.action], remote: entry.remote, at: entry.at };
  const objection = rights.objection(by.keyId, question);
  if (objection !== null) return `it is signed by ${objection}`;
  const key = rights.keyById(by.keyId);
  if (!key || !isSignedBy('composition', signed, key)) return 'its signature does not hold: it is not what was signed';
  if (Date.parse(entry.at) < Date.parse(before?.composition.at ?? entry.at) - clockDifference) {
    return `it says that it is of ${entry.at}, which is before the revision that it follows on`;
  }
  const isForAll = rights.isForAll(key.keyId);
  const link = linkProblem(entry, { before, isForAll, isBehindGap });
  if (link !== null || (isBehindGap && isForAll)) return link;
  return changeProblem(entry, { before: before?.composition.remotes ?? {}, history });
}

interface Link {
  before: AcceptedRevision | null;
  isForAll: boolean;
  isBehindGap: boolean;
}

/**
 * It names the revision in effect, and whatever was written between. Where that is lost, a damaged file must not take the whole
 * site with it: what follows counts if its key is for all remotes, or if it changes nothing but its own remote.
 */
function linkProblem(entry: Composition, { before, isForAll, isBehindGap }: Link): string | null {
  const last = before?.composition.revision ?? 0;
  const named = entry.previous?.revision ?? 0;
  const isNext = named === last && (entry.previous?.sha256 ?? null) === (before?.sha256 ?? null);
  if (!isNext && !(isBehindGap && named > last && named < entry.revision)) {
    return `it follows on ${named > 0 ? `revision ${named}` : 'none'}, not on revision ${last} as that is here`;
  }
  const between = Array.from({ length: entry.revision - named - 1 }, (_, index) => named + 1 + index);
  if (!isDeepStrictEqual(entry.passedOver ?? [], between)) return `it says nothing of ${between.join()} before it`;
  if (between.length === 0 || isForAll) return null;
  return `its key is not for all remotes, so it may not pass over ${between.join()}`;
}

function changeProblem(
  { action, remote, from, to, remotes }: Composition,
  { before, history }: { before: Composition['remotes']; history: LiveHistory },
): string | null {
  const { [remote]: state, ...others } = remotes;
  const { [remote]: stateBefore, ...othersBefore } = before;
  if (!isDeepStrictEqual(others, othersBefore)) return `it changes other remotes than ${remote}`;
  if (!state) return `it takes ${remote} away`;
  if (from !== startOf(action, stateBefore)) return `it goes from ${from}, which is not what stands there`;
  if (stateBefore?.frozen && ['activate', 'promote', 'canary'].includes(action)) return `${remote} is frozen`;
  return stateProblem(action, { state, before: stateBefore, to, wasLive: history.get(remote) });
}

/** The release that an action leaves. */
function startOf(action: Composition['action'], before: RemoteState | undefined): string | null {
  if (!before) return null;
  if (action === 'abort') return before.canary?.id ?? null;
  return (action === 'canary' && before.canary?.id) || before.live;
}

interface StateChange {
  state: RemoteState;
  before: RemoteState | undefined;
  to: string;
  wasLive: ReadonlyMap<string, string | null> | undefined;
}

/** What each action makes of the state of its remote. */
function stateProblem(action: Composition['action'], { state, before, to, wasLive }: StateChange): string | null {
  const stays = (parts: readonly (keyof RemoteState)[]) =>
    parts.every((part) => isDeepStrictEqual(state[part], before?.[part]));
  switch (action) {
    case 'activate': {
      const previous = before?.live === to ? before.previous : (before?.live ?? null);
      if (state.live !== to || state.previous !== previous || state.canary)
        return 'its state is not that of an activation';
      return null;
    }
    case 'promote':
      if (before?.canary?.id !== to) return `${to} is not the canary`;
      return state.live === to && state.previous === before.live && !state.canary
        ? null
        : 'its state is not that of a promotion';
    case 'rollback':
      if (!wasLive?.has(to)) return `${to} was never live`;
      if (state.live !== to || state.canary || !stays(['frozen'])) return 'its state is not that of a rollback';
      return state.previous === null || wasLive.has(state.previous) ? null : `${state.previous} was never live`;
    case 'canary':
      if (!before) return 'nothing is live beside which a canary could run';
      return state.canary?.id === to && stays(['live', 'previous', 'since', 'guard', 'frozen'])
        ? null
        : 'its state is not that of a canary';
    case 'abort':
      return before?.canary && !state.canary && stays(['live', 'previous', 'since', 'guard', 'frozen'])
        ? null
        : 'its state is not that of a canary that ended';
    case 'freeze':
    case 'unfreeze':
      return (action === 'freeze') === (state.frozen !== undefined) &&
        stays(['live', 'previous', 'since', 'guard', 'canary'])
        ? null
        : 'its state is not that of a freeze';
  }
}
