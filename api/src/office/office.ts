import type { Terminal } from 'kit/server/command-line';
import type { Row } from './table.ts';

/** What the office's commands stand on. */
export interface Office extends Terminal {
  dataDir: string;
  /** Whether webhooks may go to private addresses (CRM_WEBHOOK_ALLOW_PRIVATE). */
  allowPrivate: boolean;
  /** Opens the database and gives what closes it; asked for once a command is understood. */
  connect: () => Promise<() => Promise<void>>;
  /** Prints an answer that may be longer than memory. */
  print: Print;
}

/** Does the work of a command and prints its rows. */
export type Answer = (work: () => Promise<Row[]>) => Promise<void>;

/** Prints an answer piece by piece. */
export type Print = (pieces: Iterable<string> | AsyncIterable<string>) => Promise<void>;
