import type { Composition } from 'kit/contracts/composition';

export function buildComposition(overrides: Partial<Composition> = {}): Composition {
  return {
    revision: 1,
    at: '2026-11-20T18:00:00.000Z',
    by: 'anna',
    action: 'activate',
    remote: 'mf-agents',
    from: null,
    to: '1.0.0-0a1b2c3d',
    reason: 'first',
    previous: null,
    remotes: { 'mf-agents': { live: '1.0.0-0a1b2c3d', previous: null } },
    ...overrides,
  };
}
