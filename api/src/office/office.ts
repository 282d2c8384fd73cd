import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { Terminal } from 'kit/server/command-line';
import type { Database } from '../database/database.ts';
import type { Row } from './table.ts';

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
