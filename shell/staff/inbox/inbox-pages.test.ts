import type { ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { officeHeader } from 'kit/contracts/office';
import { serve } from '../../testing/serve.ts';
import { listed, look, officeKey, person, setUpInbox } from '../testing/set-up-inbox.ts';
import { OfficeClient } from './office-client.ts';

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

  it('has a call that is a link as a whole', async () => {
    const { get } = await inbox.logIn('otto');
    const { page } = await get('/_ops/inbox/L-7F3K9Q');
    expect(page).toContain('<a class="button go" href="tel:+18015550142">Call (801) 555-0142</a>');
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

  it('stays in the page where it cannot be saved', async () => {
    const { post } = await inbox.logIn('otto');
    const usual = inbox.answers;
    for (const [why, { answers: given, status, words, name }] of [
      ['somebody else was faster', { answers: { save: 409 }, status: 409, words: 'Refused with 409.', name: 'note' }],
      ['the API is out of order', { answers: { save: 500 }, status: 500, words: 'Refused with 500.', name: 'note' }],
      [
        'the database is away',
        { answers: { save: 503, look: 503 }, status: 503, words: 'does not answer', name: 'typed' },
      ],
      [
        'the form is gone',
        { answers: { save: 404, look: 404 }, status: 404, words: 'Refused with 404.', name: 'typed' },
      ],
    ] as const) {
      inbox.answers = { ...usual, ...given };
      const answer = await post('/_ops/inbox/L-7F3K9Q/save', { version: '2', state: 'won', note });
      expect([why, answer.status]).toEqual([why, status]);
      expect(answer.page).toContain(words);
      expect(new RegExp(`<textarea id="${name}"[^>]*>([^<]*)<`).exec(answer.page)?.[1]).toBe(note);
      if (name === 'note') {
        // What was chosen stays, too, on top of what is there now.
        expect(answer.page).toContain('checked="" value="won"');
        expect(answer.page).toContain('name="version" value="3"');
      }
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
    const next = /name="next" value="([^"]*)"/.exec(over.page)?.[1] ?? '';
    const { location } = await inbox.send('/_ops/login', { token: inbox.tokenOf('otto'), next });
    expect(location).toBe(`/_ops?logged-in=${encodeURIComponent('/_ops/inbox/L-7F3K9Q')}`);
    const again = await inbox.logIn('otto');
    inbox.stopApi();
    const away = await again.post('/_ops/inbox/L-7F3K9Q/save', { version: '3', state: 'won', note });
    expect(away).toMatchObject({ status: 503, page: expect.stringContaining(note) });
    expect(away.page).toContain('The inbox is unavailable: the API does not answer.');
  });
});

