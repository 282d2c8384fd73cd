import * as z from 'zod/mini';
import { canaryPlanSchema } from '../composition.ts';
import { problemSchema } from '../problem.ts';
import { partNamePattern, releaseIdPattern, remoteNamePattern } from '../release.ts';

/** The base path of all calls of squads. */
export const squadCallsBase = '/_platform/api/v1';

const remoteName = z.string().check(z.regex(remoteNamePattern));
const releaseId = z.string().check(z.regex(releaseIdPattern));
const shortText = z.string().check(z.maxLength(500));
const keyId = z.string().check(z.regex(/^[0-9a-f]{16}$/));
const integrity = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/));

// ---- publish: PUT /remotes/<remote>/releases/<id>, framed as in release-upload.ts

export const publicationSchema = z.strictObject({
  /** `release.json`, byte for byte, because the signature covers its bytes. */
  record: z.string().check(z.maxLength(2_000_000)),
  signature: z.string().check(z.maxLength(1000)),
});

export type Publication = z.infer<typeof publicationSchema>;

/** A file that the site still lacks. `offset` counts the bytes that an earlier upload stored; they are not verified yet. */
const missingFileSchema = z.object({ integrity, bytes: z.int(), offset: z.int() });

export type MissingFile = z.infer<typeof missingFileSchema>;

export const publishAnswerSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('published'),
    remote: remoteName,
    id: releaseId,
    /** False if the site already has this release. */
    added: z.boolean(),
  }),
  z.object({ state: z.literal('missing'), remote: remoteName, id: releaseId, missing: z.array(missingFileSchema) }),
]);

export type PublishAnswer = z.infer<typeof publishAnswerSchema>;

// ---- switch: POST /remotes/<remote>/switches checks and proposes a switch, PUT /revisions/<n> commits it

export const switchActions = ['activate', 'canary', 'promote', 'abort', 'rollback'] as const;

export const switchRequestSchema = z.strictObject({
  action: z.enum(switchActions),
  /** The release: required for `activate` and `canary`, and the target of a `rollback`. */
  id: z.optional(releaseId),
  /** For a canary: above 0, at most 100. */
  percent: z.optional(z.number().check(z.gt(0), z.lte(100))),
  /** For a canary that grows automatically; it replaces `percent`. */
  plan: z.optional(z.omit(canaryPlanSchema, { step: true, paused: true })),
  /** `off` turns the automatic rollback off. */
  guard: z.optional(z.enum(['on', 'off'])),
  reason: shortText,
  /** The person in the log; the default is the name of the key. */
  by: z.optional(z.string().check(z.minLength(1), z.maxLength(80))),
  /** The revision that the caller saw. The site refuses the switch if there is a newer one. */
  expectedRevision: z.optional(z.int()),
  dryRun: z.optional(z.boolean()),
});

export type SwitchCall = z.infer<typeof switchRequestSchema>;

const switched = {
  remote: remoteName,
  revision: z.int(),
  action: z.string(),
  from: z.nullable(releaseId),
  to: releaseId,
  /** The duration of the gate in milliseconds, and its result as text. */
  gateMilliseconds: z.number(),
  notes: z.array(z.string()),
  /** For a dry run: how routes, sizes, requirements and origins differ from what visitors have, a line each. */
  differences: z.array(z.string()),
};

export const switchAnswerSchema = z.discriminatedUnion('outcome', [
  /** The requested state is already in place. */
  z.object({ outcome: z.literal('unchanged'), ...switched }),
  /** All checks passed. The proposal is missing for a dry run. */
  z.object({
    outcome: z.literal('checked'),
    ...switched,
    proposal: z.nullable(
      z.object({
        /** The next revision of the composition as JSON; the caller signs its SHA-256. */
        entry: z.string(),
        /** The site's proof that its gate accepted this entry. It expires after a few minutes. */
        pass: z.string(),
      }),
    ),
  }),
]);

export type SwitchAnswer = z.infer<typeof switchAnswerSchema>;

export const revisionRequestSchema = z.strictObject({
  entry: z.string().check(z.maxLength(300_000)),
  pass: z.string().check(z.maxLength(2000)),
  signature: z.strictObject({ keyId, signature: z.string().check(z.regex(/^[A-Za-z0-9+/]{86}==$/)) }),
});

export type RevisionRequest = z.infer<typeof revisionRequestSchema>;

export const revisionAnswerSchema = z.object({
  outcome: z.literal('changed'),
  revision: z.int(),
  /** For the first release of a remote: servers that did not serve it when the site stopped waiting for them. */
  notServedBy: z.optional(z.array(z.string())),
});

