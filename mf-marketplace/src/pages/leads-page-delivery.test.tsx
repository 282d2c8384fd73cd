import { afterEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { buildProblem, problemContentType } from 'kit/contracts/problem';
import { renderWithKit, startFakeApi } from 'kit/testing';
import { LeadsPage } from './leads-page.tsx';

let api: Awaited<ReturnType<typeof startFakeApi>> | undefined;

afterEach(async () => {
  await api?.close();
  api = undefined;
});

async function openFreeSample(deliverLocalForms: boolean) {
  const { user } = renderWithKit(<LeadsPage />, { route: '/leads', site: { deliverLocalForms } });
  await user.click(screen.getByRole('button', { name: 'Request Free Sample' }));
  await user.type(await screen.findByLabelText('Full Name'), 'Dana Ortiz');
  return { user, submit: () => user.click(screen.getByRole('button', { name: 'Submit Request' })) };
}

describe('a site that delivers local forms', () => {
  it('sends the request for a sample to the office', async () => {
    api = await startFakeApi({ 'POST /api/inquiries': { status: 201, body: {} } });
    const { submit } = await openFreeSample(true);
    await submit();
    expect(await screen.findByRole('alertdialog')).toBeVisible();
    expect(api.calls.map(({ body }) => body)).toEqual([
      {
        form: 'free-sample',
        fields: { fullName: 'Dana Ortiz', email: '', phone: '', industry: 'roofing', cityState: '' },
      },
    ]);
  });

  it('does not thank for a request whose dialog was closed while it was sent', async () => {
    api = await startFakeApi({ 'POST /api/inquiries': { status: 201, body: {}, delay: 200 } });
    const { user, submit } = await openFreeSample(true);
    await submit();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(api.calls).toHaveLength(1);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('says which pack and which button a questionnaire is about', async () => {
    api = await startFakeApi({ 'POST /api/inquiries': { status: 201, body: {} } });
    const { user } = renderWithKit(<LeadsPage />, { route: '/leads?industry=hvac', site: { deliverLocalForms: true } });
    for (const name of ['Become a Client', 'Buy Lead Pack ($290)']) {
      await user.click(screen.getAllByRole('button', { name: 'Buy Now' })[0] as HTMLElement /* HVAC has packs */);
      await user.click(await screen.findByRole('button', { name }));
      await user.click(await screen.findByRole('button', { name: 'OK' }));
    }
    expect(api.calls.map(({ body }) => body)).toMatchObject([
      { form: 'checkout', about: 'Summer AC Pack: Become a Client' },
      { form: 'checkout', about: 'Summer AC Pack: Buy Lead Pack' },
    ]);
  });

  it('says on the pressed button that it waits, and gives the focus back to it when it was refused', async () => {
    api = await startFakeApi({ 'POST /api/inquiries': { status: 503, body: {} } });
    const { fetch } = globalThis;
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    globalThis.fetch = async (...call) => {
      await held;
      return fetch(...call);
    };
    try {
      const { user } = renderWithKit(<LeadsPage />, {
        route: '/leads?industry=hvac',
        site: { deliverLocalForms: true },
      });
      await user.click(screen.getAllByRole('button', { name: 'Buy Now' })[0] as HTMLElement /* HVAC has packs */);
      const buy = await screen.findByRole('button', { name: 'Buy Lead Pack ($290)' });
      await user.click(buy);
      expect(await screen.findByRole('button', { name: 'Submitting...' })).toBe(buy);
      expect(screen.getByRole('button', { name: 'Become a Client' })).toBeDisabled();
      answer();
      await screen.findByRole('alert');
      await waitFor(() => expect(screen.getByRole('button', { name: 'Buy Lead Pack ($290)' })).toHaveFocus());
    } finally {
      globalThis.fetch = fetch;
    }
  });

  it('keeps everything and says why when the request is refused, and sends it again under the same key', async () => {
    const refusal = buildProblem({ status: 503, title: 'Busy', message: 'We are being updated.', requestId: 'r1' });
    let refused = false;
    api = await startFakeApi({
      'POST /api/inquiries': () => {
        if (refused) return { status: 201, body: {} };
        refused = true;
        return { status: 503, body: refusal, headers: { 'Content-Type': problemContentType } };
      },
    });
    const { submit } = await openFreeSample(true);
    await submit();
    expect(await screen.findByRole('alert')).toHaveTextContent('We are being updated.');
    expect(screen.getByLabelText('Full Name')).toHaveValue('Dana Ortiz');
    await submit();
    expect(await screen.findByRole('alertdialog')).toBeVisible();
    const [first, second] = api.calls.map(({ headers }) => headers['idempotency-key']);
    expect(first).toEqual(expect.any(String));
    expect(second).toBe(first);
  });

  it('asks to try again when there is no answer', async () => {
    api = await startFakeApi({});
    const { origin } = api;
    await api.close();
    api = undefined;
    const realFetch = globalThis.fetch;
    globalThis.fetch = (input, init) => realFetch(new URL(String(input), origin), init);
    try {
      const { submit } = await openFreeSample(true);
      await submit();
      expect(await screen.findByRole('alert')).toHaveTextContent(
        'Failed to submit your information. Please try again.',
      );
    } finally {
      globalThis.fetch = realFetch;
    }
  });
});

describe('a site that keeps local forms local', () => {
  it('sends nothing', async () => {
    api = await startFakeApi({});
    const { submit } = await openFreeSample(false);
    await submit();
    expect(await screen.findByRole('alertdialog')).toBeVisible();
    expect(api.calls).toEqual([]);
  });
});
