import type { IncomingHttpHeaders } from 'node:http';

/** An hour: whoever asks for more is asked again nevertheless. */
const mostSeconds = 3600;

/**
 * The seconds of a `Retry-After` (RFC 9110, section 10.2.3): a number, or a date, which is read by the clock of whoever
 * sent it. 0 when there is none that can be read.
 */
export function retryAfterOf({ 'retry-after': value, date }: IncomingHttpHeaders): number {
  if (value === undefined) return 0;
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : (Date.parse(value) - nowBy(date)) / 1000;
  return Number.isNaN(seconds) ? 0 : Math.min(mostSeconds, Math.max(0, Math.ceil(seconds)));
}

function nowBy(date: string | undefined): number {
  const theirs = Date.parse(date ?? '');
  return Number.isNaN(theirs) ? Date.now() : theirs;
}
