import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CommandError } from '../../server/command-error.ts';
import { packageScope } from '../package-names.ts';

/** The key of the tool's settings in a remote's `package.json`: the scope without `@`. */
export const settingsKey = packageScope.slice(1);

/**
 * The origin of the site for a command, such as `https://staging.example`: `--site`, then `BEACONFIELD_SITE`, then the
 * remote's `package.json`.
 * @throws CommandError with one sentence if no site is named or the address is invalid.
 */
export function siteAddress(option: string | undefined, folder: string, environment = process.env): string {
  const named = option || environment.BEACONFIELD_SITE || siteInManifest(folder);
  if (!named) {
    throw new CommandError(
      `No site is named: add --site https://..., or "${settingsKey}": { "site": "..." } to package.json.`,
    );
  }
  const site = URL.canParse(named) ? new URL(named) : null;
  if (site && /^https?:$/.test(site.protocol)) return site.origin;
  throw new CommandError(
    `"${named}" is no address of a site: it looks like https://staging.example, or http://localhost:3000.`,
  );
}

function siteInManifest(folder: string): string | undefined {
  try {
    const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const site: unknown = manifest[settingsKey]?.site;
    return typeof site === 'string' ? site : undefined;
  } catch {
    return undefined;
  }
}
