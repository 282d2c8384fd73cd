import { shellName } from 'kit/contracts/shell-name';
import type { ReactNode } from 'react';
import { Acts } from '../../platform/index.ts';
import { Empty, Pager, Time, useSession } from '../parts.tsx';
import { Figures, Sparkline } from './figures.tsx';
import { type ListedRelease, type ReleaseList, type ReleaseOrigin, rollbackReason } from './load-room.ts';
import { Facts, isLiveFailing, Origin, statusOf } from './remote-status.tsx';
import { ActLink, mayChange, type Room, RoomPage, type RoomRemote, roomHref, Status, wasLive } from './room.tsx';

export const releasesShown = 20;

interface RemotePageProps {
  room: Room;
  remote: RoomRemote;
  list: ReleaseList;
  /** Where the releases of this page were built from, by id. */
  origins: ReadonlyMap<string, ReleaseOrigin | null>;
  /** The page of the list of releases, from 1. */
  page: number;
  changes: ReactNode;
}

export function RemotePage(props: RemotePageProps) {
  const { room, remote, list, changes } = props;
  const { name } = remote;
  const { kind, words, sentence } = statusOf(remote);
  return (
    <RoomPage title={name} room={room} problem={list.problem}>
      <div className="head">
        <Status look={kind}>{words}</Status>
        {sentence !== '' && <strong>{sentence}</strong>}
      </div>
      <Facts remote={remote} />
      <RemoteActs remote={remote} releases={list.releases} />
      <h2>Health of its releases</h2>
      <Sparkline remote={remote} hasCaption />
      <Figures remote={remote} />
      <p className="facts">
        Page views, failures and p75 of this server since <Time iso={room.figuresSince} />. Prometheus has the figures
        of all servers over time.
      </p>
      <p>
        <a href={roomHref('/failures', { remote: name })}>Failures of {name}</a>: all servers, seven days
      </p>
      <h2 id="releases">Releases</h2>
      <Releases {...props} />
      <h2>Recent changes</h2>
      {changes}
      <p>
        <a href={roomHref('/log', { remote: name })}>All changes of {name}</a>
      </p>
    </RoomPage>
  );
}

/** The shell cannot be withdrawn, because every page is made with it. */
function RemoteActs({ remote, releases }: { remote: RoomRemote; releases: readonly ListedRelease[] }) {
  const { role } = useSession();
  const { name, state } = remote;
  if (!state || !mayChange(role, [name])) return null;
  const act = (act: Acts.ActName, isMain = false) => (
    <ActLink name={act} remote={name} isMain={isMain}>
      {Acts.acts[act].title}
    </ActLink>
  );
  const { canary } = state;
  // One button is highlighted: the same rollback as on the overview.
  const endsCanary = canary !== undefined && !isLiveFailing(remote);
  const hasFormer = state.previous !== null || releases.some(wasLive);
  return (
    <p className="row">
      {endsCanary && act('abort', true)}
      {hasFormer && act('rollback', !endsCanary)}
      {canary && !endsCanary && act('abort')}
      {canary && act('promote')}
      {canary?.plan && act(canary.plan.paused ? 'resume' : 'pause')}
      {act(state.frozen === undefined ? 'freeze' : 'unfreeze')}
      {name !== shellName && act(state.withdrawn ? 'restore' : 'withdraw')}
    </p>
  );
}

function Releases({ room, remote, list: { releases, problem }, page, origins }: RemotePageProps) {
  const { name } = remote;
  const shown = releases.slice((page - 1) * releasesShown, page * releasesShown);
  if (problem !== null) return <Empty>The releases cannot be listed now.</Empty>;
  if (releases.length === 0) return <Empty>{name} has published no release yet.</Empty>;
  return (
    <>
      <p>{releases.length === 1 ? 'One release' : `${releases.length} releases, newest first`}.</p>
      <ul className="releases">
        {shown.map((release) => (
          <li key={release.id} className="card">
            <Release
              remote={remote}
              release={release}
              origin={origins.get(release.id) ?? null}
              left={release.is === 'live' ? null : rollbackReason(room.log, name, release.id)}
            />
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        pages={Math.ceil(releases.length / releasesShown)}
        href={(number) => `${roomHref(`/remotes/${name}`, { page: number })}#releases`}
      />
    </>
  );
}

const marks = {
  live: ['good', '● live'],
  canary: ['warn', '◆ canary'],
  previous: ['calm', 'previous'],
  'was live': ['calm', 'was live'],
  'never live': ['calm', 'never live'],
} as const;

interface ReleaseProps {
  remote: RoomRemote;
  release: ListedRelease;
  origin: ReleaseOrigin | null;
  left: string | null;
}

function Release({ remote: { name, state }, release, origin, left }: ReleaseProps) {
  const { role } = useSession();
  const { id, publishedAt, is } = release;
  const [look, mark] = marks[is];
  const act = (words: string, act: Acts.ActName | 'preview') => (
    <ActLink name={act} remote={name} id={id} of={id}>
      {words}
    </ActLink>
  );
  return (
    <>
      <div className="head">
        <code>{id}</code>
        <Status look={look}>{mark}</Status>
      </div>
      <small>published {publishedAt === '' ? 'at an unknown time' : <Time iso={publishedAt} />}</small>
      <Origin origin={origin} />
      {left !== null && (
        <p className="facts">
          <strong>
            ▲ <bdi>{left}</bdi>
          </strong>
        </p>
      )}
      <p className="row">
        {mayChange(role, [name]) && (
          <>
            {wasLive(release) && act('Roll back to it', 'rollback')}
            {is !== 'live' && state && act(is === 'canary' ? 'Change its share' : 'Canary', 'canary')}
            {is !== 'live' && act('Make it live', 'activate')}
            {act('Preview', 'preview')}
          </>
        )}
      </p>
    </>
  );
}
