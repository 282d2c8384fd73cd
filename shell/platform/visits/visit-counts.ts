import * as z from 'zod/mini';
import { histogramSchema } from './histogram.ts';
import { networkSketchPattern } from './network-sketch.ts';

const count = z.int().check(z.nonnegative());
const moment = z.int().check(z.nonnegative());
const shortText = z.string().check(z.maxLength(300));
const counts = z.record(shortText, count);
const networks = z.string().check(z.regex(networkSketchPattern));

/** Core Web Vitals as browsers measured them: LCP and INP in seconds, CLS without a unit. */
const vitalsSchema = z.strictObject({ lcp: histogramSchema, inp: histogramSchema, cls: histogramSchema });

const releaseVisitsSchema = z.strictObject({
  /** `shell` for the shell's own scripts. */
  remote: shortText,
  /** Id of the release. */
  release: shortText,
  role: z.enum(['live', 'canary']),
  /** Path of the route as its release names it, like `/agents/:agentName`; `*` for those that had no row of their own. */
  page: shortText,
  /** The hour or the day that was counted: its beginning, in milliseconds since 1970, and its length. */
  start: moment,
  length: moment,
  /** Page views that hydrated or failed, at most some of each network. */
  views: count,
  /** Those of them that failed: the page did not come, or threw. */
  failures: count,
  /** Errors that nobody caught, beside them: the page itself stood. */
  errors: count,
  /** See `networksIn`. */
  networks,
  vitals: vitalsSchema,
});

const setViewsSchema = z.strictObject({
  /** Name of the release set, as pages say it in `X-Release-Set`. */
  set: shortText,
  start: moment,
  length: moment,
  views: count,
  failures: count,
});

const stackFrameSchema = z.strictObject({
  /** Empty where the browser names none. */
  function: shortText,
  /** The script as the browser asked for it: `/remotes/mf-agents/1.4.0-0a1b2c3d/browser/page-portal.js`. */
  script: shortText,
  line: count,
  column: count,
});

const failureCountSchema = z.strictObject({
  /** The same for the same message and stack of the same release. */
  id: z.string().check(z.regex(/^[0-9a-f]{12}$/)),
  remote: shortText,
  release: shortText,
  /** `uncaught`: the page stood, and something on it threw. */
  kind: z.enum(['load', 'timeout', 'render', 'server rendering', 'uncaught']),
  /** Cut, with numbers and addresses masked. What a visitor's browser says: to be shown as text. */
  message: shortText,
  stack: z.array(stackFrameSchema).check(z.maxLength(10)),
  /** How often in each browser and on each page: the family and its main version, and the path of the route. */
  browsers: counts,
  pages: counts,
  /** The release set that it was seen in last. */
  set: shortText,
  firstSeen: moment,
  lastSeen: moment,
  count,
  /** See `networksIn`. */
  networks,
});

/** What one file of the store counted: of one server and hour, or of all servers in an hour or a day. */
export const visitFileSchema = z.strictObject({
  visits: z.array(releaseVisitsSchema),
  sets: z.array(setViewsSchema),
  failures: z.array(failureCountSchema),
});

export type VitalName = keyof z.infer<typeof vitalsSchema>;
export type Vitals = z.infer<typeof vitalsSchema>;
/** Page views, failures and Core Web Vitals of one release and page within an hour or a day. */
export type ReleaseVisits = z.infer<typeof releaseVisitsSchema>;
/** Page views of one release set within an hour or a day. */
export type SetViews = z.infer<typeof setViewsSchema>;
export type StackFrame = z.infer<typeof stackFrameSchema>;
/** One failure as it is stored: its stack names what browsers run. */
export type FailureCount = z.infer<typeof failureCountSchema>;
export type VisitFile = z.infer<typeof visitFileSchema>;

/** A frame with its place in the source; null where the release brought no map of that script. */
export interface MappedFrame extends StackFrame {
  source: {
    /** From the folder of the remote: `src/pages/portal.tsx`. */
    file: string;
    line: number;
    /** The line itself, cut; empty where the map does not hold the source. */
    text: string;
  } | null;
}

/** A failure with its stack in the source. All of its texts may be made up by whoever sent it. */
export interface FailureGroup extends Omit<FailureCount, 'stack' | 'networks'> {
  stack: readonly MappedFrame[];
  /** How often in each release; `release`, `stack` and `set` are those that it was seen in last. */
  releases: Readonly<Record<string, number>>;
  /** About how many networks (IPv4 /24, IPv6 /48) saw it. */
  networks: number;
}
