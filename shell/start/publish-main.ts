import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { knownRemotes } from '../settings/namespaces.ts';
import { dataFolder, repositoryRoot } from '../settings/places.ts';
import { describeLeftOut, describeOtherLive } from './describe-left-out.ts';
import { publishBuiltRemotes } from './publish-built-remotes.ts';

// What the image `releases` runs, once: publishes what it was built with and makes it live where it is new. A remote that
// could not be built left its compiler's words in `<remote>/build-failure.txt`.

const unbuilt = new Map<string, string>();
for (const remote of knownRemotes) {
  const file = path.join(repositoryRoot, remote, 'build-failure.txt');
  if (existsSync(file)) unbuilt.set(remote, `It could not be built:\n${await readFile(file, 'utf8')}`);
}
try {
  const { activated, leftOut, otherLive } = await publishBuiltRemotes(dataFolder(process.env), { unbuilt });
  console.log('live now:', activated.join(', ') || 'nothing new');
  if (leftOut.length > 0) console.error(describeLeftOut(leftOut));
  if (otherLive.length > 0) console.log(describeOtherLive(otherLive));
  // Others wait for this one: with anything live, there is a site to start.
  const isAnythingLive = knownRemotes.some((name) => !leftOut.some(({ remote, live }) => remote === name && !live));
  process.exitCode = isAnythingLive ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
