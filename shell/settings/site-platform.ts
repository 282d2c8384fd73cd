import { resolve } from 'node:path';
import * as z from 'zod/mini';
import {
  foundSite,
  type KeyPlaces,
  keyPlacesIn,
  openBucketStore,
  openFolderStore,
  openPlatform,
  type ReleasePlatform,
  type ReleaseStore,
} from '../platform/index.ts';
import { firstNamespaces } from './namespaces.ts';
import { dataFolder } from './places.ts';
import { buildReleasePolicy } from './release-policy.ts';
import { firstBudget } from './script-budgets.ts';
import { parseVariables, wholeNumber } from './variables.ts';

/** Where the keys of this installation are: below DATA_DIR, unless variables name other files. */
export function keyPlaces(environment: NodeJS.ProcessEnv): KeyPlaces {
  const places = keyPlacesIn(resolve(dataFolder(environment), 'keys'));
  const { ROOT_KEY, GUARD_KEY, SIGNING_KEY, ROOT_SIGNING_KEY } = environment;
  return {
    root: ROOT_KEY ? resolve(ROOT_KEY) : places.root,
    guard: GUARD_KEY ? resolve(GUARD_KEY) : places.guard,
    signer: SIGNING_KEY ? resolve(SIGNING_KEY) : places.signer,
    rootSigner: ROOT_SIGNING_KEY ? resolve(ROOT_SIGNING_KEY) : places.rootSigner,
  };
}

/** The releases in memory and on disk of ten sites like this one. */
const defaultMirrorBytes = 1_000_000_000;

const storeSchema = z.object({
  /** `s3://bucket/prefix`; unset, releases lie below DATA_DIR. */
  RELEASE_STORE: z._default(z.string(), ''),
  /** What a server's local copies of releases may take, in bytes. */
  RELEASE_MIRROR_BYTES: z._default(wholeNumber(10_000_000, Number.MAX_SAFE_INTEGER), defaultMirrorBytes),
});

/** The folder below DATA_DIR, or the bucket that RELEASE_STORE names. */
function openStore(environment: NodeJS.ProcessEnv, { isServing }: { isServing: boolean }): ReleaseStore {
  const dataDir = dataFolder(environment);
  const { RELEASE_STORE: address, RELEASE_MIRROR_BYTES: mirrorBytes } = parseVariables(storeSchema, environment);
  if (!address) return openFolderStore(dataDir);
  return openBucketStore({ address, environment, dataDir, ...(isServing && { serving: { mirrorBytes } }) });
}

/** The release platform of this site, as whoever uses commands sees it: with their own key. */
export function openSitePlatform(environment: NodeJS.ProcessEnv): ReleasePlatform {
  const store = openStore(environment, { isServing: false });
  return openPlatform({ store, policy: buildReleasePolicy(environment), keys: keyPlaces(environment) });
}

/** The same for a shell server, which signs with the key of the guard: steps back, and nothing else. */
export function openServingPlatform(environment: NodeJS.ProcessEnv): ReleasePlatform {
  const store = openStore(environment, { isServing: true });
  const { root, guard } = keyPlaces(environment);
  return openPlatform({ store, policy: buildReleasePolicy(environment), keys: { root, signer: guard } });
}

/** Makes keys and rights of this site where there are none. Gives sentences on what was made. */
export async function foundThisSite(environment: NodeJS.ProcessEnv, by: string): Promise<string[]> {
  const store = openStore(environment, { isServing: false });
  const founding = { namespaces: firstNamespaces, budget: firstBudget };
  const { made } = await foundSite({ store, keys: keyPlaces(environment), by, ...founding });
  return made;
}
