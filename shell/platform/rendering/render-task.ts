import type { RouteMeta } from 'kit/contracts/release';

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
