import type { RouteMeta } from 'kit/contracts/release';
import type { RenderedPage } from './host-bundle.ts';

/** What the server asks of a renderer. */
export interface RenderMessage {
  url: string;
  /** What the host gives to its own bundle, as it is. */
  site: unknown;
  /** Null renders the not-found page. */
  page: { release: string; meta: RouteMeta } | null;
  /** The server bundle, sent along with the first page of a release. */
  code: string | null;
}

/** What a renderer answers: the page, or what its server bundle threw. `ready` comes first, once. */
export type RenderAnswer =
  | { type: 'ready' }
  | { type: 'page'; page: RenderedPage; residentBytes?: number }
  | { type: 'fault'; message: string; residentBytes?: number };

/** How a renderer that took too much memory ends. */
export const outOfMemoryCode = 86;
