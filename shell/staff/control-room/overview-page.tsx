import { Acts, History } from '../../platform/index.ts';
import { Empty, Time, useSession, Words } from '../parts.tsx';
import { Servers } from './figures.tsx';
import { IncidentList, openIncidents } from './incidents.tsx';
import { Freeze, inOrderOfNeed, statusOf } from './remote-status.tsx';
import { RemotesTable } from './remotes-table.tsx';
import {
  ActLink,
  approvalHref,
  clock,
  howLong,
  nameOfAction,
  type Room,
  RoomPage,
  type RoomRemote,
  remoteHref,
  revisionHref,
  roomHref,
} from './room.tsx';

const changesShown = 3;
const reasonsShown = 3;
const incidentsShown = 5;
const refreshEvery = 15;

interface OfRoom {
  room: Room;
}

interface OverviewPageProps extends OfRoom {
  /** The newest release of a remote that was never live; null for none. */
  waiting: ReadonlyMap<string, string | null>;
  isRefreshed: boolean;
}

/**
 * The overview: what is live, whether it is healthy, who changed it, and the rollback. Staff open it first in an
 * incident. It has no field to fill in, so that it can be refreshed at any time.
 */
export function OverviewPage({ room, waiting, isRefreshed }: OverviewPageProps) {
  const { servers } = room;
  const current = servers.filter(({ state }) => state === 'serves').length;
  const isFine = servers.length > 0 && servers.every(({ state }) => state === 'serves' || state === 'loads');
  const open = openIncidents(room);
  const told = new Set(open.map(({ about }) => about));
  const sorted = inOrderOfNeed(room.remotes, { told, at: room.at });
  return (
    <RoomPage title="Control room" current="Overview" room={room}>
      <p className="lead" role="status">
        {summarise(room)}
      </p>
      <Faults remotes={sorted} />
      {room.requests.map(({ name, act, by, at }) => (
        <p key={name} className="notice" role="status">
          <bdi>{by}</bdi> asked for approval {howLong(room.at - at)} ago:{' '}
          <a href={approvalHref(name)}>{Acts.actNamed(act)?.title ?? act}</a>
        </p>
      ))}
      <Latest room={room} />
      <h2 className="hidden">Remotes</h2>
      {sorted.length === 0 ? (
        <Empty>No remote has a path on this site yet. Publish a release: it is listed here then.</Empty>
      ) : (
        <RemotesTable remotes={sorted} waiting={waiting} at={room.at} />
      )}
      {open.length > 0 && (
        <>
          <h2>Incidents</h2>
          <IncidentList incidents={open.slice(0, incidentsShown)} isBrief />
          <p>
            <a href={roomHref('/incidents')}>
              {open.length > incidentsShown ? `All ${open.length} open incidents` : 'All incidents'}
            </a>
          </p>
        </>
      )}
      <WholeSite room={room} />
      <details open={!isFine}>
        <summary>
          Servers: {current} of {servers.length} up to date
        </summary>
        <Servers room={room} />
      </details>
      <Age room={room} isRefreshed={isRefreshed} />
    </RoomPage>
  );
}

/** The faults are above the table, so that its rows stay short. */
function Faults({ remotes }: { remotes: readonly RoomRemote[] }) {
  const faults = remotes.filter((remote) => statusOf(remote).kind === 'bad');
  return faults.slice(0, reasonsShown).map(({ name, worst, ...known }) => (
    <p key={name} className="facts" role="alert">
      <a href={remoteHref(name)}>{name}</a>: <strong>{statusOf(known).sentence}</strong>
      {worst && (
        <>
          {' '}
          Most of them on <bdi>{worst.page}</bdi> in <bdi>{worst.browser}</bdi>.
        </>
      )}{' '}
      {!known.state?.withdrawn && <a href={roomHref('/failures', { remote: name })}>Show its failures</a>}
    </p>
  ));
}

function summarise({ remotes, servers, knownSince }: Room): string {
  const bad = remotes.filter((remote) => statusOf(remote).kind === 'bad').map(({ name }) => name);
  const lagging = servers.filter(({ state }) => state === 'lags').length;
  const behind =
    lagging === 0 ? '' : ` ${lagging} of ${servers.length} servers ${lagging === 1 ? 'lags' : 'lag'} behind.`;
  if (bad.length > 0)
    return `▲ ${bad.length} of ${remotes.length} remotes ${bad.length === 1 ? 'needs' : 'need'} attention: ${bad.join(', ')}.${behind}`;
  if (remotes.length === 0) return 'Nothing is live yet.';
  if (knownSince !== null) return `◆ The health of the site is unknown. No remote was failing at ${clock(knownSince)}.`;
  return `${behind === '' ? '●' : '◆'} No remote is failing.${behind}`;
}

function Latest({ room: { log, at } }: OfRoom) {
  if (log.length === 0) return <p className="latest">No changes yet.</p>;
  return (
    <ol className="latest">
      {log.slice(0, changesShown).map((entry) => {
        const { revision, action, by, reason } = entry;
        const what = `${nameOfAction(action)}${'remote' in entry ? ` ${entry.remote}` : ''}`;
        const changes = History.changesOf(entry).join('; ');
        return (
          <li key={`${entry.at} ${revision}`}>
            {howLong(at - Date.parse(entry.at))} ago:{' '}
            {'subjects' in entry ? what : <a href={revisionHref(revision)}>{what}</a>}
            {changes !== '' && <bdi> {changes}</bdi>}, by <bdi>{by}</bdi>
            <Words text={reason} />
          </li>
        );
      })}
    </ol>
  );
}

function WholeSite({ room: { siteFreeze, revision } }: OfRoom) {
  const { role } = useSession();
  const act = (name: Acts.ActName) => <ActLink name={name}>{Acts.acts[name].title}</ActLink>;
  return (
    <>
      {siteFreeze && (
        <p className="message" role="status">
          <Freeze freeze={siteFreeze} />
        </p>
      )}
      {role.kind === 'operate' && (
        <p className="row">
          {act('rollback-several')}
          {revision > 0 && act('undo')}
          {act(siteFreeze ? 'unfreeze-site' : 'freeze-site')}
        </p>
      )}
    </>
  );
}

/** The time of the page, and a link that stops the refresh (WCAG 2.2.2). */
function Age({ room: { knownSince, at, revision, figuresSince }, isRefreshed }: OfRoom & { isRefreshed: boolean }) {
  return (
    <>
      <p className="facts">
        As of {clock(knownSince ?? at)}, composition revision {revision}.{' '}
        <a href={roomHref('', { refresh: isRefreshed ? null : 'off' })}>Reload</a>.{' '}
        {isRefreshed ? (
          <>
            <span data-refresh={refreshEvery}>With scripts it is refreshed every {refreshEvery} seconds.</span>{' '}
            <a href={roomHref('', { refresh: 'off' })}>Stop refreshing</a>.
          </>
        ) : (
          <>
            <a href={roomHref('')}>Refresh it by itself</a>.
          </>
        )}
      </p>
      <p className="facts">
        LCP and INP are those of this server since <Time iso={figuresSince} />. Failures are counted on all servers
        since the release went live. Prometheus has the figures of all servers over time. The lines show the page views
        of the last 30 minutes on this server. Keys: <kbd>/</kbd> searches the log, <kbd>g</kbd> and the first letter of
        a tab open it, <kbd>r</kbd> loads the page again.
      </p>
    </>
  );
}
