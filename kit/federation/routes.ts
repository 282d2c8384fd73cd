import type { RouteMeta } from 'kit/contracts/release';
import type { ComponentType } from 'react';

/** A page of a remote: its metadata for the release record, and a function that loads its component. */
export interface RemoteRoute extends RouteMeta {
  load: () => Promise<ComponentType>;
}

/** The exports of each remote's `src/remote.ts`. */
export interface RemoteModule {
  routes: readonly RemoteRoute[];
}

/** The name under which every remote exposes {@link RemoteModule}. */
export const exposedModule = './remote';
