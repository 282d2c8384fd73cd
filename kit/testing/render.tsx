import { type RenderResult, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { Provider } from 'jotai';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import type { PublicSite } from '../contracts/site-config.ts';
import { RouteDataProvider, SiteProvider } from '../site/index.ts';
import { KitProvider } from '../theme/index.ts';
import { Toaster } from '../toast/index.ts';
import { buildSite } from './build-site.ts';

interface RenderOptions {
  /** Where the visitor is: `/hvac?from=search`. */
  route?: string | undefined;
  /** What the page's route names as its data: a path of the API. */
  data?: string | undefined;
  /** What differs from {@link buildSite}. */
  site?: Partial<PublicSite> | undefined;
}

/** Renders within everything a page can count on, the notification area included. Gives a user to act with. */
export function renderWithKit(
  ui: ReactNode,
  { route = '/', data, site }: RenderOptions = {},
): RenderResult & { user: UserEvent } {
  const user = userEvent.setup();
  const result = render(
    // With atoms of its own, as a new tab has them.
    <Provider>
      <KitProvider>
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
