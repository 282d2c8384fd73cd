import { CommandError } from 'kit/server/command-error';
import { rowsOf } from '../office/rows-of.ts';
import type { Row } from '../office/table.ts';
import type { Actor } from './audit.ts';
import { eraseForms } from './erase-forms.ts';

/**
 * Erases one form. One that was erased already is left as it is.
 * @throws CommandError 3 when there is no such form.
 */
export async function purge(reference: string, actor: Actor, dataDir: string): Promise<Row[]> {
  const [form] = await rowsOf('select id, purged_at as "purgedAt" from submissions where reference = $reference', {
    reference,
  });
  if (!form) throw new CommandError(`There is no form with the reference ${reference}.`, 3);
  const [erased] = await eraseForms([String(form.id)], actor, dataDir, { why: 'asked for' });
  return [{ reference, purgedAt: erased?.purgedAt ?? form.purgedAt, told: erased?.told.join(', ') ?? '' }];
}
