import { routes as own } from '#this-remote';
import type { RemoteRoute } from './routes.ts';

declare const REMOTE_CONTAINER: string;

/** The routes of a remote with style sheets. Each page is inside the element to which the style sheets apply. */
export const routes: readonly RemoteRoute[] = own.map((route) => ({
  ...route,
  load: async () => {
    // Imported here, because the build reads the routes without React.
    const [{ createElement }, Page] = await Promise.all([import(/* webpackMode: "eager" */ 'react'), route.load()]);
    const props = { 'data-remote': REMOTE_CONTAINER, style: { display: 'contents' } };
    return () => createElement('div', props, createElement(Page));
  },
}));
