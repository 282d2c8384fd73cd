import { readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { type SiteConfig, siteConfigSchema } from 'kit/contracts/site-config';
import { type OperatorSettings, operatorVariables } from 'kit/server/alerts/operator-settings';
import { isDatabaseAddress } from 'kit/server/database-address';
import * as z from 'zod/mini';
import { parseRetention, type Retention } from './retention.ts';
import { StartError } from './start-error.ts';

/** The token under which Nest gives {@link Settings} to whoever asks. */
export const SETTINGS = Symbol('settings');

const wholeNumber = (min: number, max: number, words: string) =>
  z
    .pipe(z.string().check(z.regex(/^\d{1,9}$/, words)), z.transform(Number))
    .check(z.refine((value) => value >= min && value <= max, words));

const port = wholeNumber(0, 65_535, 'must be a port from 0 to 65535');

const minutesWords = 'must be a number of minutes from 1 to 99999';

const onOff = z.enum(['on', 'off'], 'must be "on" or "off"');
const address = (pattern: RegExp, words: string) => z.string().check(z.refine((url) => isUrl(url, pattern), words));

const environmentSchema = z.object({
  PORT: z._default(port, 0),
  HOST: z._default(z.string(), '127.0.0.1'),
  METRICS_PORT: z.optional(wholeNumber(1, 65_535, 'must be a port from 1 to 65535')),
  DATABASE_URL: z
    .string('must be set to the address of a PostgreSQL, like postgres://user:password@host:5432/name')
    .check(
      z.refine(
        isDatabaseAddress,
        'must be the address of one PostgreSQL, like postgres://user:password@host:5432/name',
      ),
    ),
  DATA_DIR: z
    .string('must be set to an absolute path')
    .check(z.refine((path) => isAbsolute(path), 'must be an absolute path')),
  SITE_CONFIG: z._default(z.string(), 'shell/site.json'),
  SMTP_URL: z.optional(address(/^smtps?:$/, 'must be an address like smtp://user:password@host:587')),
  CRM_WEBHOOK_URL: z.optional(address(/^https?:$/, 'must be an http or https address')),
  CRM_WEBHOOK_SECRET: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^whsec_[A-Za-z0-9+/]{32,88}={0,2}(?: whsec_[A-Za-z0-9+/]{32,88}={0,2})?$/,
          'must be "whsec_" and at least 24 bytes in base 64; during a rotation the new one, a space and the old one',
        ),
      ),
  ),
  CRM_WEBHOOK_ALLOW_PRIVATE: z._default(onOff, 'off'),
  OFFICE_KEY: z.optional(
    z
      .string()
      .check(z.regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits: "openssl rand -hex 32" makes such a key')),
  ),
  ...operatorVariables,
  ALARM_AFTER_MINUTES: z._default(
    z
      .pipe(z.string().check(z.regex(/^\d{1,5}$/, minutesWords)), z.transform(Number))
      .check(z.refine((value) => value > 0, minutesWords)),
    15,
  ),
  AUTORESPONSE: z._default(onOff, 'off'),
  ALLOWED_ORIGINS: z._default(z.string(), ''),
  DELIVERY_WORKER: z._default(onOff, 'on'),
  MAIL_FILE_DAYS: z._default(wholeNumber(0, 36_500, 'must be a number of days from 0 (never erased) to 36500'), 90),
  QUARANTINE_MAIL_HOUR: z._default(wholeNumber(0, 23, 'must be an hour from 0 to 23 (UTC)'), 14),
  RATE_LIMITS: z._default(onOff, 'on'),
  TRUST_PROXY: z._default(z.string(), ''),
  RETENTION_DAYS: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => parseRetention(text) !== null,
          'must be a number of days from 1 to 36500, or one for each kind: lead=730,feedback=365',
        ),
      ),
  ),
  SEED_SAMPLE_AGENTS: z.optional(z.enum(['0', '1'], 'must be "1" or "0"')),
  LOG_LEVEL: z._default(
    z.enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be one of trace, debug, info, warn, error, fatal, silent',
    ),
    'info',
  ),
});

