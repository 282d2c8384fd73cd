import * as z from 'zod/mini';
import { partNamePattern, type RouteMeta, releaseIdPattern } from './release.ts';

const releaseId = z.string().check(z.regex(releaseIdPattern));
/** The shell is named beside the remotes: what is said of one holds for it as well. */
const remoteName = z.string().check(z.regex(partNamePattern));

/**
 * One revision of the composition, as the release store keeps it: which release of each remote is live, and who made
 * it so, when and why. Revisions are never written again, so together they are the audit log.
 */
export const compositionSchema = z.strictObject({
  revision: z.int().check(z.positive()),
  /** ISO 8601, UTC. */
  at: z.string(),
  by: z.string().check(z.minLength(1)),
  /** `canary` starts one or changes its share; `promote` makes it live; `abort` ends it. A frozen remote takes no new release. */
  action: z.enum(['activate', 'rollback', 'canary', 'promote', 'abort', 'freeze', 'unfreeze']),
  remote: remoteName,
  from: z.nullable(releaseId),
  to: releaseId,
  reason: z.string(),
  /** The revision that was in effect, with the hash of its entry; null where none was, absent from before there were signatures. */
  previous: z.optional(
    z.nullable(
      z.strictObject({ revision: z.int().check(z.positive()), sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
    ),
  ),
  /** Revisions between that one and this, which do not count: whoever switched has seen them. */
  passedOver: z.optional(z.array(z.int().check(z.positive()))),
  /** What an automatic rollback or the automatic end of a canary was decided on. */
  evidence: z.optional(
    z.strictObject({
      views: z.int(),
      failures: z.int(),
      sinceSeconds: z.number(),
      /** Networks that page views came from, and those with a failed one; absent from before they were told apart. */
      networks: z.optional(z.int()),
      failedNetworks: z.optional(z.int()),
    }),
  ),
  remotes: z.record(
    remoteName,
    z.strictObject({
      live: releaseId,
      previous: z.nullable(releaseId),
      /** When the live release went live, ISO 8601, UTC. */
      since: z.optional(z.string()),
      /** A share of the visitors gets this release instead of the live one. */
      canary: z.optional(
        z.strictObject({
          id: releaseId,
          percent: z.number().check(z.gt(0), z.lte(100)),
          /** When it got this share, ISO 8601, UTC. */
          since: z.optional(z.string()),
        }),
      ),
      /** `off`: the live release is never rolled back automatically. */
      guard: z.optional(z.literal('off')),
      /** Since when it takes no new release, ISO 8601, UTC; steps back go on. */
      frozen: z.optional(z.string()),
    }),
  ),
});

export type Composition = z.infer<typeof compositionSchema>;

/** What a browser needs to load one release. */
export interface LoadableRelease {
  id: string;
  /** Absolute path of the federation container. */
  entry: string;
  globalName: string;
  /** Subresource integrity of the container. */
  integrity: string;
}

/** The same with what it serves, for navigation. */
export interface BrowserRelease extends LoadableRelease {
  routes: RouteMeta[];
}

/** `/composition/<revision>.json`: immutable, fetched ahead of the first navigation. */
export interface BrowserComposition {
  revision: number;
  remotes: Record<string, { live: BrowserRelease; previous: BrowserRelease | null }>;
}
