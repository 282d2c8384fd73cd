import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { noteAlert, noteEnd, readAlertLog, type StoredAlert } from 'kit/server/alerts/alert-log';
import { type ReleaseStore, Stores } from '../../platform/index.ts';
import { buildFolder } from '../../platform/testing/build-dist.ts';
import { buildPlatform } from '../../platform/testing/build-platform.ts';
import { alertOf } from '../../server/alerts/incident.ts';
import { type StaffPages, startStaffPages } from '../testing/start-staff-pages.ts';

const people = { anna: 'operate', ben: 'operate', cleo: 'read', dora: 'own=mf-agents', emil: 'own=mf-demos' } as const;
type Person = keyof typeof people;

let store: ReleaseStore;
let pages: StaffPages<Person>;
let incident: StoredAlert;

beforeEach(async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  jest.spyOn(console, 'log').mockImplementation(() => {});
  store = Stores.openFolderStore(await buildFolder());
  incident = await note('12', '<b>The plan</b> stopped.');
  pages = await startStaffPages(buildPlatform(store), people);
});

async function note(key: string, sentence: string): Promise<StoredAlert> {
  const alert = alertOf({ kind: 'release-failing', key, remote: 'mf-agents', sentence });
  const noted = await noteAlert(store.incidents, alert, new Date().toISOString());
  if (!noted) throw new Error('it was noted before');
  return noted;
}

const trail = async () => (await readAlertLog(store.incidents)).stepsOf(incident);
const href = () => `/_ops/incidents/${incident.name}`;

/** Sends the form of the incident as the page has it at this moment, with some fields filled in otherwise. */
async function send(person: Person, fields: Readonly<Record<string, string>>) {
  const { cookie, csrf } = await pages.logIn(person);
  const expect = String((await trail()).length);
  return pages.post('/_ops/act/incident', { csrf, incident: incident.name, expect, note: '', ...fields }, cookie);
}

describe('an incident of the control room', () => {
  it('is acknowledged, assigned, resolved and reopened, and keeps who did what', async () => {
    const anna = await pages.logIn('anna');
    expect(await pages.get('/_ops', anna)).toContain('▲ not acknowledged');
    const acknowledged = await send('anna', { step: 'acknowledge', note: 'I look <now>' });
    expect([acknowledged.status, acknowledged.location]).toEqual([303, `${href()}?done=1`]);
    const page = await pages.get(acknowledged.location, anna);
    expect(page).toContain('Done: anna acknowledged it.');
    expect(page).toContain('I look &lt;now&gt;');
    expect(page).not.toContain('value="acknowledge"');
    expect(await pages.get('/_ops', anna)).toContain('▲ acknowledged by anna');
    await send('anna', { step: 'assign', to: 'dora' });
    expect(await pages.get('/_ops', anna)).toContain('▲ assigned to dora');
    await send('dora', { step: 'resolve', note: 'A new release' });
    expect(await pages.get('/_ops', anna)).not.toContain(href());
    expect(await pages.get('/_ops/incidents', anna)).toContain('○ resolved by dora');
    await send('ben', { step: 'reopen' });
    expect(await pages.get('/_ops', anna)).toContain('▲ assigned to dora');
    expect((await trail()).map(({ by, action, to, note: words }) => [by, action, to, words])).toEqual([
      ['anna', 'acknowledge', null, 'I look <now>'],
      ['anna', 'assign', 'dora', ''],
      ['dora', 'resolve', null, 'A new release'],
      ['ben', 'reopen', null, ''],
    ]);
  });

  it('has its first report on its page and in the list, and not beside the newer figures of the overview', async () => {
    const anna = await pages.logIn('anna');
    const report = '&lt;b&gt;The plan&lt;/b&gt; stopped.';
    expect(await pages.get(href(), anna)).toMatch(
      new RegExp(`Reported when it began</dt><dd dir="auto">[^<]*${report}`),
    );
    expect(await pages.get('/_ops/incidents', anna)).toContain(report);
    const overview = await pages.get('/_ops', anna);
    expect(overview).toContain(href());
    expect(overview).not.toContain(report);
  });

  it('that ended by itself is no longer open, and is open again once somebody reopens it', async () => {
    const anna = await pages.logIn('anna');
    await noteEnd(store.incidents, incident, new Date().toISOString());
    expect(await pages.get('/_ops', anna)).not.toContain(href());
    await send('anna', { step: 'reopen' });
    expect(await pages.get('/_ops', anna)).toContain('▲ not acknowledged');
  });

  it('is handled by those whose role may, and by nobody else', async () => {
    for (const [person, status] of [
      ['cleo', 403],
      ['emil', 403],
      ['dora', 303],
    ] as const) {
      const offered = (await pages.get(href(), await pages.logIn(person))).includes('/_ops/act/incident');
      const answer = await send(person, { step: 'acknowledge' });
      expect([person, offered, answer.status]).toEqual([person, status === 303, status]);
    }
    expect(await trail()).toHaveLength(1);
  });

  it('of two people at the same moment is handled by one, and the other keeps what they typed', async () => {
    const answers = await Promise.all([
      send('anna', { step: 'resolve', note: 'Anna saw it', expect: '0' }),
      send('ben', { step: 'resolve', note: 'Ben saw it', expect: '0' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(await trail()).toHaveLength(1);
    const late = answers.find(({ status }) => status === 409)?.page;
    expect(late).toContain('somebody else was first');
    expect(late).toMatch(/>(?:Anna|Ben) saw it<\/textarea>/);
  });

  it('whose button was pressed twice has one step', async () => {
    const fields = { step: 'acknowledge', note: 'I look', expect: '0' };
    for (const { status } of [await send('anna', fields), await send('anna', fields)]) expect(status).toBe(303);
    expect(await trail()).toHaveLength(1);
  });

  it('gets no step from a form that is wrong, and the page says why', async () => {
    for (const [fields, status, words] of [
      [{ step: 'delete' }, 422, 'Choose what to do with the incident.'],
      [{ step: 'assign', to: '<nobody>' }, 422, 'is nobody who may enter the control room.'],
      [{ step: 'resolve', note: 'x'.repeat(501) }, 422, 'A note has at most 500 characters, this one 501.'],
      [{ step: 'resolve', expect: '7' }, 409, 'somebody else was first'],
      [{ step: 'resolve', expect: '0.5' }, 409, 'somebody else was first'],
      [{ step: 'resolve', incident: '../../log' }, 404, 'There is no such incident'],
    ] as const) {
      const answer = await send('anna', fields);
      expect([words, answer.status]).toEqual([words, status]);
      expect(answer.page).toContain(words);
      expect(answer.page).not.toContain('<b>The plan');
    }
    expect(await trail()).toHaveLength(0);
  });

  it('keeps a note whose session is over for after the login', async () => {
    const fields = { csrf: 'x', incident: incident.name, expect: '0', step: 'resolve', note: 'I typed <this>' };
    const { page } = await pages.post('/_ops/act/incident', fields, 'staff=over');
    const next = /name="next" value="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const { cookie, location } = await pages.post('/_ops/login', { token: pages.tokenOf('anna'), next });
    expect(await pages.get(location, { cookie })).toContain('I typed &lt;this&gt;</textarea>');
    expect(await trail()).toHaveLength(0);
  });
});
