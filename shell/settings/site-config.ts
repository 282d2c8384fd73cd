import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type SiteConfig, siteConfigSchema } from 'kit/contracts/site-config';
import { readVariables } from 'kit/server/settings/variables';

/** An unusable site configuration. The message is one sentence with the file and each invalid value. */
export class SiteConfigError extends Error {
  constructor(file: string, wrong: string) {
    super(`The site configuration ${file} cannot be used: ${wrong}. Mend the file, or name another by SITE_CONFIG.`);
    this.name = 'SiteConfigError';
  }
}

/** The file that SITE_CONFIG names, or the one in the repository. */
export function siteConfigFile(environment: NodeJS.ProcessEnv): string {
  const { SITE_CONFIG } = readVariables(environment, ['SITE_CONFIG']);
  return SITE_CONFIG ? path.resolve(SITE_CONFIG) : path.join(import.meta.dirname, '../site.json');
}

/**
 * Reads and validates the site configuration.
 * @throws SiteConfigError if the file is missing, is not JSON, or holds an invalid value.
 */
export function loadSiteConfig(file: string): SiteConfig {
  const parsed = siteConfigSchema.safeParse(readJson(file));
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map((issue) => {
    const place = `"${issue.path.join('.') || 'the whole file'}"`;
    return issue.code === 'unrecognized_keys'
      ? `${place} has no setting ${issue.keys.join(', ')}`
      : `${place} ${issue.message}`;
  });
  throw new SiteConfigError(file, wrong.join('; '));
}

function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new SiteConfigError(file, error instanceof Error ? error.message : String(error));
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SiteConfigError(file, `it is not JSON (${error instanceof Error ? error.message : String(error)})`);
  }
}
