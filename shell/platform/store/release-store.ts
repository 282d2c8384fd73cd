import type { Composition } from 'kit/contracts/composition';
import type { StaffChange } from '../audit/staff-change.ts';
import type { RightsRevision } from '../trust/rights-revision.ts';
import type { Signature, SignedEntry } from '../trust/signed-entry.ts';
import type { ServerHead, StoredHead } from './server-head.ts';

/** An append-only list of numbered entries that are never written again; appending is the compare-and-set. */
export interface RevisionLog<Entry extends { revision: number }> {
  /** The highest readable entry, the highest number taken, and a sentence for each damaged entry above the current. */
  readCurrent(): Promise<CurrentRevision<Entry>>;
  /** Every readable entry, oldest first, with a sentence for each damaged one. */
  readAll(): Promise<{ entries: Entry[]; damaged: string[] }>;
  /** One entry; null when there is none. Throws a sentence when it is damaged. */
  read(revision: number): Promise<Entry | null>;
  /** The same with its hash and signatures, as they are stored: whether they hold is for whoever asks. */
  readSigned(revision: number): Promise<SignedEntry<Entry> | null>;
  /** All numbers taken, ascending. */
  list(): Promise<number[]>;
  /** Changes when the stored bytes change, null when there is no such revision. Cheap: made to be asked often. */
  fingerprint(revision: number): Promise<string | null>;
  /** Writes over the file of an entry that is damaged: for whoever still has it whole. */
  restore(stored: { revision: number; text: string }): Promise<void>;
  /** Throws RevisionTakenError when the number is taken. The entry is durable when this resolves. */
  append(entry: Entry, sign?: (sha256: string) => readonly Signature[]): Promise<void>;
}

export interface CurrentRevision<Entry> {
  current: Entry | null;
  lastRevision: number;
  damaged: string[];
}

/** Small texts by name that any server may leave for the others: each is written once, and taken away when it is over. */
export interface Notes {
  /** False when there is one of that name: it stays as it is. */
  add(name: string, text: string): Promise<boolean>;
  /** By name; empty where one cannot be read. */
  readAll(): Promise<ReadonlyMap<string, string>>;
  remove(name: string): Promise<void>;
}

/** Notes that may be written again. */
export interface ReplaceableNotes extends Notes {
  /** Writes over the text of that name. */
  replace(name: string, text: string): Promise<void>;
}

/** What names an archive: one file, in no folder. */
export const archiveName = /^[\w-][\w.-]{0,120}$/;
/** A package for squads stays far below it. */
export const mostArchiveBytes = 50_000_000;

export interface Archived {
  name: string;
  /** When it was added, by the store's clock, in milliseconds since 1970. */
  added: number;
}

/** Files by name that any server may leave for the others; a name has the same bytes for good. */
export interface Archives {
  /** False when there is one of that name: it stays as it is. */
  add(name: string, bytes: Buffer): Promise<boolean>;
  /** Null when there is none. */
  read(name: string): Promise<Buffer | null>;
  list(): Promise<Archived[]>;
  remove(name: string): Promise<void>;
}

/** What a store was tried for, and how it went, in words. */
export interface ProbeFinding {
  what: string;
  holds: boolean;
  /** Without it two switches can both win: no server works on such a store. */
  isEssential: boolean;
  words: string;
}

/** Something in a store that belongs to no release and no log of it. */
export interface Stray {
  /** Below the store's place. */
  path: string;
  /** Left by a writer that was stopped, or of one at work: pruning takes it away after a day. Else nobody knows what it is. */
  isUnfinished: boolean;
  /** A whole store of another site, which has its prefix in the same bucket. */
  isOtherStore?: true;
  /** When it was written last, by the store's clock, in milliseconds since 1970. */
  written: number;
}

