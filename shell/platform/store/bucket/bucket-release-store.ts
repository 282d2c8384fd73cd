import { join } from 'node:path';
import type { Composition } from 'kit/contracts/composition';
import { partNamePattern, releaseIdPattern } from 'kit/contracts/release';
import type { StaffChange } from '../../audit/staff-change.ts';
import { checkReleaseName, checkRemoteName } from '../../release/release-names.ts';
import { ReleaseError } from '../../release-error.ts';
import type { RightsRevision } from '../../trust/rights-revision.ts';
import type {
  Archives,
  Notes,
  ProbeFinding,
  ReleaseStore,
  ReplaceableNotes,
  RevisionLog,
  StorePace,
  Stray,
} from '../release-store.ts';
import { changesKind, compositionsKind, type RevisionKind, rightsKind } from '../revision-kinds.ts';
import { mostHeads, parseHeadText, type ServerHead, type StoredHead } from '../server-head.ts';
import { unlessAway } from '../store-away-error.ts';
import { AwsCredentialSource } from './aws-credentials.ts';
import { BucketArchives } from './bucket-archives.ts';
import { BucketClient } from './bucket-client.ts';
import { parseBucketPlace } from './bucket-place.ts';
import { BucketReleases } from './bucket-releases.ts';
import { BucketRevisionLog } from './bucket-revision-log.ts';
import { BucketTexts } from './bucket-texts.ts';
import { findBucketStrays } from './find-bucket-strays.ts';
import { probeBucket, probeConditions } from './probe-bucket.ts';
import { ReleaseMirror } from './release-mirror.ts';

interface BucketStoreOptions {
  /** `s3://bucket/prefix`. */
  address: string;
  /** Credentials, `S3_ENDPOINT` and `AWS_REGION`. */
  environment: NodeJS.ProcessEnv;
  /** DATA_DIR: keys and the mirror are below it. */
  dataDir: string;
  /** A server: it serves its copies while the store is away, and takes old ones away. Absent for commands. */
  serving?: {
    /** What copies may take, in bytes. */
    mirrorBytes: number;
  };
  /** Hears what operators should know. */
  say?: (sentence: string) => void;
}

/** At list prices a server costs less than four dollars a month with it: docs/scaling.md. */
const bucketPace: StorePace = {
  look: 500,
  rights: 5000,
  newest: 5000,
  whole: 5 * 60_000,
  heads: 60_000,
  headsCountFor: 150_000,
  reports: { watched: 4000, otherwise: 60_000 },
  isFree: false,
};

const signaturesAtMost = 20;
/** What a server asks it asks again soon: it must not hold up its start, nor a visitor. */
const triesOfServer = 3;

/** The release store in a bucket, with copies of what was read of it on this machine. */
export class BucketReleaseStore implements ReleaseStore {
  readonly place: string;
  readonly pace = bucketPace;
  readonly keysFolder: string;
  readonly compositions: RevisionLog<Composition>;
  readonly rights: RevisionLog<RightsRevision>;
  readonly changes: RevisionLog<StaffChange>;
  readonly alarms: Notes;
  readonly incidents: Notes;
  readonly endedSessions: Notes;
  readonly failures: ReplaceableNotes;
  readonly packages: Archives;
  readonly #options: BucketStoreOptions;
  readonly #client: BucketClient;
  readonly #releases: BucketReleases;
  readonly #mirror: ReleaseMirror;
  readonly #reports: BucketTexts;
  readonly #heads: BucketTexts;
  readonly #signatures = new Map<string, BucketTexts>();
  #published = new Map<string, number>();
  /** What it does not do that switches rest on. */
  #unfit: readonly string[] = [];

