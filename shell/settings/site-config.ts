import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type SiteConfig, siteConfigSchema } from 'kit/contracts/site-config';
import { readVariables } from 'kit/server/settings/variables';
import { messageOf } from 'kit/server/text';

/** The file that SITE_CONFIG names, or the one in the repository. */
export function siteConfigFile(environment: NodeJS.ProcessEnv): string {
  const { SITE_CONFIG } = readVariables(environment, ['SITE_CONFIG']);
  return SITE_CONFIG ? path.resolve(SITE_CONFIG) : path.join(import.meta.dirname, '../site.json');
}

/**
 * Reads and validates the site configuration.
 * @throws Error with one sentence if the file is missing, is not JSON, or holds an invalid value.
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
  throw unusable(file, wrong.join('; '));
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw unusable(file, error instanceof SyntaxError ? `it is not JSON (${error.message})` : messageOf(error));
  }
}

function unusable(file: string, wrong: string): Error {
  return new Error(
    `The site configuration ${file} cannot be used: ${wrong}. Mend the file, or name another by SITE_CONFIG.`,
  );
}
