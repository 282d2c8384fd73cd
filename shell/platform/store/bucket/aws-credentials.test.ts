import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AwsCredentialSource } from './aws-credentials.ts';

// What hands credentials out in a container or on an instance, as AWS documents it.

const minute = 60_000;
const now = Date.parse('2026-11-22T12:00:00Z');
const role = '/latest/meta-data/iam/security-credentials/';

let server: Server;
let address: string;
let seen: string[];
/** What it answers by method and path; anything else is a 404. */
let answers: Record<string, string | ((request: IncomingMessage) => string | null)>;

beforeEach(async () => {
  [seen, answers] = [[], {}];
  server = createServer((request, response) => {
    const asked = `${request.method} ${request.url}`;
    seen.push(asked);
    const answer = answers[asked];
    const text = typeof answer === 'function' ? answer(request) : answer;
    if (text === undefined || text === null) response.writeHead(text === null ? 401 : 404);
    response.end(text ?? '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function handedOut(name: string, minutes: number): string {
  const Expiration = new Date(now + minutes * minute).toISOString();
  return JSON.stringify({
    Code: 'Success',
    AccessKeyId: name,
    SecretAccessKey: 'secret',
    Token: 'session',
    Expiration,
  });
}

const inContainer = () => new AwsCredentialSource({ AWS_CONTAINER_CREDENTIALS_FULL_URI: `${address}/role` });
const onInstance = () => new AwsCredentialSource({ AWS_EC2_METADATA_SERVICE_ENDPOINT: `${address}/` });

describe('credentials for a bucket', () => {
  it('are those of the variables, before anybody is asked', async () => {
    const source = new AwsCredentialSource({
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_SESSION_TOKEN: 'session',
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${address}/role`,
    });
    expect(await source.read(now)).toEqual({ accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'session' });
    expect(seen).toEqual([]);
  });

  it('come from the container, are asked for once however many need them, and anew five minutes before they end', async () => {
    const source = inContainer();
    answers['GET /role'] = handedOut('first', 60);
    const read = await Promise.all([source.read(now), source.read(now)]);
    expect(read.map(({ accessKeyId }) => accessKeyId)).toEqual(['first', 'first']);
    answers['GET /role'] = handedOut('second', 120);
    expect(await source.read(now + 54 * minute)).toMatchObject({ accessKeyId: 'first', sessionToken: 'session' });
    expect(seen).toHaveLength(1);
    expect(await source.read(now + 56 * minute)).toMatchObject({ accessKeyId: 'second' });
    expect(seen).toHaveLength(2);
  });

  it('are asked for with the token that the file of the container has by now', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'container-token-'));
    try {
      const file = path.join(folder, 'token');
      const variables = {
        AWS_CONTAINER_CREDENTIALS_FULL_URI: `${address}/role`,
        AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file,
      };
      answers['GET /role'] = ({ headers }) => handedOut(String(headers.authorization), 1);
      const source = new AwsCredentialSource(variables);
      for (const token of ['one', 'two']) {
        await writeFile(file, `${token}\n`);
        expect(await source.read(now)).toMatchObject({ accessKeyId: token });
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('come from the instance by a session of its own', async () => {
    const hasSession = ({ headers }: IncomingMessage) => headers['x-aws-ec2-metadata-token'] === 'session-1';
    answers['PUT /latest/api/token'] = 'session-1';
    answers[`GET ${role}`] = (request) => (hasSession(request) ? 'site role\n' : null);
    answers[`GET ${role}site%20role`] = (request) => (hasSession(request) ? handedOut('of-role', 60) : null);
    expect(await onInstance().read(now)).toMatchObject({ accessKeyId: 'of-role' });
  });

  it('hold until their end while nobody hands out new ones, and then are missed in one sentence', async () => {
    const source = inContainer();
    answers['GET /role'] = handedOut('first', 60);
    await source.read(now);
    delete answers['GET /role'];
    expect(await source.read(now + 58 * minute)).toMatchObject({ accessKeyId: 'first' });
    await expect(source.read(now + 61 * minute)).rejects.toMatchObject({
      code: 'store-credentials',
      message: `There are no credentials for the release store (${address} answered 404): set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the container or the instance a role.`,
    });
  });

  it('that the store has refused are not taken again', async () => {
    const source = inContainer();
    answers['GET /role'] = handedOut('first', 60);
    await source.read(now);
    answers['GET /role'] = handedOut('second', 60);
    source.forget();
    expect(await source.read(now)).toMatchObject({ accessKeyId: 'second' });
  });

  it.each([
    ['is no JSON', '<html>\n<body>a proxy</body>\n</html>', 'answered something that is no JSON'],
    [
      'says why there are none',
      JSON.stringify({ Code: 'AssumeRoleUnauthorizedAccess', Message: 'EC2 cannot assume the role site.' }),
      'EC2 cannot assume the role site.',
    ],
    ['has none', '{}', 'answered without AccessKeyId'],
  ])('are missed in one sentence where the answer %s', async (_, text, why) => {
    answers['GET /role'] = text;
    const { message } = await inContainer()
      .read(now)
      .then(
        () => new Error('none'),
        (error: Error) => error,
      );
    expect(message).toContain(why);
    expect(message).not.toContain('\n');
  });
});
