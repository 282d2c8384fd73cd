import type { LeadState } from 'kit/contracts/office';
import { CommandError } from 'kit/server/command-error';
import { QueryTypes, Transaction } from 'sequelize';
import type { Cell } from 'write-excel-file/node';
import type { Database } from '../database/database.ts';
import type { StoredRow } from '../database/models.ts';
import { flatten, originOf } from '../submissions/stored-form.ts';
import { byteOrderMark, renderCsvLine, sheetPhone, sheetTime, textOf } from './csv.ts';
import type { Row } from './office.ts';
import { type Selection, statusOf } from './submission-commands.ts';

/** The number of forms that are in memory at a time. An intake may have 256 kB. */
const batchSize = 100;

interface ExportedRow extends StoredRow {
  userAgent: string | null;
  state: LeadState;
  assignee: string | null;
  remindOn: string | null;
  notes: { at: string; by: string; note: string }[];
}

const exportedColumns = `id, reference, kind, created_at, payload, industry, page_path, partner, consent_version, ip, is_test,
  quarantine_reason, released_at, released_by, returned_at, return_reason, purged_at, user_agent as "userAgent",
  office_state as state, office_assignee as assignee, office_remind_on::text as "remindOn",
  coalesce((
    select json_agg(json_build_object('at', at, 'by', by, 'note', note) order by office_entries.id)
    from office_entries where submission_id = submissions.id and note is not null
  ), '[]') as notes`;

/** The columns with a time. A cell cannot hold a time zone, so the column header names it. */
const times = ['createdAt', 'consentedAt'];

/** All forms of one kind, or the forms with these ids in their order. */
export type Exported = Selection | { ids: readonly string[] };

export async function* exportCsv(database: Database, selection: Exported): AsyncGenerator<string> {
  const snapshot = await FormSnapshot.begin(database, selection);
  try {
    const names = await snapshot.columns();
    yield byteOrderMark + renderCsvLine(names.map(headerOf));
    for await (const rows of snapshot.batches()) {
      yield rows.map((row) => renderCsvLine(names.map((name) => sheetCell(name, row[name])))).join('');
    }
  } finally {
    await snapshot.end();
  }
}

/** In characters. Excel reports a workbook with a longer cell as damaged. */
const cellLimit = 32_767;
const cut = '... (The CSV file has the rest.)';
/** In characters, of one workbook. Building blocks the event loop for about 0.3 s for each million. */
const workbookLimit = 2_000_000;

/**
 * Builds an Excel workbook of one sheet in memory, of at most `officeLimits.inWorkbook` forms.
 * @throws CommandError 2 if their text exceeds {@link workbookLimit}
 */
export async function exportWorkbook(database: Database, selection: Exported): Promise<Buffer> {
  const snapshot = await FormSnapshot.begin(database, selection);
  try {
    const names = await snapshot.columns();
    let characters = 0;
    const sheet: Cell[][] = [names.map((name) => ({ value: headerOf(name), fontWeight: 'bold' }))];
    for await (const rows of snapshot.batches()) {
      for (const row of rows) sheet.push(names.map((name) => workbookCell(sheetCell(name, row[name]))));
      characters += JSON.stringify(rows).length;
      if (characters > workbookLimit) {
        throw new CommandError(
          'These forms have too much text for an Excel workbook: choose a shorter period, or take the CSV file.',
        );
      }
    }
    const columns = names.map(() => ({ width: 22 }));
    // Loaded with the first workbook, because it is large.
    const { default: writeWorkbook } = await import('write-excel-file/node');
    return await writeWorkbook(sheet, { columns, stickyRowsCount: 1 }).toBuffer();
  } finally {
    await snapshot.end();
  }
}

/** Every text is a text cell, so that Excel evaluates no formula of a visitor. */
function workbookCell(value: unknown): Cell {
  if (value instanceof Date) return { value, type: Date, format: 'yyyy-mm-dd hh:mm:ss' };
  const text = textOf(value);
  if (text === '') return null;
  return { value: text.length > cellLimit ? text.slice(0, cellLimit - cut.length) + cut : text, type: String };
}

