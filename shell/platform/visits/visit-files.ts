import { parseJson } from '../parse-json.ts';
import type { Notes } from '../store/notes.ts';
import { type VisitFile, visitFileSchema } from './visit-counts.ts';

export const hour = 60 * 60_000;
export const day = 24 * hour;

/** For how long figures are kept: days that end before that are taken away. */
export const retentionDays = 30;

/** What a file of the store counts: what one server was told within an hour, or all of them within an hour or a day. */
export interface CountedSpan {
  kind: 'server' | 'hour' | 'day';
  /** In milliseconds since 1970. */
  start: number;
  length: number;
}

export interface NamedFile extends CountedSpan {
  name: string;
}

/** `server-2026112214-<server>`, `hour-2026112214`, `day-20261122`. */
export function nameOfSpan({ kind, start }: Pick<CountedSpan, 'kind' | 'start'>, server?: string): string {
  const digits = new Date(start).toISOString().replaceAll(/\D/g, '');
  const time = digits.slice(0, kind === 'day' ? 8 : 10);
  return server === undefined ? `${kind}-${time}` : `${kind}-${time}-${server}`;
}

/** Null for what is none of ours. */
export function parseSpanName(name: string): NamedFile | null {
  const [, kind, year, month, date, clock = '00'] =
    /^(server(?=-\d{10}-)|hour(?=-\d{10}$)|day(?=-\d{8}$))-(\d{4})(\d\d)(\d\d)(\d\d)?/.exec(name) ?? [];
  if (!kind) return null;
  const iso = `${year}-${month}-${date}T${clock}:00:00Z`;
  const start = Date.parse(iso);
  if (Number.isNaN(start)) return null;
  // One of the three that the pattern has.
  return { name, kind: kind as CountedSpan['kind'], start, length: kind === 'day' ? day : hour };
}

/** A file of the store with what is in it; null of a damaged one, which is said. */
export interface ReadFile extends NamedFile {
  content: VisitFile | null;
}

export function isWithin({ start }: Pick<CountedSpan, 'start'>, whole: CountedSpan): boolean {
  return start >= whole.start && start < whole.start + whole.length;
}

const sumsOf = { server: ['hour', 'day'], hour: ['day'], day: [''] };

/**
 * Reads the files that are wanted, oldest first. What was added up into an hour or a day is read from there alone: its parts
 * may still lie beside it.
 */
export async function readFiles(
  notes: Notes,
  isWanted: (file: NamedFile) => boolean,
): Promise<{ files: ReadFile[]; problems: string[] }> {
  const readAll = () =>
    notes.readAll({
      isWanted(name) {
        const file = parseSpanName(name);
        return file !== null && isWanted(file);
      },
    });
  let texts = await readAll();
  // Added up and taken away between the look for names and the look into them: once more finds the sum.
  if ([...texts.values()].includes('')) texts = await readAll();
  const named = [...texts.keys()].flatMap((name) => parseSpanName(name) ?? []);
  const isAddedUp = (part: NamedFile) =>
    named.some((whole) => sumsOf[part.kind].includes(whole.kind) && isWithin(part, whole));
  const problems: string[] = [];
  const files = named
    .filter((file) => !isAddedUp(file))
    .sort((one, other) => one.start - other.start)
    .map((file): ReadFile => {
      const content = parseJson(visitFileSchema, texts.get(file.name) ?? '');
      if (!content) problems.push(`What was counted of visits in "${file.name}" is damaged, and is left out.`);
      return { ...file, content };
    });
  return { files, problems };
}
