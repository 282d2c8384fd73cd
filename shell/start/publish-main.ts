import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { knownRemotes } from '../settings/namespaces.ts';
import { dataFolder, repositoryRoot } from '../settings/places.ts';
import { describeLeftOut, describeOtherLive, publishBuiltRemotes } from './publish-built-remotes.ts';

// The image `releases` runs this once. It publishes the builds in the image and makes new ones live.
// `<remote>/build-failure.txt` holds the compiler's output for a remote that could not be built.

const loadPages = async () => (await import('../server/host-pages.ts')).hostPages;
const unbuilt = new Map<string, string>();
for (const remote of knownRemotes) {
  const file = path.join(repositoryRoot, remote, 'build-failure.txt');
  if (existsSync(file)) unbuilt.set(remote, `It could not be built:\n${await readFile(file, 'utf8')}`);
}
try {
  const { activated, leftOut, otherLive } = await publishBuiltRemotes(dataFolder(process.env), { loadPages, unbuilt });
  console.log('live now:', activated.join(', ') || 'nothing new');
  if (leftOut.length > 0) console.error(describeLeftOut(leftOut));
  if (otherLive.length > 0) console.log(describeOtherLive(otherLive));
  // The other containers wait for this one. The site can start as soon as any remote is live.
  const isAnythingLive = knownRemotes.some((name) => !leftOut.some(({ remote, live }) => remote === name && !live));
  process.exitCode = isAnythingLive ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
