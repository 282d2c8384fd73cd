import type { RouteMeta } from 'kit/contracts/release';
import { createContext, type ReactElement, useContext } from 'react';
import { NotFoundPage } from './not-found-page.tsx';

/** A page of the site. Without `meta` it is a page of the shell: not found, or unavailable. */
export interface SitePage {
  meta: RouteMeta | null;
  /** It has a key where pages with the same component may follow each other. */
  element: ReactElement;
}

/** The current page, and how the visitor came to it. */
export interface Visit {
  page: SitePage;
  /** The page does not scroll, because the link leads to a place on the same page. */
  preservesScroll: boolean;
}

export const notFoundPage: SitePage = { meta: null, element: <NotFoundPage /> };

const VisitContext = createContext<Visit>({ page: notFoundPage, preservesScroll: true });

/** Provides the current page to everything below it. */
export const VisitProvider = VisitContext.Provider;

/** The current page. */
export function useVisit(): Visit {
  return useContext(VisitContext);
}