export interface Settings {
  port: number;
  host: string;
  /** Metrics are served there, and not at /api/metrics. */
  metricsPort: number | undefined;
  databaseUrl: string;
  dataDir: string;
  site: SiteConfig;
  smtpUrl: string | undefined;
  webhook: { url: string; secrets: string[]; allowPrivate: boolean } | undefined;
  /** Whether webhooks may go to private addresses. */
  webhooksAllowPrivate: boolean;
  /** Seals what shell servers ask in the name of staff; without it nobody is answered. */
  officeKey: Buffer | undefined;
  /** Who hears of alarms. */
  operator: OperatorSettings;
  /** How long a channel is away, or a form waits, before that is an alarm. */
  alarmAfterMinutes: number;
  /** Visitors are told by mail that their form has arrived. */
  autoresponse: boolean;
  allowedOrigins: string[];
  deliveryWorker: boolean;
  /** Mail files are erased after so many days; 0 keeps them for good. */
  mailFileDays: number;
  /** Forms of these kinds are erased after so many days; of others none ever is. */
  retentionDays: Retention;
  /** From this hour of the day on (UTC), the office is told what is new in quarantine. */
  quarantineMailHour: number;
  rateLimits: boolean;
  trustedProxies: string[];
  seedSampleAgents: boolean;
  logLevel: string;
}

/**
 * Reads the environment and the site configuration once, at the door.
 * @throws StartError with one sentence that names the wrong value.
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(set);
  if (!parsed.success) throw new StartError(firstIssue(parsed.error, ''));
  const values = parsed.data;
  const site = readSiteConfig(resolve(values.SITE_CONFIG));
  return {
    port: values.PORT,
    host: values.HOST,
    metricsPort: values.METRICS_PORT,
    databaseUrl: values.DATABASE_URL,
    dataDir: values.DATA_DIR,
    site,
    smtpUrl: values.SMTP_URL,
    webhook: webhookOf(values),
    webhooksAllowPrivate: values.CRM_WEBHOOK_ALLOW_PRIVATE === 'on',
    officeKey: values.OFFICE_KEY === undefined ? undefined : Buffer.from(values.OFFICE_KEY, 'hex'),
    operator: values,
    alarmAfterMinutes: values.ALARM_AFTER_MINUTES,
    autoresponse: values.AUTORESPONSE === 'on',
    allowedOrigins: listOf(values.ALLOWED_ORIGINS),
    deliveryWorker: values.DELIVERY_WORKER === 'on',
    mailFileDays: values.MAIL_FILE_DAYS,
    retentionDays: parseRetention(values.RETENTION_DAYS ?? '') ?? {},
    quarantineMailHour: values.QUARANTINE_MAIL_HOUR,
    rateLimits: values.RATE_LIMITS === 'on',
    trustedProxies: listOf(values.TRUST_PROXY),
    seedSampleAgents: values.SEED_SAMPLE_AGENTS === '1',
    logLevel: values.LOG_LEVEL,
  };
}

function webhookOf(values: z.infer<typeof environmentSchema>): Settings['webhook'] {
  const { CRM_WEBHOOK_URL: url, CRM_WEBHOOK_SECRET: secret } = values;
  if (url === undefined) return undefined;
  if (secret === undefined) throw new StartError('CRM_WEBHOOK_SECRET must be set too when CRM_WEBHOOK_URL is.');
  return { url, secrets: secret.split(' '), allowPrivate: values.CRM_WEBHOOK_ALLOW_PRIVATE === 'on' };
}

/** @throws StartError that names the file and the wrong field. */
export function readSiteConfig(file: string): SiteConfig {
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

function isUrl(text: string, protocol: RegExp): boolean {
  return URL.canParse(text) && protocol.test(new URL(text).protocol);
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
