import { describe, expect, it } from '@jest/globals';
import { buildComposition } from '../testing/build-composition.ts';
import { tracksOf } from './tracks-of.ts';

const [one, two] = ['1.0.0-0a1b2c3d', '1.1.0-0a1b2c3d'];
const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 12, minute)).toISOString();
const moment = (minute: number) => Date.parse(at(minute));

describe('the line in time of a remote', () => {
  it('has what was live, its canaries and freezes, each until what came next', () => {
    const live = (id: string, more = {}) => ({ 'mf-agents': { live: id, previous: null, ...more } });
    const track = tracksOf([
      buildComposition({ revision: 1, at: at(0), remotes: live(one) }),
      buildComposition({
        revision: 2,
        at: at(1),
        action: 'canary',
        remotes: live(one, { canary: { id: two, percent: 5 } }),
      }),
      buildComposition({
        revision: 3,
        at: at(2),
        action: 'canary',
        remotes: live(one, { canary: { id: two, percent: 25 } }),
      }),
      buildComposition({ revision: 4, at: at(3), action: 'promote', to: two, remotes: live(two) }),
      buildComposition({
        revision: 5,
        at: at(4),
        action: 'freeze',
        to: two,
        remotes: live(two, { frozen: at(4), frozenUntil: at(5) }),
      }),
      buildComposition({ revision: 6, at: at(9), action: 'rollback', to: one, remotes: live(one) }),
    ]).get('mf-agents');
    expect(track?.live).toEqual([
      { id: one, from: moment(0), to: moment(3) },
      { id: two, from: moment(3), to: moment(9) },
      { id: one, from: moment(9), to: null },
    ]);
    expect(track?.canaries).toEqual([
      { id: two, percent: 5, from: moment(1), to: moment(2) },
      { id: two, percent: 25, from: moment(2), to: moment(3) },
    ]);
    // It was over by itself before somebody ended it.
    expect(track?.freezes).toEqual([{ id: '', until: moment(5), from: moment(4), to: moment(5) }]);
    expect(track?.events.map(({ action }) => action)).toEqual([
      'activate',
      'canary',
      'canary',
      'promote',
      'freeze',
      'rollback',
    ]);
  });

  it('has a change of several remotes in one revision on the line of each, and a freeze of the site on none as a change', () => {
    const both = (id: string) => ({
      'mf-agents': { live: id, previous: one },
      'mf-demos': { live: id, previous: one },
    });
    const tracks = tracksOf([
      buildComposition({ revision: 1, at: at(0), remotes: both(two) }),
      buildComposition({
        revision: 2,
        at: at(1),
        action: 'rollback',
        from: two,
        to: one,
        also: [{ remote: 'mf-demos', from: two, to: one }],
        remotes: both(one),
      }),
      buildComposition({
        revision: 3,
        at: at(2),
        action: 'freeze-site',
        to: one,
        siteFrozen: { since: at(2), reason: 'a fair' },
        remotes: both(one),
      }),
    ]);
    for (const remote of ['mf-agents', 'mf-demos']) {
      const track = tracks.get(remote);
      expect(track?.events.at(-1)).toMatchObject({ revision: 2, action: 'rollback', from: two, to: one });
      expect(track?.freezes).toEqual([{ id: '', from: moment(2), to: null }]);
    }
  });
});
