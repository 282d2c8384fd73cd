import path from 'node:path';
import { isDatabaseAddress } from 'kit/server/database-address';
import * as z from 'zod/mini';
import { parseVariables, portVariable, wholeNumber } from '../settings/variables.ts';
import type { LogLimits } from './log-file.ts';

export const repositoryRoot = path.resolve(import.meta.dirname, '../..');

const settingsSchema = z.object({
  PORT: z._default(portVariable, 3000),
  DATA_DIR: z._default(z.string(), path.join(repositoryRoot, '.data')),
  SITE_CONFIG: z._default(z.string(), path.join(repositoryRoot, 'shell/site.json')),
  LOG_FILE_MB: z._default(wholeNumber(1, 10_000), 10),
  LOG_FILES: z._default(wholeNumber(2, 1000), 5),
  DATABASE_URL: z.optional(
    z
      .string()
      .check(z.refine(isDatabaseAddress, 'must be an address such as postgres://user:password@host:5432/database')),
  ),
});

/** What the start program reads of the environment; the rest goes to API and shell server as it is. */
export interface Settings {
  port: number;
  dataFolder: string;
  siteConfigFile: string;
  databaseUrl: string | undefined;
  /** Of each program's log. */
  logLimits: LogLimits;
}

/**
 * Reads the environment of `npm start`.
 *
 * @throws Error with one sentence that names every wrong variable.
 */
export function readSettings(variables: NodeJS.ProcessEnv): Settings {
  const { PORT, DATA_DIR, SITE_CONFIG, DATABASE_URL, LOG_FILE_MB, LOG_FILES } = parseVariables(
    settingsSchema,
    variables,
  );
  return {
    port: PORT,
    dataFolder: path.resolve(repositoryRoot, DATA_DIR),
    siteConfigFile: path.resolve(repositoryRoot, SITE_CONFIG),
    databaseUrl: DATABASE_URL,
    logLimits: { size: LOG_FILE_MB * 1024 * 1024, files: LOG_FILES },
  };
}
