import type { RouteMeta } from 'kit/contracts/release';
import * as z from 'zod/mini';

/** A page as the host's bundle renders it. */
export interface RenderedPage {
  /** Markup of the root element. */
  html: string;
  /** Title, meta and link elements for the head. */
  head: string;
  /** Critical styles, one for each Emotion cache key. */
  styles: { key: string; ids: readonly string[]; css: string }[];
}

/**
 * A page of a remote, its component as the remote's server bundle gave it; null where only the host's frame is wanted.
 * `answer` is as the host gave it.
 */
interface LoadedPage {
  meta: RouteMeta;
  Component: unknown;
  answer?: unknown;
}

/**
 * What the host's server bundle exports: it draws any page in the host's layout, with its own instances of the shared
 * modules, which are all that a remote's server bundle may require.
 */
export interface HostBundle<Site = unknown> {
  /**
   * `site` is what the host gave with the page; a page of null is the one for addresses that nobody serves. One without a
   * component is drawn as the host's own frame, and says that its content is left to the browser.
   */
  renderPage(request: { url: string; site: Site; page: LoadedPage | null }): Promise<RenderedPage>;
  sharedInstances: Readonly<Record<string, unknown>>;
}

/** A host's server bundle: the file that it is in, or its code as it was read and checked. */
export type HostCode = string | { code: string };

/** What a remote's server bundle exports. */
export interface RemoteBundle {
  routes: readonly { path: string; load(): Promise<unknown> }[];
}

/** What a host hoists into the head. No part of it takes longer the longer a text is that goes on without an end. */
const headElement = /<title[^<>]*>[^<]*<\/title>|<(?<name>meta|link)(?<attributes>[\s/][^<>]*)>/y;
const quoted = /"[^"]*"/g;
const address = /[\s/]href="(?<href>[^"]*)"/;
/** Of this site, or of a place on the web: nothing that holds a page, or runs, by itself. */
const plainAddress = /^(?:\/(?!\/)|https?:\/\/)/;
/** What turns every address of a document, or leads away from it, wherever it stands. */
const commands = /<base[\s/>]|<meta[^<>]*http-equiv/i;

/**
 * Why what a renderer answered cannot stand in a document of the host, as the end of a sentence; null when it can. The code of
 * a release makes every text of it: what is written into the head, and into elements of the host, ends where the host ends it.
 */
export function shapeFault({ head, html, styles }: RenderedPage): string | null {
  if (commands.test(html)) return 'its markup has a base or a meta http-equiv element';
  for (const { key, ids, css } of styles) {
    const isNamed = [key, ...ids].every((name) => /^[\w-]*$/.test(name));
    if (!isNamed || /<\/style/i.test(css)) return 'its styles end their element';
  }
  headElement.lastIndex = 0;
  while (headElement.lastIndex < head.length) {
    const { groups } = headElement.exec(head) ?? {};
    if (!groups) return 'its head holds more than title, meta and link elements';
    const { name, attributes = '' } = groups;
    if (name === 'meta' && /http-equiv/i.test(attributes.replace(quoted, '""')))
      return 'its head has a meta http-equiv';
    const href = name === 'link' ? (address.exec(attributes)?.groups?.href ?? '/') : '/';
    if (!plainAddress.test(href)) return `its head links to ${href.slice(0, 40)}`;
  }
  return null;
}

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
