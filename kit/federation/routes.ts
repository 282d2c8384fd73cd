import type { RouteMeta } from 'kit/contracts/release';
import type { ComponentType } from 'react';

/** One page of a remote: what the release record says of it, and how to load its component. */
export interface RemoteRoute extends RouteMeta {
  load: () => Promise<ComponentType>;
}

/** What `src/remote.ts` of every remote exports. */
export interface RemoteModule {
  routes: readonly RemoteRoute[];
}

/** The name under which every remote exposes {@link RemoteModule}. */
export const exposedModule = './remote';
