import { request } from 'node:http';
import { parseArgs } from 'node:util';
import { markdownTable, median, medianAndRange, ratio } from '../support/figures.ts';
import { loadTool } from '../support/tools.ts';
import { type BenchSite, withSite } from '../support/with-site.ts';
import { fillStore } from './copies.ts';
import { findShellServer, residentMegabytes } from './memory.ts';
import { serveByNginx } from './nginx.ts';

// npm run bench:server [-- --seconds 5 --rounds 3 --memory-minutes 5]: composed pages beside a file from nginx, in one run.

const connections = 50;
const page = '/hvac';
const headers = { 'Accept-Encoding': 'br' };

interface Autocannon {
  default: (options: object) => Promise<{
    requests: { average: number };
    latency: { p50: number; p99: number };
    errors: number;
    non2xx: number;
  }>;
}

interface Round {
  perSecond: number;
  p50: number;
  p99: number;
  failures: number;
}

async function load(address: string, seconds: number): Promise<Round> {
  const { default: autocannon } = await loadTool<Autocannon>('autocannon');
  const { requests, latency, errors, non2xx } = await autocannon({
    url: address + page,
    connections,
    duration: seconds,
    headers,
  });
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99, failures: errors + non2xx };
}

/** The very bytes that a browser gets; `fetch` would unpack them. */
function fetchPage(address: string): Promise<{ body: Buffer; encoding: string | null }> {
  return new Promise((resolve, reject) => {
    request(address + page, { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`${page} answered ${response.statusCode}.`));
        resolve({ body: Buffer.concat(parts), encoding: response.headers['content-encoding'] ?? null });
      });
    })
      .on('error', reject)
      .end();
  });
}

async function benchMemory({ address, process: { pid } }: BenchSite, minutes: number): Promise<string> {
  const server = findShellServer(pid ?? 0);
  const rows: string[][] = [];
  for (let part = 0; part <= 5; part++) {
    rows.push([(part * minutes * 12).toFixed(), residentMegabytes(server).toFixed()]);
    if (part < 5) await load(address, Math.max(1, Math.round(minutes * 12)));
  }
  return `### Memory of the shell server under load\n\n${markdownTable(['after s', 'MB'], rows)}`;
}

async function bench(five: BenchSite, fifty: BenchSite, options: { seconds: number; rounds: number; minutes: number }) {
  const { seconds, rounds, minutes } = options;
  await fillStore(fifty.dataFolder, 50);
  // Servers see a switch within a second.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const { body, encoding } = await fetchPage(five.address);
  const other = await fetchPage(fifty.address);
  const nginx = await serveByNginx(body, encoding);
  if (!nginx)
    console.log(
      'There is no nginx here, so no ratio to it: apt-get install nginx-light, or NGINX_PROGRAM=<its path>.\n',
    );
  try {
    const subjects = [
      ...(nginx ? [{ name: 'nginx, a file', address: nginx.address }] : []),
      { name: 'ours, 5 remotes', address: five.address },
      { name: 'ours, 50 remotes', address: fifty.address },
    ].map((subject) => ({ ...subject, rounds: [] as Round[] }));
    for (const { address } of subjects) await load(address, 2);
    for (let round = 0; round < rounds; round++) {
      for (const subject of subjects) subject.rounds.push(await load(subject.address, seconds));
    }
    const reference = nginx ? median((subjects[0]?.rounds ?? []).map(({ perSecond }) => perSecond)) : Number.NaN;
    const rows = subjects.map(({ name, rounds: all }) => [
      name,
      medianAndRange(all.map(({ perSecond }) => perSecond)),
      ratio(median(all.map(({ perSecond }) => perSecond)), reference),
      median(all.map(({ p50 }) => p50)).toFixed(1),
      median(all.map(({ p99 }) => p99)).toFixed(1),
      String(all.reduce((sum, { failures }) => sum + failures, 0)),
    ]);
    console.log(`## ${page} as brotli, ${connections} connections, median of ${rounds} rounds of ${seconds} s\n`);
    console.log(markdownTable(['server', 'requests/s', 'to nginx', 'p50 ms', 'p99 ms', 'failures'], rows));
    console.log(`\nHTML: ${body.length} bytes with 5 remotes, ${other.body.length} with 50.\n`);
  } finally {
    await nginx?.stop();
  }
  console.log(await benchMemory(five, minutes));
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      'memory-minutes': { type: 'string', default: '5' },
    },
  });
  const options = {
    seconds: positive('--seconds', values.seconds),
    rounds: positive('--rounds', values.rounds),
    minutes: positive('--memory-minutes', values['memory-minutes']),
  };
  await loadTool('autocannon');
  await withSite((five) => withSite((fifty) => bench(five, fifty, options)));
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`${name} must be a number above 0, not ${text}.`);
  return value;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
