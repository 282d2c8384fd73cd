import { undoSwitch } from '../acts/switch.ts';
import { openFolderStore } from '../log/open-store.ts';
import { buildPlatform } from './build-platform.ts';

/** One of two people who undo the same switch at the same instant, in a process of its own: says what it did, or was told. */
const [dataDir = '', by = '', at = '0'] = process.argv.slice(2);
const platform = buildPlatform(openFolderStore(dataDir));
await platform.chain.refresh({ whole: true });
while (Date.now() < Number(at));
const said = await undoSwitch(platform, { by, reason: 'too early', rules: [] }).then(
  ({ composition }) => `undid as ${composition.revision}`,
  (error: unknown) => (error instanceof Error ? error.message : String(error)),
);
process.stdout.write(said);
