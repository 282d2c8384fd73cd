import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Database } from '../database/database.ts';
import { LOG } from '../log/log.ts';

/** What is owed is paid off as fast as a process lets a client spend, and never grows because a clock went back. */
const noteMiss = `
    insert into code_misses as known (client, owed) values ($1, $2)
    on conflict (client) do update set noted_at = now(),
      owed = $2 + greatest(0, known.owed - $3 * greatest(0, extract(epoch from now() - known.noted_at)) / 60)
    returning owed::int`;

/** Look-ups of codes that found nothing, by client, counted for all API processes together. */
@Injectable()
export class CodeMisses {
  constructor(
    private readonly database: Database,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** What the client owes now; 0 when the database does not answer. */
  async note(client: string, cost: number, paidPerMinute: number): Promise<number> {
    try {
      const [row] = await this.database.run<{ owed: number }>(noteMiss, [client, cost, paidPerMinute]);
      return row?.owed ?? 0;
    } catch (error) {
      this.log.warn({ reason: String(error) }, 'a code that was not found was counted by this process alone');
      return 0;
    }
  }
}