/** How often servers ask a store for what: every request to a bucket is paid for. All in milliseconds. */
export interface StorePace {
  /** Between two looks for the next revision. */
  look: number;
  /** Between two looks for new rights; a new revision has them looked for at once. */
  rights: number;
  /** Between two looks whether the revision in effect is still what it was. */
  newest: number;
  /** Between two listings of everything. */
  whole: number;
  /** Between two announcements of the revision in effect, and how long one counts. */
  heads: number;
  headsCountFor: number;
  /** Between two reports of page views: while the guard watches a release, and at all other times. */
  reports: { watched: number; otherwise: number };
  /** False where requests cost: nothing is asked for twice. */
  isFree: boolean;
}

/** Where releases and the composition live: a folder, or a bucket of an object store. */
export interface ReleaseStore {
  /** For messages. */
  readonly place: string;
  readonly pace: StorePace;
  /** What is wrong with the store as a whole, in sentences: it does not answer, and since when. */
  readonly problems: readonly string[];
  /** A local folder with the keys of preview links and page views, and what else an installation keeps its keys in. */
  readonly keysFolder: string;
  readonly compositions: RevisionLog<Composition>;
  readonly rights: RevisionLog<RightsRevision>;
  readonly changes: RevisionLog<StaffChange>;
  /** Where the guard stopped and calls people. */
  readonly alarms: Notes;
  /** What people are told of, and how far that came. */
  readonly incidents: Notes;
  /** Sessions of the staff page that were ended before their time. */
  readonly endedSessions: Notes;
  /** What failed in browsers as each shell server was told, by server. */
  readonly failures: ReplaceableNotes;
  /** The packages that squads elsewhere were ever given: their lockfiles name the very bytes. */
  readonly packages: Archives;
  listRemotes(): Promise<string[]>;
  /** Ids of all releases of a remote, damaged ones too, in no order. */
  listReleases(remote: string): Promise<string[]>;
  /** A local folder that holds the release, to read only. Throws a ReleaseError `release-missing`. */
  releaseFolder(remote: string, id: string): Promise<string>;
  /** Adds a release whole or not at all from files in memory or on disk. False when the id is there already. */
  addRelease(remote: string, id: string, files: ReadonlyMap<string, Buffer | string>): Promise<boolean>;
  /** Signatures over a release's record that came after it was published, as text. */
  readSignatures(remote: string, id: string): Promise<string[]>;
  addSignature(remote: string, id: string, signature: { keyId: string; text: string }): Promise<boolean>;
  publishedAt(remote: string, id: string): Promise<Date>;
  /** What a shell server saw of the releases; it replaces the server's earlier report. */
  writeReport(server: string, report: string): Promise<void>;
  /** By server; empty where one cannot be read. */
  readReports(): Promise<ReadonlyMap<string, string>>;
  removeReport(server: string): Promise<void>;
  /** What a server says of itself: which revision is in effect, what its shell shares; null when it ends. */
  writeHead(server: string, head: ServerHead | null): Promise<void>;
  /** What servers said of themselves within this time, in milliseconds; of very many, the newest. */
  readHeads(within: number): Promise<StoredHead[]>;
  /** Takes a local copy that proved bad away and fetches it anew; false where there is no other. */
  renew(remote: string, id: string): Promise<boolean>;
  /** Names the releases, as `remote id`, whose local copies must stay whatever else needs their room. */
  pin(releases: Iterable<string>): void;
  /**
   * Tries what the store rests on, in the store itself; a folder has nothing to be tried for. `isKnown`: it held before, so
   * only what may have changed since is tried. What does not hold stands in `problems` from then on.
   */
  probe(how?: { isKnown: boolean }): Promise<ProbeFinding[]>;
  /** What lies in it and is nothing of it. */
  findStrays(): Promise<Stray[]>;
  /** The same store as a machine has it that holds no copies yet; those that it makes go below a folder. */
  openAnew(folder: string): ReleaseStore;
  /** The time by the clock that the ages of this store are told by. */
  now(): number;
  removeRelease(remote: string, id: string): Promise<void>;
  /** Takes away what writers that died before this moment left behind; readers never saw it. */
  removeUnfinished(before: Date): Promise<void>;
}
