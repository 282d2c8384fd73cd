import { describe, expect, it } from '@jest/globals';
import { listed, look, setUpInbox } from '../testing/set-up-inbox.ts';

const inbox = setUpInbox();

describe('the page of one form', () => {
  it('says of a form that was just released that it waits, and of no other delivery', async () => {
    const { get } = await inbox.logIn('otto');
    inbox.answers.look = { ...look, releasedBy: 'otto', deliveries: [] };
    const { page } = await get('/_ops/inbox/L-7F3K9Q?done=released');
    expect(page).toContain('It waits to be delivered.');
    expect(page).not.toMatch(/not delivered|being delivered/);
    inbox.answers.look = { ...look, form: { ...listed, isTest: true }, deliveries: [] };
    expect((await get('/_ops/inbox/L-7F3K9Q')).page).toContain('This form is not delivered: it is a test.');
  });

  it('shows at an empty reason that it is required, in its open form', async () => {
    const { get, post } = await inbox.logIn('otto');
    const closed = (await get('/_ops/inbox/L-7F3K9Q')).page;
    expect(closed).toContain('<details><summary>Return this lead');
    expect(closed).not.toMatch(/<[^>]* aria-invalid="true"/);
    const { status, page } = await post('/_ops/inbox/L-7F3K9Q/return', { reason: ' ', sure: 'yes' });
    expect(status).toBe(422);
    expect(page).toContain('<details open=""><summary>Return this lead');
    expect(page).toMatch(
      /<textarea id="reason"[^>]* aria-invalid="true"[^>]*><\/textarea><small class="wrong"[^>]*>Required\.</,
    );
  });

  it.each([
    ['release', { quarantine: 'sent within a second' }, 'It was quarantined: <bdi>sent within a second</bdi>', {}],
    ['resend', {}, 'Webhook crm gets the complete form again.', { channel: 'webhook:crm' }],
  ] as const)(
    'says what will happen before it does %s a form, and does it once somebody is sure',
    async (act, of, words, fields) => {
      inbox.answers.look = { ...look, form: { ...listed, ...of } };
      const { post } = await inbox.logIn('otto');
      const { status, page } = await post(`/_ops/inbox/L-7F3K9Q/${act}`, fields);
      expect(status).toBe(200);
      expect(page).toContain(words);
      expect(page).toContain('Nothing has been sent yet.');
      expect(inbox.acts()).not.toContain(act);
      const form = /<main[^>]*>[\s\S]*<form action="([^"]+)" method="post">([\s\S]*)<\/form>/.exec(page);
      const hidden = [...(form?.[2] ?? '').matchAll(/name="([^"]+)" value="([^"]+)"/g)];
      const sent = await post(
        form?.[1] ?? '',
        Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])),
      );
      expect(sent.status).toBe(303);
      expect(inbox.lastAct()).toMatchObject({ act, reference: 'L-7F3K9Q', ...fields });
    },
  );
});

describe('what somebody typed', () => {
  const note = 'Wants a call on Monday.\nAfter ten.';

  it('is saved with the version that it was decided on', async () => {
    const { post } = await inbox.logIn('otto');
    const { status, headers } = await post('/_ops/inbox/L-7F3K9Q/save', {
      version: '3',
      state: 'called',
      note: note.replace('\n', '\r\n'),
    });
    expect({ status, to: headers.location }).toEqual({ status: 303, to: '/_ops/inbox/L-7F3K9Q?done=saved' });
    expect(inbox.lastAct()).toEqual({
      ...{ act: 'save', reference: 'L-7F3K9Q', version: 3, state: 'called', note },
      ...{ assignee: '', remindOn: '' },
    });
  });

  it.each([
    ['somebody else was faster', { answers: { save: 409 }, status: 409, words: 'Refused with 409.', name: 'note' }],
    ['the API is out of order', { answers: { save: 500 }, status: 500, words: 'Refused with 500.', name: 'note' }],
    [
      'the database is away',
      { answers: { save: 503, look: 503 }, status: 503, words: 'does not answer', name: 'typed' },
    ],
    ['the form is gone', { answers: { save: 404, look: 404 }, status: 404, words: 'Refused with 404.', name: 'typed' }],
  ])('stays in the page where %s', async (_why, { answers: given, status, words, name }) => {
    const { post } = await inbox.logIn('otto');
    inbox.answers = { ...inbox.answers, ...given };
    const answer = await post('/_ops/inbox/L-7F3K9Q/save', { version: '2', state: 'won', note });
    expect(answer.status).toBe(status);
    expect(answer.page).toContain(words);
    expect(new RegExp(`<textarea id="${name}"[^>]*>([^<]*)<`).exec(answer.page)?.[1]).toBe(note);
    if (name === 'note') {
      // What was chosen stays, too, on top of what is there now.
      expect(answer.page).toContain('checked="" value="won"');
      expect(answer.page).toContain('name="version" value="3"');
    }
  });

  it('stays in the page where the API does not answer, where the session is over, and where it is too long', async () => {
    const { cookie, csrf, post } = await inbox.logIn('otto');
    const long = await post('/_ops/inbox/L-7F3K9Q/save', { version: '3', state: 'won', note: 'ü'.repeat(5001) });
    expect(long).toMatchObject({
      status: 422,
      page: expect.stringContaining('at most 5000 characters, this one 5001'),
    });
    expect(long.page).toContain('ü'.repeat(5001));
    await post('/_ops/logout', {});
    const over = await inbox.send('/_ops/inbox/L-7F3K9Q/save', { csrf, version: '3', state: 'won', note }, { cookie });
    expect(over).toMatchObject({ status: 403, page: expect.stringContaining(note) });
    expect(over.page).toContain('Your session has ended');
    const again = await inbox.logIn('otto');
    inbox.stopApi();
    const away = await again.post('/_ops/inbox/L-7F3K9Q/save', { version: '3', state: 'won', note });
    expect(away).toMatchObject({ status: 503, page: expect.stringContaining(note) });
    expect(away.page).toContain('The inbox is unavailable: the API does not answer.');
  });
});
