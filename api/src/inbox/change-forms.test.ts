import { describe, expect, it } from '@jest/globals';
import type { AuditAnswer, ChangeAnswer, OfficeRequest, RequestOf } from 'kit/contracts/office';
import { askOffice, sharedInbox } from '../../testing/ask-office.ts';
import { runOffice } from '../../testing/run-office.ts';
import { problemOf } from '../../testing/start-test-api.ts';

const { api, send, ask, list, look } = sharedInbox();

type Changes = Partial<Omit<RequestOf<'change'>, 'act' | 'forms'>>;
const asBefore = { state: null, assignee: null, remindOn: null };
const change = (forms: Record<string, number>, changes: Changes, by?: string) =>
  ask<ChangeAnswer>(
    {
      ...{ act: 'change', ...asBefore, ...changes },
      forms: Object.entries(forms).map(([reference, version]) => ({ reference, version })),
    },
    { by },
  );
const undo = (reference: string, by?: string) => ask<ChangeAnswer>({ act: 'undo', reference }, { by });
const formOf = async (reference: string) => (await look(reference)).form;
const referencesOf = async (wanted: Parameters<typeof list>[0]) =>
  (await list(wanted)).forms.map(({ reference }) => reference);

describe('a change of many forms', () => {
  it('sets state, assignee and reminder of each, leaves the rest, and is in history and audit log', async () => {
    const [first, second, other] = [await send(), await send(), await send()];
    const { changed, missed } = await change(
      { [first]: 0, [second]: 0 },
      { state: 'called', assignee: 'ben', remindOn: '2026-12-01' },
    );
    expect({ changed: changed.sort(), missed }).toEqual({ changed: [first, second].sort(), missed: [] });
    const set = { state: 'called', assignee: 'ben', remindOn: '2026-12-01', version: 1 };
    for (const reference of [first, second]) expect(await formOf(reference)).toMatchObject(set);
    expect(await formOf(other)).toMatchObject({ state: 'new', assignee: null, remindOn: null, version: 0 });
    await change({ [first]: 1 }, { assignee: '', remindOn: '' });
    expect(await formOf(first)).toMatchObject({ state: 'called', assignee: null, remindOn: null });
    const { history } = await look(first);
    expect(history).toMatchObject([{ by: 'anna', state: 'called', note: null }]);
    const { entries } = await ask<AuditAnswer>({ act: 'audit', after: null }, { by: 'olga', role: 'operate' });
    expect(entries.filter(({ act }) => act === 'save').map(({ reference }) => reference)).toEqual(
      expect.arrayContaining([first, second]),
    );
    expect(await referencesOf({ assignee: 'ben' })).toEqual([second]);
    expect((await referencesOf({ assignee: '' })).sort()).toEqual([first, other].sort());
    expect(await referencesOf({ remindBy: '2026-12-01' })).toEqual([second]);
    expect(await referencesOf({ remindBy: '2026-11-30' })).toEqual([]);
  });

  it('leaves alone and names what changed under its hands, what was erased, and what there is not', async () => {
    const [first, second, third] = [await send(), await send(), await send()];
    await change({ [first]: 0 }, { state: 'won' }, 'ben');
    await runOffice(api, ['purge', third], '/nowhere');
    const { changed, missed } = await change({ [first]: 0, [second]: 0, [third]: 0, 'L-000000': 0 }, { state: 'lost' });
    expect(changed).toEqual([second]);
    expect(missed).toEqual([
      expect.stringMatching(new RegExp(`^ben changed ${first} at \\d\\d:\\d\\d UTC, .*; it is “won” now\\.$`)),
      `${third} was erased: nothing can be noted about it.`,
      'There is no form with the reference L-000000.',
    ]);
    expect(await formOf(first)).toMatchObject({ state: 'won' });
  });

  it('that one person sends twice is saved once and said to be saved, until somebody else changed the form', async () => {
    const [first, second] = [await send(), await send()];
    const changes = { state: 'called', assignee: 'ben', remindOn: '2026-12-01' } as const;
    const forms = { [first]: 0, [second]: 0 };
    const both = await Promise.all([change(forms, changes), change(forms, changes)]);
    for (const { changed, missed } of both) {
      expect({ changed: changed.sort(), missed }).toEqual({ changed: [first, second].sort(), missed: [] });
    }
    const save = { act: 'save', reference: first, version: 1, ...changes, note: ' Rings back. ' } as const;
    await Promise.all([ask(save), ask(save)]);
    const { form, history } = await look(first);
    expect(form.version).toBe(2);
    expect(history.map(({ note }) => note)).toEqual(['Rings back.', null]);
    await expect(ask({ ...save, note: 'Something else.' })).rejects.toThrow('409 anna changed');
    await expect(ask({ ...save, state: 'won' })).rejects.toThrow('409 anna changed');
    await expect(ask(save, { by: 'ben' })).rejects.toThrow('409 anna changed');
    await ask({ ...save, version: 2, note: '' }, { by: 'ben' });
    await expect(ask(save)).rejects.toThrow('409 ben changed');
  });

  it('of two at the same instant changes each form once, whatever the order of their forms', async () => {
    const references: string[] = [];
    for (let number = 0; number < 30; number++) references.push(await send());
    const forms = (of: string[]) => Object.fromEntries(of.map((reference) => [reference, 0]));
    const both = await Promise.all([
      change(forms(references), { state: 'won' }, 'anna'),
      change(forms([...references].reverse()), { state: 'lost' }, 'ben'),
    ]);
    expect(both.flatMap(({ changed }) => changed).sort()).toEqual([...references].sort());
    expect(both.flatMap(({ missed }) => missed)).toHaveLength(30);
  });

  it.each([
    ['a thousand forms', { forms: Array.from({ length: 1000 }, () => ({ reference: 'L-000000', version: 0 })) }],
    ['ten thousand forms', { forms: Array.from({ length: 10_000 }, () => ({ reference: 'L-000000', version: 0 })) }],
    ['no form', { forms: [] }],
    ['a version that is no version', { forms: [{ reference: 'L-000000', version: 2 ** 40 }] }],
    ['a reference that is none', { forms: [{ reference: `' or true --`, version: 0 }] }],
    ['a state that there is not', { state: 'stolen' }],
    ['somebody with a line break', { assignee: 'ben\nolga' }],
    ['a day that there is not', { remindOn: '2026-02-30' }],
  ])('is refused for %s', async (_what, wrong) => {
    const request = { act: 'change', forms: [{ reference: 'L-000000', version: 0 }], ...asBefore, ...wrong };
    const answer = await askOffice(api, request as OfficeRequest);
    // The longest is refused before it is read.
    expect([400, 413]).toContain(answer.status);
    expect((await problemOf(answer)).message).toMatch(/is not right|at most 50|too (large|big|long)/);
  });
});

