import { createContext, useContext, useSyncExternalStore } from 'react';
import type { RouteAnswer } from '../contracts/route-data.ts';
import type { PublicSite } from '../contracts/site-config.ts';

const SiteContext = createContext<PublicSite | null>(null);

/** Provides the site configuration. The shell renders one around the whole site. */
export const SiteProvider = SiteContext.Provider;

/** The site configuration that the server read at its start: brand, phone, mail addresses and more. */
export function useSite(): PublicSite {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite needs a SiteProvider above it');
  return site;
}

interface RouteData {
  /** The API path of the page's route, or null. */
  path: string | null;
  /** On the server: the API's answer, or null if it did not answer. */
  answer?: RouteAnswer | null;
}

const RouteDataContext = createContext<RouteData>({ path: null });

/** Provides the data of the current route. The shell renders one around the site. */
export const RouteDataProvider = RouteDataContext.Provider;

/** The tab's answers by path. The map stays empty on the server, where one process renders pages for everybody. */
const answers = new Map<string, RouteAnswer>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Caches an answer of the API for the lifetime of the tab (docs/specification.md#7: never stale). The name must stay,
 * because live releases call it in the shell's module.
 */
export function keepRouteAnswer(path: string, answer: RouteAnswer): void {
  answers.set(path, answer);
  for (const listener of listeners) listener();
}

/** A missing object is requested again on the next visit. */
export function forgetMissing(path: string): void {
  if (answers.get(path)?.status === 404) answers.delete(path);
}

/** The API path of the page's route, and the API's answer; null until it has answered. */
export function useRouteAnswer(): { path: string | null; answer: RouteAnswer | null } {
  const { path, answer: first = null } = useContext(RouteDataContext);
  const cached = () => (path === null ? null : (answers.get(path) ?? null));
  const answer = useSyncExternalStore(subscribe, cached, () => first ?? cached());
  return { path, answer };
}