describe('everything about one address', () => {
  it('names the count before it erases, and sends that count along', async () => {
    const { get, post } = await inbox.logIn('otto');
    const { headers } = await post('/_ops/inbox/person', { who: ' ada@example.com ' });
    expect(headers.location).not.toContain('ada');
    const { page } = await get(headers.location ?? '');
    expect(page).toContain('Yes, erase 1 form. It cannot be undone.');
    expect(page).toMatch(/<input id="who"[^>]* minLength="3"/);
    expect(page).toContain('Told at once to erase their copies: Webhook crm.');
    expect(page).toContain('1 mail about it went to the office');
    const unsure = await post('/_ops/inbox/person/erase', { who: 'ada@example.com', count: '1' });
    expect(unsure).toMatchObject({ status: 409, page: expect.stringContaining('tick the box to confirm') });
    expect(inbox.acts()).not.toContain('erase-person');
    inbox.answers['erase-person'] = {
      erased: 1,
      references: ['L-7F3K9Q'],
      mentions: 2,
      told: ['webhook:crm'],
      mailed: 1,
    };
    const done = await post('/_ops/inbox/person/erase', { who: 'ada@example.com', count: '1', sure: 'yes' });
    expect(inbox.lastAct()).toEqual({ act: 'erase-person', who: 'ada@example.com', count: 1 });
    expect(done.page).toContain('1 form erased, and the address or number in notes on 2 other forms.');
    inbox.answers['erase-person'] = 409;
    const other = await post('/_ops/inbox/person/erase', { who: 'ada@example.com', count: '1', sure: 'yes' });
    expect(other).toMatchObject({ status: 409, page: expect.stringContaining('Refused with 409.') });
  });

  it('offers what the forms name beside it, because forms with that alone are not among them', async () => {
    const { get, post } = await inbox.logIn('otto');
    inbox.answers.person = { ...person, who: '801 555 0142', forms: [listed, { ...listed, email: 'Ada@example.com' }] };
    const { headers } = await post('/_ops/inbox/person', { who: '801 555 0142' });
    const { page } = await get(headers.location ?? '');
    expect(page).toContain('These forms also name');
    expect(page.match(/name="who" value="ada@example\.com"/g)).toHaveLength(1);
    expect(page).toContain('>Look up ada@example.com<');
    expect(page).not.toContain('Look up (801) 555-0142');
    inbox.answers.person = person;
    expect((await get(headers.location ?? '')).page).toContain('>Look up (801) 555-0142<');
  });

  it('comes as a file, and so do all forms of a kind', async () => {
    const { post } = await inbox.logIn('otto');
    inbox.answers['export-person'] = ['{"email":', '"ada@example.com"}'];
    const about = await post('/_ops/inbox/person/export', { who: 'ada@example.com' });
    expect(about).toMatchObject({ status: 200, page: '{"email":"ada@example.com"}' });
    expect(about.headers['content-disposition']).toMatch(/^attachment; filename="about-one-person-[\d-]+\.json"$/);
    inbox.answers.export = ['reference,name\r\n', 'L-7F3K9Q,Ada\r\n'];
    const csv = await post('/_ops/inbox/export', { kind: 'support' });
    expect(csv).toMatchObject({ status: 200, page: 'reference,name\r\nL-7F3K9Q,Ada\r\n' });
    expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="support-[\d-]+\.csv"$/);
    expect(csv.headers['cache-control']).toBe('no-store');
    expect(inbox.lastAct()).toMatchObject({
      act: 'export',
      place: 'inbox',
      kind: 'support',
      state: null,
      tests: false,
    });
    expect(inbox.lastAct()).not.toHaveProperty('format');
    const workbook = await post('/_ops/inbox/export', { kind: 'support', format: 'xlsx' });
    expect(workbook.headers['content-disposition']).toMatch(/^attachment; filename="support-[\d-]+\.xlsx"$/);
    expect(workbook.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(inbox.lastAct()).toMatchObject({ act: 'export', format: 'xlsx', kind: 'support' });
  });
});

