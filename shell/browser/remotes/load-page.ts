import { pageWrapper } from 'kit/chakra/page-wrapper';
import type { LoadableRelease } from 'kit/contracts/composition';
import type { RemoteModule } from 'kit/federation/routes';
import { type ComponentType, createElement } from 'react';
import { forgetFailures, loadRelease } from './federation.ts';
import { retryPending } from './shared-scripts.ts';

/**
 * Chromium hands a preload's failure to the first script that requests the file. After an offline period, the first attempt
 * may get that for a file of the remote, and the second for a file of the shell, which is only requested then.
 */
const maxAttempts = 3;

/** In milliseconds; after this wait the error card is shown. */
const deadline = 5000;
/** In milliseconds; a first attempt that takes longer gets a second one in parallel. */
const retryAfter = 2500;

/** A page of a remote, in the release set of this tab. */
export interface PageAddress {
  name: string;
  live: LoadableRelease;
  previous: LoadableRelease | null;
  path: string;
}

const loaded = new Map<string, RemoteModule>();
/** Pending loads by entry URL, because several pages of a remote may be requested at once. */
const pending = new Map<string, Promise<RemoteModule>>();
const attempts = new Map<string, number>();
/** The entry URLs of releases with a failed page. */
const failed = new Set<string>();

/** Makes the next load of a remote a new request. */
export function forgetRemote(name: string): void {
  loaded.delete(name);
}

/**
 * Loads the component of a page: a first attempt and up to two new ones, when one fails or the first takes too long, within
 * one deadline. A failure is not cached, so the next call starts over.
 */
export function loadPage(page: PageAddress): Promise<ComponentType> {
  let timers: ReturnType<typeof setTimeout>[] = [];
  forgetFailures();
  // Only when the visitor tries again: in parallel to a slow first attempt it would take bandwidth from it.
  if (failed.delete(page.live.entry)) retryPending();
  const loading = new Promise<ComponentType>((resolve, reject) => {
    let begun = 1;
    let failures = 0;
    const fail = (error: unknown) => {
      failures += 1;
      if (failures === maxAttempts) reject(error);
      // An attempt that started because the first was slow also answers its failure.
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
    loadOrReuse(page)
      .then((module) => componentOf(module, page))
      .then(resolve, fail);
    timers = [setTimeout(retrySlow, retryAfter), setTimeout(giveUp, deadline)];
  });
  loading.catch(() => failed.add(page.live.entry));
  return loading.finally(() => timers.forEach(clearTimeout));
}

/** Loads the same page from the previous release, without a timeout. Null if there is no previous release. */
export function loadPreviousPage(page: PageAddress): Promise<ComponentType> | null {
  return page.previous && loadFrom(page, page.previous);
}

async function loadOrReuse({ name, live }: PageAddress): Promise<RemoteModule> {
  const known = loaded.get(name) ?? pending.get(live.entry);
  if (known) return known;
  const loading = load(name, live).finally(() => pending.delete(live.entry));
  pending.set(live.entry, loading);
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
  loaded.set(name, module);
  const Wrapper = pageWrapper();
  return Wrapper ? () => createElement(Wrapper, null, createElement(Page)) : Page;
}
