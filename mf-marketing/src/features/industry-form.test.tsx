import { afterEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { parseFormContext } from 'kit/contracts/form-context';
import { jobTypeMessages, jobTypes, type LeadIndustry } from 'kit/contracts/lead';
import { buildProblem, problemContentType } from 'kit/contracts/problem';
import { messages } from 'kit/contracts/text-rules';
import { type FakeRoutes, findViolations, renderWithKit, startFakeApi } from 'kit/testing';
import { currentToasts, dismissToast } from 'kit/toast/store';
import { hvac } from '../content/industries/hvac.ts';
import { junkRemoval } from '../content/industries/junk-removal.ts';
import { solar } from '../content/industries/solar.ts';
import { LeadForm } from './industry-form.tsx';

const forms = { hvac: hvac.form, junkRemoval: junkRemoval.form, solar: solar.form };
const industries: LeadIndustry[] = ['hvac', 'junkRemoval', 'solar'];

let api: Awaited<ReturnType<typeof startFakeApi>> | undefined;

afterEach(async () => {
  act(() => {
    for (const { id } of currentToasts()) dismissToast(id);
  });
  sessionStorage.clear();
  await api?.close();
  api = undefined;
});

async function openForm({ industry = 'hvac', routes = {} }: { industry?: LeadIndustry; routes?: FakeRoutes } = {}) {
  api = await startFakeApi(routes);
  const form = forms[industry];
  const { user } = renderWithKit(<LeadForm {...form} />);
  const choice = jobTypes[industry][1];
  return {
    user,
    calls: api.calls,
    submit: () => user.click(screen.getByRole('button', { name: form.submitLabel })),
    async fill() {
      await user.type(screen.getByLabelText('Name'), ' Ada Hope ');
      await user.type(screen.getByLabelText('Company'), 'Hope Air');
      await user.type(screen.getByLabelText('Phone'), '(801) 555-0142');
      await user.type(screen.getByLabelText('Email'), 'ada@hope.example');
      await user.type(screen.getByLabelText('Location'), 'Provo');
      await user.selectOptions(screen.getByLabelText(form.jobTypeLabel), choice);
    },
    choice,
  };
}

const accepted = { 'POST /api/leads': { status: 201, body: { id: '1', reference: 'L-7F3K9Q', createdAt: '' } } };
const errorsShown = () => [...document.querySelectorAll('[data-part=error]')].map((error) => error.textContent);

describe('LeadForm', () => {
  it('says what sending it allows', async () => {
    await openForm();
    expect(
      screen.getByText(/^By sending this form you agree that Testfield may call, text or email you/),
    ).toBeVisible();
  });

  it.each(industries)('of %s names each rule in the words of the specification and sends nothing', async (industry) => {
    const { submit, calls } = await openForm({ industry });
    await submit();
    const { name, company, phone, email, location } = messages;
    await waitFor(() =>
      expect(errorsShown()).toEqual([name, company, phone, email, location, jobTypeMessages[industry]]),
    );
    expect(calls).toEqual([]);
    expect(await findViolations()).toEqual([]);
  });

  it.each(industries)('of %s posts the chosen job type as the one service', async (industry) => {
    const { fill, submit, calls, choice } = await openForm({ industry, routes: accepted });
    await fill();
    await submit();
    await screen.findByText('Success!');
    expect(calls.map(({ body }) => body)).toEqual([
      {
        name: 'Ada Hope',
        company: 'Hope Air',
        phone: '(801) 555-0142',
        email: 'ada@hope.example',
        location: 'Provo',
        services: [choice],
      },
    ]);
  });

  it('thanks with the toast of the specification and is empty again', async () => {
    const { fill, submit } = await openForm({ routes: accepted });
    await fill();
    await submit();
    expect(await screen.findByText('Thank you for your interest! We will contact you shortly.')).toBeVisible();
    for (const label of ['Name', 'Company', 'Phone', 'Email', 'Location', 'Service Type']) {
      expect(screen.getByLabelText(label)).toHaveValue('');
    }
  });

  it('takes a success whose body is no JSON for the success that it is', async () => {
    const { fill, submit } = await openForm({ routes: { 'POST /api/leads': { status: 200, body: 'ok' } } });
    await fill();
    await submit();
    expect(await screen.findByText('Success!')).toBeVisible();
  });

  it('tells the server which page it stands on, how long it took and what the trap caught', async () => {
    window.history.replaceState({}, '', '/hvac');
    const { fill, submit, calls, user } = await openForm({ routes: accepted });
    await fill();
    const trap = document.querySelector<HTMLInputElement>('input[name=topic]');
    if (trap) await user.type(trap, 'machine');
    await submit();
    await screen.findByText('Success!');
    const context = parseFormContext(String(calls[0]?.headers['x-form-context']));
    expect(context).toMatchObject({ page: '/hvac', consent: '2', trap: 'machine' });
    expect(context?.fillMs).toBeGreaterThan(0);
  });

  const problem = buildProblem({ status: 422, title: 'No', message: 'We are full in Provo.', requestId: 'r' });
  const json = { 'Content-Type': problemContentType };
  it.each([
    ['our problem document', { status: 422, body: problem, headers: json }, 'We are full in Provo.'],
    ['a JSON body with a message', { status: 400, body: { message: 'Call us instead.' } }, 'Call us instead.'],
    ['a JSON body without one', { status: 500, body: {} }, 'Something went wrong'],
    ['a JSON body that is null', { status: 500, body: null }, 'Something went wrong'],
    ['a page of a proxy', { status: 502, body: '<h1>Bad gateway</h1>' }, 'Something went wrong'],
    ['an empty body', { status: 503, body: '' }, 'Something went wrong'],
  ])('shows, for %s, what a visitor can read, and keeps what was typed', async (_, answer, shown) => {
    const { fill, submit } = await openForm({ routes: { 'POST /api/leads': answer } });
    await fill();
    await submit();
    expect(await screen.findByText(shown)).toBeVisible();
    expect(screen.getByText('Error')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('ada@hope.example');
  });

  it('counts a server that cannot be reached as a failure, and sends the same lead again with the same key', async () => {
    const keys: unknown[] = [];
    const { fill, submit, user } = await openForm({
      routes: {
        'POST /api/leads': ({ headers }) => {
          keys.push(headers['idempotency-key']);
          return keys.length === 3 ? { status: 201, body: {} } : { status: 503, body: '' };
        },
      },
    });
    await fill();
    const online = globalThis.fetch;
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    await submit();
    expect(await screen.findByText('Failed to submit your information. Please try again.')).toBeVisible();
    globalThis.fetch = online;

    await submit();
    await waitFor(() => expect(keys).toHaveLength(1));
    await screen.findByText('Something went wrong');
    await submit();
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[1]).toBe(keys[0]);

    await waitFor(() => expect(screen.getByRole('button', { name: 'Get HVAC leads' })).toBeEnabled());
    await user.type(screen.getByLabelText('Location'), ', Utah');
    await submit();
    await screen.findByText('Success!');
    expect(keys[2]).not.toBe(keys[0]);
  });
});