describe('undo', () => {
  it('takes back the last change of who asks, of one form or of many, and once', async () => {
    const [first, second] = [await send(), await send()];
    await change({ [first]: 0 }, { state: 'called', assignee: 'ben', remindOn: '2026-12-01' });
    await change({ [first]: 1, [second]: 0 }, { state: 'lost', assignee: '', remindOn: '' });
    expect((await undo(second)).changed).toEqual([first, second].sort());
    expect(await formOf(first)).toMatchObject({ state: 'called', assignee: 'ben', remindOn: '2026-12-01', version: 3 });
    expect(await formOf(second)).toMatchObject({ state: 'new', assignee: null });
    await expect(undo(second)).rejects.toThrow(`409 Nothing was undone: your last change is not one of ${second}`);
    await ask({ act: 'save', reference: second, version: 2, ...asBefore, state: 'won', note: 'Stays.' });
    await expect(undo(first)).rejects.toThrow(`409 Nothing was undone: your last change is not one of ${first}`);
    await undo(second);
    const { form, history } = await look(second);
    expect(form.state).toBe('new');
    expect(history.map(({ note }) => note)).toContain('Stays.');
    const { entries } = await ask<AuditAnswer>({ act: 'audit', after: null }, { by: 'olga', role: 'operate' });
    expect(entries.filter(({ act }) => act === 'undo')).toHaveLength(3);
  });

  it('leaves alone and names what somebody changed or erased since, and what others did', async () => {
    const [first, second, third] = [await send(), await send(), await send()];
    await change({ [first]: 0, [second]: 0, [third]: 0 }, { state: 'lost' });
    await change({ [first]: 1 }, { state: 'won' }, 'ben');
    await runOffice(api, ['purge', third], '/nowhere');
    const { changed, missed } = await undo(first);
    expect(changed).toEqual([second]);
    expect(missed.join(' ')).toContain(`ben changed ${first}`);
    expect(missed.join(' ')).toContain(`${third} was erased`);
    expect(await formOf(first)).toMatchObject({ state: 'won' });
    await expect(undo(second, 'olga')).rejects.toThrow('409');
  });

  it('is over after a day', async () => {
    const reference = await send();
    await change({ [reference]: 0 }, { state: 'lost' });
    await api.database.client.query(`update office_undo set at = now() - interval '25 hours'`);
    await expect(undo(reference)).rejects.toThrow('409');
  });
});
