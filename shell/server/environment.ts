import { operatorVariables } from 'kit/server/alerts/operator-settings';
import { readVariables, VariableError } from 'kit/server/settings/variables';
import { dataFolder } from '../settings/places.ts';
import { siteConfigFile } from '../settings/site-config.ts';

const names = [
  'PORT',
  'HOST',
  'API_URL',
  'TRUST_PROXY',
  'STAFF_TOKENS',
  'OFFICE_KEY',
  'LOG_LEVEL',
  'SHELL_METRICS_PORT',
  'PREVIEW_KEY',
  'VIEW_KEY',
  'ROOM_KEY',
  'SQUAD_ACCESS',
  'SMTP_URL',
  'CRM_WEBHOOK_ALLOW_PRIVATE',
  ...operatorVariables,
] as const;

export type Environment = ReturnType<typeof readEnvironment>;

/** Reads the environment of the shell server. @throws VariableError with a sentence for each invalid variable. */
export function readEnvironment(environment: NodeJS.ProcessEnv) {
  const { API_URL, PORT = 3000, SQUAD_ACCESS = 'on', ...others } = readVariables(environment, names);
  if (API_URL === undefined) throw new VariableError('API_URL must be set to the http address of the API.');
  return {
    ...others,
    API_URL,
    PORT,
    SQUAD_ACCESS,
    DATA_DIR: dataFolder(environment),
    SITE_CONFIG: siteConfigFile(environment),
  };
}
