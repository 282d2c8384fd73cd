import * as z from 'zod/mini';
import type { RemoteOrigins } from './origins.ts';
import type { RouteMeta } from './release.ts';

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
        percent: z.number().check(z.gt(0), z.lte(100)),
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
  paused: z.optional(z.strictObject({ since: z.string(), reason: z.string().check(z.maxLength(2000)) })),
});

export type CanaryPlan = z.infer<typeof canaryPlanSchema>;

/** The figures that an automatic decision about a release was based on. */
export const evidenceSchema = z.strictObject({
  views: z.int(),
  failures: z.int(),
  sinceSeconds: z.number(),
  /** Networks that page views came from, and networks with a failed page view. */
  networks: z.optional(z.int()),
  failedNetworks: z.optional(z.int()),
});

/** Every action that a revision can record. Actions on one line belong together. */
type CompositionAction =
  | 'activate'
  | 'rollback'
  // `canary` starts a canary or changes its share; `promote` makes it live; `abort` ends it.
  | ('canary' | 'promote' | 'abort')
  // `advance` takes the next step of a plan; `pause` stops it (by a person, or by a server that sees a problem); `resume`
  // continues it.
  | ('advance' | 'pause' | 'resume')
  // A frozen remote or site takes no new release; rollbacks still work.
  | ('freeze' | 'unfreeze' | 'freeze-site' | 'unfreeze-site')
  // A withdrawn remote serves no page until it is restored.
  | ('withdraw' | 'restore')
  // Reverts the previous revision.
  | 'undo';

interface Move {
  remote: string;
  from: string | null;
  to: string;
}

/**
 * One revision of the composition, as replaying the log of a site gives it: the live release of each remote, and who
 * changed it, when and why. Times are in ISO 8601, UTC. For an action on the whole site, `remote` is the first one.
 */
export interface Composition extends Move {
  revision: number;
  at: string;
  by: string;
  action: CompositionAction;
  /** The other remotes that the same revision changes: a rollback of several remotes, and its undo. */
  also?: Move[] | undefined;
  /** Set for a promotion that ended a plan, without a decision of a person. */
  byPlan?: true | undefined;
  /** For an undo, the revision that it reverts and the action of that revision. */
  undoes?: { revision: number; action: CompositionAction } | undefined;
  reason: string;
  /** The evidence for an automatic rollback or an automatic abort. */
  evidence?: z.infer<typeof evidenceSchema> | undefined;
  /** Set while the whole site takes no new release. Without `until` a person ends the freeze. */
  siteFrozen?: { since: string; until?: string | undefined; reason: string } | undefined;
  remotes: Record<string, RemoteState>;
}

interface RemoteState {
  live: string;
  previous: string | null;
  /** When the live release went live. */
  since?: string | undefined;
  /** A share of the visitors gets this release instead of the live one, since a time. */
  canary?: { id: string; percent: number; since?: string | undefined; plan?: CanaryPlan | undefined } | undefined;
  /** `off`: the live release is never rolled back automatically. */
  guard?: 'off' | undefined;
  /** Start of the freeze. A frozen remote takes no new release; rollbacks still work. */
  frozen?: string | undefined;
  /** The time at which the freeze ends; without it a person ends the freeze. */
  frozenUntil?: string | undefined;
  frozenFor?: string | undefined;
  /** A withdrawn remote serves no page. */
  withdrawn?: { since: string; reason: string } | undefined;
}

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
