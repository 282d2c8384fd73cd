import type { PageData } from '../../app/page-data.ts';
import { loadComposition, ownerOf } from '../composition.ts';
import { needsDocument } from '../leave-document.ts';
import { loadPage } from './load-page.ts';

/** A visitor who does one of these on a link is likely to follow it. */
const intents = ['pointerover', 'touchstart', 'focusin'] as const;

/**
 * Loads the page behind a link as soon as the visitor points at it. A failure is silent, because following the link tries
 * again and reports it.
 */
export function loadPagesAhead({ set, remote }: Pick<PageData, 'set' | 'remote'>): void {
  const requested = new Set<string>();
  async function loadAhead(path: string) {
    const owner = ownerOf(await loadComposition(set), path);
    if (owner && !needsDocument(remote, owner)) await loadPage({ ...owner, path: owner.route.path });
  }
  function handleIntent({ target }: Event) {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.origin !== location.origin || link.pathname === location.pathname || link.target) return;
    const { pathname: path } = link;
    if (requested.has(path)) return;
    requested.add(path);
    loadAhead(path).catch(() => requested.delete(path));
  }
  for (const intent of intents) document.addEventListener(intent, handleIntent, { capture: true, passive: true });
}
