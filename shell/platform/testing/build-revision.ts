import type { Revision } from '../log/revision.ts';

/** A revision that nothing has to be asked about: tests of the log itself write it. */
export function buildRevision(overrides: Partial<Revision> = {}): Revision {
  return {
    revision: 1,
    previous: null,
    at: '2026-11-20T18:00:00.000Z',
    by: 'anna',
    reason: 'first',
    action: { type: 'activate', remote: 'mf-agents', id: '1.0.0-0a1b2c3d' },
    ...overrides,
  };
}

/** Of a revision that nobody signs. */
export const unsigned = () => [];
