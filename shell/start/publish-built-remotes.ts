import path from 'node:path';
import { activateRelease, givePath, publishRelease, type ReleasePlatform, readRights } from '../platform/index.ts';
import { firstNamespaces, knownRemotes } from '../settings/namespaces.ts';
import { repositoryRoot } from '../settings/places.ts';
import { foundThisSite, openSitePlatform } from '../settings/site-platform.ts';

const by = 'npm start';

/**
 * Publishes what the builds left and makes it live where it is new. A release that the store knows already is left as
 * it is: what staff rolled back stays rolled back over a restart.
 */
export async function publishBuiltRemotes(
  dataFolder: string,
  say: (sentence: string) => void = console.log,
): Promise<string[]> {
  const environment = { ...process.env, DATA_DIR: dataFolder };
  for (const sentence of await foundThisSite(environment, by)) say(sentence);
  const platform = openSitePlatform(environment);
  await giveNewRemotesTheirPaths(platform, say);
  const current = platform.chain.current?.composition;
  const activated: string[] = [];
  for (const remote of knownRemotes) {
    const { record, added } = await publishRelease(platform, path.join(repositoryRoot, remote, 'dist'), { remote });
    if (!added && current?.remotes[remote]) continue;
    const reason = current?.remotes[remote] ? 'the source changed' : 'first release';
    await activateRelease(platform, { remote, id: record.id, by, reason });
    activated.push(`${remote} ${record.id}`);
  }
  return activated;
}

/** A remote that is new in this repository gets the paths of its lines; what staff gave and took stays as it is. */
async function giveNewRemotesTheirPaths(platform: ReleasePlatform, say: (sentence: string) => void): Promise<void> {
  const { namespaces } = await readRights(platform);
  const known = new Set(namespaces.map(({ remote }) => remote));
  const taken = new Set(namespaces.map(({ path }) => path));
  for (const line of firstNamespaces) {
    if (known.has(line.remote) || taken.has(line.path)) continue;
    await givePath(platform, { ...line, by, reason: 'a remote that is new here' });
    say(`${line.remote} has the path ${line.path} from now on.`);
  }
}
