import type { RouteMeta } from 'kit/contracts/release';
import type { ComponentType } from 'react';

/** The component of a page. */
export type PageComponent = ComponentType & {
  /** Its forms that come late (`kit/late-form`): where no HTML of the server stands for them, they come with the page. */
  lateForms?: readonly { load: () => Promise<unknown> }[];
};

/** One page of a remote: what the release record says of it, and how to load its component. */
export interface RemoteRoute extends RouteMeta {
  load: () => Promise<PageComponent>;
}

/** What `src/remote.ts` of every remote exports. */
export interface RemoteModule {
  routes: readonly RemoteRoute[];
}

/** The name under which every remote exposes {@link RemoteModule}. */
export const exposedModule = './remote';
