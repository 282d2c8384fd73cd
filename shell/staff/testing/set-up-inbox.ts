import type { Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeEach, jest } from '@jest/globals';
import { type ListedForm, type LookAnswer, type OfficeRequest, officeHeader } from 'kit/contracts/office';
import { openAssertion, type StaffAssertion } from 'kit/server/staff-assertion';
import { Stores } from '../../platform/index.ts';
import { buildFolder } from '../../platform/testing/build-dist.ts';
import { buildPlatform } from '../../platform/testing/build-platform.ts';
import { serve } from '../../testing/serve.ts';
import { OfficeClient } from '../inbox/office-client.ts';
import { type StaffPages, startStaffPages } from './start-staff-pages.ts';

const people = { otto: 'office', olga: 'operate', rita: 'read', dora: 'own=mf-agents' } as const;
export const officeKey = Buffer.alloc(32, 5);

/** What somebody may write who wants to do harm: markup, an end of the text field, a turn of direction, much of it. */
export const hostile = `<script>alert(1)</script></textarea><img src=x onerror=alert(2)>" onfocus="alert(3)\u202Eevil ${'x'.repeat(10_000)}`;

export const listed: ListedForm = {
  reference: 'L-7F3K9Q',
  kind: 'lead',
  createdAt: '2026-11-22T10:00:00.000Z',
  state: 'new',
  name: 'Ada Lovelace',
  phone: '(801) 555-0142',
  email: 'ada@example.com',
  about: 'Salt Lake City',
  page: '/hvac',
  isTest: false,
  quarantine: null,
  isErased: false,
  isUndelivered: false,
  version: 3,
  assignee: null,
  remindOn: null,
};

export const look: LookAnswer = {
  form: listed,
  title: 'Lead',
  fields: [{ label: 'Name', value: 'Ada Lovelace' }],
  releasedBy: null,
  erasedAt: null,
  returned: null,
  deliveries: [
    {
      channel: 'webhook:crm',
      event: 'created',
      state: 'given up',
      at: '2026-11-22T10:01:00.000Z',
      lastError: 'HTTP 500',
      tries: [{ at: '2026-11-22T10:01:00.000Z', outcome: 'failed', ms: 12, said: 'HTTP 500' }],
    },
  ],
  channels: ['mail', 'webhook:crm'],
  history: [{ at: '2026-11-22T10:02:00.000Z', by: 'otto', state: 'called', note: 'On Monday.' }],
  others: [],
};

const counts = { new: 2, called: 1, won: 0, lost: 1000 };

const ofPerson = { forms: [listed], mentions: [], told: ['webhook:crm'], mailed: 1 };
export const person = { who: 'ada@example.com', count: 1, ...ofPerson };

/** Starts the staff pages over an API of tests, anew for each test. */
export function setUpInbox() {
  const inbox = {
    /** What the API answers to each act; a number is a refusal. */
    answers: {} as Record<string, object | number>,
    asked: [] as (StaffAssertion & { request: OfficeRequest })[],
    logged: [] as string[],
    lastAct: () => inbox.asked.at(-1)?.request,
    acts: () => inbox.asked.map(({ request: { act } }) => act),
    stopApi() {
      api.closeAllConnections();
      api.close();
    },
    tokenOf: (name: keyof typeof people) => pages.tokenOf(name),
    send: (...asked: Parameters<typeof pages.send>) => pages.send(...asked),
    logIn,
  };
  let api: Server;
  let pages: StaffPages<keyof typeof people>;

  beforeEach(async () => {
    inbox.logged = [];
    const note = (...words: unknown[]) => void inbox.logged.push(words.join(' '));
    jest.spyOn(console, 'error').mockImplementation(note);
    jest.spyOn(console, 'log').mockImplementation(note);
    inbox.asked = [];
    inbox.answers = {
      list: { forms: [listed], next: null, counts, partners: ['acme'] },
      look,
      person,
      audit: { entries: [], next: null },
    };
    const office = await serve(async (got, answer) => {
      const { sealed } = JSON.parse(await text(got));
      const assertion = openAssertion(officeKey, sealed);
      if (typeof assertion === 'string') throw new Error('The shell server must seal with the key.');
      const asked = assertion.request as OfficeRequest;
      inbox.asked.push({ ...assertion, request: asked });
      const said = inbox.answers[asked.act] ?? { said: 'Done.' };
      answer.setHeader(officeHeader, 'open');
      if (typeof said === 'number') answer.writeHead(said).end(JSON.stringify({ message: `Refused with ${said}.` }));
      else answer.end(Array.isArray(said) ? said.join('') : JSON.stringify(said));
    });
    api = office.server;
    const platform = buildPlatform(Stores.openFolderStore(await buildFolder()));
    pages = await startStaffPages(platform, people, { office: new OfficeClient(office.url, officeKey) });
  });

  async function logIn(name: keyof typeof people) {
    const { cookie, csrf } = await pages.logIn(name);
    const get = (path: string) => pages.send(path, null, { cookie });
    const post = (path: string, fields: Record<string, string>) => pages.post(path, { csrf, ...fields }, cookie);
    return { cookie, csrf, get, post };
  }
  return inbox;
}
