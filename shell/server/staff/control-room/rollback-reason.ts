import { type History, Site } from '../../../platform/index.ts';
import { minute } from '../staff-document.ts';

/**
 * Gives the reason why a release was taken back: its rollback or the end of its canary, by whom and why. It is null
 * when that never happened, or when the release was made live again. `log` is sorted newest first.
 */
export function rollbackReason(log: readonly History.AuditEntry[], remote: string, id: string): string | null {
  for (const entry of log) {
    if (!('to' in entry)) continue;
    const { action, at, by, reason } = entry;
    const move = Site.movesOf(entry).find((one) => one.remote === remote);
    if (!move || move.from === move.to) continue;
    if (move.to === id && action !== 'canary' && action !== 'advance') return null;
    const what = { rollback: 'was rolled back', abort: 'was ended as a canary' }[String(action)];
    if (move.from === id && what) return `It ${what} at ${minute(at)}, by ${by}${reason === '' ? '' : `: ${reason}`}`;
  }
  return null;
}
