import { isDeepStrictEqual } from 'node:util';
import type { Composition } from 'kit/contracts/composition';
import { movesOf } from '../switch/moves-of.ts';

type RemoteState = Composition['remotes'][string];

/** Why an undo does not take back the very revision in effect, as the end of a sentence; null when it does. */
export function undoProblem(
  entry: Composition,
  { before, earlier }: { before: Composition | null; earlier: Composition | null },
): string | null {
  const { undoes } = entry;
  if (!before || undoes?.revision !== before.revision || undoes.action !== before.action) {
    return 'it takes back another revision than the one in effect';
  }
  if (before.action === 'undo') return `revision ${before.revision} took something back itself`;
  if (!earlier || before.previous?.revision !== earlier.revision) return 'what was before that is not known';
  const names = movesOf(before).map(({ remote }) => remote);
  if (
    !isDeepStrictEqual(
      movesOf(entry).map(({ remote }) => remote),
      names,
    )
  )
    return 'it changes other remotes';
  if (!isDeepStrictEqual(entry.siteFrozen, earlier.siteFrozen)) return 'its freeze is not the one from before';
  const isRestored = names.every((name) =>
    isDeepStrictEqual(withoutTimes(entry.remotes[name]), withoutTimes(earlier.remotes[name])),
  );
  return isRestored ? null : 'its state is not that of before';
}

/** What comes back counts its time anew. */
function withoutTimes(state: RemoteState | undefined): RemoteState | undefined {
  if (!state) return undefined;
  const { since: _, canary, ...rest } = state;
  if (!canary) return rest;
  const { since: __, ...share } = canary;
  return { ...rest, canary: share };
}
