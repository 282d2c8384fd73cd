import type { Composition } from 'kit/contracts/composition';
import { Acts, Site } from '../../platform/index.ts';
import { ButtonLink, Fact, minute } from '../parts.tsx';
import { useSession } from '../session-context.ts';
import { Servers } from './figures.tsx';
import { mayChange, type Room, remoteHref, roomHref } from './room.ts';
import { ActLink, Empty, RoomPage } from './room-frame.tsx';

interface RevisionPageProps {
  room: Room;
  /** Null when there is no such revision, or it is not valid. */
  revision: Composition | null;
  number: number;
  signedWith: string | null;
  /** Whether the reader has just made it. */
  isDone: boolean;
}

const done: Readonly<Record<Composition['action'], string>> = {
  activate: 'is live',
  rollback: 'was rolled back',
  canary: 'has a canary',
  promote: 'canary is live for everybody',
  abort: 'canary was ended',
  advance: 'canary has a larger share',
  pause: 'canary plan is paused',
  resume: 'canary plan was resumed',
  freeze: 'is frozen',
  unfreeze: 'is no longer frozen',
  'freeze-site': 'The whole site is frozen',
  'unfreeze-site': 'The site is no longer frozen',
  withdraw: 'is withdrawn',
  restore: 'is served again',
  undo: 'is as it was before',
};

/** The page of a revision: what it changed, and which servers serve it. */
export function RevisionPage({ room, revision, number, signedWith, isDone }: RevisionPageProps) {
  const { role } = useSession();
  const title = `Revision ${number}`;
  if (!revision) {
    return (
      <RoomPage title={title} current="Log" room={room}>
        <Empty>There is no valid revision {number}.</Empty>
      </RoomPage>
    );
  }
  const { action, undoes, at, by, reason } = revision;
  const isCurrent = room.revision === revision.revision;
  const names = Site.isAboutSite(revision) ? [] : Site.movesOf(revision).map(({ remote }) => remote);
  const said = sayDone(revision);
  return (
    <RoomPage title={title} current="Log" room={room} done={isDone ? `Done: ${said}` : null}>
      {!isDone && <p className="lead">{said}</p>}
      <dl>
        <Fact term="What">
          {action}
          {undoes && ` of revision ${undoes.revision} (${undoes.action})`}
        </Fact>
        <Fact term="When">{minute(at)}</Fact>
        <Fact term="Who">
          <bdi>{by}</bdi>
          {signedWith !== null && `, signed with the key ${signedWith}`}
        </Fact>
        <Fact term="Why" dir="auto">
          {reason || 'no reason given'}
        </Fact>
        {!Site.isAboutSite(revision) && <Moves revision={revision} />}
        <Evidence evidence={revision.evidence} />
      </dl>
      <p className="acts">
        {isCurrent && action !== 'undo' && mayChange(role, names) && <ActLink name="undo">Undo it</ActLink>}
        {names.map((name) => (
          <ButtonLink key={name} href={remoteHref(name)}>
            {name}
          </ButtonLink>
        ))}
        <ButtonLink href={roomHref('')}>Overview</ButtonLink>
      </p>
      {isCurrent ? (
        <>
          <h2>Servers</h2>
          <Servers room={room} />
        </>
      ) : (
        <p>Revision {room.revision} is in effect now.</p>
      )}
    </RoomPage>
  );
}

/** Describes a revision in one sentence. */
function sayDone(revision: Composition): string {
  const { action, revision: number } = revision;
  if (Site.isAboutSite(revision))
    return `${action === 'undo' ? 'the site is as it was before' : done[action]} (revision ${number}).`;
  const moves = Site.movesOf(revision).map(({ remote, from, to }) => {
    const canary = isShare(revision) ? revision.remotes[remote]?.canary : undefined;
    if (canary) return `${remote} ${done[action]}: ${Acts.describeShare({ ...canary, plan: canary.plan })}`;
    const way = from === to || from === null ? to : `${from} → ${to}`;
    return `${remote} ${done[action]}: ${way}`;
  });
  return `${moves.join('; ')} (revision ${number}).`;
}

/** A canary switches no page view to another release: only new visitors get it. */
function isShare({ action }: Composition): boolean {
  return action === 'canary' || action === 'advance';
}

function Moves({ revision }: { revision: Composition }) {
  return Site.movesOf(revision).map(({ remote, from, to }) => (
    <Fact key={remote} term={remote}>
      {from !== to && !isShare(revision) && (
        <>
          <code>{from ?? 'nothing'}</code> →{' '}
        </>
      )}
      <code>{to}</code>
    </Fact>
  ));
}

function Evidence({ evidence }: Pick<Composition, 'evidence'>) {
  if (!evidence) return null;
  const { views, failures, networks, failedNetworks } = evidence;
  const where = networks === undefined ? '' : `, in ${failedNetworks} of ${networks} networks`;
  return <Fact term="Evidence">{`${failures} of ${views} page views failed${where}`}</Fact>;
}
