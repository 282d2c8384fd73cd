import path from 'node:path';
import { operatorVariables } from 'kit/server/alerts/operator-settings';
import * as z from 'zod/mini';
import { parseVariables, portVariable, wholeNumber } from '../settings/variables.ts';

const environmentSchema = z.object({
  /** Of 0 it says which it took. */
  PORT: z._default(portVariable, 3000),
  /** Unset listens on every interface. */
  HOST: z.optional(z.string()),
  /** Unset, there are no metrics of the shell server. */
  SHELL_METRICS_PORT: z.optional(wholeNumber(1, 65_535)),
  /** Where the API listens, for example http://127.0.0.1:4000. */
  API_URL: z.url({ protocol: /^http$/, error: 'must be the http address of the API' }),
  DATA_DIR: z._default(z.string(), '.data'),
  /** Proxies whose `X-Forwarded-For` is believed, beside loopback. */
  TRUST_PROXY: z._default(z.string(), ''),
  /** `name:token` or `name:token:role`, separated by commas; unset, there is no staff page. */
  STAFF_TOKENS: z._default(z.string(), ''),
  /** The private key that the control room signs with; unset, it signs with the guard's, which steps back only. */
  ROOM_KEY: z.optional(z.string()),
  /** `off`: no squad publishes or switches over the network. */
  SQUAD_ACCESS: z._default(z.enum(['on', 'off'], 'must be on or off'), 'on'),
  ...operatorVariables,
  /** Mails incidents; unset, nobody is mailed of them. */
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/, error: 'must be an address like smtp://user:password@host:587' })),
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
