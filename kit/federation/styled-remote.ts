import { routes as own } from '#this-remote';
import type { RemoteRoute } from './routes.ts';

declare const REMOTE_CONTAINER: string;

/** The routes of a remote that has style sheets: around each page stands the element that they apply in. */
export const routes: readonly RemoteRoute[] = own.map((route) => ({
  ...route,
  load: async () => {
    // Not imported above: the build reads the routes where there is no React.
    const [{ createElement }, Page] = await Promise.all([import(/* webpackMode: "eager" */ 'react'), route.load()]);
    const props = { 'data-remote': REMOTE_CONTAINER, style: { display: 'contents' } };
    return () => createElement('div', props, createElement(Page));
  },
}));
