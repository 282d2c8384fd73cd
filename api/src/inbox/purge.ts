import { CommandError } from 'kit/server/command-error';
import type { Database } from '../database/database.ts';
import type { Row } from '../office/table.ts';
import type { Actor } from './audit.ts';
import { eraseForms } from './erase-forms.ts';

/**
 * Erases one form. One that was erased already is left as it is.
 * @throws CommandError 3 when there is no such form.
 */
export async function purge(database: Database, reference: string, actor: Actor, dataDir: string): Promise<Row[]> {
  const [form] = await database.run(
    'select id, purged_at as "purgedAt" from submissions where reference = $reference',
    {
      reference,
    },
  );
  if (!form) throw new CommandError(`There is no form with the reference ${reference}.`, 3);
  const [erased] = await eraseForms(database, [String(form.id)], actor, dataDir, { why: 'asked for' });
  return [{ reference, purgedAt: erased?.purgedAt ?? form.purgedAt, told: erased?.told.join(', ') ?? '' }];
}
