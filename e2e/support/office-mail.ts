import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { siteDataFolder } from './site-data.ts';

/** Waits for the mail about a submission in the mail folder of the site under test. The worker polls once a second. */
export async function officeMail(reference: unknown): Promise<string> {
  const file = path.join(siteDataFolder(), 'mail', `${reference}.eml`);
  await expect.poll(() => existsSync(file), { message: `the office has a mail about ${reference}` }).toBe(true);
  return readFile(file, 'utf8');
}
