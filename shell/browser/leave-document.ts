import { moveEvent } from 'kit/contracts/withdrawn-releases';
import { createPath, type Navigation } from 'react-router';
import type { PageRemote } from '../app/page-data.ts';

/**
 * Whether a page needs a new document. A document has one content security policy, that of the remote that it was loaded for, and
 * no remote may run under the policy of another one.
 */
export function needsDocument(here: PageRemote | null, { name, live }: Pick<PageRemote, 'name' | 'live'>): boolean {
  return name !== here?.name && Boolean(live.policy ?? here?.live.policy);
}

/**
 * Loads the document of a navigation in place of this one, after everything that exists only in this tab's memory has been
 * stored. The URL of a `POP` has already changed.
 * @returns a promise that stays pending, so that the router renders nothing in the meantime
 */
export function leaveDocument({ historyAction, location: to }: Navigation): Promise<never> {
  window.dispatchEvent(new Event(moveEvent));
  if (!to || historyAction === 'POP') location.reload();
  else location[historyAction === 'PUSH' ? 'assign' : 'replace'](createPath(to));
  return new Promise(() => {});
}
