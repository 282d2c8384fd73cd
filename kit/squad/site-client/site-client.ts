import { setTimeout as sleep } from 'node:timers/promises';
import type * as z from 'zod/mini';
import {
  type ErrorsAnswer,
  errorsAnswerSchema,
  logAnswerSchema,
  type PublishAnswer,
  previewAnswerSchema,
  publishAnswerSchema,
  releasesAnswerSchema,
  type StatusAnswer,
  squadCallsBase,
  squadProblemSchema,
  statusAnswerSchema,
  type VisitsAnswer,
  visitsAnswerSchema,
} from '../../contracts/squad/calls.ts';
import { type SiteContract, siteContractPath, siteContractSchema } from '../../contracts/squad/contract.ts';
import { uploadContentType } from '../../contracts/squad/release-upload.ts';
import { causeOf, isCertificateError, SiteError } from './site-error.ts';
import { type SquadKey, signRequest } from './squad-key.ts';

interface SiteClientOptions {
  /** The site's address, as `siteAddress` gives it. */
  site: string;
  /** Reading the contract needs no key. */
  key?: SquadKey | undefined;
  /** Logs why the client tries again. */
  log?: (sentence: string) => void;
}

interface Request<Answer> {
  method: 'GET' | 'POST' | 'PUT';
  /** The path below the base of all calls. */
  path: string;
  schema: z.ZodMiniType<Answer>;
  body?: { type: string; content: Buffer };
  /** The number of attempts if the site is busy or unavailable or the connection breaks. */
  tries?: number;
}

const defaultTries = 6;
/** In milliseconds. The gate opens every page of a release in a browser, and other releases may be queued before this one. */
const timeout = 180_000;
/** In milliseconds. The delay between two attempts doubles up to the maximum. */
const delay = { first: 400, max: 10_000 };

/**
 * A squad's client of one site: its contract, and signed calls with the rights of a key. Every call is idempotent, so the
 * client repeats a call whose answer was lost.
 * @throws SiteError
 */
export class SiteClient {
  readonly site: URL;
  readonly #key: SquadKey | undefined;
  readonly #log: (sentence: string) => void;
  #contract: Promise<SiteContract> | null = null;

  constructor({ site, key, log = () => {} }: SiteClientOptions) {
    this.site = new URL('/', site);
    this.#key = key;
    this.#log = log;
  }

