import { createContext, useContext, useSyncExternalStore } from 'react';
import type { RouteAnswer } from '../contracts/route-data.ts';

interface RouteData {
  /** The path of the API that the page's route names; null when it names none. */
  path: string | null;
  /** On the server: what it answered, null when it did not. */
  answer?: RouteAnswer | null;
}

const RouteDataContext = createContext<RouteData>({ path: null });

/** Tells the page, and what stands around it, what its route names as its data. The shell renders one around the site. */
export const RouteDataProvider = RouteDataContext.Provider;

/** Of this tab, by path. On the server it stays empty: one process renders pages for everybody. */
const answers = new Map<string, RouteAnswer>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Caches what the API answered for as long as the tab stays (docs/specification.md#7: never stale). Its name stays: releases
 * that are live call it in the shell's module.
 */
export function keepRouteAnswer(path: string, answer: RouteAnswer): void {
  answers.set(path, answer);
  for (const listener of listeners) listener();
}

/** That there is nothing is not kept for the next visit. */
export function forgetMissing(path: string): void {
  if (answers.get(path)?.status === 404) answers.delete(path);
}

/** What the page's route names as its data, and what the API answered; null while it has not. */
export function useRouteAnswer(): { path: string | null; answer: RouteAnswer | null } {
  const { path, answer: first = null } = useContext(RouteDataContext);
  const cached = () => (path === null ? null : (answers.get(path) ?? null));
  const answer = useSyncExternalStore(subscribe, cached, () => first ?? cached());
  return { path, answer };
}
