import type { Notes } from '../store/notes.ts';
import { dayLimits, hourLimits, mergeFiles } from './merge-visits.ts';
import { day, hour, isWithin, nameOfSpan, parseSpanName, readFiles, retentionDays } from './visit-files.ts';

/** Servers that are late with what they counted in an hour are waited for so long, in milliseconds. */
const grace = 10 * 60_000;

/** Whether servers may still add to an hour, by its beginning. */
export function isHourOpen(start: number, now: number): boolean {
  return now < start + hour + grace / 2;
}

interface Step {
  part: 'server' | 'hour';
  whole: 'hour' | 'day';
  length: number;
  /** How long after its end a whole is added up. */
  after: number;
  limits: typeof hourLimits;
}

const steps: readonly Step[] = [
  { part: 'server', whole: 'hour', length: hour, after: grace, limits: hourLimits },
  { part: 'hour', whole: 'day', length: day, after: 2 * grace, limits: dayLimits },
];

/**
 * Adds up the hours that are over, and the days, and takes away what is older than 30 days. Any number of servers may do it
 * at any time: a sum is written once, its parts count no more from then on, and are taken away after that.
 *
 * @returns what could not be read, in sentences.
 */
export async function compactVisits(notes: Notes, now = Date.now()): Promise<string[]> {
  const problems: string[] = [];
  for (const step of steps) problems.push(...(await addUp(notes, step, now)));
  const files = (await notes.names()).flatMap((name) => parseSpanName(name) ?? []);
  for (const { name, start, length } of files) {
    if (start + length < now - retentionDays * day) await notes.remove(name);
  }
  return problems;
}

async function addUp(notes: Notes, { part, whole, length, after, limits }: Step, now: number): Promise<string[]> {
  const named = (await notes.names()).flatMap((name) => parseSpanName(name) ?? []);
  const wholeOf = (start: number) => start - (start % length);
  const parts = named.filter(({ kind, start }) => kind === part && now >= wholeOf(start) + length + after);
  const problems: string[] = [];
  for (const start of new Set(parts.map((one) => wholeOf(one.start)))) {
    const own = parts.filter((one) => wholeOf(one.start) === start);
    const isSummed = named.some((one) => one.kind !== part && one.length >= length && isWithin({ start }, one));
    if (!isSummed) {
      const names = new Set(own.map(({ name }) => name));
      const read = await readFiles(notes, (file) => names.has(file.name));
      problems.push(...read.problems);
      const contents = read.files.flatMap(({ content }) => content ?? []);
      const sum = mergeFiles(contents, { start, length, limits });
      // False when another server was first: it had the same parts.
      await notes.add(nameOfSpan({ kind: whole, start }), JSON.stringify(sum));
    }
    for (const { name } of own) await notes.remove(name);
  }
  return problems;
}
