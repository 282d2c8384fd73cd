import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import * as z from 'zod/mini';

/** The folder of recorded answers in a remote's repository. */
const folderName = 'recorded-answers';

const recordedSchema = z.object({ status: z.int().check(z.minimum(200), z.maximum(599)), body: z.unknown() });

/** `POST /api/contact-support` -> `post-api-contact-support.json`. The query is ignored. */
function fileOf(folder: string, method: string, pathname: string): string {
  const name = `${method} ${decodeURIComponent(pathname)}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '');
  return path.join(folder, folderName, `${name}.json`);
}

/** Answers an API call from the repository, without a request to the site. */
export async function answerRecorded(
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const file = fileOf(folder, method, new URL(url, 'http://site.invalid').pathname);
  const text = await readFile(file, 'utf8').catch(() => null);
  const recorded = text === null ? null : readRecorded(text, file);
  const missing = {
    status: 501,
    body: {
      message: `There is no recorded answer: write ${path.relative(folder, file)}, or run "remote dev --api record" once.`,
    },
  };
  const { status, body } = recorded ?? missing;
  request.resume();
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(body ?? null));
}

function readRecorded(text: string, file: string): z.infer<typeof recordedSchema> {
  try {
    return recordedSchema.parse(JSON.parse(text));
  } catch {
    return { status: 500, body: { message: `${file} is no recorded answer: { "status": 200, "body": ... }` } };
  }
}

/** Forwards a call to the real API and records its answer in the repository. */
export async function recordAnswer(
  origin: string,
  folder: string,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const headers = new Headers();
  for (const name of ['content-type', 'accept', 'idempotency-key', 'x-form-context', 'cookie']) {
    const { [name]: value } = request.headers;
    if (value) headers.set(name, String(value));
  }
  const answer = await fetch(new URL(url, origin), {
    method,
    headers,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
  const text = await answer.text();
  const recorded = z.safeParse(recordedSchema, { status: answer.status, body: parseJson(text) });
  // A server error does not replace a recorded answer.
  if (recorded.success && answer.status < 500) {
    const file = fileOf(folder, method, new URL(url, origin).pathname);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, `${JSON.stringify(recorded.data, null, 2)}\n`);
  }
  response.writeHead(answer.status, { 'Content-Type': answer.headers.get('Content-Type') ?? 'text/plain' });
  response.end(text);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
