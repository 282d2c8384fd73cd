/** @jest-environment node */
import { afterEach, describe, expect, it } from '@jest/globals';
import { buildProblem, problemContentType } from '../contracts/problem.ts';
import { startFakeApi } from '../testing/fake-api.ts';
import { createFormSender, NotTakenError } from './index.ts';

const formContext = { page: '/hvac', consent: '1', fillMs: 5120, trap: '' };
const json = { 'Content-Type': problemContentType };
let api: Awaited<ReturnType<typeof startFakeApi>> | undefined;

afterEach(async () => {
  await api?.close();
  api = undefined;
});

async function failureOf(promise: Promise<unknown>): Promise<NotTakenError> {
  const failure = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof NotTakenError)) throw new Error(`It should not have been taken: ${failure}`);
  return failure;
}

describe('the form sender', () => {
  it('keeps its key until the words are taken, and makes a new one for other words and for the next form', async () => {
    const keys: unknown[] = [];
    const statuses = [503, 201, 503, 201];
    api = await startFakeApi({
      'POST /api/leads': ({ headers }) => {
        keys.push(headers['idempotency-key']);
        return { status: statuses[keys.length - 1] ?? 201 };
      },
    });
    const send = createFormSender();
    await failureOf(send('/api/leads', { name: 'Ada' }, formContext));
    await send('/api/leads', { name: 'Ada' }, formContext);
    await failureOf(send('/api/leads', { name: 'Ada' }, formContext));
    await send('/api/leads', { name: 'Ada Hope' }, formContext);
    expect(keys[1]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(3);
  });

  it("says the server's words, and names the fields of an inquiry as the form does", async () => {
    const body = buildProblem({
      status: 400,
      title: 'Bad Request',
      message: 'Please check the form.',
      requestId: 'r-1',
      errors: [
        { field: 'fields.email', message: 'Please enter a valid email address.' },
        { field: 'about', message: 'Too long.' },
      ],
    });
    api = await startFakeApi({ 'POST /api/inquiries': { status: 400, body, headers: json } });
    const failure = await failureOf(createFormSender()('/api/inquiries', {}, formContext));
    expect(failure.message).toBe('Please check the form.');
    expect(failure.problem.errors).toEqual([
      { field: 'email', message: 'Please enter a valid email address.' },
      { field: 'about', message: 'Too long.' },
    ]);
  });

  const problem = buildProblem({ status: 422, title: 'No', message: 'We are full in Provo.', requestId: 'r' });
  it.each([
    ['our problem document', { status: 422, body: problem, headers: json }, 'We are full in Provo.'],
    ['a JSON body with a message', { status: 400, body: { message: 'Call us instead.' } }, 'Call us instead.'],
    ['a JSON body without one', { status: 500, body: {} }, 'Something went wrong'],
    ['a JSON body that is null', { status: 500, body: null }, 'Something went wrong'],
    ['a page of a proxy', { status: 502, body: '<h1>Bad gateway</h1>' }, 'Something went wrong'],
    ['an empty body', { status: 503, body: '' }, 'Something went wrong'],
    [
      'a page that stands in for the API',
      { body: '<h1>Sign in</h1>' },
      'Failed to submit your information. Please try again.',
    ],
  ])('has, for %s, words that a visitor can read', async (_, answer, words) => {
    api = await startFakeApi({ 'POST /api/leads': answer });
    expect((await failureOf(createFormSender()('/api/leads', {}, formContext))).message).toBe(words);
  });

  it('has the same words for no answer at all', async () => {
    api = await startFakeApi({});
    const { origin } = api;
    await api.close();
    const failure = await failureOf(createFormSender()(`${origin}/api/leads`, {}, formContext));
    expect(failure.message).toBe('Failed to submit your information. Please try again.');
  });

  it.each([
    ['its reference', { status: 201, body: { reference: 'L-7F3K9Q' } }, { reference: 'L-7F3K9Q' }],
    ['nothing where the answer is no JSON', { body: 'ok' }, {}],
  ])('gives back %s after a success', async (_, answer, given) => {
    api = await startFakeApi({ 'POST /api/leads': answer });
    expect(await createFormSender()('/api/leads', {}, formContext)).toEqual(given);
  });
});
