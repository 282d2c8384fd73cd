import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { buildPages } from '../../support/build-pages.ts';
import { makeReleasesTemplate } from '../../support/site-template.ts';
import type { Attack, Ground } from './attack.ts';
import { HostileSite } from './hostile-site.ts';

// Hostile releases, stores, keys and visitors against a running site with two shell servers: one row per attack, and none
// may succeed. `DRILL_ONLY=gate,store` runs only these areas (the name before `-attacks.ts`), `DRILL_NAMED=head,second`
// only rows with one of these words in their name.

/** In milliseconds, per row; an attack that hangs may hang the site. */
const rowLimit = 60_000;
/** A complete run has at least this many rows. */
const minRows = 60;

interface Row {
  area: string;
  name: string;
  verdict: 'failed' | 'PASSED' | 'BROKE';
  seen: string;
  seconds: number;
}

async function main(): Promise<void> {
  const only = process.env.DRILL_ONLY?.split(',').filter(Boolean);
  const areas = await loadAreas(only);
  await buildPages();
  const removeTemplate = await makeReleasesTemplate();
  const rows: Row[] = [];
  try {
    for (const area of areas) rows.push(...(await runArea(area)));
  } finally {
    await removeTemplate();
  }
  summarise(rows, only || process.env.DRILL_NAMED ? 1 : minRows);
}

interface Area {
  name: string;
  attacks: readonly Attack[];
  /** Null if this machine does not have such storage. */
  ground?: () => Promise<Ground | null>;
}

/** `<area>-attacks.ts` exports `<area>Attacks` in camel case, and `ground` if its sites use other storage. */
async function loadAreas(only: readonly string[] | undefined): Promise<Area[]> {
  const files = (await readdir(import.meta.dirname)).filter((file) => file.endsWith('-attacks.ts')).toSorted();
  const names = files.map((file) => file.replace('-attacks.ts', ''));
  const unknown = only?.filter((area) => !names.includes(area)) ?? [];
  if (unknown.length > 0) throw new Error(`There is no area ${unknown.join(', ')}; there are ${names.join(', ')}.`);
  return Promise.all(
    names
      .filter((area) => only?.includes(area) ?? true)
      .map(async (name): Promise<Area> => {
        const exported = `${name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}Attacks`;
        const module = await import(path.join(import.meta.dirname, `${name}-attacks.ts`));
        const all: readonly Attack[] = module[exported];
        const words = (process.env.DRILL_NAMED ?? '').split(',');
        const attacks = all.filter((attack) => words.some((word) => attack.name.includes(word)));
        return { name, attacks, ground: module.ground };
      }),
  );
}

async function runArea({ name: area, attacks, ground: prepare }: Area): Promise<Row[]> {
  const ground = await prepare?.();
  if (ground === null) {
    console.log(`left out ${area}: its storage is not installed on this machine`);
    return [];
  }
  try {
    return await runRows(area, attacks, await HostileSite.start({}, ground?.renew));
  } finally {
    await ground?.leave();
  }
}

async function runRows(area: string, attacks: readonly Attack[], site: HostileSite): Promise<Row[]> {
  const rows: Row[] = [];
  let isTouched = false;
  try {
    for (const attack of attacks) {
      if (attack.fresh && isTouched) await site.reset();
      const row = await runRow(area, attack, site);
      rows.push(row);
      console.log(`${row.verdict.padEnd(7)} ${area.padEnd(10)} ${row.name} (${row.seconds.toFixed(1)} s)`);
      if (row.seen) console.log(`          ${row.seen.slice(0, 400)}`);
      isTouched = true;
      // Leftovers of one row must not affect the next one.
      if (row.verdict !== 'failed' || (await hasChanged(site))) {
        await site.reset();
        isTouched = false;
      }
    }
  } finally {
    await site.stop();
  }
  return rows;
}

async function runRow(area: string, { name, run }: Attack, site: HostileSite): Promise<Row> {
  const startedAt = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not end within ${rowLimit / 1000} s`)), rowLimit);
  });
  const attempt = async (): Promise<Pick<Row, 'verdict' | 'seen'>> => {
    const reached = await run(site);
    if (reached !== null) return { verdict: 'PASSED', seen: reached };
    await site.assertAlive({ except: await site.changedRemotes() });
    return { verdict: 'failed', seen: '' };
  };
  const end = await Promise.race([attempt(), late])
    .catch((error: unknown): Pick<Row, 'verdict' | 'seen'> => {
      return { verdict: 'BROKE', seen: error instanceof Error ? error.message : String(error) };
    })
    .finally(() => clearTimeout(timer));
  return { area, name, ...end, seconds: (performance.now() - startedAt) / 1000 };
}

async function hasChanged(site: HostileSite): Promise<boolean> {
  return site.changedRemotes().then(
    (remotes) => remotes.length > 0,
    () => true,
  );
}

function summarise(rows: readonly Row[], min: number): void {
  const bad = rows.filter(({ verdict }) => verdict !== 'failed');
  console.log(`\n${rows.length} attacks, ${rows.length - bad.length} failed as they must, ${bad.length} did not`);
  for (const { area, name, verdict, seen } of bad) console.log(`  ${verdict} ${area}: ${name}: ${seen.slice(0, 200)}`);
  if (rows.length < min) console.log(`a run has at least ${min} attacks`);
  process.exitCode = bad.length === 0 && rows.length >= min ? 0 : 1;
}

await main();
// A row that did not end in time may keep the process alive.
process.exit();
