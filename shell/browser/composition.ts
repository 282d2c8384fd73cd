import type { BrowserComposition } from 'kit/contracts/composition';
import { findRoute } from 'kit/contracts/match-path';
import { type PageData, pageDataElementId } from '../app/page-data.ts';

/**
 * Reads the data block that the shell server put into this page.
 * @throws Error if the page has none, which only a server bug can cause.
 */
export function readPageData(): PageData {
  const text = document.getElementById(pageDataElementId)?.textContent;
  if (!text) throw new Error('this page carries no page data');
  // The cast is safe: our server wrote the block for a script of the same release set.
  return JSON.parse(text) as PageData;
}

const compositions = new Map<string, Promise<BrowserComposition>>();

/** Fetches the immutable composition of a release set once. A failure is not cached. */
export function loadComposition(set: string): Promise<BrowserComposition> {
  const known = compositions.get(set);
  if (known) return known;
  const composition = fetchComposition(set).catch((error: unknown) => {
    compositions.delete(set);
    throw error;
  });
  compositions.set(set, composition);
  return composition;
}

/** The remote that serves a path in this composition, and the matching route. */
export function ownerOf({ remotes }: BrowserComposition, path: string) {
  for (const [name, releases] of Object.entries(remotes)) {
    const route = findRoute(releases.live.routes, path);
    if (route) return { name, ...releases, route };
  }
  return null;
}

async function fetchComposition(set: string): Promise<BrowserComposition> {
  const response = await fetch(`/composition/${set}.json`, { signal: AbortSignal.timeout(5000) });
  if (!response.ok) throw new Error(`the composition ${set} answered ${response.status}`);
  return response.json();
}
