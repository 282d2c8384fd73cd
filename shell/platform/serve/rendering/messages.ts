import type { RouteMeta } from 'kit/contracts/release';
import * as z from 'zod/mini';
import type { RenderedPage } from './host-bundle.ts';

/** What the server tells a renderer first, as JSON. */
export interface RendererStart {
  /** The host's bundle: a renderer reads no file. */
  hostCode: string;
  /** The address of what its thread runs, which holds all of it. */
  threadProgram: string;
}

/** What the server asks of a renderer, as JSON. */
export interface RenderRequest {
  /** Drawn anew for each page and known to no bundle: an answer that does not name it is none. */
  id: string;
  /** A `RenderTask` as JSON. */
  task: string;
  /** The server bundle, until a renderer has loaded it. */
  code: string | null;
  release: string;
}

/** What a renderer answers, as JSON. Everything in it may be a bundle's invention. */
export const renderAnswerSchema = z.union([
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({
    type: z.literal('outcome'),
    id: z.string(),
    /** A `RenderOutcome` as JSON, in the words of the bundle. */
    outcome: z.string(),
    hasLoaded: z.boolean(),
    residentBytes: z.number(),
  }),
]);

export type RenderAnswer = z.infer<typeof renderAnswerSchema>;

const renderedPageSchema: z.ZodMiniType<RenderedPage> = z.strictObject({
  html: z.string(),
  head: z.string(),
  styles: z.array(z.strictObject({ key: z.string(), ids: z.array(z.string()), css: z.string() })),
});

/** The page, or what its server bundle threw. */
export const renderOutcomeSchema = z.union([
  z.strictObject({ type: z.literal('page'), page: renderedPageSchema }),
  z.strictObject({ type: z.literal('fault'), message: z.string() }),
]);

/** A page that a pool is asked for. */
export interface RenderJob {
  url: string;
  /** What the host gives to its own bundle, as it is. */
  site: unknown;
  /** Null renders the not-found page. */
  page: {
    /** Names the release to the pool: pages of one name are rendered by one process, which renders no others. */
    release: string;
    meta: RouteMeta;
    /** What the host's API said of what the route names as its data; as the host's own bundle takes it. */
    answer?: unknown;
    loadCode: () => Promise<string>;
  } | null;
  /** With a page of null: what the host draws around this page of a remote, without anything of the remote. */
  frameOf?: RouteMeta;
}

/** A page to be rendered, as the code of its release is asked for it. */
export interface RenderTask {
  url: string;
  /** What the host gives to its own bundle, as it is. */
  site: unknown;
  /** Null renders the not-found page. `answer` is what the host's API said of what the route names as its data. */
  page: { meta: RouteMeta; answer?: unknown } | null;
  /** Renders what stands around this page, and nothing of any release. */
  frameOf?: RouteMeta | undefined;
}

/** The server bundle of a release threw while it loaded or rendered. Rendering it again would throw again. */
export class RenderFault extends Error {
  override readonly name = 'RenderFault';
}

/** The server bundle of a release hung, crashed or took too much memory; it is not run again for a while. */
export class RenderBreakdown extends Error {
  override readonly name = 'RenderBreakdown';
  readonly kind: 'timeout' | 'crash' | 'memory' | 'suspended' | 'busy' | 'unavailable';

  constructor(kind: RenderBreakdown['kind'], message: string) {
    super(message);
    this.kind = kind;
  }

  /** Whether the release is at fault: too many waiting pages, or a machine that starts no process, are not its doing. */
  get isOfRelease(): boolean {
    return this.kind !== 'busy' && this.kind !== 'unavailable';
  }
}
