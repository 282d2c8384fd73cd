import createCache, { type StylisPlugin } from '@emotion/cache';
import { type RenderResult, render } from '@testing-library/react';
import { PointerEventsCheckLevel, type UserEvent, userEvent } from '@testing-library/user-event';
import { Provider } from 'jotai';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import type { PublicSite } from '../contracts/site-config.ts';
import { RouteDataProvider, SiteProvider } from '../site/index.ts';
import { KitProvider } from '../theme/index.tsx';
import { Toaster } from '../toast/toaster.tsx';
import { buildSite } from './build-site.ts';

interface RenderOptions {
  /** The visitor's address: `/hvac?from=search`. */
  route?: string | undefined;
  /** The API path of the route's data. */
  data?: string | undefined;
  /** Overrides of {@link buildSite}. */
  site?: Partial<PublicSite> | undefined;
}

/** The properties that decide whether Testing Library takes an element for visible. */
const visibilityProperties = new Set<unknown>(['display', 'visibility', 'opacity']);

/** Drops all other declarations: jsdom has no layout, and matches every rule again after each change of the page. */
const keepVisibility: StylisPlugin = (element) => {
  if (element.type === 'decl' && !visibilityProperties.has(element.props)) element.value = '';
};

/**
 * Renders within the providers that every page has, including the notification area.
 * @returns what Testing Library's `render` returns, and a user to act with.
 */
export function renderWithKit(
  ui: ReactNode,
  { route = '/', data, site }: RenderOptions = {},
): RenderResult & { user: UserEvent } {
  // Browser tests check whether a control can be reached by the pointer.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  const cache = createCache({ key: 'css', stylisPlugins: [keepVisibility] });
  const result = render(
    // Each test has its own atoms, like a new tab.
    <Provider>
      <KitProvider cache={cache}>
        <SiteProvider value={buildSite(site)}>
          <RouteDataProvider value={{ path: data ?? null }}>
            <MemoryRouter initialEntries={[route]}>{ui}</MemoryRouter>
          </RouteDataProvider>
        </SiteProvider>
        <Toaster />
      </KitProvider>
    </Provider>,
  );
  return { user, ...result };
}
