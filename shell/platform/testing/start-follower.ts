import { afterEach, jest } from '@jest/globals';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { SiteFollower } from '../serve/site-follower.ts';

const followers: SiteFollower[] = [];

afterEach(() => {
  for (const follower of followers.splice(0)) follower.stop();
});

/** A server that follows a site until the test ends, and looks at it often. What it says of problems is added to `problems`. */
export async function startFollower(platform: ReleasePlatform, problems: string[] = []): Promise<SiteFollower> {
  jest.replaceProperty(platform.store, 'pace', { ...platform.store.pace, poll: 20 });
  const follower = new SiteFollower(platform, { info: () => {}, error: (sentence) => problems.push(sentence) });
  followers.push(follower);
  await follower.ready;
  return follower;
}
