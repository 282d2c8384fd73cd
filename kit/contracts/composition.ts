import * as z from 'zod/mini';
import type { RemoteOrigins } from './origins.ts';
import { partNamePattern, type RouteMeta, releaseIdPattern } from './release.ts';

const releaseId = z.string().check(z.regex(releaseIdPattern));
/** The shell is released like a remote, so its name is valid here too. */
const remoteName = z.string().check(z.regex(partNamePattern));
const revisionNumber = z.int().check(z.positive());
const percent = z.number().check(z.gt(0), z.lte(100));
const noteText = z.string().check(z.maxLength(2000));

/** Every action that a revision can record. Actions on one line belong together. */
export const compositionActions = [
  'activate',
  'rollback',
  // `canary` starts a canary or changes its share; `promote` makes it live; `abort` ends it.
  ...(['canary', 'promote', 'abort'] as const),
  // `advance` takes the next step of a plan; `pause` stops it (by a person, or by a server that sees a problem); `resume`
  // continues it.
  ...(['advance', 'pause', 'resume'] as const),
  // A frozen remote or site takes no new release; rollbacks still work.
  ...(['freeze', 'unfreeze', 'freeze-site', 'unfreeze-site'] as const),
  // A withdrawn remote serves no page until it is restored.
  ...(['withdraw', 'restore'] as const),
  // Reverts the previous revision.
  'undo',
] as const;

/** The largest plan that is accepted. */
export const planLimits = { steps: 20, minutes: 7 * 24 * 60 } as const;

/**
 * How a canary grows automatically. The person who starts it signs the whole plan. Servers take a step when its time is
 * over and the guard has no objection; their signature is valid only within the plan.
 */
export const canaryPlanSchema = z.strictObject({
  steps: z
    .array(
      z.strictObject({
        percent,
        /** The observation time of this share, in minutes. */
        minutes: z.number().check(z.gt(0), z.lte(planLimits.minutes)),
      }),
    )
    .check(z.minLength(1), z.maxLength(planLimits.steps)),
  /** Index of the current step, from 0. */
  step: z.int().check(z.nonnegative()),
  /** True makes the release live after the last step. */
  promote: z.boolean(),
  /** The plan takes no step until a person resumes it. */
  paused: z.optional(z.strictObject({ since: z.string(), reason: noteText })),
});

export type CanaryPlan = z.infer<typeof canaryPlanSchema>;

const siteFreezeSchema = z.strictObject({
  /** ISO 8601, UTC. */
  since: z.string(),
  /** The time at which the freeze ends; without it a person ends the freeze. */
  until: z.optional(z.string()),
  reason: noteText,
});

/** The figures that an automatic decision about a release was based on. */
export const evidenceSchema = z.strictObject({
  views: z.int(),
  failures: z.int(),
  sinceSeconds: z.number(),
  /** Networks that page views came from, and networks with a failed page view. */
  networks: z.optional(z.int()),
  failedNetworks: z.optional(z.int()),
});

/**
 * One revision of the composition, as replaying the log of a site gives it: the live release of each remote, and who
 * changed it, when and why.
 */
export const compositionSchema = z.strictObject({
  revision: revisionNumber,
  /** ISO 8601, UTC. */
  at: z.string(),
  by: z.string().check(z.minLength(1)),
  action: z.enum(compositionActions),
  /** For an action on the whole site, the first remote. */
  remote: remoteName,
  from: z.nullable(releaseId),
  to: releaseId,
  /** The other remotes that the same revision changes: a rollback of several remotes, and its undo. */
  also: z.optional(
    z
      .array(z.strictObject({ remote: remoteName, from: z.nullable(releaseId), to: releaseId }))
      .check(z.minLength(1), z.maxLength(100)),
  ),
  /** Set for a promotion that ended a plan, without a decision of a person. */
  byPlan: z.optional(z.literal(true)),
  /** For an undo, the revision that it reverts and the action of that revision. */
  undoes: z.optional(z.strictObject({ revision: revisionNumber, action: z.enum(compositionActions) })),
  reason: z.string(),
  /** The evidence for an automatic rollback or an automatic abort. */
  evidence: z.optional(evidenceSchema),
  /** Set while the whole site takes no new release. */
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
          /** When the canary got this share, ISO 8601, UTC. */
          since: z.optional(z.string()),
          plan: z.optional(canaryPlanSchema),
        }),
      ),
      /** `off`: the live release is never rolled back automatically. */
      guard: z.optional(z.literal('off')),
      /** Start of the freeze, ISO 8601, UTC. A frozen remote takes no new release; rollbacks still work. */
      frozen: z.optional(z.string()),
      /** The time at which the freeze ends; without it a person ends the freeze. */
      frozenUntil: z.optional(z.string()),
      frozenFor: z.optional(noteText),
      /** Start and reason of a withdrawal. A withdrawn remote serves no page. */
      withdrawn: z.optional(z.strictObject({ since: z.string(), reason: noteText })),
    }),
  ),
});

export type Composition = z.infer<typeof compositionSchema>;
export type CompositionAction = Composition['action'];

/** The files that a browser needs to load one release. */
export interface LoadableRelease {
  id: string;
  /** Absolute path of the federation container. */
  entry: string;
  globalName: string;
  integrity: string;
  /** The additional permissions of its pages; absent if there are none. */
  policy?: PagePolicy;
}

/** The sources that the Content-Security-Policy of a release's pages allows in addition to that of all pages. */
export interface PagePolicy extends RemoteOrigins {
  /** Compiling WebAssembly, because the release ships some. */
  wasm?: true;
}

/** A release with its routes, which the browser needs for navigation. */
export interface BrowserRelease extends LoadableRelease {
  routes: RouteMeta[];
}

/** `/composition/<revision>.json`: immutable, and fetched before the first navigation. */
export interface BrowserComposition {
  revision: number;
  remotes: Record<string, { live: BrowserRelease; previous: BrowserRelease | null }>;
}
