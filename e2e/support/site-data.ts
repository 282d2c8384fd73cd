import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The data folder of the site under test. @throws Error if BASE_URL names a site without naming its data folder */
export function siteDataFolder(): string {
  const folder = process.env.SITE_DATA_DIR;
  if (folder) return folder;
  throw new Error(
    'SITE_DATA_DIR is missing: with BASE_URL given by hand, set it to the data folder (DATA_DIR) of that site.',
  );
}

export async function apiPortOf(dataFolder: string): Promise<number> {
  const log = await readFile(path.join(dataFolder, 'logs', 'api.log'), 'utf8');
  const port = [...log.matchAll(/"port":(\d+)[^\n]*"ready"/g)].at(-1)?.[1];
  if (port) return Number(port);
  throw new Error(`No API has said in ${dataFolder} that it is ready.`);
}
