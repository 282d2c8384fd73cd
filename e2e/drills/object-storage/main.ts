import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startFaultProxy } from '../../../shell/platform/testing/object-store/fault-proxy.ts';
import { startCeph } from '../../../shell/platform/testing/object-store/start-ceph.ts';
import { type Arena, type Row, repair } from './drill-row.ts';
import { serverRows } from './server-rows.ts';
import { storeRows } from './store-rows.ts';

// The release store in a bucket of a real Ceph with two gateways and a faulty network in front of each: one row per
// requirement. `npm run drill:object-storage -- race away` only runs those rows.

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const rows = [...storeRows, ...serverRows].filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const folders: string[] = [];
  const ceph = await startCeph({ gateways: 2 });
  const [first = '', second = ''] = ceph.gateways;
  const proxies = [await startFaultProxy(first), await startFaultProxy(second)] as const;
  const makeFolder = async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'object-storage-'));
    folders.push(folder);
    return folder;
  };
  const failing: string[] = [];
  try {
    for (const row of rows) if (!(await tryRow(row, { ceph, proxies, makeFolder }))) failing.push(row.name);
  } finally {
    for (const proxy of proxies) proxy.stop();
    await ceph.stop();
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }
  console.log(
    failing.length === 0 ? `\n${rows.length} of ${rows.length} hold.` : `\nThese do not hold: ${failing.join(', ')}.`,
  );
  process.exit(failing.length === 0 ? 0 : 1);
}

async function tryRow(row: Row, arena: Arena): Promise<boolean> {
  const { passed, words } = await row.run(arena).catch((error: unknown) => ({
    passed: false,
    words: error instanceof Error ? error.message : String(error),
  }));
  for (const proxy of arena.proxies) repair(proxy);
  console.log(`| ${row.what} | ${row.passesWhen} | ${passed ? 'holds' : 'FAILS'} | ${words} |`);
  return passed;
}

await main();
