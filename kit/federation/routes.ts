import type { RouteMeta } from 'kit/contracts/release';
import type { ComponentType } from 'react';

/** A page of a remote: its entry in the release record, and the function that loads its component. */
export interface RemoteRoute extends RouteMeta {
  load: () => Promise<ComponentType>;
}

/** The exports of `src/remote.ts` in every remote. */
export interface RemoteModule {
  routes: readonly RemoteRoute[];
}

/** The name by which every remote exposes {@link RemoteModule}. */
export const exposedModule = './remote';
