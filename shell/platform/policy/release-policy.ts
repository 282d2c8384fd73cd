import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileErrorCode } from '../file-error-code.ts';
import type { BrowserChoice } from '../gate/browser.ts';
import type { HostPages } from '../gate/host-pages.ts';
import type { KeyPlaces } from '../keys/key-places.ts';
import { parsePublicKey } from '../keys/public-key.ts';
import { readSigner, type Signer } from '../keys/signer.ts';
import { ReleaseChain } from '../state/release-chain.ts';
import type { ReleaseStore } from '../store/release-store.ts';

/** What renders pages on the server: the host's own code, built to one CommonJS file. */
export interface HostRendering {
  /** The file, which exports a `HostBundle` as `hostBundle`. */
  bundle: string;
  /** The command that builds it, for whoever finds it missing. */
  buildCommand: string;
  /** What the host gives to each page it renders. Asked anew for each gate; throws a sentence when it cannot be read. */
  readSite: () => unknown;
}

/** What the gate tries the pages of a release in a browser with. */
export interface HostBrowsing extends BrowserChoice {
  /** Asked when the gate needs them, each time: what builds pages is much, and most commands need none of it. */
  loadPages: () => Promise<HostPages>;
}

/** In bytes of JSON. */
export interface RecordBudget {
  /** The routes, which every page of the remote carries along, and every composition. */
  routes: number;
  /** The whole record, which every server reads. */
  record: number;
}

/** What a release of the host itself is held against. */
export interface ShellPolicy {
  /** The kind of documents that this server program writes: a shell of another kind would not come alive in them. */
  documents: number;
  /** All scripts that a first page loads, the remote's and the shell's, in bytes of brotli. */
  firstPageBudget: number;
}

/** What the site offers its remotes. The platform is given all of it, and knows no site by itself. */
export interface ReleasePolicy {
  /** Paths that the host serves itself, with everything below them: no remote can be given one. */
  reserved: readonly string[];
  /** Paths of the host's API, with `:name` for what an address fills in, that a route may name as its data: a GET each. */
  offeredData: readonly string[];
  /** What the record of a release may weigh, in bytes of JSON. */
  recordBudget: RecordBudget;
  /** What a server may send for a page before its first bytes have been acknowledged, in bytes, compressed, with the headers. */
  firstAnswerBudget: number;
  /** The version of each shared module that the host provides, by the module's id. */
  sharedModules: Readonly<Record<string, string>>;
  /** Of the shell that this program was built with, as {@link sharedModules} is; in use where no release of the shell is live. */
  rendering: HostRendering;
  shell: ShellPolicy;
  /** Null for a host without pages for browsers: the gate then says that it tried none. */
  browsing: HostBrowsing | null;
}

/** A release store, the policy of the site whose releases it holds, and who signs: what switches and gates work on. */
export interface ReleasePlatform {
  readonly store: ReleaseStore;
  readonly policy: ReleasePolicy;
  /** What counts of the store's logs. */
  readonly chain: ReleaseChain;
  /** Who signs releases and switches. Rejects with what to do where there is no private key. */
  readonly readSigner: () => Promise<Signer>;
  /** Who signs changes of rights; rejects likewise. */
  readonly readRootSigner: () => Promise<Signer>;
}

interface PlatformParts {
  store: ReleaseStore;
  policy: ReleasePolicy;
  keys: Pick<KeyPlaces, 'root' | 'signer'> & Partial<Pick<KeyPlaces, 'rootSigner'>>;
}

/** Puts a platform together. Keys are read when they are needed. */
export function openPlatform({ store, policy, keys }: PlatformParts): ReleasePlatform {
  return {
    store,
    policy,
    chain: new ReleaseChain(store, () => readRoot(keys.root)),
    readSigner: () => readSigner(keys.signer),
    readRootSigner: () => readSigner(keys.rootSigner ?? 'ROOT_SIGNING_KEY'),
  };
}

/** Null as long as there is none: a server may be started before its site is founded. */
async function readRoot(file: string): Promise<KeyObject | null> {
  const pem = await readFile(file, 'utf8').catch((error: unknown) => {
    if (fileErrorCode(error) === 'ENOENT') return null;
    throw error;
  });
  return pem === null ? null : parsePublicKey({ pem, file });
}
