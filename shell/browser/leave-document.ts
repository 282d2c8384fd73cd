import { moveEvent } from 'kit/contracts/withdrawn-releases';
import { createPath, type Navigation } from 'react-router';

/**
 * Loads the document of a navigation in place of this one, once everything that only this tab's memory holds was stored. The
 * address of a `POP` is in effect already.
 *
 * @returns a promise that stays pending, so that the router shows nothing else meanwhile
 */
export function leaveDocument({ historyAction, location: to }: Navigation): Promise<never> {
  window.dispatchEvent(new Event(moveEvent));
  if (!to || historyAction === 'POP') location.reload();
  else location[historyAction === 'PUSH' ? 'assign' : 'replace'](createPath(to));
  return new Promise(() => {});
}
