import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { Terminal } from 'kit/server/command-line';
import type { Database } from '../database/database.ts';

/** What the office's commands stand on. */
export interface Office extends Terminal {
  dataDir: string;
  /** Whether webhooks may go to private addresses (CRM_WEBHOOK_ALLOW_PRIVATE). */
  allowPrivate: boolean;
  /** Opens the database, which is asked for once a command is understood, and closes it after the work. */
  withDatabase: (work: (database: Database) => Promise<void>) => Promise<void>;
  /** Prints an answer that may be longer than memory. */
  print: (pieces: Iterable<string> | AsyncIterable<string>) => Promise<void>;
}

/** Does the work of a command and prints its rows. */
export type Answer = (work: (database: Database) => Promise<Row[]>) => Promise<void>;

/** Prints an answer piece by piece. */
export type Print = (pieces: (database: Database) => AsyncIterable<string>) => Promise<void>;

/** References are said on the phone and typed as people like. */
export function upperCase(reference: string): string {
  return reference.toUpperCase();
}

export function day(text: string): Date {
  const date = new Date(text);
  if (!Number.isNaN(date.getTime())) return date;
  throw new InvalidArgumentError('It takes a date like 2026-11-20.');
}

export function nameOfDecider(text: string): string {
  if (text.trim() !== '') return text.trim();
  throw new InvalidArgumentError('It must not be empty.');
}

export type Row = Record<string, unknown>;

/** What a terminal would obey, or show as another line or in another order than it stands. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

/** Words are shown up to this many characters. */
const mostShown = 60;

/** Columns for a terminal, one line for each row whatever a visitor has written. */
export function renderTable(rows: Row[]): string {
  const [first] = rows;
  if (!first) return 'Nothing.';
  const columns = Object.keys(first);
  const cells = [columns, ...rows.map((row) => columns.map((column) => shownCell(row[column])))];
  const widths = columns.map((_column, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  return cells
    .map((line) =>
      line
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** What is copied from a terminal is one word, a key, an address or an id, and is never cut: half of it is worth nothing. */
function shownCell(value: unknown): string {
  const text = textOf(value).replace(unprintable, ' ');
  return text.length <= mostShown || !text.includes(' ') ? text : `${text.slice(0, mostShown - 3)}...`;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
