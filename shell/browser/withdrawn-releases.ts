import { shellName } from 'kit/contracts/shell-name';
import { type WithdrawnReleases, withdrawnPath } from 'kit/contracts/withdrawn-releases';
import type { PageData } from '../app/page-data.ts';
import { loadComposition, ownerOf } from './composition.ts';
import { leaveDocument } from './leave-document.ts';
import type { SiteRouter } from './site-router.tsx';
import { VisitorUse } from './visitor-use.ts';

/** Between two questions, in milliseconds: with an answer, and a server that follows the store, a tab hears within ten seconds. */
const interval = 7000;

/** In the tab's storage: releases that it left at once. It does so once for each, whatever it gets then. */
const leftKey = 'left-releases';

/**
 * Asks now and then whether a release of this tab's set was taken back, the shell's included. If so, every other page is loaded
 * anew, from what is live then; and a page that runs such a release is left at once, unless the visitor has begun something on
 * it. Every page runs the shell.
 */
export function leaveWithdrawnReleases(
  { set, shell = '', isPinned, site }: PageData,
  router: SiteRouter,
  leaveWithNextPage: () => void,
): void {
  if (isPinned) return;
  const use = new VisitorUse(() => router.state.location.pathname, site.voice.elementName);
  const revision = Number.parseInt(set, 10);
  let isAsking = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function look() {
    // One that never answers, as on a line that went in a tunnel, keeps from no other one.
    const response = await fetch(withdrawnPath, { cache: 'no-cache', signal: AbortSignal.timeout(interval) });
    const { releases }: WithdrawnReleases = await response.json();
    if (!Object.values(releases).some((since) => since > revision)) return;
    const isTakenBack = (name: string, id = '') => (releases[`${name}/${id}`] ?? 0) > revision;
    const isShellGone = isTakenBack(shellName, shell);
    const composition = await loadComposition(set);
    const isWithdrawn = (name: string) => isTakenBack(name, composition.remotes[name]?.live.id);
    // A call ends with its document.
    if (use.mayBeInCall || !(isShellGone || Object.keys(composition.remotes).some(isWithdrawn))) return;
    leaveWithNextPage();
    const here = ownerOf(composition, router.state.location.pathname);
    const left = isShellGone ? shell : here && isWithdrawn(here.name) && here.live.id;
    if (left && !use.hasBegun && notesFirst(left)) void leaveDocument(router.state.navigation);
  }

  /** Hidden tabs ask nothing, and at once when they are looked at again. */
  function lookWhileVisible() {
    clearTimeout(timer);
    if (document.visibilityState !== 'visible') return;
    timer = setTimeout(lookWhileVisible, interval);
    if (isAsking || !navigator.onLine) return;
    isAsking = true;
    // Who cannot be asked now is asked the next time.
    look()
      .catch(() => {})
      .finally(() => {
        isAsking = false;
      });
  }

  document.addEventListener('visibilitychange', lookWhileVisible);
  timer = setTimeout(lookWhileVisible, interval);
}

/** Whether this tab can note, and had not noted before, that it left a release at once. */
function notesFirst(id: string): boolean {
  try {
    const left = sessionStorage.getItem(leftKey)?.split(' ') ?? [];
    if (left.includes(id)) return false;
    sessionStorage.setItem(leftKey, [...left, id].join(' '));
    return true;
  } catch {
    return false;
  }
}
