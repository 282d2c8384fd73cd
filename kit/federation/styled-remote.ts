import { routes as own } from '#this-remote';
import type { RemoteRoute } from './routes.ts';

declare const REMOTE_CONTAINER: string;

/** The routes of a remote with style sheets. An element around each page is the scope of their rules. */
export const routes: readonly RemoteRoute[] = own.map((route) => ({
  ...route,
  load: async () => {
    // A static import of React would fail when the build evaluates this module to read the routes.
    const [{ createElement }, Page] = await Promise.all([import(/* webpackMode: "eager" */ 'react'), route.load()]);
    const props = { 'data-remote': REMOTE_CONTAINER, style: { display: 'contents' } };
    return () => createElement('div', props, createElement(Page));
  },
}));
