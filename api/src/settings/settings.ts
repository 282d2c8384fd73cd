import { readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { type SiteConfig, siteConfigSchema } from 'kit/contracts/site-config';
import { type OperatorSettings, operatorVariables } from 'kit/server/alerts/operator-settings';
import { readVariables, type Variables } from 'kit/server/settings/variables';
import proxyAddr from 'proxy-addr';
import type * as z from 'zod/mini';
import { StartError } from '../process.ts';
import { kindNames, type SubmissionKind } from '../submissions/kinds.ts';

export const LOG = Symbol('log');

export const SETTINGS = Symbol('settings');

const names = [
  'PORT',
  'HOST',
  'METRICS_PORT',
  'DATABASE_URL',
  'DATA_DIR',
  'SITE_CONFIG',
  'OFFICE_KEY',
  'ALLOWED_ORIGINS',
  'TRUST_PROXY',
  'LOG_LEVEL',
  'SMTP_URL',
  'CRM_WEBHOOK_URL',
  'CRM_WEBHOOK_SECRET',
  'CRM_WEBHOOK_ALLOW_PRIVATE',
  'AUTORESPONSE',
  'RETENTION_DAYS',
  'MAIL_FILE_DAYS',
  ...operatorVariables,
] as const;

export type Settings = ReturnType<typeof readSettings>;

/** Options of the API's command line, which production does not use. */
export interface Options {
  /** Turns rate limits off, for tests and drills. */
  'no-rate-limits'?: boolean | undefined;
  /** Forms are stored, but other processes deliver them. */
  'no-delivery'?: boolean | undefined;
  'sample-agents'?: boolean | undefined;
}

/**
 * Reads the environment and the site configuration once at the start.
 * @throws StartError or VariableError with a sentence for each invalid value
 */
export function readSettings(environment: NodeJS.ProcessEnv, options: Options = {}) {
  const values = readVariables(environment, names);
  const operator: OperatorSettings = values;
  return {
    port: values.PORT ?? 0,
    host: values.HOST ?? '127.0.0.1',
    /** Metrics are on this port instead of /api/metrics. */
    metricsPort: values.METRICS_PORT?.port,
    metricsHost: values.METRICS_PORT?.host ?? '127.0.0.1',
    databaseUrl: neededDatabase(values.DATABASE_URL),
    dataDir: neededFolder(values.DATA_DIR),
    site: readSiteConfig(resolve(values.SITE_CONFIG ?? 'shell/site.json')),
    smtpUrl: values.SMTP_URL,
    webhook: webhookOf(values),
    /** Whether webhooks may go to private addresses. */
    webhooksAllowPrivate: values.CRM_WEBHOOK_ALLOW_PRIVATE ?? false,
    /** Authenticates shell servers' requests on behalf of staff; without it all of them are refused. */
    officeKey: values.OFFICE_KEY === undefined ? undefined : Buffer.from(values.OFFICE_KEY, 'hex'),
    operator,
    autoresponse: values.AUTORESPONSE ?? false,
    allowedOrigins: originsOf(values.ALLOWED_ORIGINS ?? ''),
    deliveryWorker: !options['no-delivery'],
    /** Mail files are erased after this many days; 0 keeps them. */
    mailFileDays: values.MAIL_FILE_DAYS ?? 90,
    /** Forms of these kinds are erased after this many days; forms of other kinds are kept. */
    retentionDays: retentionOf(values.RETENTION_DAYS ?? ''),
    /** The hour of the day (UTC) from which the office is notified of new forms in quarantine. */
    quarantineMailHour: 14,
    rateLimits: !options['no-rate-limits'],
    trustedProxies: proxiesOf(values.TRUST_PROXY ?? ''),
    seedSampleAgents: options['sample-agents'] ?? false,
    logLevel: values.LOG_LEVEL ?? 'info',
  };
}

type Values = Variables<(typeof names)[number]>;

function neededDatabase(url: string | undefined): string {
  if (url !== undefined) return url;
  throw new StartError(
    'DATABASE_URL must be set to the address of a PostgreSQL, like postgres://user:password@host:5432/name.',
  );
}

function neededFolder(folder: string | undefined): string {
  if (folder !== undefined && isAbsolute(folder)) return folder;
  throw new StartError('DATA_DIR must be set to an absolute path.');
}

/** Reads `730` for all kinds, or `lead=730,feedback=365`. An empty text means none. */
export function retentionOf(written: string): Retention {
  const retention: Retention = {};
  const text = written.trim();
  const parts = /^\d+$/.test(text) ? kindNames.map((kind) => `${kind}=${text}`) : text.split(',');
  for (const part of text === '' ? [] : parts) {
    const [, name, number] = /^([a-z]+)=(\d{1,5})$/.exec(part.trim()) ?? [];
    const kind = kindNames.find((known) => known === name);
    const days = Number(number);
    if (kind === undefined || retention[kind] !== undefined || days < 1 || days > 36_500) {
      throw new StartError(
        'RETENTION_DAYS must be a number of days from 1 to 36500, or one for each kind: lead=730,feedback=365.',
      );
    }
    retention[kind] = days;
  }
  return retention;
}

function webhookOf(values: Values) {
  const { CRM_WEBHOOK_URL: url, CRM_WEBHOOK_SECRET: secret, CRM_WEBHOOK_ALLOW_PRIVATE: allowPrivate = false } = values;
  if (url === undefined) return undefined;
  if (secret === undefined) throw new StartError('CRM_WEBHOOK_SECRET must be set too when CRM_WEBHOOK_URL is.');
  return { url, secrets: secret.split(' '), allowPrivate };
}

/** @throws StartError that names the file and the invalid field */
function readSiteConfig(file: string): SiteConfig {
  const parsed = siteConfigSchema.safeParse(readJson(file));
  if (parsed.success) return parsed.data;
  throw new StartError(firstIssue(parsed.error, `The site configuration ${file} is wrong: `));
}

function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new StartError(`The site configuration ${file} cannot be read: set SITE_CONFIG to the path of a site.json.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new StartError(`The site configuration ${file} is not valid JSON: correct it, or put a copy back.`);
  }
}

function firstIssue(error: z.core.$ZodError, before: string): string {
  const issue = error.issues[0];
  return `${before}${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is wrong'}.`;
}

/** Browsers send an origin in one spelling, and another one would never match. */
function originsOf(text: string): string[] {
  const origins = listOf(text);
  const wrong = origins.find((each) => !/^https?:/.test(each) || !URL.canParse(each) || new URL(each).origin !== each);
  if (wrong === undefined) return origins;
  throw new StartError(
    `ALLOWED_ORIGINS: "${wrong}" is no origin, like https://partner.example, in small letters and without a path.`,
  );
}

function proxiesOf(text: string): string[] {
  const proxies = listOf(text);
  for (const proxy of proxies) {
    try {
      proxyAddr.compile(proxy);
    } catch {
      throw new StartError(`TRUST_PROXY: "${proxy}" is no address, like 10.0.0.5, and no network, like 10.0.0.0/8.`);
    }
  }
  return proxies;
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

type Retention = Partial<Record<SubmissionKind, number>>;
