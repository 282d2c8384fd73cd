import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { dayText, momentText } from 'kit/contracts/day-and-moment';
import type { Terminal } from 'kit/server/command-line';
import { systemUser } from 'kit/server/system-user';
import type { Database } from '../database/database.ts';
import type { AuditEntry } from '../inbox/audit.ts';

export interface Office extends Terminal {
  dataDir: string;
  /** Whether webhooks may go to private addresses (CRM_WEBHOOK_ALLOW_PRIVATE). */
  allowPrivate: boolean;
  /** Opens the database for a valid command and closes it after the work. */
  withDatabase: (work: (database: Database) => Promise<void>) => Promise<void>;
  /** Prints a stream, because an export may not fit into memory. */
  print: (pieces: Iterable<string> | AsyncIterable<string>) => Promise<void>;
}

type Work = (database: Database) => Promise<Row[]>;

export interface Tools extends Pick<Office, 'dataDir' | 'allowPrivate' | 'error'> {
  isJson: () => boolean;
  /** Does the work of a command and prints its rows. */
  answer: (work: Work) => Promise<void>;
  /** The same, and writes an audit entry before it prints. The default author is the system's user. */
  audited: (entry: AuditEntry & { by?: string }, work: Work) => Promise<void>;
  print: (open: (database: Database) => Promise<AsyncIterable<string>>) => Promise<void>;
}

/** People type references in lower case, too. */
export function upperCase(reference: string): string {
  return reference.toUpperCase();
}

/** PostgreSQL stores the days of these years in every zone. */
const isYearKept = (text: string) => /^[12]\d{3}-/.test(text);

/** A day begins at midnight UTC. */
export function day(text: string): Date {
  const isDate = dayText.safeParse(text).success || momentText.safeParse(text).success;
  if (isDate && isYearKept(text)) return new Date(text);
  throw new InvalidArgumentError('It takes a day like 2026-11-20, or a moment with its zone like 2026-11-20T09:30Z.');
}

export function dayAlone(text: string): string {
  if (dayText.safeParse(text).success && isYearKept(text)) return text;
  throw new InvalidArgumentError('It takes a day like 2026-11-20.');
}

export function nameOfDecider(text: string): string {
  if (text.trim() !== '') return text.trim();
  throw new InvalidArgumentError('It must not be empty.');
}

export const byOption = new Option('--by <name>', 'your name for the log')
  .argParser(nameOfDecider)
  .default(systemUser(), 'your user name');

export type Row = Record<string, unknown>;

/** Characters that control a terminal, break a line or change the direction of text. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

/** In characters; longer texts are cut. */
const maxCellLength = 60;

/** Renders a table for a terminal with exactly one line for each row, whatever a visitor typed. */
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

/** A single word is never cut: it may be a key, an address or an id that the reader copies. */
function shownCell(value: unknown): string {
  const text = textOf(value).replace(unprintable, ' ');
  return text.length <= maxCellLength || !text.includes(' ') ? text : `${text.slice(0, maxCellLength - 3)}...`;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
