import { markdownTable, median, medianAndRange, ratio } from '../support/figures.ts';
import { type Load, measureLoad, throttlings } from './measure-load.ts';

interface Subject {
  name: string;
  url: string;
}

/** Loads all pages and peers in turn, so that what disturbs the machine disturbs all of them, and gives the tables. */
export async function benchLoads(pages: readonly Subject[], peers: readonly Subject[], runs: number): Promise<string> {
  const tables: string[] = [];
  const loads = new Map<string, Load[]>();
  const loadsOf = (throttling: string, { name }: Subject) => loads.get(`${throttling} ${name}`) ?? [];
  for (let run = 1; run <= runs; run++) {
    for (const throttling of throttlings) {
      for (const subject of [...pages, ...peers]) {
        const load = await measureLoad(subject.url, throttling);
        loads.set(`${throttling} ${subject.name}`, [...loadsOf(throttling, subject), load]);
        const { largestPaint, blocked } = load;
        console.error(
          `run ${run}/${runs} ${throttling} ${subject.name}: LCP ${largestPaint.toFixed()}, TBT ${blocked.toFixed()}`,
        );
      }
    }
  }
  for (const throttling of throttlings) {
    const of = (subject: Subject) => loadsOf(throttling, subject);
    tables.push(`### Loads, ${throttling} throttling, median of ${runs} (least to greatest)`);
    tables.push(loadTable([...pages, ...peers], of));
    if (peers.length > 0) tables.push(`Ratios to the peers, LCP / TBT:`, ratioTable(pages, peers, of));
  }
  return tables.join('\n\n');
}

type LoadsOf = (subject: Subject) => readonly Load[];

function loadTable(subjects: readonly Subject[], of: LoadsOf): string {
  return markdownTable(
    ['page', 'FCP ms', 'LCP ms', 'TBT ms', 'CLS', 'requests', 'kB', 'performance'],
    subjects.map((subject) => {
      const pick = (key: keyof Load) => of(subject).map((load) => load[key]);
      return [
        subject.name,
        medianAndRange(pick('firstPaint')),
        medianAndRange(pick('largestPaint')),
        medianAndRange(pick('blocked')),
        medianAndRange(pick('shift'), 3),
        median(pick('requests')).toFixed(),
        median(pick('transferred')).toFixed(),
        medianAndRange(pick('score')),
      ];
    }),
  );
}

function ratioTable(pages: readonly Subject[], peers: readonly Subject[], of: LoadsOf): string {
  const middle = (subject: Subject, key: keyof Load) => median(of(subject).map((load) => load[key]));
  return markdownTable(
    ['page', ...peers.map(({ name }) => `to ${name}`)],
    pages.map((page) => [
      page.name,
      ...peers.map((peer) =>
        (['largestPaint', 'blocked'] as const).map((key) => ratio(middle(page, key), middle(peer, key))).join(' / '),
      ),
    ]),
  );
}
