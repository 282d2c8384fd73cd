import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CommandError } from '../../server/command-error.ts';
import { toolPackage } from '../package-names.ts';

/**
 * The site that a command is about: `--site`, else `SITE`, else what `package.json` of the remote says. An origin, such as
 * `https://staging.example`.
 *
 * @throws CommandError with one sentence when none is named, or it is no address.
 */
export function siteAddress(option: string | undefined, folder: string, environment = process.env): string {
  const named = option ?? environment.SITE ?? siteInManifest(folder);
  if (!named) throw new CommandError('No site is named: add --site https://..., or "site" to the settings in package.json.');
  const address = URL.canParse(named) ? new URL(named) : null;
  if (!address || !/^https?:$/.test(address.protocol)) {
    throw new CommandError(`"${named}" is no address of a site: it begins with https://, or with http:// for a site on this machine.`);
  }
  return address.origin;
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

/** Where `package.json` of a remote holds what the tool is told: the scope's name. */
export const settingsKey = toolPackage.slice(1, toolPackage.indexOf('/'));
