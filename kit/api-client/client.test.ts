/** @jest-environment node */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import * as z from 'zod/mini';
import { parseFormContext } from '../contracts/form-context.ts';
import { buildProblem } from '../contracts/problem.ts';
import { startFakeApi } from '../testing/fake-api.ts';
import { ApiAnswerError, ApiError, ApiTimeoutError, ApiUnreachableError, getJson, postJson } from './index.ts';

const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function start(routes: Parameters<typeof startFakeApi>[0]) {
  const api = await startFakeApi(routes);
  closers.push(() => api.close());
  return api;
}

const agentSchema = z.object({ id: z.string() });

async function failureOf(promise: Promise<unknown>): Promise<Error> {
  const failure = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof Error)) throw new Error('It should have failed');
  return failure;
}

describe('the API client', () => {
  it('fetches JSON and checks its shape', async () => {
    await start({ 'GET /api/agent': { body: { id: 'a1', more: 1 } } });
    expect(await getJson('/api/agent', agentSchema)).toEqual({ id: 'a1' });
  });

  it('sends its cookies to the site alone, and follows no redirect of another back end', async () => {
    const api = await start({
      'GET /api/agent': { body: { id: 'a1' } },
      'GET /moved': { status: 302, headers: { Location: '/api/agent' } },
    });
    const asked = jest.spyOn(globalThis, 'fetch');
    await getJson('/api/agent', agentSchema);
    await getJson('/moved', agentSchema);
    await getJson(`${api.origin}/api/agent`, agentSchema);
    expect(await failureOf(getJson(`${api.origin}/moved`, agentSchema))).toBeInstanceOf(ApiUnreachableError);
    const { calls } = asked.mock;
    asked.mockRestore();
    expect(calls.map(([, init]) => init?.credentials)).toEqual(['include', 'include', 'omit', 'omit']);
  });

  it('sends JSON with the idempotency key and what the form knows of itself', async () => {
    const api = await start({ 'POST /api/leads': { status: 201, body: { reference: 'L-1' } } });
    await postJson(
      '/api/leads',
      { name: 'Zoë' },
      { idempotencyKey: 'key-1', formContext: { page: '/hvac', consent: '1', fillMs: 5120, trap: 'Été' } },
    );
    expect(api.calls).toHaveLength(1);
    expect(api.calls[0]).toMatchObject({
      body: { name: 'Zoë' },
      headers: { 'idempotency-key': 'key-1', 'content-type': 'application/json' },
    });
    const context = parseFormContext(String(api.calls[0]?.headers['x-form-context']));
    expect(context).toEqual({ page: '/hvac', consent: '1', fillMs: 5120, trap: 'Été' });
  });

  it.each([
    ['no body', { status: 204 }],
    ['plain text', { status: 200, body: 'ok' }],
  ])('takes a success with %s for the success that it is', async (_, answer) => {
    await start({ 'POST /api/leads': answer });
    await expect(postJson('/api/leads', {})).resolves.toBeUndefined();
  });

  it('turns a refusal into "{status}: {body text}"', async () => {
    await start({ 'GET /api/agent': { status: 404, body: 'No such agent' } });
    const failure = await failureOf(getJson('/api/agent', agentSchema));
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ message: '404: No such agent', status: 404, problem: undefined });
  });

  it('says the status text when the body is empty, for a 401 too', async () => {
    await start({ 'GET /api/agent': { status: 401 } });
    expect(await failureOf(getJson('/api/agent', agentSchema))).toMatchObject({ message: '401: Unauthorized' });
  });

  it('gives the problem document beside the message', async () => {
    const problem = buildProblem({
      status: 400,
      title: 'Bad Request',
      message: 'Please check the form.',
      requestId: 'r-1',
      errors: [{ field: 'email', message: 'Please enter a valid email address.' }],
    });
    await start({
      'POST /api/leads': { status: 400, body: problem, headers: { 'Content-Type': 'application/problem+json' } },
    });
    const failure = await failureOf(postJson('/api/leads', {}));
    expect(failure).toMatchObject({ problem, message: `400: ${JSON.stringify(problem)}` });
  });

  it('keeps the message when a problem document is damaged', async () => {
    const headers = { 'Content-Type': 'application/problem+json' };
    await start({ 'GET /api/agent': { status: 500, body: '{"type":"about', headers } });
    expect(await failureOf(getJson('/api/agent', agentSchema))).toMatchObject({
      message: '500: {"type":"about',
      problem: undefined,
    });
  });

  it('tries nothing twice', async () => {
    const api = await start({ 'GET /api/agent': { status: 503, body: 'Later' } });
    await failureOf(getJson('/api/agent', agentSchema));
    expect(api.calls).toHaveLength(1);
  });

  it('gives up after its time, and says so', async () => {
    await start({ 'GET /api/agent': { delay: 2000, body: { id: 'late' } } });
    const failure = await failureOf(getJson('/api/agent', agentSchema, { timeout: 50 }));
    expect(failure).toBeInstanceOf(ApiTimeoutError);
    expect(failure.message).toBe('No answer from /api/agent within 0.05 s');
  });

  it("gives the caller's own reason when the caller gave up", async () => {
    await start({ 'GET /api/agent': { delay: 2000 } });
    const controller = new AbortController();
    const reason = new Error('The visitor went on');
    const failure = failureOf(getJson('/api/agent', agentSchema, { signal: controller.signal }));
    controller.abort(reason);
    expect(await failure).toBe(reason);
  });

  it('tells a server that is not there from one that refuses', async () => {
    const api = await start({});
    await api.close();
    closers.pop();
    expect(await failureOf(getJson(`${api.origin}/api/agent`, agentSchema))).toBeInstanceOf(ApiUnreachableError);
  });

  it('calls an answer that breaks off unreachable', async () => {
    const server = await startBreakingServer();
    const { port } = server.address() as AddressInfo; // the server listens on TCP
    const failure = await failureOf(getJson(`http://127.0.0.1:${port}/`, agentSchema));
    expect(failure).toBeInstanceOf(ApiUnreachableError);
    expect(failure.cause).toBeDefined();
  });

  it('names what is wrong with a success of another shape', async () => {
    await start({ 'GET /api/agent': { body: { id: 7 } }, 'GET /api/text': { body: 'id: 7' } });
    const wrongShape = await failureOf(getJson('/api/agent', agentSchema));
    expect(wrongShape).toBeInstanceOf(ApiAnswerError);
    expect(wrongShape.message).toContain('/api/agent answered with something unexpected: id:');
    expect((await failureOf(getJson('/api/text', agentSchema))).message).toContain('not JSON, but "id: 7"');
  });

  it('takes a page in place of an answer for a server that was not reached', async () => {
    const page = { body: '\n<!doctype html><title>Welcome to our guest network</title>' };
    await start({ 'GET /api/agent': page, 'POST /api/leads': page });
    expect(await failureOf(getJson('/api/agent', agentSchema))).toBeInstanceOf(ApiUnreachableError);
    expect(await failureOf(postJson('/api/leads', {}))).toBeInstanceOf(ApiUnreachableError);
  });
});

async function startBreakingServer(): Promise<Server> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Length': '100' });
    response.write('{"id"');
    setTimeout(() => response.destroy(), 20);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  return server;
}
