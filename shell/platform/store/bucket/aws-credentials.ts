import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { messageOf } from '../../message-of.ts';
import { ReleaseError } from '../../release-error.ts';

export interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
  /** Milliseconds since 1970; those without an end do not have it. */
  endsAt?: number;
}

/** Fetched anew so long before they end, in milliseconds. */
const renewBefore = 5 * 60_000;
/** What hands credentials out is on this machine or beside it, in milliseconds. */
const patience = 2000;

/** Why there are none, in place of them. */
const refusalSchema = z.object({ Message: z.string() });

const handedOutSchema = z.object({
  AccessKeyId: z.string(),
  SecretAccessKey: z.string(),
  Token: z.optional(z.string()),
  Expiration: z.optional(z.string()),
});

/**
 * The credentials of this process, as every program for AWS finds them: variables, else the container's address, else
 * the metadata of the instance. Those with an end are fetched anew before it.
 */
export class AwsCredentialSource {
  readonly #environment: NodeJS.ProcessEnv;
  #known: AwsCredentials | null = null;
  #reading: Promise<AwsCredentials> | null = null;

  constructor(environment: NodeJS.ProcessEnv) {
    this.#environment = environment;
  }

  /** @throws ReleaseError `store-credentials` where there are none. */
  async read(now = Date.now()): Promise<AwsCredentials> {
    const known = this.#known;
    if (known && (known.endsAt ?? Number.POSITIVE_INFINITY) - now > renewBefore) return known;
    this.#reading ??= this.#find().finally(() => {
      this.#reading = null;
    });
    try {
      this.#known = await this.#reading;
      return this.#known;
    } catch (error) {
      // Whoever hands them out may be away for a moment; these still hold.
      if (known && (known.endsAt ?? 0) > now) return known;
      throw error;
    }
  }

  /** The store has refused them: read anew next time. */
  forget(): void {
    this.#known = null;
  }

  async #find(): Promise<AwsCredentials> {
    const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = this.#environment;
    if (AWS_ACCESS_KEY_ID && AWS_SECRET_ACCESS_KEY) {
      return {
        accessKeyId: AWS_ACCESS_KEY_ID,
        secretAccessKey: AWS_SECRET_ACCESS_KEY,
        ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
      };
    }
    try {
      const container = this.#containerAddress();
      return container ? await this.#ofContainer(container) : await this.#ofInstance();
    } catch (error) {
      const ways = 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the container or the instance a role';
      throw new ReleaseError(
        'store-credentials',
        `There are no credentials for the release store (${messageOf(error)}): set ${ways}.`,
        { cause: error },
      );
    }
  }

  #containerAddress(): string | undefined {
    const { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: relative, AWS_CONTAINER_CREDENTIALS_FULL_URI: full } =
      this.#environment;
    return relative ? `http://169.254.170.2${relative}` : full;
  }

  async #ofContainer(address: string): Promise<AwsCredentials> {
    const { AWS_CONTAINER_AUTHORIZATION_TOKEN: token, AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file } =
      this.#environment;
    // The file is written anew from time to time.
    const authorization = file ? (await readFile(file, 'utf8')).trim() : token;
    return parseHandedOut(await ask(address, authorization ? { headers: { Authorization: authorization } } : {}));
  }

  /** By a session of its own (IMDSv2): a request that somebody tricked a server into does not get that far. */
  async #ofInstance(): Promise<AwsCredentials> {
    const { AWS_EC2_METADATA_DISABLED, AWS_EC2_METADATA_SERVICE_ENDPOINT } = this.#environment;
    if (AWS_EC2_METADATA_DISABLED === 'true') throw new Error('no variable names any');
    const base = (AWS_EC2_METADATA_SERVICE_ENDPOINT || 'http://169.254.169.254').replace(/\/$/, '');
    const session = await ask(`${base}/latest/api/token`, {
      method: 'PUT',
      headers: { 'X-aws-ec2-metadata-token-ttl-seconds': '300' },
    });
    const headers = { 'X-aws-ec2-metadata-token': session };
    const roles = `${base}/latest/meta-data/iam/security-credentials/`;
    const [role = ''] = (await ask(roles, { headers })).split('\n');
    return parseHandedOut(await ask(`${roles}${encodeURIComponent(role.trim())}`, { headers }));
  }
}

async function ask(address: string, init: RequestInit): Promise<string> {
  const answer = await fetch(address, { ...init, redirect: 'error', signal: AbortSignal.timeout(patience) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${new URL(address).origin} answered ${answer.status}`);
  return text;
}

function parseHandedOut(text: string): AwsCredentials {
  const answer = parseJson(text);
  const parsed = handedOutSchema.safeParse(answer);
  if (!parsed.success) {
    const refusal = refusalSchema.safeParse(answer);
    const missing = parsed.error.issues.map(({ path }) => path.join('.')).join(' and ');
    throw new Error(refusal.success ? refusal.data.Message : `what hands them out answered without ${missing}`);
  }
  const { AccessKeyId, SecretAccessKey, Token, Expiration } = parsed.data;
  return {
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    ...(Token && { sessionToken: Token }),
    ...(Expiration && { endsAt: Date.parse(Expiration) }),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error('what hands them out answered something that is no JSON', { cause: error });
  }
}
