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

  it('given out before tokens had a module of their own still counts', () => {
    const earlier =
      'eyJzZXQiOiIxMiIsInJlbW90ZSI6Im1mLWFnZW50cyIsIm5vbmNlIjoiZDMzM2Y2NzEtODE2NS00NmZiLThiYzUtYjRmNzk1ZWM4ZmE2IiwiZXhwaXJlcyI6MTc5NTIwMTIwMDAwMH0.B8ZHcnEX1GDeScsqIKA_yJ';
    expect(parseViewToken(key, earlier, now)).toMatchObject({ set: '12', remote: 'mf-agents' });
  });
});
