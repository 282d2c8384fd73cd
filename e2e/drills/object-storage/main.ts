import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startFaultProxy } from '../../../shell/platform/testing/object-store/fault-proxy.ts';
import { startCeph } from '../../../shell/platform/testing/object-store/start-ceph.ts';
import type { Arena } from './bucket-site.ts';
import { measureCost } from './cost.ts';
import { measureHistory } from './history.ts';

// npm run drill:object-storage -- [history] [cost]: the release store in a bucket of a real Ceph. How long a long history
// takes, and what the requests of ten servers cost. What faults of the store do is tested in bucket-store.slow.test.ts.

const measures: Readonly<Record<string, (arena: Arena) => Promise<boolean>>> = {
  history: measureHistory,
  cost: measureCost,
};

async function main(): Promise<void> {
  const named = process.argv.slice(2);
  const folders: string[] = [];
  const ceph = await startCeph({ gateways: 2 });
  const proxy = await startFaultProxy(ceph.gateways[0] ?? '');
  const makeFolder = async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'object-storage-'));
    folders.push(folder);
    return folder;
  };
  try {
    for (const [name, measure] of Object.entries(measures)) {
      if (named.length > 0 && !named.includes(name)) continue;
      if (!(await measure({ ceph, proxy, makeFolder }))) process.exitCode = 1;
    }
  } finally {
    proxy.stop();
    await ceph.stop();
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }
}

await main();
process.exit();
