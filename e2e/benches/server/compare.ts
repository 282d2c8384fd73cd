import { markdownTable, median, medianAndRange, ratio } from '../../support/figures.ts';
import { requestRaw } from '../../support/raw-request.ts';
import { connections, headers, load, page, type Round, type Subject, warm } from './load.ts';
import { serveByNginx } from './nginx.ts';

/** Loads our server and nginx in turn. nginx sends the same bytes and headers, so the load generator does the same work. */
export async function compareWithNginx(ours: readonly Subject[], seconds: number, rounds: number): Promise<string> {
  const [first] = ours;
  if (!first) throw new Error('There is no server of ours to compare.');
  const nginx = await serveByNginx(await requestRaw(page, { base: first.address, headers }));
  const subjects = [...(nginx ? [{ name: 'nginx, a file', ...nginx }] : []), ...ours];
  const measured = new Map(subjects.map(({ name }) => [name, [] as Round[]]));
  try {
    for (const subject of subjects) await warm(subject);
    for (let round = 0; round < rounds; round++) {
      for (const subject of subjects) measured.get(subject.name)?.push(await load(subject, { seconds }));
    }
  } finally {
    await nginx?.stop();
  }
  return [
    `### ${page} as brotli, ${connections} connections, median of ${rounds} rounds of ${seconds} s`,
    markdownTable(
      ['server', 'requests/s', 'to nginx', 'CPU µs/request', 'p50 ms', 'p99 ms', 'failures'],
      rowsOf(measured, nginx ? 'nginx, a file' : ''),
    ),
    ...(nginx ? [] : ['No nginx is here, so no ratio: apt-get install nginx-light.']),
  ].join('\n\n');
}

function rowsOf(measured: ReadonlyMap<string, readonly Round[]>, reference: string): string[][] {
  const perSecond = (rounds: readonly Round[] = []) => rounds.map((round) => round.perSecond);
  return [...measured].map(([name, rounds]) => [
    name,
    medianAndRange(perSecond(rounds)),
    ratio(median(perSecond(rounds)), median(perSecond(measured.get(reference)))),
    medianAndRange(rounds.map(({ processorTime }) => processorTime)),
    median(rounds.map(({ latency }) => latency.p50)).toFixed(1),
    medianAndRange(rounds.map(({ latency }) => latency.p99)),
    String(rounds.reduce((sum, { failures }) => sum + failures, 0)),
  ]);
}
