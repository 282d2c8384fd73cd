import { activateRelease } from '../../platform/index.ts';
import { buildPublished } from '../../platform/testing/build-dist.ts';
import { copiesOf, ofDemos } from '../../platform/testing/build-published-site.ts';

/** A site of mf-agents and mf-demos with four switches: each got its 1.0.0, and then its 1.1.0. */
export const copyTwoRemotes = copiesOf(async ({ store, platform }) => {
  for (const version of ['1.0.0', '1.1.0']) {
    const ids = {
      'mf-agents': await buildPublished(store, { version }),
      'mf-demos': await buildPublished(store, { ...ofDemos, version }),
    };
    for (const [remote, id] of Object.entries(ids))
      await activateRelease(platform, { remote, id, by: 'anna', reason: '', rules: [] });
  }
  return {};
});
