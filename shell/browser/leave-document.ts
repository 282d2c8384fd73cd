import { moveEvent } from 'kit/contracts/withdrawn-releases';
import { createPath, type Navigation } from 'react-router';

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
