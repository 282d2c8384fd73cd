import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Database } from '../database/database.ts';
import { ErasingClock } from '../erasing-clock.ts';
import { RepeatedJob } from '../repeated-job.ts';
import { LOG, SETTINGS, type Settings } from '../settings/settings.ts';
import { erasedOf } from './erase-with-form.ts';

const dayMs = 86_400_000;
const batchSize = 500;

/** Erases and logs mail files that are older than MAIL_FILE_DAYS, and those of erased forms. */
@Injectable()
export class MailFileSweeper extends RepeatedJob {
  protected readonly failed = 'old mail files could not be erased: retry in an hour';

  constructor(
    database: Database,
    @Inject(SETTINGS) settings: Settings,
    @Inject(LOG) log: Logger,
    private readonly clock: ErasingClock,
  ) {
    super(database, settings, log);
  }

  /** Checks each file once, a few hundred at a time. */
  async work(): Promise<void> {
    const oldest = await this.oldestKept();
    const all = await this.files();
    for (let start = 0; start < all.length; start += batchSize) {
      const names = all.slice(start, start + batchSize);
      const erased = new Set(await erasedOf(this.database, names.map(nameOf)));
      for (const name of names) {
        const isErased = erased.has(nameOf(name));
        if (isErased || (await this.isOlder(name, oldest))) await this.erase(name, isErased);
      }
    }
  }

  private async oldestKept(): Promise<number> {
    const { mailFileDays } = this.settings;
    if (mailFileDays === 0) return Number.NEGATIVE_INFINITY;
    const now = await this.clock.now();
    return now === null ? Number.NEGATIVE_INFINITY : now.getTime() - mailFileDays * dayMs;
  }

  private async files(): Promise<string[]> {
    try {
      const entries = await readdir(this.folder, { withFileTypes: true });
      return entries.filter((entry) => entry.isFile() && /\.eml(?:\.part)?$/.test(entry.name)).map(({ name }) => name);
    } catch (error) {
      // No mail has been written yet.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  private get folder(): string {
    return join(this.settings.dataDir, 'mail');
  }

  private async isOlder(name: string, oldest: number): Promise<boolean> {
    // The office may have moved the file in the meantime.
    const found = await stat(join(this.folder, name)).catch(() => undefined);
    return found !== undefined && found.mtimeMs < oldest;
  }

  private async erase(name: string, isErased: boolean): Promise<void> {
    await rm(join(this.folder, name), { force: true });
    const why = isErased ? 'its form was erased' : `older than ${this.settings.mailFileDays} days`;
    this.log.info({ file: name, why }, 'mail file erased');
  }
}

/** The reference of the file's form. */
function nameOf(file: string): string {
  return file.replace(/(?:-reply)?\.eml(?:\.part)?$/, '');
}
