import { describe, expect, it } from '@jest/globals';
import { listed, setUpInbox } from '../testing/set-up-inbox.ts';

const inbox = setUpInbox();

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
