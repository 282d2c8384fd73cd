import type { ReleasePlatform } from '../policy/release-policy.ts';
import { ReleaseError } from '../release-error.ts';
import type { Rights } from './rights.ts';

/** Reads what counts now, whole. Throws a ReleaseError `keys` where nobody has rights yet. */
export async function readRights({ chain, store }: Pick<ReleasePlatform, 'chain' | 'store'>): Promise<Rights> {
  await chain.refresh({ whole: true });
  if (chain.rights.revision) return chain.rights;
  throw new ReleaseError(
    'keys',
    chain.problems[0] ??
      `The store ${store.place} has no rights yet: npm run release -- keys found, or npm start, makes them.`,
  );
}
