import { markdownTable, median, medianAndRange, ratio } from '../../support/figures.ts';
import type { Throttling } from './lighthouse.ts';
import { type Load, measureLoad } from './measure-load.ts';

/** The medians that are compared with the peers. */
const measures = { largestPaint: 'LCP', blocked: 'TBT', scripts: 'JavaScript', requests: 'requests' } as const;

type Measure = keyof typeof measures;

/** Medians of one page or peer. */
type Medians = Readonly<Record<Measure, number>>;

export interface Subject {
  name: string;
  url: string;
}

/** Every load of each page or peer, by its name. */
export type Loads = ReadonlyMap<string, readonly Load[]>;

/** Loads pages and peers in turn, so that other load on the machine affects all of them alike. */
export async function measureLoads(subjects: readonly Subject[], throttling: Throttling, runs: number): Promise<Loads> {
  const loads = new Map<string, Load[]>();
  for (let run = 1; run <= runs; run++) {
    for (const { name, url } of subjects) {
      const load = await measureLoad(url, throttling);
      loads.set(name, [...(loads.get(name) ?? []), load]);
      const { largestPaint, blocked } = load;
      console.error(
        `run ${run}/${runs} ${throttling} ${name}: LCP ${largestPaint.toFixed()}, TBT ${blocked.toFixed()}`,
      );
    }
  }
  return loads;
}

/** Medians of the pages, or of the peers. */
export function mediansOf(loads: Loads, subjects: readonly Subject[]): Map<string, Medians> {
  return new Map(
    subjects.map(({ name }) => {
      const of = (measure: Measure) => median((loads.get(name) ?? []).map((load) => load[measure]));
      return [
        name,
        {
          largestPaint: of('largestPaint'),
          blocked: of('blocked'),
          scripts: of('scripts'),
          requests: of('requests'),
        },
      ];
    }),
  );
}

export function describeLoads(loads: Loads, throttling: Throttling, runs: number): string {
  const rows = [...loads].map(([name, of]) => {
    const pick = (key: keyof Load) => of.map((load) => load[key]);
    return [
      name,
      medianAndRange(pick('firstPaint')),
      medianAndRange(pick('largestPaint')),
      medianAndRange(pick('blocked')),
      medianAndRange(pick('shift'), 3),
      median(pick('scripts')).toFixed(),
      median(pick('requests')).toFixed(),
      median(pick('transferred')).toFixed(),
      medianAndRange(pick('score')),
    ];
  });
  const head = ['page', 'FCP ms', 'LCP ms', 'TBT ms', 'CLS', 'JS kB', 'requests', 'kB', 'performance'];
  return [`### Loads, ${throttling} throttling, median of ${runs} (least to greatest)`, markdownTable(head, rows)].join(
    '\n\n',
  );
}

/** Formats the ratio of each page to each peer. */
export function describeRatios(pages: ReadonlyMap<string, Medians>, peers: ReadonlyMap<string, Medians>): string {
  const names = Object.keys(measures) as Measure[]; // the cast is safe: an object literal has no other keys
  const rows = [...pages].map(([page, ours]) => [
    page,
    ...[...peers.values()].map((theirs) => names.map((name) => ratio(ours[name], theirs[name])).join(' / ')),
  ]);
  return [
    `Ratios to the peers, ${names.map((name) => measures[name]).join(' / ')}:`,
    markdownTable(['page', ...[...peers.keys()].map((name) => `to ${name}`)], rows),
  ].join('\n\n');
}

/** Returns a sentence for each page that exceeds a limit. The limit of LCP is relative to Astro's page of the same run. */
export function findMissed(loads: Loads, pages: ReadonlyMap<string, Medians>, astro?: Medians): string[] {
  return [...pages].flatMap(([name, { largestPaint, blocked }]) => {
    const of = (key: 'shift' | 'score') => median((loads.get(name) ?? []).map((load) => load[key]));
    return [
      ...(blocked > 100 ? [`${name} blocks for ${blocked.toFixed()} ms; the limit is 100.`] : []),
      ...(of('shift') >= 0.0005 ? [`${name} shifts by ${of('shift').toFixed(3)}; no page shifts.`] : []),
      ...(of('score') < 98 ? [`${name} scores ${of('score')}; the limit is 98.`] : []),
      ...(astro && largestPaint > astro.largestPaint * 1.05
        ? [`${name} has an LCP of ${ratio(largestPaint, astro.largestPaint)} of Astro; the limit is 1.05x.`]
        : []),
    ];
  });
}
