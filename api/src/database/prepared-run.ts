import type pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';

/** What PostgreSQL told of a statement's rows when a connection ran it first. */
export interface Columns {
  names: string[];
  readers: ((text: string) => unknown)[];
}

export type Done<Row> = (error: unknown, rows: Row[]) => void;

/**
 * A run of a statement that its connection has prepared. pg would ask for the columns again and send four messages, each
 * with a buffer of its own; this is one.
 */
export class PreparedRun<Row> implements pg.Submittable {
  /** pg puts its own around it, which ends with the statement's time. */
  callback: Done<Row>;
  private readonly rows: Row[] = [];
  private failure: unknown;

  constructor(
    private readonly message: Buffer,
    private readonly columns: Columns,
    done: Done<Row>,
  ) {
    this.callback = done;
  }

  submit({ stream }: pg.Connection): void {
    if (stream.writable) stream.write(this.message);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { names, readers } = this.columns;
    const row: Record<string, unknown> = {};
    try {
      for (let at = 0; at < names.length; at++) {
        const text = fields[at] ?? null;
        row[names[at] ?? ''] = text === null ? null : readers[at]?.(text);
      }
    } catch (error) {
      this.failure = error;
    }
    this.rows.push(row as Row); // As with pg, the caller knows what it asked for.
  }

  handleReadyForQuery(): void {
    this.callback(this.failure, this.rows);
  }

  handleError(error: unknown): void {
    this.callback(error, []);
  }

  handleCommandComplete(): void {}

  handleEmptyQuery(): void {}
}

/** The values in the text form that the statement's parameters take; nothing where one goes as bytes. */
export function textsOf(values: readonly unknown[]): (string | null)[] | undefined {
  const texts: (string | null)[] = [];
  for (const value of values) {
    const text: unknown = typeof value === 'string' || value === null ? value : prepareValue(value);
    if (typeof text !== 'string' && text !== null) return undefined;
    texts.push(text);
  }
  return texts;
}

const spaceBytes = 65_536;
let space = Buffer.alloc(0);
let spaceUsed = 0;

/** Bind, Execute and Sync of PostgreSQL's protocol. */
export function runMessage(opening: Buffer, texts: readonly (string | null)[]): Buffer {
  // Of a text's UTF-16 no unit takes more than three bytes of UTF-8.
  let most = opening.length + ending.length;
  for (const text of texts) most += 4 + (text === null ? 0 : 3 * text.length);
  if (space.length - spaceUsed < most) {
    space = Buffer.allocUnsafeSlow(Math.max(spaceBytes, most));
    spaceUsed = 0;
  }
  const start = spaceUsed;
  space.set(opening, start);
  let at = start + opening.length;
  for (const text of texts) {
    const bytes = text === null ? -1 : space.write(text, at + 4);
    space.writeInt32BE(bytes, at);
    at += 4 + Math.max(0, bytes);
  }
  space.writeInt32BE(at + columnsAsText.length - start - 1, start + 1);
  space.set(ending, at);
  spaceUsed = at + ending.length;
  return space.subarray(start, spaceUsed);
}

/** What Bind begins with: no name of a portal, the statement's name, all parameters as text, and how many they are. */
export function openingOf(name: string, count: number): Buffer {
  const counts = Buffer.alloc(4);
  counts.writeInt16BE(count, 2);
  return Buffer.concat([Buffer.from(`B\0\0\0\0\0${name}\0`), counts]);
}

const columnsAsText = Buffer.from([0, 0]);
const execute = Buffer.from('E\0\0\0\x09\0\0\0\0\0');
const sync = Buffer.from('S\0\0\0\x04');
const ending = Buffer.concat([columnsAsText, execute, sync]);