  /** @throws ReleaseError `bad-name` when the address is none. */
  constructor(options: BucketStoreOptions) {
    const { address, environment, dataDir, serving, say = console.error } = options;
    this.#options = options;
    const place = parseBucketPlace(address, environment);
    const client = new BucketClient({
      place,
      credentials: new AwsCredentialSource(environment),
      onSkew: say,
      ...(serving && { tries: triesOfServer }),
    });
    const folder = join(dataDir, 'mirror', place.name.slice('s3://'.length));
    this.#client = client;
    this.place = place.name;
    this.keysFolder = join(dataDir, 'keys');
    this.#releases = new BucketReleases(client);
    this.#mirror = new ReleaseMirror({
      folder,
      mostBytes: serving?.mirrorBytes ?? null,
      fetchRelease: (remote, id) => this.#releases.fetch(remote, id),
    });
    const open = <Entry extends { revision: number }>(name: string, kind: RevisionKind<Entry>) =>
      new BucketRevisionLog<Entry>({
        ...kind,
        client,
        name,
        cacheFile: join(folder, 'logs', `${name}.jsonl`),
        startsWithoutStore: serving !== undefined,
        ...(serving && { triesOfLook: 1 }),
      });
    this.compositions = open('compositions', compositionsKind);
    this.rights = open('rights', rightsKind);
    this.changes = open('changes', changesKind);
    this.alarms = new BucketTexts(client, 'alarms');
    this.incidents = new BucketTexts(client, 'incidents');
    this.endedSessions = new BucketTexts(client, 'ended-sessions');
    this.failures = new BucketTexts(client, 'failures');
    this.packages = new BucketArchives(client, 'packages');
    this.#reports = new BucketTexts(client, 'reports');
    this.#heads = new BucketTexts(client, 'heads');
  }

  get problems(): readonly string[] {
    const { trouble } = this.#client;
    const away = trouble === null ? [] : [`The release store ${trouble}; what was read of it before is served.`];
    return [...this.#unfit, ...away];
  }

  now(): number {
    return this.#client.now();
  }

  async listRemotes(): Promise<string[]> {
    return (await this.#releases.listRemotes()).filter((name) => partNamePattern.test(name)).sort();
  }

  async listReleases(remote: string): Promise<string[]> {
    checkRemoteName(remote);
    const found = [...(await this.#releases.list(remote))].filter(([id]) => releaseIdPattern.test(id));
    for (const [id, at] of found) this.#published.set(`${remote} ${id}`, at);
    return found.map(([id]) => id);
  }

  async releaseFolder(remote: string, id: string): Promise<string> {
    checkReleaseName(remote, id);
    return this.#mirror.open(remote, id);
  }

  async renew(remote: string, id: string): Promise<boolean> {
    checkReleaseName(remote, id);
    return this.#mirror.renew(remote, id);
  }

  pin(releases: Iterable<string>): void {
    this.#mirror.pin(releases);
  }

  async addRelease(remote: string, id: string, files: ReadonlyMap<string, Buffer | string>): Promise<boolean> {
    checkReleaseName(remote, id);
    return this.#releases.add(remote, id, files);
  }

  async readSignatures(remote: string, id: string): Promise<string[]> {
    const texts = await this.#signaturesOf(remote, id).readAll();
    return [...texts]
      .filter(([name]) => /^[0-9a-f]{16}$/.test(name))
      .map(([, text]) => text)
      .slice(0, signaturesAtMost);
  }

  async addSignature(remote: string, id: string, { keyId, text }: { keyId: string; text: string }): Promise<boolean> {
    return this.#signaturesOf(remote, id).add(keyId, text);
  }

  #signaturesOf(remote: string, id: string): BucketTexts {
    checkReleaseName(remote, id);
    const name = `signatures/${remote}/${id}`;
    const texts = this.#signatures.get(name) ?? new BucketTexts(this.#client, name);
    this.#signatures.set(name, texts);
    return texts;
  }

  async publishedAt(remote: string, id: string): Promise<Date> {
    checkReleaseName(remote, id);
    if (!this.#published.has(`${remote} ${id}`)) await this.listReleases(remote);
    const at = this.#published.get(`${remote} ${id}`);
    if (at === undefined) throw missing(remote, id);
    return new Date(at);
  }

  async writeReport(server: string, report: string): Promise<void> {
    await this.#reports.replace(server, report);
  }

  readReports(): Promise<ReadonlyMap<string, string>> {
    return this.#reports.readAll();
  }

  async removeReport(server: string): Promise<void> {
    await this.#reports.remove(server);
  }

  async writeHead(server: string, head: ServerHead | null): Promise<void> {
    if (head === null) await this.#heads.remove(server);
    else await this.#heads.replace(server, JSON.stringify(head));
  }

  async readHeads(within: number): Promise<StoredHead[]> {
    const texts = await this.#heads.readDated({ since: this.now() - within, most: mostHeads });
    const heads = texts.map(({ name, text, modified }): StoredHead | null => {
      const head = parseHeadText(text);
      return head && { ...head, server: name, writtenAt: modified };
    });
    return heads.filter((head) => head !== null);
  }

  async removeRelease(remote: string, id: string): Promise<void> {
    if (!(await this.listReleases(remote)).includes(id)) {
      checkReleaseName(remote, id);
      throw missing(remote, id);
    }
    await this.#releases.remove(remote, id);
    this.#signatures.delete(`signatures/${remote}/${id}`);
    await this.#mirror.remove(remote, id);
  }

  removeUnfinished(before: Date): Promise<void> {
    return this.#releases.removeUncommitted(before.getTime());
  }

  async probe({ isKnown } = { isKnown: false }): Promise<ProbeFinding[]> {
    const findings = isKnown ? [await probeConditions(this.#client)] : await probeBucket(this.#client);
    this.#unfit = findings
      .filter(({ isEssential, holds }) => isEssential && !holds)
      .map(({ what, words }) => `The release store is not fit, ${what}: ${words}.`);
    return findings;
  }

  findStrays(): Promise<Stray[]> {
    return findBucketStrays({
      client: this.#client,
      readCommit: (remote, id) => this.#releases.readCommit(remote, id).catch(unlessAway(() => null)),
    });
  }

  openAnew(folder: string): ReleaseStore {
    const { serving: _, ...options } = this.#options;
    return new BucketReleaseStore({ ...options, dataDir: folder });
  }
}

function missing(remote: string, id: string): ReleaseError {
  return new ReleaseError(
    'release-missing',
    `The store holds no release ${id} of ${remote}; "npm run release -- list ${remote}" shows those it holds.`,
  );
}
