import type { RouteMeta } from 'kit/contracts/release';
import * as z from 'zod/mini';

/** A page as the host's bundle renders it. */
export interface RenderedPage {
  /** The markup of the root element. */
  html: string;
  /** The title, meta and link elements of the head. */
  head: string;
  /** Critical styles, one for each Emotion cache key. */
  styles: { key: string; ids: readonly string[]; css: string }[];
}

/**
 * A page of a remote with the component of its server bundle. The component is null when only the host's layout is needed.
 * `answer` comes from the host unchanged.
 */
interface LoadedPage {
  meta: RouteMeta;
  Component: unknown;
  answer?: unknown;
}

/**
 * The export of the host's server bundle. It renders any page in the host's layout with its own instances of the shared
 * modules. A remote's server bundle may require only these modules.
 */
export interface HostBundle<Site = unknown> {
  /**
   * `site` comes from the host with the page. A null page is the not-found page. A page without a component renders as the
   * host's layout, marked so that the browser renders the content.
   */
  renderPage(request: { url: string; site: Site; page: LoadedPage | null }): Promise<RenderedPage>;
  sharedInstances: Readonly<Record<string, unknown>>;
}

/** A host's server bundle: its file, or its verified code. */
export type HostCode = string | { code: string };

export interface RemoteBundle {
  routes: readonly { path: string; load(): Promise<unknown> }[];
}

/** The elements that a host hoists into the head. The pattern runs in linear time on unterminated text. */
const headElement = /<title[^<>]*>[^<]*<\/title>|<(?<name>meta|link)(?<attributes>[\s/][^<>]*)>/y;
const quoted = /"[^"]*"/g;
const address = /[\s/]href="(?<href>[^"]*)"/;
/** A URL of this site or of the web. It excludes URLs that contain a page or a script, such as `data:`. */
const plainAddress = /^(?:\/(?!\/)|https?:\/\/)/;
/** Elements that change all URLs of a document or navigate away, wherever they are. */
const commands = /<base[\s/>]|<meta[^<>]*http-equiv/i;

/**
 * Returns why the output of a renderer must not be part of a document of the host, as the end of a sentence; null when it may.
 * The output is untrusted: its texts must not end the head or an element of the host early.
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

/** A request from the server to a renderer, as JSON. The first message is the code of the host's bundle. */
export interface RenderRequest {
  /** A random id for each page. No bundle knows it, and a response without it is invalid. */
  id: string;
  /** A `RenderTask` as JSON. */
  task: string;
  /** The server bundle; null once the renderer has loaded it. */
  code: string | null;
  release: string;
}

/** The response of a renderer, as JSON. All of it is untrusted. */
export const renderAnswerSchema = z.union([
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({
    type: z.literal('outcome'),
    id: z.string(),
    /** A `RenderOutcome` as JSON, produced by the bundle. */
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

/** The page, or the error of its server bundle. */
export const renderOutcomeSchema = z.union([
  z.strictObject({ type: z.literal('page'), page: renderedPageSchema }),
  z.strictObject({ type: z.literal('fault'), message: z.string() }),
]);

/** A request to a pool for one page. */
export interface RenderJob {
  url: string;
  /** What the host gives to its own bundle, as it is. */
  site: unknown;
  /** Null renders the not-found page. */
  page: {
    /** The pool's name of the release. One process renders all pages of a name, and no others. */
    release: string;
    meta: RouteMeta;
    /** The API's answer to the route's data request, in the form that the host's bundle takes. */
    answer?: unknown;
    loadCode: () => Promise<string>;
  } | null;
  /** With a null page: renders the host's layout for this page, without code of the remote. */
  frameOf?: RouteMeta | undefined;
}

/** A page to render, in the form that the code of its release takes. */
export type RenderTask = Omit<RenderJob, 'page'> & { page: Omit<LoadedPage, 'Component'> | null };

/** The server bundle of a release threw while it loaded or rendered. Rendering it again would throw again. */
export class RenderFault extends Error {
  override readonly name = 'RenderFault';
}

/** A page was not rendered, because its renderer hung, crashed or used too much memory, or because none was free. */
export class RenderBreakdown extends Error {
  override readonly name = 'RenderBreakdown';
  readonly kind: 'timeout' | 'crash' | 'memory' | 'suspended' | 'busy' | 'unavailable';

  constructor(kind: RenderBreakdown['kind'], message: string) {
    super(message);
    this.kind = kind;
  }

  /** Whether the release is suspended for it. A full queue and a failed process start are not its fault. */
  get isOfRelease(): boolean {
    return this.kind !== 'busy' && this.kind !== 'unavailable';
  }
}
