import { shellName } from 'kit/contracts/shell-name';
import { type WithdrawnReleases, withdrawnPath } from 'kit/contracts/withdrawn-releases';
import type { PageData } from '../app/page-data.ts';
import { loadComposition, ownerOf } from './composition.ts';
import { leaveDocument } from './leave-document.ts';
import { type Field, isChanged } from './remotes/entries.ts';
import type { SiteRouter } from './site-router.tsx';

/** In milliseconds. If the server follows the store, a tab learns of a rollback within ten seconds. */
const interval = 7000;

/**
 * The key in session storage for releases that the tab left immediately. It does so once per release, whatever it gets next.
 */
const leftKey = 'left-releases';

/**
 * Polls whether a release of this tab's set, including the shell's, was rolled back. If so, every further
 * navigation is a full load of the live releases; a page that runs such a release is reloaded immediately, unless the
 * visitor has started something on it. Every page runs the shell.
 */
export function leaveWithdrawnReleases(
  { set, shell = '', isPinned, site }: PageData,
  router: SiteRouter,
  leaveWithNextPage: () => void,
): void {
  if (isPinned) return;
  const use = trackUse(() => router.state.location.pathname, site.voice.elementName);
  const revision = Number.parseInt(set, 10);
  let isPending = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function check() {
    // A request that never ends, as after a lost connection, must not block the next one.
    const response = await fetch(withdrawnPath, { cache: 'no-cache', signal: AbortSignal.timeout(interval) });
    const { releases }: WithdrawnReleases = await response.json();
    if (!Object.values(releases).some((since) => since > revision)) return;
    const isRolledBack = (name: string, id = '') => (releases[`${name}/${id}`] ?? 0) > revision;
    const isShellWithdrawn = isRolledBack(shellName, shell);
    const composition = await loadComposition(set);
    const isWithdrawn = (name: string) => isRolledBack(name, composition.remotes[name]?.live.id);
    // A call ends with its document.
    if (use.mayBeInCall() || !(isShellWithdrawn || Object.keys(composition.remotes).some(isWithdrawn))) return;
    leaveWithNextPage();
    const here = ownerOf(composition, router.state.location.pathname);
    const left = isShellWithdrawn ? shell : here && isWithdrawn(here.name) && here.live.id;
    if (left && !use.hasBegun() && isFirstTime(left)) void leaveDocument(router.state.navigation);
  }

  /** Hidden tabs send no requests; they send one immediately when they become visible. */
  function checkWhileVisible() {
    clearTimeout(timer);
    if (document.visibilityState !== 'visible') return;
    timer = setTimeout(checkWhileVisible, interval);
    if (isPending || !navigator.onLine) return;
    isPending = true;
    // A failed request is repeated at the next interval.
    check()
      .catch(() => {})
      .finally(() => {
        isPending = false;
      });
  }

  document.addEventListener('visibilitychange', checkWhileVisible);
  timer = setTimeout(checkWhileVisible, interval);
}

/** True if this tab could record, for the first time, that it left a release immediately. */
function isFirstTime(id: string): boolean {
  try {
    const left = sessionStorage.getItem(leftKey)?.split(' ') ?? [];
    if (left.includes(id)) return false;
    sessionStorage.setItem(leftKey, [...left, id].join(' '));
    return true;
  } catch {
    return false;
  }
}

const controls = 'input, textarea, select';
const pressed = `${controls}, button, label, summary, [role]`;

/**
 * Tracks what the visitor has started and would lose with the document.
 * @param pageAtHand - returns the path of the current page @param voiceElement - the name of the voice widget's element
 */
function trackUse(pageAtHand: () => string, voiceElement: string) {
  // Called before React hydrates the page and takes over early input.
  let begunOn = isAnythingChanged() ? pageAtHand() : null;
  let hasCalled = false;
  // Links are left out, because following one leaves no state on the page.
  const begin = (event: Event) => {
    if (event instanceof KeyboardEvent && event.key === 'Tab') return;
    const { target } = event;
    if (!(target instanceof Element)) return;
    if (target.closest(voiceElement)) hasCalled = true;
    if (event.type === 'drop' || target.closest(pressed)) begunOn = pageAtHand();
  };
  for (const type of ['input', 'click', 'keydown', 'drop'])
    document.addEventListener(type, begin, { capture: true, passive: true });
  return {
    /** True after the visitor pressed the voice widget: a call may be in progress, and no event marks its end. */
    mayBeInCall: () => hasCalled,
    /** True if the visitor typed, pressed or opened something on the current page, before or after hydration, submitted or not. */
    hasBegun: () =>
      begunOn === pageAtHand() ||
      document.activeElement?.matches(controls) ||
      document.querySelector('dialog[open]') !== null ||
      isAnythingChanged(),
  };
}

function isAnythingChanged(): boolean {
  return [...document.querySelectorAll<Field>(controls)].some(isChanged);
}
