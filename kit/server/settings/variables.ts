import * as z from 'zod/mini';

/**
 * True for the address of one PostgreSQL: `postgres://user:password@host:5432/name`. The host may be empty if `?host=`
 * names a folder of Unix sockets. Lists of hosts are not supported.
 */
function isDatabaseAddress(text: string): boolean {
  // A URL cannot have an empty host after a user.
  return (
    /^postgres(ql)?:\/\/([^/?#]*@)?[^,@/?#]*([/?#]|$)/.test(text) && URL.canParse(text.replace('@/', '@localhost/'))
  );
}

// Every environment variable that a program of the site reads, in groups. docs/configuration.md explains each.

const matching = (pattern: RegExp, words: string) => z.string().check(z.regex(pattern, words));

const wholeNumber = (min: number, max: number, words: string) =>
  z
    .pipe(matching(/^\d{1,9}$/, words), z.transform(Number))
    .check(z.refine((value) => value >= min && value <= max, words));

const privatePortWords = 'must be a port from 1 to 65535, or an address and a port like 10.0.0.1:9464';
/** A port with an optional address before it; the default is loopback. An IPv6 address has brackets. */
const privatePort = z
  .pipe(
    matching(/^(?:(?:\[[\da-f:]+\]|[\w.-]+):)?\d{1,5}$/i, privatePortWords),
    z.transform((text) => {
      const colon = text.lastIndexOf(':');
      const host = text.slice(0, Math.max(colon, 0)).replaceAll(/[[\]]/g, '');
      return { host: host || '127.0.0.1', port: Number(text.slice(colon + 1)) };
    }),
  )
  .check(z.refine(({ port }) => port >= 1 && port <= 65_535, privatePortWords));

const onOff = z.pipe(
  z.enum(['on', 'off'], 'must be "on" or "off"'),
  z.transform((word) => word === 'on'),
);
const httpAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const hexKey = matching(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits: "openssl rand -hex 32" makes such a key');
const webhookSecret = 'whsec_[A-Za-z0-9+/]{32,88}={0,2}';

const variables = {
  // The site.
  PORT: wholeNumber(0, 65_535, 'must be a port from 0 to 65535'),
  HOST: z.string(),
  DATA_DIR: z.string(),
  SITE_CONFIG: z.string(),
  API_URL: z.url({ protocol: /^http$/, error: 'must be the http address of the API' }),
  TRUST_PROXY: z.string(),
  ALLOWED_ORIGINS: z.string(),
  STAFF_TOKENS: z.string(),
  OFFICE_KEY: hexKey,
  LOG_LEVEL: z.enum(
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    'must be one of trace, debug, info, warn, error, fatal, silent',
  ),
  METRICS_PORT: privatePort,
  SHELL_METRICS_PORT: privatePort,
  // The database.
  DATABASE_URL: z
    .string()
    .check(
      z.refine(
        isDatabaseAddress,
        'must be the address of one PostgreSQL, like postgres://user:password@host:5432/name',
      ),
    ),
  // Releases.
  RELEASE_STORE: z.string(),
  S3_ENDPOINT: z.string(),
  PREVIEW_KEY: z.string(),
  VIEW_KEY: z.string(),
  SIGNING_KEY: z.string(),
  ROOT_SIGNING_KEY: z.string(),
  ROOM_KEY: z.string(),
  SQUAD_ACCESS: z.enum(['on', 'off'], 'must be "on" or "off"'),
  GATE_BROWSER: z.string(),
  // Mail and messages to others.
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an address like smtp://user:password@host:587' }),
  CRM_WEBHOOK_URL: httpAddress,
  CRM_WEBHOOK_SECRET: matching(
    new RegExp(`^${webhookSecret}(?: ${webhookSecret})?$`),
    'must be "whsec_" and at least 24 bytes in base64; during a rotation the new one, a space and the old one',
  ),
  CRM_WEBHOOK_ALLOW_PRIVATE: onOff,
  OPERATOR_MAIL: z.email('must be an e-mail address'),
  OPERATOR_WEBHOOK_URL: httpAddress,
  OPERATOR_WEBHOOK_SECRET: matching(
    new RegExp(`^${webhookSecret}$`),
    'must be whsec_ and 24 to 64 bytes in base64: "echo whsec_$(openssl rand -base64 32)" makes one',
  ),
  AUTORESPONSE: onOff,
  // Limits.
  RETENTION_DAYS: z.string(),
  MAIL_FILE_DAYS: wholeNumber(0, 36_500, 'must be a number of days from 0 (never erased) to 36500'),
};

export type VariableName = keyof typeof variables;

/** The values of some variables; undefined for one that is empty or not set. */
export type Variables<Name extends VariableName = VariableName> = {
  [Each in Name]: z.output<(typeof variables)[Each]> | undefined;
};

// The cast is safe: `variables` is an object literal.
export const variableNames = Object.keys(variables) as readonly VariableName[];

/** Variables with an invalid value. The message has a sentence for each. */
export class VariableError extends Error {
  override readonly name = 'VariableError';
}

/** Whether a variable is set to nothing, which counts as unset. */
export function isEmpty(environment: NodeJS.ProcessEnv, name: VariableName): boolean {
  return environment[name] === '';
}

/** Reads variables of the environment. @throws VariableError with a sentence for each invalid value. */
export function readVariables<Name extends VariableName>(
  environment: NodeJS.ProcessEnv,
  names: readonly Name[],
): Variables<Name> {
  const values: Record<string, unknown> = {};
  const wrong: string[] = [];
  for (const name of names) {
    const { [name]: text } = environment;
    const parsed = text ? z.safeParse(variables[name], text) : { success: true as const, data: undefined };
    if (parsed.success) values[name] = parsed.data;
    else wrong.push(`${name} ${parsed.error.issues[0]?.message ?? 'is wrong'}.`);
  }
  if (wrong.length > 0) throw new VariableError(wrong.join(' '));
  // The cast is safe: each value is parsed by its own variable's schema.
  return values as Variables<Name>;
}
