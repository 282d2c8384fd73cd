import { describe, expect, it } from '@jest/globals';
import type { AuditAnswer, ChangeAnswer, EraseAnswer, PersonAnswer } from 'kit/contracts/office';
import { askOffice, sharedInbox } from '../../testing/ask-office.ts';
import { runOffice } from '../../testing/run-office.ts';

const held = { 'X-Form-Context': 'page=%2Fhvac&consent=1&fill=9000&trap=x' };

const { api, send, ask, list, look } = sharedInbox();
const person = async (who: string) => {
  const { forms, count, mentions } = await ask<PersonAnswer>({ act: 'person', who });
  return { references: forms.map(({ reference }) => reference).sort(), count, mentions };
};
const quarantine = async () =>
  (await list({ place: 'quarantine' })).forms.map(({ reference, version }) => ({
    reference,
    version,
  }));

describe('everything about one telephone number', () => {
  it('is found however the number is written, and no form of another number is', async () => {
    const german = await send({ phone: '+49 (0)89 / 12 34-56', email: 'a@example.com' });
    const american = await send({ phone: '(801) 555-0142', email: 'b@example.com' });
    const near = await send({ phone: '(701) 555-0142', email: 'c@example.com' });
    for (const who of ['801 555 0142', '+1 (801) 555-0142', '001-801-555-0142', '18015550142', ' 8015550142 '])
      expect({ who, ...(await person(who)) }).toEqual({ who, references: [american], count: 1, mentions: [] });
    for (const who of ['+49 89 123456', '0049 (0)89 123456', '089 123456'])
      expect({ who, ...(await person(who)) }).toEqual({ who, references: [german], count: 1, mentions: [] });
    expect((await person('7015550142')).references).toEqual([near]);
    for (const who of ['555-0142', '0142', 'Ada Lovelace', '%%%', `' or true --`])
      await expect(person(who)).rejects.toThrow('400 Type a whole mail address, or a telephone number');
  });

  it('is exported and erased, also in notes on others however it is written there', async () => {
    const mine = await send({ phone: '(801) 555-0142', email: 'b@example.com' });
    const other = await send({ phone: '(801) 555-0199', email: 'c@example.com', name: 'Other' });
    const note = 'Call +1 801.555.0142, not 801 555 01423.';
    await ask({
      ...{ act: 'save', reference: other, version: 0, state: 'called', note },
      ...{ assignee: null, remindOn: null },
    });
    expect(await person('8015550142')).toEqual({ references: [mine], count: 1, mentions: [other] });
    const exported = await (await askOffice(api, { act: 'export-person', who: '8015550142' })).json();
    expect(exported.forms).toMatchObject([{ reference: mine }]);
    await expect(ask({ act: 'erase-person', who: '8015550142', count: 2 })).rejects.toThrow('409 There are 1 forms');
    expect(await ask<EraseAnswer>({ act: 'erase-person', who: '8015550142', count: 1 })).toMatchObject({
      ...{ erased: 1, references: [mine], mentions: 1 },
    });
    expect((await look(mine)).form).toMatchObject({ isErased: true, phone: '' });
    expect((await look(other)).history).toMatchObject([{ note: 'Call +1 [erased], not 801 555 01423.' }]);
    expect((await look(other)).form.name).toBe('Other');
    const search = async (text: string) => (await list({ search: text })).forms.length;
    expect([await search('801 555 0142'), await search('801 555 0199')]).toEqual([1, 1]);
    expect(await runOffice(api, ['person', 'show', '801-555-0199'], api.dataDir)).toContain(other);
  });
});

describe('spam', () => {
  it('is deleted for good, with a trace in the audit log', async () => {
    const [first, second] = [await send({ name: 'Spam' }, held), await send({ name: 'More spam' }, held)];
    const person = await send();
    const forms = await quarantine();
    expect(await ask<ChangeAnswer>({ act: 'spam', forms })).toEqual({
      changed: expect.arrayContaining([first, second]),
      missed: [],
    });
    expect(await quarantine()).toEqual([]);
    const { rows } = await api.database.client.query(
      `select reference from submissions where payload::text like '%pam%' or search::text like '%spam%'`,
    );
    expect(rows).toEqual([]);
    expect((await look(person)).form.isErased).toBe(false);
    const { entries } = await ask<AuditAnswer>({ act: 'audit', after: null }, { role: 'operate' });
    expect(entries.filter(({ act }) => act === 'erase')).toMatchObject([
      { by: 'anna', details: 'why: spam' },
      { by: 'anna', details: 'why: spam' },
    ]);
  });

  it('is nothing that is not in quarantine, that somebody released meanwhile, or that there is not', async () => {
    const released = await send({}, held);
    const [machine] = await quarantine();
    await ask({ act: 'release', reference: released });
    const normal = await send();
    const forms = [normal, 'L-000000'].map((reference) => ({ reference, version: 0 }));
    const { changed, missed } = await ask<ChangeAnswer>({
      act: 'spam',
      forms: [...(machine ? [machine] : []), ...forms],
    });
    expect(changed).toEqual([]);
    expect(missed).toEqual(
      [released, normal, 'L-000000'].map((reference) => `${reference} is not in quarantine any more, or was changed.`),
    );
    for (const reference of [released, normal]) expect((await look(reference)).form.isErased).toBe(false);
  });
});

describe('a lead', () => {
  it('is returned once, with a reason, and its partner is told', async () => {
    const { client } = api.database;
    await client.query(`insert into partners (name, created_by) values ('acme', 'x')`);
    await client.query(
      `insert into webhook_endpoints (name, url, secret, created_by, partner)
       values ('acme', 'https://acme.example', 'whsec_x', 'x', 'acme')`,
    );
    const reference = await send();
    await client.query(`update submissions set partner = 'acme'`);
    await ask({ act: 'return', reference, reason: ' Wrong number. ' });
    const { returned, deliveries } = await look(reference);
    expect(returned).toMatchObject({ by: 'anna', reason: 'Wrong number.' });
    expect(deliveries).toMatchObject([{}, { channel: 'webhook:acme', event: 'returned' }]);
    await expect(ask({ act: 'return', reference, reason: 'Again.' })).rejects.toThrow(
      `409 anna returned ${reference} already.`,
    );
    await expect(ask({ act: 'return', reference: 'L-000000', reason: 'x' })).rejects.toThrow('404');
    await expect(ask({ act: 'return', reference, reason: 'x'.repeat(501) })).rejects.toThrow('400');
    const { entries } = await ask<AuditAnswer>({ act: 'audit', after: null }, { role: 'operate' });
    expect(entries.filter(({ act }) => act === 'return')).toMatchObject([{ by: 'anna', reference }]);
  });
});
