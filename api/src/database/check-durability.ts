import type pg from 'pg';
import { StartError } from '../settings/start-error.ts';

/** A 201 must survive a power failure. @throws StartError if the server's settings may lose the last transactions */
export async function checkDurability(client: pg.Client): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const { rows } = await client.query<Record<string, string>>(`show ${setting}`);
    if (rows[0]?.[setting] === 'off') {
      throw new StartError(
        `The database has ${setting} off and would lose leads that were acknowledged: set ${setting} = on in postgresql.conf.`,
      );
    }
  }
}
