import { readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeDataDir, startApi, startDatabase, stop } from '../support/api-processes.ts';
import { buildPages } from '../support/build-pages.ts';
import { markdownHead, markdownRow, quantile } from '../support/figures.ts';
import { ask, newLead } from '../support/leads.ts';
import { processTree } from '../support/process-tree.ts';
import { memoryUse } from '../support/process-use.ts';
import { isRenderedPage } from '../support/rendered-page.ts';
import { anotherNote, publishChanged, startShellSite } from '../support/shell-site.ts';

// npm run drill:soak -- [--minutes 60] [--pause 100]: visitors load pages and send forms, and a release is switched every 30
// seconds. Every minute the drill records the memory and open files of each program and the latencies. Memory counts as flat
// if the last third of the samples has a median at most 10 percent above the second third's; the first third is the warm-up.
// Open files must return to their number, and the p99 of the last sixth must be at most 1.5 times that of the second sixth.

const remote = 'mf-demos';
const paths = ['/', '/leads', '/hvac', '/exotics-intake', '/my-agent', '/click-demos'];
const switchEveryMs = 30_000;
const visitors = 4;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, pause: { type: 'string', default: '100' } },
});
const minutes = Number(values.minutes);
/** The pause of each visitor between two requests, in milliseconds. */
const pause = Number(values.pause);

interface Sample {
  /** In megabytes, of a program with its child processes. */
  memory: number;
  files: number;
}

/** Resident memory and open files of a program and its child processes. */
function sampleOf(pid: number): Sample {
  const pids = processTree(pid);
  return { memory: memoryUse(pids).resident, files: pids.reduce((sum, id) => sum + countFiles(id), 0) };
}

function countFiles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0; // it has ended meanwhile
  }
}

const thirdOf = <Item>(items: readonly Item[], third: 0 | 1 | 2) =>
  items.slice(Math.floor((items.length * third) / 3), Math.floor((items.length * (third + 1)) / 3));

const { dataDir, remove } = makeDataDir();
await buildPages();
const database = await startDatabase(dataDir);
const api = await startApi(database.url, dataDir, {}, { delivers: true });
const site = await startShellSite({ API_URL: `http://127.0.0.1:${api.port}` });
const shellPort = Number(new URL(site.address).port);
const first = await site.live(remote);
const second = await publishChanged(site, { remote, files: anotherNote() });

const programs = { shell: site.pid, api: api.child.pid ?? 0 };
const samples: Record<keyof typeof programs, Sample[]> = { shell: [], api: [] };
const latencies: { pages: number[]; forms: number[] }[] = [];
const failures: string[] = [];
let switches = 0;
let isRunning = true;

async function visit(number: number): Promise<void> {
  for (let turn = number; isRunning; turn += 1) {
    const path = paths[turn % paths.length] ?? '/';
    const page = await ask(shellPort, 'GET', path);
    if (page.status !== 200 || !isRenderedPage(page.body)) failures.push(`${path} ${page.status}`);
    latencies.at(-1)?.pages.push(page.ms);
    await wait(pause);
    const { body, key } = newLead('soak');
    const form = await ask(shellPort, 'POST', '/api/leads', body, { 'Idempotency-Key': key });
    if (form.status !== 201) failures.push(`/api/leads ${form.status}`);
    latencies.at(-1)?.forms.push(form.ms);
    await wait(pause);
  }
}

async function switchReleases(): Promise<void> {
  for (let turn = 0; isRunning; turn += 1) {
    await site.goLive(remote, turn % 2 === 0 ? second : first);
    switches += 1;
    await wait(switchEveryMs);
  }
}

latencies.push({ pages: [], forms: [] });
const work = [...Array.from({ length: visitors }, (_, number) => visit(number)), switchReleases()];
const columns = ['minute', 'shell MB', 'files', 'api MB', 'files', 'pages', 'p99', 'forms', 'p99'];
console.log(markdownHead(columns));
for (let minute = 1; minute <= minutes; minute += 1) {
  await wait(60_000);
  const { pages, forms } = latencies.at(-1) ?? { pages: [], forms: [] };
  latencies.push({ pages: [], forms: [] });
  for (const name of ['shell', 'api'] as const) samples[name].push(sampleOf(programs[name]));
  const [shell, ofApi] = [samples.shell.at(-1), samples.api.at(-1)];
  const ofPrograms = [shell, ofApi].flatMap((sample) => [sample?.memory.toFixed() ?? '', sample?.files ?? '']);
  const ofVisits = [pages, forms].flatMap((times) => [times.length, quantile(times, 0.99).toFixed()]);
  console.log(markdownRow([minute, ...ofPrograms, ...ofVisits]));
}
isRunning = false;
await Promise.all(work);
latencies.pop();

const problems =
  failures.length > 0 ? [`${failures.length} requests failed: ${[...new Set(failures)].join(', ')}`] : [];
for (const [name, ofProgram] of Object.entries(samples)) {
  for (const kind of ['memory', 'files'] as const) {
    const [before, after] = ([1, 2] as const).map((third) =>
      quantile(
        thirdOf(ofProgram, third).map((sample) => sample[kind]),
        0.5,
      ),
    );
    console.log(`${name}, ${kind}: median of the second third ${before?.toFixed(0)}, of the last ${after?.toFixed(0)}`);
    if ((after ?? 0) > (before ?? 0) * 1.1) problems.push(`${kind} of ${name} grows`);
  }
}
const sixth = Math.max(1, Math.floor(latencies.length / 6));
for (const kind of ['pages', 'forms'] as const) {
  const p99 = (part: typeof latencies) =>
    quantile(
      part.flatMap((each) => each[kind]),
      0.99,
    );
  const [early, late] = [p99(latencies.slice(sixth, 2 * sixth)), p99(latencies.slice(-sixth))];
  console.log(`${kind}: p99 ${early.toFixed(0)} ms in the second sixth, ${late.toFixed(0)} ms in the last`);
  if (late > early * 1.5) problems.push(`p99 of ${kind} grows`);
}
console.log(`${switches} switches, ${latencies.flatMap(({ pages }) => pages).length} pages`);
console.log(problems.length === 0 ? 'All of it holds.' : `This does not hold: ${problems.join('; ')}`);
await site.stop();
await stop(api);
await stop(database);
remove();
process.exit(problems.length === 0 ? 0 : 1);
