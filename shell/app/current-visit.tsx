import type { RouteMeta } from 'kit/contracts/release';
import { createContext, type ReactElement, useContext } from 'react';
import { NotFoundPage } from './not-found-page.tsx';

/** A page of the site; without `meta` it is the site's own: not found, or not to be had. */
export interface SitePage {
  meta: RouteMeta | null;
  /** With a key, where pages of one component follow each other. */
  element: ReactElement;
}

/** What is shown, and how the visitor came to it. */
export interface Visit {
  page: SitePage;
  /** Neither to the top nor to an anchor: what was asked for stands on the same page. */
  preservesScroll: boolean;
}

export const notFoundPage: SitePage = { meta: null, element: <NotFoundPage /> };

const VisitContext = createContext<Visit>({ page: notFoundPage, preservesScroll: true });

/** Tells everything below it which page is shown. */
export const VisitProvider = VisitContext.Provider;

/** The page that is shown, as everything in the frame and around it sees it. */
export function useVisit(): Visit {
  return useContext(VisitContext);
}
