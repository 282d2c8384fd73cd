import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createViewToken, parseViewToken } from './view-token.ts';

const key = createSecretKey(Buffer.alloc(32, 7));
const now = Date.parse('2026-11-20T18:00:00Z');

describe('the token of a page view', () => {
  it('says for an hour which set and remote it was, and is another one for each view', () => {
    const view = { set: '12+mf-demos@1.1.0-0a1b2c3d', remote: 'mf-agents' };
    const token = createViewToken(key, view, now);
    expect(parseViewToken(key, token, now + 3_599_999)).toMatchObject(view);
    expect(parseViewToken(key, token, now + 3_600_000)).toBeNull();
    expect(createViewToken(key, view, now)).not.toBe(token);
    const unrendered = createViewToken(key, { ...view, unrendered: true }, now);
    expect(parseViewToken(key, unrendered, now)).toMatchObject({ ...view, unrendered: true });
  });

  it('is short, since every page carries it in a header', () => {
    expect(createViewToken(key, { set: '12', remote: 'mf-agents' }, now).length).toBeLessThanOrEqual(60);
  });

  it('that is changed, cut, signed with another key or no token at all says nothing', () => {
    const token = createViewToken(key, { set: '12', remote: 'mf-agents' }, now);
    expect(parseViewToken(key, token, now)).not.toBeNull();
    const [set, remote, nonce, expires, seal] = token.split('~');
    const others = [
      ['13', remote, nonce, expires, seal],
      [set, 'mf-demos', nonce, expires, seal],
      [set, remote, nonce?.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')), expires, seal],
      [set, remote, nonce, 'zzzzzz', seal],
      [set, remote, nonce, expires, 'unrendered', seal],
      [set, remote, nonce, expires, seal?.slice(0, -1)],
      [set, remote, nonce, expires],
      [seal],
      ['~'.repeat(3000), seal],
    ];
    for (const other of others) expect(parseViewToken(key, other.join('~'), now)).toBeNull();
    expect(parseViewToken(createSecretKey(Buffer.alloc(32, 8)), token, now)).toBeNull();
    expect(parseViewToken(key, '', now)).toBeNull();
  });
});
