import path from 'node:path';
import * as z from 'zod/mini';

const port = z.coerce.number().check(z.int('must be a whole number'), z.minimum(0), z.maximum(65535));

const environmentSchema = z.object({
  /** 0 takes a free port and says which. */
  PORT: z._default(port, 3000),
  /** Unset listens on every interface. */
  HOST: z.optional(z.string()),
  /** Where the API listens, for example http://127.0.0.1:4000. */
  API_URL: z.url({ protocol: /^http$/, error: 'must be the http address of the API' }),
  DATA_DIR: z._default(z.string(), '.data'),
  /** Proxies whose `X-Forwarded-For` is believed, beside loopback. */
  TRUST_PROXY: z._default(z.string(), ''),
  /** `name:token` pairs, separated by commas; unset, there is no staff page. */
  STAFF_TOKENS: z._default(z.string(), ''),
  SITE_CONFIG: z._default(z.string(), path.join(import.meta.dirname, '../site.json')),
});

export type Environment = z.infer<typeof environmentSchema>;

/**
 * Reads the environment of the shell server.
 *
 * @throws Error with one sentence that names every wrong variable.
 */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const parsed = environmentSchema.safeParse(variables);
  if (parsed.success) return { ...parsed.data, DATA_DIR: path.resolve(parsed.data.DATA_DIR) };
  const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ');
  throw new Error(`The environment of the shell server is wrong: ${wrong}.`);
}
