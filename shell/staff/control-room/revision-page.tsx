import type { Composition } from 'kit/contracts/composition';
import { Acts, Site } from '../../platform/index.ts';
import { ButtonLink, Empty, Fact, useSession } from '../parts.tsx';
import { Servers } from './figures.tsx';
import { ActLink, mayChange, nameOfAction, type Room, RoomPage, remoteHref, roomHref } from './room.tsx';

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
  const { action, undoes, at, by, reason, evidence } = revision;
  const isCurrent = room.revision === revision.revision;
  const names = Site.isAboutSite(revision) ? [] : Site.movesOf(revision).map(({ remote }) => remote);
  const said = sayDone(revision);
  return (
    <RoomPage title={title} current="Log" room={room} done={isDone ? `Done: ${said}` : null}>
      {!isDone && <p className="lead">{said}</p>}
      <dl>
        <Fact term="What">
          {nameOfAction(action)}
          {undoes && `, of revision ${undoes.revision} (${nameOfAction(undoes.action)})`}
        </Fact>
        <Fact term="When" at={at} />
        <Fact term="Who">
          <bdi>{by}</bdi>
          {signedWith !== null && `, signed with the key ${signedWith}`}
        </Fact>
        <Fact term="Why">{reason || 'no reason given'}</Fact>
        {!Site.isAboutSite(revision) &&
          Site.movesOf(revision).map(({ remote, from, to }) => (
            <Fact key={remote} term={remote}>
              {from !== to && !isShare(revision) && (
                <>
                  <code>{from ?? 'nothing'}</code> →{' '}
                </>
              )}
              <code>{to}</code>
            </Fact>
          ))}
        {evidence && <Fact term="Evidence">{describeEvidence(evidence)}</Fact>}
      </dl>
      <p className="row">
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

function describeEvidence({ views, failures, networks, failedNetworks }: NonNullable<Composition['evidence']>): string {
  const where = networks === undefined ? '' : `, in ${failedNetworks} of ${networks} networks`;
  return `${failures} of ${views} page views failed${where}`;
}
