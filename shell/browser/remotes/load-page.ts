import { pageWrapper } from 'kit/chakra/page-wrapper';
import type { LoadableRelease } from 'kit/contracts/composition';
import type { RemoteModule } from 'kit/federation/routes';
import { type ComponentType, createElement } from 'react';
import { forgetFailures, loadRelease } from './federation.ts';
import { retryPending } from './shared-scripts.ts';

/**
 * Chromium hands the failure of a preload to the first script that asks for the file afterwards. When a page comes to a
 * visitor whose line was gone, the first try may meet that for a file of the remote, the second for one of the shell's,
 * which only then is asked for.
 */
const mostTries = 3;

/** How long a visitor waits for a page before the error card stands in its place, in milliseconds. */
const deadline = 5000;
/** A first try that has not ended by then gets a fresh one beside it. */
const retryAfter = 2500;

/** A page of a remote, in the release set of this tab. */
export interface PageAddress {
  name: string;
  live: LoadableRelease;
  previous: LoadableRelease | null;
  path: string;
}

/** What of each remote works in this tab. */
const working = new Map<string, RemoteModule>();
/** Releases on their way by their entry: several pages of a remote may be asked for at once. */
const underWay = new Map<string, Promise<RemoteModule>>();
const attempts = new Map<string, number>();
/** Releases of which a page did not come, by their entry. */
const missed = new Set<string>();

/** Makes the next load of a remote a fresh one. */
export function forgetRemote(name: string): void {
  working.delete(name);
}

/**
 * Loads the component of a page: a first try and up to two fresh ones, as soon as one fails or the first takes too long,
 * within one deadline. A failure is not remembered, so that the next call starts afresh.
 */
export function loadPage(page: PageAddress): Promise<ComponentType> {
  let timers: ReturnType<typeof setTimeout>[] = [];
  forgetFailures();
  // Not beside a slow first try, whose line it would take away: this is a visitor who has waited and tries again.
  if (missed.delete(page.live.entry)) retryPending();
  const loading = new Promise<ComponentType>((resolve, reject) => {
    let begun = 1;
    let failures = 0;
    const fail = (error: unknown) => {
      failures += 1;
      if (failures === mostTries) reject(error);
      // One that was begun because the first is slow is the answer to its failure, too.
      else if (failures === begun) retry();
    };
    const retry = () => {
      begun += 1;
      loadFrom(page, page.live).then(resolve, fail);
    };
    const retrySlow = () => {
      if (begun === 1) retry();
    };
    const giveUp = () => reject(new Error(`it did not arrive within ${deadline / 1000} s`, { cause: 'timeout' }));
    firstTry(page)
      .then((module) => componentOf(module, page))
      .then(resolve, fail);
    timers = [setTimeout(retrySlow, retryAfter), setTimeout(giveUp, deadline)];
  });
  loading.catch(() => missed.add(page.live.entry));
  return loading.finally(() => timers.forEach(clearTimeout));
}

/** The same page of the previous release, however long that takes; null when there is none. */
export function loadPreviousPage(page: PageAddress): Promise<ComponentType> | null {
  return page.previous && loadFrom(page, page.previous);
}

/** The remote as it works in this tab already, or as somebody else is just loading it, or else loaded. */
async function firstTry({ name, live }: PageAddress): Promise<RemoteModule> {
  const known = working.get(name) ?? underWay.get(live.entry);
  if (known) return known;
  const loading = load(name, live).finally(() => underWay.delete(live.entry));
  underWay.set(live.entry, loading);
  return loading;
}

async function loadFrom(page: PageAddress, release: LoadableRelease): Promise<ComponentType> {
  return componentOf(await load(page.name, release), page);
}

async function load(name: string, release: LoadableRelease): Promise<RemoteModule> {
  const attempt = attempts.get(release.entry) ?? 0;
  attempts.set(release.entry, attempt + 1);
  return loadRelease(name, release, attempt);
}

async function componentOf(module: RemoteModule, { name, path }: PageAddress): Promise<ComponentType> {
  const route = module.routes.find((one) => one.path === path);
  if (!route) throw new Error(`${name} has no page for ${path}`);
  const [Page] = await Promise.all([route.load(), route.usesChakra && import('kit/chakra/shared')]);
  working.set(name, module);
  const Wrapper = pageWrapper();
  return Wrapper ? () => createElement(Wrapper, null, createElement(Page)) : Page;
}
