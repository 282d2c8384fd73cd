import path from 'node:path';
import * as z from 'zod/mini';
import { parseVariables, portVariable } from '../settings/variables.ts';

const environmentSchema = z.object({
  /** Of 0 it says which it took. */
  PORT: z._default(portVariable, 3000),
  /** Unset listens on every interface. */
  HOST: z.optional(z.string()),
  /** Where the API listens, for example http://127.0.0.1:4000. */
  API_URL: z.url({ protocol: /^http$/, error: 'must be the http address of the API' }),
  DATA_DIR: z._default(z.string(), '.data'),
  /** Proxies whose `X-Forwarded-For` is believed, beside loopback. */
  TRUST_PROXY: z._default(z.string(), ''),
  /** `name:token` or `name:token:role`, separated by commas; unset, there is no staff page. */
  STAFF_TOKENS: z._default(z.string(), ''),
  /** `off`: no squad publishes or switches over the network. */
  SQUAD_ACCESS: z._default(z.enum(['on', 'off'], 'must be on or off'), 'on'),
  /** Hears of incidents; unset, only the log, status and staff page say so. */
  OPERATOR_WEBHOOK_URL: z.optional(z.url({ protocol: /^https?$/, error: 'must be an http or https address' })),
  /** Signs what it hears, as Standard Webhooks has it. */
  OPERATOR_WEBHOOK_SECRET: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/,
          'must be whsec_ and 24 to 64 bytes in base64: "echo whsec_$(openssl rand -base64 32)" makes one',
        ),
      ),
  ),
  /** The form of what it hears; Slack's own addresses get Slack's unless told. */
  OPERATOR_WEBHOOK_FORM: z.optional(z.enum(['json', 'slack'], { error: 'must be json or slack' })),
  /** Mails incidents; unset, nobody is mailed of them. */
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/, error: 'must be an address like smtp://user:password@host:587' })),
  /** Who is mailed; the office manager of the site configuration unless told. */
  OPERATOR_MAIL: z.optional(z.string()),
  /** Where servers share no folder: the same on all of them, 64 hexadecimal digits each. */
  PREVIEW_KEY: z.optional(z.string()),
  VIEW_KEY: z.optional(z.string()),
  /** Seals what is asked of the API in the name of staff; the same on all of both. Without it there is no inbox. */
  OFFICE_KEY: z.optional(
    z
      .string()
      .check(z.regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits: "openssl rand -hex 32" makes such a key')),
  ),
  /** `off`: open tabs stay on releases that are taken back until they are loaded anew. */
  MOVE_OPEN_TABS: z._default(z.enum(['on', 'off'], { error: 'must be on or off' }), 'on'),
  SITE_CONFIG: z._default(z.string(), path.join(import.meta.dirname, '../site.json')),
});

export type Environment = z.infer<typeof environmentSchema>;

/**
 * Reads the environment of the shell server.
 *
 * @throws Error with one sentence that names every wrong variable.
 */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const parsed = parseVariables(environmentSchema, variables);
  return { ...parsed, DATA_DIR: path.resolve(parsed.DATA_DIR) };
}
