import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { readVariables } from 'kit/server/settings/variables';
import {
  createFileOnce,
  KeyFiles,
  openPlatform,
  ReleaseError,
  type ReleasePlatform,
  type ReleaseStore,
  SiteRights,
  Stores,
} from '../platform/index.ts';
import { firstNamespaces } from './namespaces.ts';
import { dataFolder } from './places.ts';
import { buildReleasePolicy, type LoadPages } from './release-policy.ts';
import { firstBudget } from './script-budgets.ts';

/** The key files of this installation: below DATA_DIR, unless variables name other files for the signer. */
export function keyPlaces(environment: NodeJS.ProcessEnv): KeyFiles.KeyPlaces {
  const places = KeyFiles.keyPlacesIn(resolve(dataFolder(environment), 'keys'));
  const { SIGNING_KEY, ROOT_SIGNING_KEY } = readVariables(environment, ['SIGNING_KEY', 'ROOT_SIGNING_KEY']);
  return {
    ...places,
    signer: SIGNING_KEY ? resolve(SIGNING_KEY) : places.signer,
    rootSigner: ROOT_SIGNING_KEY ? resolve(ROOT_SIGNING_KEY) : places.rootSigner,
  };
}

/** In bytes, for a server's local copies of releases: ten times the releases of a site like this one. */
const mirrorBytes = 1_000_000_000;

/** The store below DATA_DIR, or the bucket that RELEASE_STORE names. */
function openStore(environment: NodeJS.ProcessEnv, { isServing }: { isServing: boolean }): ReleaseStore {
  const dataDir = dataFolder(environment);
  const { RELEASE_STORE: address } = readVariables(environment, ['RELEASE_STORE']);
  if (!address) return Stores.openFolderStore(dataDir);
  return Stores.openBucketStore({ address, environment, dataDir, ...(isServing && { serving: { mirrorBytes } }) });
}

/**
 * The release platform of this site, as whoever uses commands sees it: with their own key.
 *
 * @param loadPages null for a program that asks the gate for no rule about pages
 */
export function openSitePlatform(environment: NodeJS.ProcessEnv, loadPages: LoadPages | null): ReleasePlatform {
  const store = openStore(environment, { isServing: false });
  return openPlatform({ store, policy: buildReleasePolicy(environment, loadPages), keys: keyPlaces(environment) });
}

/** The release platform for a shell server, which signs with the guard's key. That key may only roll back. */
export function openServingPlatform(environment: NodeJS.ProcessEnv, loadPages: LoadPages | null): ReleasePlatform {
  const store = openStore(environment, { isServing: true });
  const { root, guard } = keyPlaces(environment);
  const policy = buildReleasePolicy(environment, loadPages);
  return openPlatform({ store, policy, keys: { root, signer: guard } });
}

export async function foundThisSite(environment: NodeJS.ProcessEnv, by: string): Promise<string[]> {
  const store = openStore(environment, { isServing: false });
  const founding = { namespaces: firstNamespaces, budget: firstBudget };
  const { made } = await SiteRights.foundSite({ store, keys: keyPlaces(environment), by, ...founding });
  return made;
}

/** Keys of 32 bytes that programs of a site share. Where they share no folder, each gets them in hex by a variable. */
const sharedKeys = {
  /** Signs preview links; every shell server over the same data uses the same key. */
  preview: 'PREVIEW_KEY',
  /** Signs tokens of page views; the same on every shell server, too. */
  views: 'VIEW_KEY',
  /** Signs the staff page's questions to the API; shell servers and API have the same key. */
  office: 'OFFICE_KEY',
} as const;

/**
 * Gives a shared key as it was given, else from its file, which is made first where there is none.
 *
 * @throws ReleaseError `keys` for a value that is not 64 hexadecimal digits, or a damaged file
 */
export async function ensureKey(keysFolder: string, name: keyof typeof sharedKeys, given?: string): Promise<Buffer> {
  if (given) {
    if (/^[0-9a-f]{64}$/i.test(given)) return Buffer.from(given, 'hex');
    const words = 'must be 64 hexadecimal digits: "openssl rand -hex 32" makes such a key.';
    throw new ReleaseError('keys', `${sharedKeys[name]} ${words}`);
  }
  const path = join(keysFolder, `${name}.key`);
  // Of two processes that make it at once, both read the one that was first.
  if ((await KeyFiles.readSecret(path)) === null) {
    await createFileOnce(path, randomBytes(32).toString('hex'), { mode: 0o600, folderMode: 0o700 });
  }
  const key = Buffer.from((await KeyFiles.readSecret(path)) ?? '', 'hex');
  if (key.length === 32) return key;
  throw new ReleaseError('keys', `The key ${path} is damaged: remove it and a new one is made.`);
}
