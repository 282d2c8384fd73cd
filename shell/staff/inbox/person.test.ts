import { describe, expect, it } from '@jest/globals';
import { listed, person, setUpInbox } from '../testing/set-up-inbox.ts';

const inbox = setUpInbox();

describe('everything about one address', () => {
  it('names the count before it erases, and sends that count along', async () => {
    const { get, post } = await inbox.logIn('otto');
    const { headers } = await post('/_ops/inbox/person', { who: ' ada@example.com ' });
    expect(headers.location).not.toContain('ada');
    const { page } = await get(headers.location ?? '');
    expect(page).toContain('Yes, erase 1 form. It cannot be undone.');
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
