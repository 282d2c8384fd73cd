import type { BrowserRelease } from 'kit/contracts/composition';
import type { RemoteModule } from 'kit/federation/routes';
import type { ComponentType } from 'react';
import { findRoute } from '../../app/match-path.ts';
import { loadRelease } from './federation.ts';

/** How long a visitor waits for a remote before the error card stands in its place, in milliseconds. */
const loadDeadline = 5000;

/** A remote could not be loaded: neither its live release nor the previous one. */
export class RemoteLoadError extends Error {
  readonly remote: string;

  constructor(remote: string, cause: unknown) {
    super(`The remote ${remote} could not be loaded: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.name = 'RemoteLoadError';
    this.remote = remote;
  }
}

interface ReleaseChoice {
  live: BrowserRelease;
  previous: BrowserRelease | null;
}

const loading = new Map<string, Promise<RemoteModule>>();
const attempts = new Map<string, number>();

/**
 * Loads a remote once a page, in the release set of that page. A live release that fails is replaced by the previous
 * one. A failure is not remembered, so that a retry starts afresh.
 *
 * @throws RemoteLoadError when no release of it can be loaded within five seconds each.
 */
export function loadRemoteModule(name: string, { live, previous }: ReleaseChoice): Promise<RemoteModule> {
  const known = loading.get(name);
  if (known) return known;
  const attempt = attempts.get(name) ?? 0;
  attempts.set(name, attempt + 1);
  const module = withDeadline(loadRelease(name, live, attempt))
    .catch((error: unknown) => {
      if (!previous) throw error;
      console.warn(`[shell] ${name} ${live.id} failed; falling back to ${previous.id}.`, error);
      return withDeadline(loadRelease(name, previous, attempt));
    })
    .catch((error: unknown) => {
      loading.delete(name);
      throw new RemoteLoadError(name, error);
    });
  loading.set(name, module);
  return module;
}

/** The component of a remote's page. */
export async function loadPage(name: string, releases: ReleaseChoice, path: string): Promise<ComponentType> {
  const module = await loadRemoteModule(name, releases);
  const route = findRoute(module.routes, path);
  if (!route) throw new RemoteLoadError(name, new Error(`it has no page for ${path}`));
  return route.load();
}

async function withDeadline<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not arrive within ${loadDeadline / 1000} s`)), loadDeadline);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
