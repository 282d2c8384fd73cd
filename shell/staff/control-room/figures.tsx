import { line } from 'd3-shape';
import type { ReleaseFigures } from '../../server/health/site-metrics.ts';
import { Empty, Table, Time } from '../parts.tsx';
import { howLong, type Room, type RoomRemote, type RoomServer, Status } from './room.tsx';

const seconds = (value: number) => (value < 1 ? `${Math.round(value * 1000)} ms` : `${value.toFixed(1)} s`);

/** A value is good up to the first bound, and poor above the second: the bounds of web.dev/articles/vitals. */
const vitalRules = [
  { name: 'lcp', title: 'LCP', bounds: [2.5, 4], write: seconds },
  { name: 'inp', title: 'INP', bounds: [0.2, 0.5], write: seconds },
  { name: 'cls', title: 'CLS', bounds: [0.1, 0.25], write: (value: number) => value.toFixed(2) },
] as const;

function rate(value: number, [good, fair]: readonly [number, number]): string {
  if (value <= good) return '● good';
  return value <= fair ? '◆ needs work' : '▲ poor';
}

function figuresOf({ state, figures }: Pick<RoomRemote, 'state' | 'figures'>) {
  const roles = { live: state?.live, canary: state?.canary?.id, previous: state?.previous };
  return Object.entries(roles).flatMap(([role, id]) => {
    const found = figures.find(({ release }) => release === id);
    return id ? [{ role, id, found: found && found.views > 0 ? found : null }] : [];
  });
}

/** One figure of the live release on this server; how it is rated is said only where it is not good. */
export function Vital({ remote, name }: { remote: Pick<RoomRemote, 'state' | 'figures'>; name: 'lcp' | 'inp' }) {
  const rule = vitalRules.find((one) => one.name === name);
  const value = figuresOf(remote).find(({ role }) => role === 'live')?.found?.p75[name] ?? null;
  if (!rule || value === null) return '–';
  const [mark, ...words] = rate(value, rule.bounds).split(' ');
  return (
    <>
      {rule.write(value)}
      {value > rule.bounds[0] && (
        <>
          {' '}
          {mark}
          <span className="hidden"> {words.join(' ')}</span>
        </>
      )}
    </>
  );
}

export function Figures({ remote }: { remote: RoomRemote }) {
  const releases = figuresOf(remote);
  if (releases.every(({ found }) => found === null)) return <p className="facts">No data yet.</p>;
  const heads = ['Release', 'Page views', 'Failed', ...vitalRules.map(({ title }) => `${title}, p75`)];
  return (
    <div className="scroll">
      <Table heads={heads} caption={`Figures of ${remote.name} on this server`}>
        {releases.map(({ role, id, found }) => (
          <tr key={role}>
            <th scope="row">
              {role}
              <small>
                <code>{id}</code>
              </small>
            </th>
            <td data-label="Page views">{found ? writeCount(found.views) : '–'}</td>
            <td data-label="Failed">{found ? writeShare(found) : '–'}</td>
            {vitalRules.map(({ name, title, bounds, write }) => {
              const value = found?.p75[name] ?? null;
              return (
                <td key={name} data-label={`${title}, p75`}>
                  {value === null ? '–' : write(value)}
                  {value !== null && <small>{rate(value, bounds)}</small>}
                </td>
              );
            })}
          </tr>
        ))}
      </Table>
    </div>
  );
}

const [width, height] = [120, 24];

interface SparklineProps {
  remote: Pick<RoomRemote, 'recent'>;
  /** Whether everybody sees the words, and not the users of screen readers alone. */
  hasCaption?: boolean;
}

/** The page views of a remote on this server by minute; nothing where it had none, or runs too short for a line. */
export function Sparkline({ remote: { recent }, hasCaption = false }: SparklineProps) {
  const views = recent.map((minute) => minute.views);
  const [least, most] = [Math.min(...views), Math.max(...views)];
  if (views.length < 2 || most === 0) return null;
  const draw = line<number>()
    .x((_, index) => (width * index) / (views.length - 1))
    .y((value) => height - (height * value) / most)
    .digits(1);
  const failures = recent.reduce((sum, minute) => sum + minute.failures, 0);
  const range = least === most ? `${most}` : `${least} to ${most}`;
  const words = `Page views of the last ${views.length} minutes on this server: ${range} a minute, ${failures} failed`;
  return (
    <>
      <svg className="spark" role="img" viewBox={`-2 -2 ${width + 4} ${height + 4}`}>
        <title>{words}</title>
        <path d={draw(views) ?? ''} />
      </svg>
      {hasCaption && <small aria-hidden="true">{words}</small>}
    </>
  );
}

export function writeShare({ views, failures }: Pick<ReleaseFigures, 'views' | 'failures'>): string {
  const percent = (100 * failures) / views;
  if (percent === 0) return '0 %';
  return percent < 0.1 ? '< 0.1 %' : `${percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`;
}

export function writeCount(value: number): string {
  return Math.round(value).toLocaleString('en-GB');
}

/** In the order of the table. */
const looks = { lags: 'bad', silent: 'warn', loads: 'calm', serves: 'good' } as const;

/** A table of the servers with the revision that each serves and since when. Servers that are behind come first. */
export function Servers({ room }: { room: Pick<Room, 'servers' | 'at' | 'revision'> }) {
  const { servers } = room;
  if (servers.length === 0) {
    return (
      <Empty>
        No server has sent a heartbeat for a day. Servers send one every few seconds: check that they reach the release
        store.
      </Empty>
    );
  }
  const order = Object.keys(looks);
  const sorted = servers.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
  return (
    <div className="scroll">
      <Table
        heads={['Server', 'Status', 'Serves revision', 'Since', 'Program']}
        caption="Servers, and the revision that each serves"
      >
        {sorted.map((server) => (
          <tr key={server.name}>
            <th scope="row">
              <bdi>{server.name}</bdi>
            </th>
            <td data-label="Status">
              <Status look={looks[server.state]}>{wordsOf(server, room)}</Status>
              {Object.entries(server.fallbacks).map(([remote, id]) => (
                <small key={remote}>
                  serves <code>{id}</code> of {remote}, because it cannot read the live release
                </small>
              ))}
            </td>
            <td data-label="Serves revision">{server.revision}</td>
            <td data-label="Since">{server.since === null ? 'unknown' : <Time iso={server.since} />}</td>
            <td data-label="Program">{server.version ?? 'unknown'}</td>
          </tr>
        ))}
      </Table>
    </div>
  );
}

function wordsOf({ state, heardAt }: RoomServer, { at, revision }: { at: number; revision: number }): string {
  if (state === 'lags') return `▲ lags behind ${revision}`;
  if (state === 'silent') return `◆ no heartbeat for ${howLong(at - heardAt)}`;
  return state === 'loads' ? `○ updating to ${revision}` : '● up to date';
}
