import { FolderReleaseStore } from '../store/folder-release-store.ts';
import { RevisionTakenError } from '../store/revision-taken-error.ts';

/** One of two operators at once, in a process of its own: takes every revision it can get up to the last one. */
const [dataDir = '', by = '', last = '0'] = process.argv.slice(2);
const { compositions } = new FolderReleaseStore(dataDir);
const id = '1.0.0-0a1b2c3d';
let won = 0;

for (;;) {
  const { lastRevision } = await compositions.readCurrent();
  if (lastRevision >= Number(last)) break;
  const change = { action: 'activate', remote: 'mf-agents', from: null, to: id, reason: '', previous: null } as const;
  const remotes = { 'mf-agents': { live: id, previous: null } };
  try {
    await compositions.append({ revision: lastRevision + 1, at: new Date().toISOString(), by, ...change, remotes });
    won += 1;
  } catch (error) {
    if (!(error instanceof RevisionTakenError)) throw error;
  }
}

process.stdout.write(String(won));
