import { moveEvent } from 'kit/contracts/withdrawn-releases';
import { NavigationType } from 'react-router';

/**
 * Loads a document in place of this one, once everything that only this tab's memory holds was stored.
 *
 * @param address - of a `Pop` the one in effect
 */
export function leaveDocument(kind: NavigationType, address: string): void {
  window.dispatchEvent(new Event(moveEvent));
  if (kind === NavigationType.Push) location.assign(address);
  else if (kind === NavigationType.Replace) location.replace(address);
  else location.reload();
}