export async function* exportJson(database: Database, selection: Exported): AsyncGenerator<string> {
  const snapshot = await FormSnapshot.begin(database, selection);
  try {
    let before = '[\n';
    for await (const rows of snapshot.batches()) {
      for (const row of rows) {
        yield before + JSON.stringify([row], null, 2).slice(2, -2);
        before = ',\n';
      }
    }
    yield before === '[\n' ? '[]\n' : '\n]\n';
  } finally {
    await snapshot.end();
  }
}

/** A transaction with a snapshot of the forms, which can be read several times in batches. */
class FormSnapshot {
  private constructor(
    private readonly database: Database,
    private readonly transaction: Transaction,
    private readonly selection: Exported,
  ) {}

  static async begin(database: Database, selection: Exported): Promise<FormSnapshot> {
    const isolationLevel = Transaction.ISOLATION_LEVELS.REPEATABLE_READ;
    const transaction = await database.sequelize.transaction({ isolationLevel, readOnly: true });
    return new FormSnapshot(database, transaction, selection);
  }

  /** All columns in order of first appearance. It reads all forms once, because each kind has its own fields. */
  async columns(): Promise<string[]> {
    const columns = new Set<string>();
    for await (const rows of this.batches()) for (const row of rows) for (const name in row) columns.add(name);
    return [...columns];
  }

  async *batches(): AsyncGenerator<Row[]> {
    if ('ids' in this.selection) {
      const { ids } = this.selection;
      for (let start = 0; start < ids.length; start += batchSize) {
        const some = ids.slice(start, start + batchSize);
        const rows = await this.query(
          `select ${exportedColumns} from submissions where id in (:some) order by array_position(array[:some]::uuid[], id)`,
          { some },
        );
        // One sheet has forms of several kinds.
        yield rows.map((row) => ({
          ...{ kind: row.kind, ...presentExported(row) },
          ...{ assignee: row.assignee, remindOn: row.remindOn },
        }));
      }
      return;
    }
    const { kind, since, limit, everything } = this.selection;
    await this.query(
      `declare forms no scroll cursor for select ${exportedColumns} from submissions
       where kind = :kind and created_at >= :since
         and (:everything or (quarantine_reason is null and not is_test))
       order by created_at desc limit :limit`,
      { kind, since: since ?? new Date(0), everything, limit: limit ?? null },
    );
    for (;;) {
      const rows = await this.query(`fetch ${batchSize} from forms`);
      if (rows.length > 0) yield rows.map(presentExported);
      if (rows.length < batchSize) break;
    }
    await this.query('close forms');
  }

  async end(): Promise<void> {
    await this.transaction.rollback();
  }

  private async query(sql: string, replacements: Record<string, unknown> = {}): Promise<ExportedRow[]> {
    const { transaction } = this;
    const options = { transaction, replacements, type: QueryTypes.SELECT } as const;
    return this.database.sequelize.query<ExportedRow>(sql, options);
  }
}

function presentExported(submission: ExportedRow): Row {
  const { reference, created_at: createdAt, state, payload, ip, userAgent, notes } = submission;
  // Exports of earlier versions have the name `pagePath`.
  const { page: pagePath, ...origin } = originOf(submission);
  return {
    ...{ reference, createdAt, state, status: statusOf(submission), ...flatten(payload) },
    ...{ ...origin, pagePath, ip, userAgent, notes: notes.map(({ at, ...rest }) => ({ at: new Date(at), ...rest })) },
  };
}

function headerOf(name: string): string {
  return times.includes(name) ? `${name} (UTC)` : name;
}

function sheetCell(name: string, value: unknown): unknown {
  if (times.includes(name)) return typeof value === 'string' ? new Date(value) : value;
  if (name === 'notes') {
    const notes = value as { at: Date; by: string; note: string }[]; // As presented above.
    return notes.map(({ at, by, note }) => `${sheetTime(at)} ${by}: ${note}`).join('\n');
  }
  return typeof value === 'string' && /(?:^|\.)phone$/.test(name) ? sheetPhone(value) : value;
}
