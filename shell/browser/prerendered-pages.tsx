import { Activity, createContext, useContext, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { CurrentPage } from '../app/layout/pages.tsx';
import type { BrowserVisit, Visits } from './site-navigation.ts';
import { VisitPlace } from './visit-place.tsx';

export const VisitsContext = createContext<Visits | null>(null);

/**
 * The page at hand and, out of sight, the one that the visitor points at: React draws that in its idle time, without
 * effects, and shows it where it stands once the visitor goes there. Its DOM is outside of the document until then, so
 * that nothing (identifiers, searches in the page, assistive technology) meets it twice.
 */
export function PrerenderedPages() {
  const visits = useContext(VisitsContext);
  if (!visits) return null;
  const { visit, ahead } = visits;
  const { mount } = visit;
  const page = mount === 0 ? <CurrentPage key={0} /> : <HostedPage key={mount} visit={visit} isShown />;
  // By itself, as the server renders it: identifiers that React makes tell a list from its only element.
  return ahead ? [page, <HostedPage key={ahead.mount} visit={ahead} isShown={false} />] : page;
}

function HostedPage({ visit, isShown }: { visit: BrowserVisit; isShown: boolean }) {
  const [host] = useState(() => document.createElement('div'));
  const page = (
    <VisitPlace visit={visit}>
      <CurrentPage />
    </VisitPlace>
  );
  return (
    <Activity mode={isShown ? 'visible' : 'hidden'}>
      <Attached host={host} />
      {createPortal(page, host)}
    </Activity>
  );
}

/** Stands before the page, whose effects find it in the document: React runs those of siblings in their order. */
function Attached({ host }: { host: HTMLElement }) {
  useLayoutEffect(() => {
    document.getElementById('main')?.append(host);
    return () => host.remove();
  }, [host]);
  return null;
}
