import { createHash } from 'node:crypto';
import type { Alert } from 'kit/server/alerts/alert-log';
import type { ReleasePlatform } from '../../platform/index.ts';

const releaseRecovered = 'visitors get another release, or this one no longer fails';

/** The incidents of which operators are notified: the title, and the sentence for the end of a kind that can end. */
const incidentKinds = {
  'guard-acted': { title: 'A release was rolled back automatically' },
  'guard-stopped': { title: 'A release is failing and needs a decision', end: releaseRecovered },
  'release-failing': { title: 'A release is failing in browsers', end: releaseRecovered },
  'cannot-judge': { title: 'Releases cannot be evaluated' },
  'plan-stopped': { title: 'A canary plan stopped' },
  'release-refused': { title: 'A release was refused' },
  'server-behind': { title: 'A shell server is behind' },
  'staff-refused': { title: 'Repeated refusals on the staff pages' },
} as const satisfies Record<string, { title: string; end?: string }>;

type IncidentKind = keyof typeof incidentKinds;

export interface Incident {
  kind: IncidentKind;
  /** Identifies the incident among those of its kind. All servers use the same key for the same incident. */
  key: string;
  remote: string | null;
  /** What happened and what to do, as one sentence. */
  sentence: string;
}

export type Report = (incident: Incident) => void;

/** The alert of an incident. If its kind can end, it lasts until it is resolved. */
export function alertOf({ kind, key, remote, sentence }: Incident): Alert {
  const { title, end } = endOf(kind);
  const subject = remote === null ? title : `${title} (${remote})`;
  return { kind, key, about: remote, subject, text: sentence, count: 1, lasts: end !== undefined };
}

export function describeEnd({ kind, about, subject }: Alert): string {
  const { end } = endOf(kind);
  return end === undefined ? subject : `${about === null ? '' : `${about}: `}${end}`;
}

function endOf(kind: string): { title: string; end?: string } {
  // The cast is safe: `hasOwn` has checked the key.
  return Object.hasOwn(incidentKinds, kind) ? incidentKinds[kind as IncidentKind] : { title: kind };
}

interface Watched {
  platform: Pick<ReleasePlatform, 'store' | 'chain'>;
  /** Problems of this server with the store or its logs, as sentences without secrets. */
  problemsHere: () => readonly string[];
  report: Report;
}

/** In milliseconds; a problem that lasts this long is reported. */
const reportAfter = 60_000;
/** In milliseconds after a switch. A server that follows within this time follows later switches too. */
const watchedFor = 10 * 60_000;

/** Reports servers that lag behind after a switch, and this server's problems with the store. */
export class ServerWatch {
  readonly #parts: Watched;
  readonly #since = new Map<string, number>();
  /** The current revision, and the time at which this server first saw it; the time in the revision is from another clock. */
  #newest = { revision: 0, seenAt: 0 };

  constructor(parts: Watched) {
    this.#parts = parts;
  }

  async check(now = Date.now()): Promise<void> {
    const { platform, report, problemsHere } = this.#parts;
    const problems = new Map(problemsHere().map((sentence) => [hashOf(sentence), sentence]));
    for (const [key, sentence] of problems) {
      if (this.#hasLasted(key, now)) {
        const description = `A shell server keeps serving the previous revision, because it cannot take the new one: ${sentence}`;
        report({ kind: 'server-behind', key, remote: null, sentence: description });
      }
    }
    const behind = await this.#findServersBehind(platform, now);
    if (behind && this.#hasLasted(behind.key, now)) report({ kind: 'server-behind', remote: null, ...behind });
    const current = new Set([...problems.keys(), behind?.key]);
    for (const key of this.#since.keys()) if (!current.has(key)) this.#since.delete(key);
  }

  async #findServersBehind(
    { store, chain }: Watched['platform'],
    now: number,
  ): Promise<{ key: string; sentence: string } | null> {
    const current = chain.current?.composition;
    if (!current) return null;
    if (this.#newest.revision !== current.revision) this.#newest = { revision: current.revision, seenAt: now };
    if (now - this.#newest.seenAt >= watchedFor) return null;
    const heartbeats = await store.readHeartbeats(store.pace.heartbeatMaxAge);
    const late = heartbeats.filter(({ revision }) => revision < current.revision);
    const lowest = Math.min(...late.map(({ revision }) => revision));
    if (late.length === 0) return null;
    return {
      key: String(current.revision),
      sentence: `${late.length} of ${heartbeats.length} shell servers ${late.length === 1 ? 'is' : 'are'} still at revision ${lowest}, so some visitors get older releases; revision ${current.revision} is in effect since ${current.at}. Look at their logs and /healthz.`,
    };
  }

  #hasLasted(key: string, now: number): boolean {
    const since = this.#since.get(key) ?? now;
    this.#since.set(key, since);
    return now - since >= reportAfter;
  }
}

/** On every server the same sentence is the same incident; on another day it is a new one. */
function hashOf(sentence: string): string {
  const day = new Date().toISOString().slice(0, 10);
  return `${day}-${createHash('sha256').update(sentence).digest('hex').slice(0, 12)}`;
}

/** In milliseconds, between two checks. */
const interval = 15_000;

/** Checks until it is stopped. The follower reports an unavailable store itself. */
export function watchServers(parts: Watched): { stop: () => void } {
  const watch = new ServerWatch(parts);
  const timer = setInterval(() => void watch.check().catch(() => {}), interval).unref();
  return { stop: () => clearInterval(timer) };
}
