import {
  type OfficeRequest,
  type OfficeRole,
  officeAnswers,
  officeHeader,
  officePath,
  type RequestOf,
} from 'kit/contracts/office';
import { sealAssertion } from 'kit/server/staff-assertion';
import { parseJson } from 'kit/server/text';
import * as z from 'zod/mini';
import { StaffRefusal } from '../staff-http.ts';

const timeout = 10_000;
/** Erasing searches whole tables, and after a timeout nobody would know how much was erased. */
const eraseTimeout = 300_000;

type Answers = typeof officeAnswers;

export interface Asking {
  name: string;
  role: OfficeRole;
}

const away =
  'The inbox is unavailable: the API does not answer. Forms that were sent are safe, but visitors cannot send new ones. Try again in a minute; if it lasts, look at the log of the API.';

const notSetUp = 'The inbox is not set up in the API: set the same OFFICE_KEY there as for this server.';
const noDatabase =
  'The inbox is unavailable: the database does not answer. Forms that were sent are safe. Try again in a minute.';
const otherVersion =
  'The answer of the API cannot be read: it is probably of another version than this server. Deploy the same version of both.';

/** Asks the API in the name of a member of the staff. The whole request is signed with a key that both have. */
export class OfficeClient {
  readonly #url: URL;
  readonly #key: Buffer | null;

  constructor(apiUrl: string, key: Buffer | null) {
    this.#url = new URL(officePath, apiUrl);
    this.#key = key;
  }

  async ask<Act extends keyof Answers>(who: Asking, request: RequestOf<Act>): Promise<z.infer<Answers[Act]>> {
    const { act }: { act: Act } = request as unknown as { act: Act }; // TypeScript does not resolve a generic Extract.
    const answer = await this.#send(who, request);
    const parsed = officeAnswers[act].safeParse(await answer.json().catch(() => null));
    if (parsed.success) return parsed.data as z.infer<Answers[Act]>; // Parsed by the schema of the act.
    throw new StaffRefusal(502, otherVersion);
  }

  /** Gives an answer of any length. @throws StaffRefusal */
  async stream(who: Asking, request: RequestOf<'export' | 'export-person'>): Promise<ReadableStream<Uint8Array>> {
    const { body } = await this.#send(who, request);
    if (body === null) throw new StaffRefusal(502, away);
    return body;
  }

  async #send({ name, role }: Asking, request: OfficeRequest): Promise<Response> {
    if (this.#key === null) {
      throw new StaffRefusal(503, 'The inbox is not set up: set the same OFFICE_KEY for this server and for the API.');
    }
    const body = JSON.stringify({ sealed: sealAssertion(this.#key, { by: name, role, request }) });
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), request.act === 'erase-person' ? eraseTimeout : timeout);
    const answer = await fetch(this.#url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      redirect: 'error',
      signal: late.signal,
    }).catch(() => null);
    clearTimeout(timer);
    if (answer === null) throw new StaffRefusal(503, away);
    if (answer.ok) return answer;
    throw await refusalOf(answer);
  }
}

const problemSchema = z.object({ message: z.string() });

async function refusalOf(answer: Response): Promise<StaffRefusal> {
  const problem = parseJson(problemSchema, await answer.text().catch(() => ''));
  if (!answer.headers.has(officeHeader)) return new StaffRefusal(503, notSetUp);
  return answer.status === 503
    ? new StaffRefusal(503, noDatabase)
    : new StaffRefusal(answer.status, problem?.message ?? away);
}
