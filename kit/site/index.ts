import { createContext, useContext } from 'react';
import type { PublicSite } from '../contracts/site-config.ts';

export { forgetMissing, keepRouteAnswer, RouteDataProvider, useRouteAnswer } from './route-answers.ts';

const SiteContext = createContext<PublicSite | null>(null);

/** Gives the site configuration to everything below it. The shell renders one around the whole site. */
export const SiteProvider = SiteContext.Provider;

/** The site configuration: brand, phone, mailboxes and so on, as the server read it when it started. */
export function useSite(): PublicSite {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite needs a SiteProvider above it');
  return site;
}
