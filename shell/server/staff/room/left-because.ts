import { type History, Site } from '../../../platform/index.ts';
import { minute } from '../staff-document.ts';

/**
 * Why visitors do not get a release any more: it was rolled back, or its canary was ended, by whom and for what reason. Null where
 * that never happened, or it was made live since. `log` has the newest first.
 */
export function leftBecause(log: readonly History.AuditEntry[], remote: string, id: string): string | null {
  for (const entry of log) {
    if (!('to' in entry)) continue;
    const { action, at, by, reason } = entry;
    const move = Site.movesOf(entry).find((one) => one.remote === remote);
    if (!move || move.from === move.to) continue;
    if (move.to === id && action !== 'canary' && action !== 'advance') return null;
    const what = { rollback: 'was rolled back', abort: 'had its canary ended' }[String(action)];
    if (move.from === id && what) return `It ${what} at ${minute(at)}, by ${by}${reason === '' ? '' : `: ${reason}`}`;
  }
  return null;
}
