import { createContext, useContext } from 'react';
import type { PublicSite } from '../contracts/site-config.ts';

export { forgetMissing, keepRouteAnswer, RouteDataProvider, useRouteAnswer } from './route-answers.ts';

const SiteContext = createContext<PublicSite | null>(null);

/** Provides the site configuration. The shell renders one around the whole site. */
export const SiteProvider = SiteContext.Provider;

/** The site configuration that the server read at its start: brand, phone, mail addresses and more. */
export function useSite(): PublicSite {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite needs a SiteProvider above it');
  return site;
}
