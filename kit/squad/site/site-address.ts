import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { CommandError } from '../../server/command-error.ts';

/** The key of the tool's settings in a remote's `package.json`. */
export const settingsKey = 'beaconfield';

const packageSchema = z.object({
  name: z.optional(z.string()),
  scripts: z.optional(z.record(z.string(), z.string())),
  [settingsKey]: z.optional(z.object({ site: z.optional(z.string()), remote: z.optional(z.string()) })),
});

/** Reads the `package.json` of a folder; it is empty if there is none. @throws CommandError if it is no JSON. */
export function readPackage(folder: string): z.infer<typeof packageSchema> {
  const file = path.join(folder, 'package.json');
  if (!existsSync(file)) return {};
  try {
    return packageSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? {};
  } catch {
    throw new CommandError(`${file} is no JSON.`);
  }
}

/**
 * The origin of the site for a command, such as `https://staging.example`: `--site`, then `BEACONFIELD_SITE`, then the
 * remote's `package.json`.
 * @throws CommandError with one sentence if no site is named or the address is invalid.
 */
export function siteAddress(option: string | undefined, folder: string, environment = process.env): string {
  const named = option || environment.BEACONFIELD_SITE || readPackage(folder)[settingsKey]?.site;
  if (!named) {
    throw new CommandError(
      `No site is named: add --site https://..., or "${settingsKey}": { "site": "..." } to package.json.`,
    );
  }
  const site = URL.canParse(named) ? new URL(named) : null;
  const isLocal = site !== null && ['localhost', '127.0.0.1', '[::1]'].includes(site.hostname);
  if (site?.protocol === 'https:' || (site?.protocol === 'http:' && isLocal)) return site.origin;
  const words =
    site?.protocol === 'http:'
      ? 'a site elsewhere is reached by https'
      : 'it looks like https://staging.example, or http://localhost:3000';
  throw new CommandError(`"${named}" is no address of a site: ${words}.`);
}
