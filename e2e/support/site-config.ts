import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const standard = path.resolve(import.meta.dirname, '../../shell/site.json');

/** Writes the repository's site configuration with changes into a file (`SITE_CONFIG`). */
export async function writeSiteConfig(file: string, changes: Record<string, unknown>): Promise<void> {
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(standard, 'utf8')), ...changes }));
}
