import * as z from 'zod/mini';
import { partNamePattern, type RouteMeta, releaseIdPattern } from './release.ts';

const releaseId = z.string().check(z.regex(releaseIdPattern));
/** The shell is named beside the remotes: what is said of one holds for it as well. */
const remoteName = z.string().check(z.regex(partNamePattern));
const revisionNumber = z.int().check(z.positive());
const percent = z.number().check(z.gt(0), z.lte(100));
const noteText = z.string().check(z.maxLength(2000));

/** Every action of a revision. Those of one line belong together. */
export const compositionActions = [
  'activate',
  'rollback',
  // `canary` starts one or changes its share; `promote` makes it live; `abort` ends it.
  ...(['canary', 'promote', 'abort'] as const),
  // A plan takes its next step; people, or servers that must not go on, hold it; people let it go on.
  ...(['advance', 'pause', 'resume'] as const),
  // A frozen remote, or site, takes no new release; steps back go on.
  ...(['freeze', 'unfreeze', 'freeze-site', 'unfreeze-site'] as const),
  // A withdrawn remote serves no page until it is restored.
  ...(['withdraw', 'restore'] as const),
  // Takes the revision before back.
  'undo',
] as const;

/** Bounds of a plan: what is beyond them is a mistake. */
export const planLimits = { steps: 20, minutes: 7 * 24 * 60 } as const;

/**
 * How a canary grows by itself. Whoever starts it signs all of it; servers take one step after the other when its time is over
 * and nothing speaks against it, and what they sign counts only as far as this goes.
 */
export const canaryPlanSchema = z.strictObject({
  steps: z
    .array(
      z.strictObject({
        percent,
        /** How long this share is looked at before the next step. */
        minutes: z.number().check(z.gt(0), z.lte(planLimits.minutes)),
      }),
    )
    .check(z.minLength(1), z.maxLength(planLimits.steps)),
  /** The step that it is at, from 0. */
  step: z.int().check(z.nonnegative()),
  /** After the last step it is made live. */
  promote: z.boolean(),
  /** It takes no step until people let it go on. */
  paused: z.optional(z.strictObject({ since: z.string(), reason: noteText })),
});

export type CanaryPlan = z.infer<typeof canaryPlanSchema>;

/** Until when the whole site takes no new release. */
const siteFreezeSchema = z.strictObject({
  /** ISO 8601, UTC. */
  since: z.string(),
  /** When it is over by itself; absent, people end it. */
  until: z.optional(z.string()),
  reason: noteText,
});

/** What was seen of a release when a server decided about it. */
export const evidenceSchema = z.strictObject({
  views: z.int(),
  failures: z.int(),
  sinceSeconds: z.number(),
  /** Networks that page views came from, and those with a failed one. */
  networks: z.optional(z.int()),
  failedNetworks: z.optional(z.int()),
});

/**
 * One revision of the composition, as replaying the log of a site gives it: which release of each remote is live, and who made
 * it so, when and why.
 */
export const compositionSchema = z.strictObject({
  revision: revisionNumber,
  /** ISO 8601, UTC. */
  at: z.string(),
  by: z.string().check(z.minLength(1)),
  action: z.enum(compositionActions),
  /** Of what is about the whole site, the first one. */
  remote: remoteName,
  from: z.nullable(releaseId),
  to: releaseId,
  /** The other remotes that the same revision changes: a rollback of several, and its undoing. */
  also: z.optional(
    z
      .array(z.strictObject({ remote: remoteName, from: z.nullable(releaseId), to: releaseId }))
      .check(z.minLength(1), z.maxLength(100)),
  ),
  /** Of a promotion: a plan came to its end, and nobody else decided it. */
  byPlan: z.optional(z.literal(true)),
  /** Of an undo: the revision that it takes back, and what that did. */
  undoes: z.optional(z.strictObject({ revision: revisionNumber, action: z.enum(compositionActions) })),
  reason: z.string(),
  /** What an automatic rollback or the automatic end of a canary was decided on. */
  evidence: z.optional(evidenceSchema),
  /** The whole site takes no new release. */
  siteFrozen: z.optional(siteFreezeSchema),
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
          percent,
          /** When it got this share, ISO 8601, UTC. */
          since: z.optional(z.string()),
          plan: z.optional(canaryPlanSchema),
        }),
      ),
      /** `off`: the live release is never rolled back automatically. */
      guard: z.optional(z.literal('off')),
      /** Since when it takes no new release, ISO 8601, UTC; steps back go on. */
      frozen: z.optional(z.string()),
      /** When that is over by itself; absent, people end it. */
      frozenUntil: z.optional(z.string()),
      /** Why it is frozen. */
      frozenFor: z.optional(noteText),
      /** Since when none of its pages is served, and why. */
      withdrawn: z.optional(z.strictObject({ since: z.string(), reason: noteText })),
    }),
  ),
});

export type Composition = z.infer<typeof compositionSchema>;
export type CompositionAction = Composition['action'];

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
