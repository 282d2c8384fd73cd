import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openFolderStore } from '../log/open-store.ts';
import { RevisionTakenError } from '../log/revision.ts';
import { buildRevision, unsigned } from './build-revision.ts';

/** One of three operators at once, in a process of its own: takes every revision it can get up to the last one. */
const [dataDir = '', by = '', last = '0'] = process.argv.slice(2);

// They begin together; a process may take longer to start than another one to take all revisions.
await writeFile(join(dataDir, `${by}.ready`), '');
const countReady = async () => (await readdir(dataDir)).filter((name) => name.endsWith('.ready')).length;
for (let tries = 0; tries < 4000 && (await countReady()) < 3; tries += 1) await wait(5);

const { log } = openFolderStore(dataDir);
let won = 0;

for (;;) {
  const newest = (await log.list()).at(-1) ?? 0;
  if (newest >= Number(last)) break;
  try {
    await log.append(buildRevision({ revision: newest + 1, by }), unsigned);
    won += 1;
  } catch (error) {
    if (!(error instanceof RevisionTakenError)) throw error;
  }
}

process.stdout.write(String(won));
