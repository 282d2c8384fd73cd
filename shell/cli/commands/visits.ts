import {
  type FailureGroup,
  type Histogram,
  type MappedFrame,
  percentile,
  type ReleaseVisits,
  readFailures,
  readVisits,
  SourceMapper,
  type StackMapper,
  sumVisits,
} from '../../platform/index.ts';
import { readShellMap } from '../../settings/shell-maps.ts';
import { type AddCommand, numberUpTo } from '../command.ts';
import { count, minute, table } from '../layout.ts';

const day = 24 * 60 * 60_000;

/** For as long as figures are kept. */
const mostDays = 30;

export const addVisits: AddCommand = (program, answer, { checkRemote }) => {
  program
    .command('visits')
    .description('Show page views, failures and Core Web Vitals (p75) of each release')
    .option('--remote <remote>', 'only this remote, or "shell"', (text) =>
      text === 'shell' ? text : checkRemote(text),
    )
    .option('--days <n>', `how far back, up to ${mostDays}; 1 unless told`, numberUpTo(mostDays))
    .action(({ remote, days = 1 }) =>
      answer(async ({ platform, store }) => {
        const span = { from: Date.now() - days * day, to: Date.now() };
        const mapper: StackMapper = new SourceMapper({ platform, readShellMap });
        await platform.chain.refresh({ whole: true });
        const [seen, failed] = [await readVisits(store, span), await readFailures(store, span, mapper)];
        const isWanted = (one: { remote: string }) => remote === undefined || one.remote === remote;
        const releases = sumByRelease(seen.visits.filter(isWanted));
        const failures = failed.failures.filter(isWanted);
        const problems = [...new Set([...seen.problems, ...failed.problems])];
        const overview = table(header, releases.map(row));
        const text = [
          releases.length > 0 ? overview : 'Nothing was told of visits.',
          ...failures.map(describe),
          ...problems,
        ];
        return { text: text.map(plain).join('\n'), json: { span, releases, failures, problems } };
      }),
    );
};

const header = ['remote', 'release', 'role', 'views', 'failed', 'uncaught', 'networks', 'LCP', 'INP', 'CLS'];

function sumByRelease(visits: readonly ReleaseVisits[]) {
  const groups = Map.groupBy(visits, ({ remote, release, role }) => `${remote} ${release} ${role}`);
  return [...groups.values()].flatMap((rows) => {
    const [first] = rows;
    if (!first) return [];
    const { remote, release, role } = first;
    const sum = sumVisits(rows);
    const { vitals, ...counts } = sum;
    const p75 = (histogram: Histogram) => percentile(histogram, 0.75);
    return [
      { remote, release, role, ...counts, p75: { lcp: p75(vitals.lcp), inp: p75(vitals.inp), cls: p75(vitals.cls) } },
    ];
  });
}

type ReleaseSum = ReturnType<typeof sumByRelease>[number];

function row({ remote, release, role, views, failures, errors, networks, p75 }: ReleaseSum): string[] {
  const seconds = (value: number | null) => (value === null ? '-' : `${value.toFixed(2)} s`);
  const counts = [views, failures, errors, networks].map(String);
  return [remote, release, role, ...counts, seconds(p75.lcp), seconds(p75.inp), p75.cls?.toFixed(2) ?? '-'];
}

/** A failure in some lines: what, where in the source, how often, and who saw it. */
function describe({ id, remote, releases, kind, message, stack, ...seen }: FailureGroup): string {
  const browsers = Object.keys(seen.browsers).join(', ');
  const who = `${count(seen.count, 'time')} in ${count(seen.networks, 'network')}, ${browsers}, on ${Object.keys(seen.pages).join(', ')}`;
  const frames = stack.slice(0, 3).map(describeFrame);
  const last = `last ${minute(new Date(seen.lastSeen).toISOString())} with set ${seen.set}`;
  return [
    `\n${id}  ${remote} ${Object.keys(releases).join(', ')}  ${kind}: ${message || 'no message'}`,
    ...frames,
    `    ${who}; ${last}`,
  ].join('\n');
}

function describeFrame({ function: name, source, script, line, column }: MappedFrame): string {
  const place = source ? `${source.file}:${source.line}  ${source.text}` : `${script}:${line}:${column}`;
  return `    at ${name || 'somewhere'} (${place})`;
}

/** What browsers tell may hold what a terminal obeys. */
function plain(text: string): string {
  return text.replace(/[^\P{C}\n]/gu, '');
}