/** Which servers serve the first release of a remote, as the end of a sentence. */
export function describeServers(notServedBy: readonly string[]): string {
  if (notServedBy.length === 0) return 'every server that runs serves it.';
  return `after 20 s it is not served by ${notServedBy.join(', ')}; visitors of the others get it.`;
}

// ---- status

const healthSchema = z.nullable(z.object({ views: z.int(), failures: z.int() }));

const remoteStatusSchema = z.object({
  remote: remoteName,
  live: z.nullable(releaseId),
  previous: z.nullable(releaseId),
  /** ISO 8601. */
  since: z.nullable(z.string()),
  /** With its plan, if it grows automatically. */
  canary: z.nullable(z.object({ id: releaseId, percent: z.number(), plan: z.optional(canaryPlanSchema) })),
  guard: z.enum(['on', 'off']),
  frozen: z.nullable(z.string()),
  /** The key whose rights apply to the live release. */
  publishedBy: z.nullable(z.string()),
  health: healthSchema,
  canaryHealth: healthSchema,
  /** What the guard reports about the live release and the canary, as sentences. */
  remarks: z.array(z.string()),
});

/** GET /status */
export const statusAnswerSchema = z.object({
  revision: z.nullable(z.int()),
  key: z.object({
    name: z.string(),
    keyId,
    remotes: z.union([z.literal('*'), z.array(z.string().check(z.regex(partNamePattern)))]),
    actions: z.array(z.string()),
    expires: z.nullable(z.string()),
  }),
  remotes: z.array(remoteStatusSchema),
  problems: z.array(z.string()),
});

export type StatusAnswer = z.infer<typeof statusAnswerSchema>;

/** GET /remotes/<remote>/releases, newest first */
export const releasesAnswerSchema = z.object({
  releases: z.array(
    z.object({ id: releaseId, publishedAt: z.string(), state: z.nullable(z.enum(['live', 'previous', 'canary'])) }),
  ),
});

/** GET /remotes/<remote>/log?last=<n>, newest first */
export const logAnswerSchema = z.object({
  entries: z.array(
    z.object({
      revision: z.int(),
      at: z.string(),
      by: z.string(),
      key: z.nullable(z.string()),
      action: z.string(),
      changes: z.array(z.string()),
      reason: z.string(),
    }),
  ),
});

const counts = z.record(z.string(), z.int());

/** GET /remotes/<remote>/errors: failures in browsers within seven days, those that most networks saw first. */
export const errorsAnswerSchema = z.object({
  errors: z.array(
    z.object({
      /** How often in each release, in each browser and on each page. */
      releases: counts,
      browsers: counts,
      pages: counts,
      /** Such as `render`, or `uncaught` for an error on a page that stood. */
      kind: z.string(),
      /** As a browser sent it, with numbers and addresses masked. It may be empty. */
      message: z.string(),
      stack: z.array(
        z.object({
          function: z.string(),
          script: z.string(),
          line: z.int(),
          column: z.int(),
          /** Null for scripts of others, and without a source map. */
          source: z.nullable(z.object({ file: z.string(), line: z.int(), text: z.string() })),
        }),
      ),
      /** Milliseconds since 1970. */
      firstSeen: z.int(),
      lastSeen: z.int(),
      count: z.int(),
      networks: z.int(),
    }),
  ),
  problems: z.array(z.string()),
});

export type ErrorsAnswer = z.infer<typeof errorsAnswerSchema>;

const percentile = z.nullable(z.number());

/** GET /remotes/<remote>/visits: the counts of the server that answers, since it started. */
export const visitsAnswerSchema = z.object({
  /** ISO 8601. */
  since: z.string(),
  releases: z.array(
    z.object({
      id: releaseId,
      views: z.int(),
      failures: z.int(),
      /** The 75th percentile: LCP and INP in seconds, CLS without a unit. Null without measurements. */
      p75: z.object({ lcp: percentile, inp: percentile, cls: percentile }),
    }),
  ),
});

export type VisitsAnswer = z.infer<typeof visitsAnswerSchema>;

/** POST /remotes/<remote>/releases/<id>/preview */
export const previewRequestSchema = z.strictObject({ hours: z.number().check(z.gt(0), z.lte(168)) });

export const previewAnswerSchema = z.object({
  /** A path of the site with the release's first page and the token. */
  path: z.string(),
  expires: z.string(),
});

// ---- refusals

/** Every refusal is a problem document (RFC 9457) with a stable code. A refusal of the gate names each broken rule. */
export const squadProblemSchema = z.extend(problemSchema, {
  code: z.string(),
  findings: z.optional(z.array(z.object({ rule: z.string(), problem: z.string(), remedy: z.string() }))),
});

export type SquadProblem = z.infer<typeof squadProblemSchema>;
