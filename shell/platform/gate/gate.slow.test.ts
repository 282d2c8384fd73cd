import { expect, it } from '@jest/globals';
import { activateRelease } from '../acts/acts.ts';
import { buildPublished } from '../testing/build-dist.ts';
import { buildFoundedSite } from '../testing/build-published-site.ts';

it('the whole gate accepts a release with everything that it may have', async () => {
  const { store, platform } = await buildFoundedSite();
  const id = await buildPublished(store, {
    version: '2.0.0-beta.1',
    routes: [
      { path: '/my-agent', canonical: '/my-agent', search: { industry: ['hvac', 'roofing'] } },
      { path: '/my-agent/calls/:callId' },
      { path: '/ai-agent-demo' },
      // Under another name of the parameter than the site has.
      { path: '/agents/:who', data: '/api/ai-agents/by-name/:who', noindex: true },
    ],
    // No shared modules, a large file and many files.
    output: { needs: {} },
    files: {
      'browser/large.js': 'x'.repeat(2_000_000),
      ...Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`browser/chunk-${n}.js`, `${n}`])),
    },
  });
  const request = { by: 'anna', reason: 'test', remote: 'mf-agents', id };
  await expect(activateRelease(platform, request)).resolves.toMatchObject({ outcome: 'changed' });
});