  /** @throws SiteError `key` without a key. */
  get key(): SquadKey {
    if (this.#key) return this.#key;
    throw new SiteError('key', 'This call is signed: name the file of your private key by --key, or BEACONFIELD_KEY.');
  }

  /** Reads the site's contract once. */
  readContract(): Promise<SiteContract> {
    const url = new URL(siteContractPath, this.site);
    const ask = () => this.#ask(url, siteContractSchema, { method: 'GET' });
    this.#contract ??= this.#repeat(defaultTries, ask).catch((error: unknown) => {
      this.#contract = null;
      throw error;
    });
    return this.#contract;
  }

  status(): Promise<StatusAnswer> {
    return this.call({ method: 'GET', path: '/status', schema: statusAnswerSchema });
  }

  async releases(remote: string): Promise<z.infer<typeof releasesAnswerSchema>['releases']> {
    const schema = releasesAnswerSchema;
    return (await this.call({ method: 'GET', path: `/remotes/${remote}/releases`, schema })).releases;
  }

  async log(remote: string, last: number): Promise<z.infer<typeof logAnswerSchema>['entries']> {
    const path = `/remotes/${remote}/log?last=${last}`;
    return (await this.call({ method: 'GET', path, schema: logAnswerSchema })).entries;
  }

  errors(remote: string): Promise<ErrorsAnswer> {
    return this.call({ method: 'GET', path: `/remotes/${remote}/errors`, schema: errorsAnswerSchema });
  }

  visits(remote: string): Promise<VisitsAnswer> {
    return this.call({ method: 'GET', path: `/remotes/${remote}/visits`, schema: visitsAnswerSchema });
  }

  /** @returns the preview's link and its expiry. */
  async preview(remote: string, id: string, hours: number): Promise<{ url: string; expires: string }> {
    const path = `/remotes/${remote}/releases/${id}/preview`;
    const made = await this.call({ method: 'POST', path, schema: previewAnswerSchema, body: asJson({ hours }) });
    return { url: new URL(made.path, this.site).href, expires: made.expires };
  }

  /**
   * Sends one upload, framed as in release-upload.ts. It is not repeated, because the missing bytes differ after a broken
   * connection.
   */
  upload(remote: string, id: string, content: Buffer): Promise<PublishAnswer> {
    const path = `/remotes/${remote}/releases/${id}`;
    const body = { type: uploadContentType, content };
    return this.call({ method: 'PUT', path, schema: publishAnswerSchema, body, tries: 1 });
  }

  async call<Answer>({ method, path, schema, body, tries = defaultTries }: Request<Answer>): Promise<Answer> {
    const { key } = this;
    const { site, calls } = await this.readContract();
    if (calls.access === 'off') {
      throw new SiteError('off', `${this.site.origin} takes no releases over the network: ask its staff.`);
    }
    if (site.id === null) throw new SiteError('not-founded', `${this.site.origin} has no list of keys yet.`);
    const url = new URL(`${squadCallsBase}${path}`, this.site);
    const { id } = site;
    return this.#repeat(tries, async () => {
      const signed = signRequest(key, { method, url, site: id, body: body?.content });
      const headers = { ...signed, ...(body && { 'Content-Type': body.type }) };
      return this.#ask(url, schema, { method, headers, ...(body && { body: new Uint8Array(body.content) }) });
    });
  }

  async #repeat<Answer>(tries: number, ask: () => Promise<Answer>): Promise<Answer> {
    let lastMessage = '';
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await ask();
      } catch (error) {
        if (attempt >= tries || !isTransient(error)) throw error;
        const requested = (error.retryAfter ?? 0) * 1000;
        const own = Math.min(delay.first * 2 ** (attempt - 1), delay.max) * (0.5 + Math.random());
        if (error.message !== lastMessage) this.#log(`${error.message} Trying again ...`);
        lastMessage = error.message;
        await sleep(Math.min(Math.max(requested, own), delay.max));
      }
    }
  }

  async #ask<Answer>(url: URL, schema: z.ZodMiniType<Answer>, init: RequestInit): Promise<Answer> {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeout) }).catch(
      (error: unknown) => {
        throw new SiteError('no-answer', `${url.origin} gave no answer (${causeOf(error)}).`, { cause: error });
      },
    );
    const text = await response.text().catch((error: unknown) => {
      throw new SiteError('no-answer', `The answer of ${url.origin} broke off (${causeOf(error)}).`, { cause: error });
    });
    const answer = parseJson(text);
    if (!response.ok) throw refusalOf(url, response, answer);
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data;
    throw new SiteError(
      'not-understood',
      `${url.origin} answered ${url.pathname} in a way that this version does not know: is it the address of a site? Else install the newest version.`,
      { status: response.status },
    );
  }
}

export function asJson(value: object): { type: string; content: Buffer } {
  return { type: 'application/json', content: Buffer.from(JSON.stringify(value)) };
}

/** True if another attempt may help: no answer, a busy site, or a proxy that did not reach it. */
function isTransient(error: unknown): error is SiteError {
  if (!(error instanceof SiteError)) return false;
  if (error.code === 'no-answer') return !isCertificateError(error.cause);
  return [502, 503, 504].includes(error.status ?? 0);
}

function refusalOf(url: URL, response: Response, answer: unknown): SiteError {
  const { status } = response;
  const retryAfter = Number(response.headers.get('Retry-After')) || null;
  const problem = squadProblemSchema.safeParse(answer).data;
  if (problem) {
    const { code, message, findings } = problem;
    return new SiteError(code, message, { status, findings, retryAfter });
  }
  const answered = `${url.origin} answered ${url.pathname} with ${status}`;
  // A redirect is not followed, because the signature is only valid for this site.
  const elsewhere = status >= 300 && status < 400 ? response.headers.get('Location') : null;
  if (elsewhere !== null && URL.canParse(elsewhere, url.href)) {
    const { origin } = new URL(elsewhere, url);
    return new SiteError('elsewhere', `${url.origin} sends on to ${origin}: if that is the site, name it so.`, {
      status,
    });
  }
  if (status === 404) return new SiteError('no-site', `${answered}: is it the address of a site?`, { status });
  return new SiteError('refused', `${answered} and no word why.`, { status, retryAfter });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
