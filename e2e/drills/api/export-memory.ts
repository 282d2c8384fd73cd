import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { makeDataDir, startApi, startDatabase, stop } from '../../support/api-processes.ts';
import { queryDatabase } from '../../support/query-database.ts';

// npm run drill:export: the office exports 160,000 leads within its memory limit. DRILL_ROWS is the number of leads.

const rows = Number(process.env.DRILL_ROWS ?? 160_000);
const maxMegabytes = 150;
const command = fileURLToPath(new URL('../../../api/office.mjs', import.meta.url));
/** As in the script of `npm run office`. */
const options = ['--optimize-for-size', '--max-semi-space-size=2'];
const printPeak = `process.on('exit', () => process.stderr.write('peak ' + process.resourceUsage().maxRSS + '\\n'))`;

const insertLeads = `
  insert into submissions (kind, reference, payload, request_hash, ip, user_agent, page_path, consent_version)
  select 'lead', 'L-' || number,
    json_build_object('name', 'Ada Lovelace ' || number, 'company', 'Analytical Heating ' || number,
      'phone', '(801) 555-0142', 'email', 'ada' || number || '@example.com', 'location', 'Salt Lake City',
      'services', json_build_array('repair'), 'source', 'partner-landing-page'),
    md5(number::text), '203.0.113.7', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)', '/hvac', '1'
  from generate_series(1, $1) as number`;

interface Exported {
  lines: number;
  megabytes: number;
  seconds: number;
}

async function runExport(databaseUrl: string, format: string): Promise<Exported> {
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [
      ...[...options, `--import=data:text/javascript,${encodeURIComponent(printPeak)}`, command],
      ...['leads', 'export', '--format', format],
    ],
    { env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let lines = 0;
  let errors = '';
  child.stdout.on('data', (bytes: Buffer) => {
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
  });
  child.stderr.on('data', (bytes: Buffer) => {
    errors += bytes;
  });
  const [code] = await once(child, 'close');
  const peak = /peak (\d+)/.exec(errors)?.[1];
  if (code !== 0 || peak === undefined) throw new Error(`The export ended with ${code}: ${errors.trim()}`);
  return { lines, megabytes: Math.round(Number(peak) / 1024), seconds: (performance.now() - started) / 1000 };
}

const { dataDir, remove } = makeDataDir();
const database = await startDatabase(dataDir);
const failures: string[] = [];
try {
  // The API's start creates the schema.
  await stop(await startApi(database.url, dataDir, { LOG_LEVEL: 'fatal' }));
  await queryDatabase(database.url, insertLeads, [rows]);
  for (const [format, expected] of [
    ['csv', rows + 1],
    ['json', undefined],
  ] as const) {
    const { lines, megabytes, seconds } = await runExport(database.url, format);
    console.log(`${format}: ${rows} leads in ${seconds.toFixed(1)} s, ${megabytes} MB at most`);
    if (megabytes > maxMegabytes)
      failures.push(`${format} took ${megabytes} MB; at most ${maxMegabytes} MB are granted`);
    if (expected !== undefined && lines !== expected) failures.push(`${format} has ${lines} lines, not ${expected}`);
  }
} finally {
  await stop(database);
  remove();
}
for (const failure of failures) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;