describe('the page of partners', () => {
  const key = {
    ...{ id: '0123456789ab', mode: 'live', createdAt: listed.createdAt, createdBy: 'otto', lastUsedAt: null },
    revoked: null,
  };

  it('shows partners and their keys, and new keys once', async () => {
    const { get, post } = await inbox.logIn('otto');
    inbox.answers.partners = { partners: [{ name: 'acme', postsPerMinute: 600, keys: [key] }] };
    const { page } = await get('/_ops/inbox/partners');
    expect(page).toContain('Revoke 0123456789ab');
    expect(page).toContain('At most 600 posts a minute.');
    inbox.answers['partner-add'] = { name: 'other', keys: [{ mode: 'live', secret: 'bf_live_secret' }] };
    const made = await post('/_ops/inbox/partners/add', { name: ' other ' });
    expect(made.page).toContain('<code class="secret">bf_live_secret</code>');
    expect(made.headers['cache-control']).toBe('no-store');
    expect(inbox.lastAct()).toEqual({ act: 'partner-add', name: 'other' });
    inbox.answers['partner-key'] = { name: 'acme', keys: [{ mode: 'test', secret: 'bf_test_secret' }] };
    expect((await post('/_ops/inbox/partners/key', { name: 'acme', mode: 'test' })).page).toContain('bf_test_secret');
    expect(inbox.lastAct()).toEqual({ act: 'partner-key', name: 'acme', isTest: true });
  });

  it('makes one key where its button is pressed twice, and another one where the page is opened again', async () => {
    const { get, post } = await inbox.logIn('otto');
    inbox.answers.partners = { partners: [{ name: 'acme', postsPerMinute: 600, keys: [key] }] };
    inbox.answers['partner-key'] = { name: 'acme', keys: [{ mode: 'live', secret: 'bf_live_secret' }] };
    const press = async (times: number) => {
      const [once = ''] =
        /(?<=value="acme"\/><input type="hidden" name="once" value=")[^"]+/.exec(
          (await get('/_ops/inbox/partners')).page,
        ) ?? [];
      const sent = Array.from({ length: times }, () =>
        post('/_ops/inbox/partners/key', { name: 'acme', mode: 'live', once }),
      );
      for (const { page } of await Promise.all(sent)) expect(page).toContain('bf_live_secret');
    };
    const made = () => inbox.acts().filter((act) => act === 'partner-key').length;
    await press(2);
    expect(made()).toBe(1);
    await press(1);
    expect(made()).toBe(2);
  });

  it('keeps the name that was refused, and revokes what was confirmed alone', async () => {
    const { post } = await inbox.logIn('otto');
    inbox.answers.partners = { partners: [{ name: 'acme', postsPerMinute: 600, keys: [key] }] };
    inbox.answers['partner-add'] = 400;
    const refused = await post('/_ops/inbox/partners/add', { name: 'A"cme' });
    expect(refused).toMatchObject({ status: 400, page: expect.stringContaining('value="A&quot;cme"') });
    expect(refused.page).toContain('Refused with 400.');
    const unsure = await post('/_ops/inbox/partners/revoke', { key: key.id });
    expect(unsure).toMatchObject({ status: 422, page: expect.stringContaining('tick the box') });
    expect(inbox.acts()).not.toContain('partner-revoke');
    inbox.answers['partner-revoke'] = { said: 'The key is revoked.' };
    expect((await post('/_ops/inbox/partners/revoke', { key: key.id, sure: 'yes' })).page).toContain(
      'The key is revoked.',
    );
  });
});

describe('the inbox without its API', () => {
  it('says so in words, and the rest of the staff page works', async () => {
    const { get, post } = await inbox.logIn('olga');
    inbox.stopApi();
    for (const path of ['/_ops/inbox', '/_ops/inbox/L-7F3K9Q', '/_ops/inbox/audit']) {
      const { status, page } = await get(path);
      expect(status).toBe(503);
      expect(page).toContain('The inbox is unavailable: the API does not answer.');
    }
    expect(await post('/_ops/inbox/export', { kind: 'lead' })).toMatchObject({ status: 503 });
    expect((await get('/_ops')).status).toBe(200);
  });

  const ask = (url: string, key: Buffer | null = officeKey) =>
    new OfficeClient(url, key).ask({ name: 'otto', role: 'office' }, { act: 'look', reference: 'L-7F3K9Q' });
  const open = (answer: ServerResponse, status = 200) => answer.setHeader(officeHeader, 'open').writeHead(status);

  it.each<[string, (answer: ServerResponse) => unknown, number, string]>([
    [
      'another key',
      (answer) => open(answer, 401).end('{"message":"The API does not take the word."}'),
      401,
      'not take',
    ],
    ['no key', (answer) => answer.writeHead(404).end('{"message":"Nothing."}'), 503, 'set the same OFFICE_KEY there'],
    ['another version', (answer) => open(answer).end('[]'), 502, 'of another version'],
  ])('names what is wrong with an API of %s', async (_what, say, status, words) => {
    const { url } = await serve((_got, answer) => void say(answer));
    await expect(ask(url)).rejects.toMatchObject({ status, message: expect.stringContaining(words) });
  });

  it('names the variable that this server lacks', async () => {
    await expect(ask('http://127.0.0.1:1', null)).rejects.toThrow('The inbox is not set up: set the same OFFICE_KEY');
  });
});
