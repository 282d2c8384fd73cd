import { createServer } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { officeHeader } from 'kit/contracts/office';
import { listen, officeKey, setUpInbox, stop } from '../testing/set-up-inbox.ts';
import { OfficeClient } from './office-client.ts';

const inbox = setUpInbox();

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

  it.each([
    [
      'another key',
      createServer(
        (_got, answer) =>
          void answer
            .setHeader(officeHeader, 'open')
            .writeHead(401)
            .end('{"message":"The API does not take the word of this server."}'),
      ),
      401,
      'does not take the word',
    ],
    [
      'no key',
      createServer((_got, answer) => void answer.writeHead(404).end('{"message":"There is nothing."}')),
      503,
      'set the same OFFICE_KEY there',
    ],
    [
      'another version',
      createServer((_got, answer) => void answer.setHeader(officeHeader, 'open').end('[]')),
      502,
      'of another version',
    ],
  ] as const)('names what is wrong with an API of %s', async (_what, server, status, words) => {
    const client = new OfficeClient(await listen(server), officeKey);
    await expect(
      client.ask({ name: 'otto', role: 'office' }, { act: 'look', reference: 'L-7F3K9Q' }),
    ).rejects.toMatchObject({
      status,
      message: expect.stringContaining(words),
    });
    stop(server);
  });

  it('names the variable that this server lacks', async () => {
    const client = new OfficeClient('http://127.0.0.1:1', null);
    await expect(client.ask({ name: 'otto', role: 'office' }, { act: 'look', reference: 'L-7F3K9Q' })).rejects.toThrow(
      'The inbox is not set up: set the same OFFICE_KEY',
    );
  });
});
