import { Table, Time, useSession } from '../parts.tsx';
import { Sparkline, Vital, writeCount, writeShare } from './figures.tsx';
import { isLiveFailing, Origin, statusOf } from './remote-status.tsx';
import { ActLink, howLong, mayChange, nameBeside, type RoomRemote, remoteHref, Status } from './room.tsx';

const columns = ['Remote', 'Status', 'Live release', 'Live for', 'LCP, p75', 'INP, p75', 'Failed', 'Canary, freeze'];

interface RemotesTableProps {
  remotes: readonly RoomRemote[];
  /** The newest release of a remote that was never live; null for none. */
  waiting: ReadonlyMap<string, string | null>;
  at: number;
}

export function RemotesTable({ remotes, waiting, at }: RemotesTableProps) {
  const act = (
    <span key="act" className="hidden">
      Act
    </span>
  );
  return (
    <div className="scroll">
      <Table look="site" caption="Remotes and the shell, those that need attention first" heads={[...columns, act]}>
        {remotes.map((remote) => (
          <Row key={remote.name} remote={remote} waiting={waiting.get(remote.name) ?? null} at={at} />
        ))}
      </Table>
    </div>
  );
}

function Row({ remote, waiting, at }: { remote: RoomRemote; waiting: string | null; at: number }) {
  const { name, state, switched, origin } = remote;
  const { kind, words } = statusOf(remote);
  const since = state?.since ?? switched?.at ?? '';
  return (
    <tr className={kind}>
      <th scope="row">
        <a href={remoteHref(name)}>{name}</a>
      </th>
      <td>
        <Status look={kind}>{words}</Status>
        <Sparkline remote={remote} />
      </td>
      <td>
        {state ? <code>{state.live}</code> : 'nothing'}
        {state && <Origin origin={origin} />}
        {waiting !== null && (
          <small>
            <a href={`${remoteHref(name)}#releases`}>{nameBeside(waiting, state?.live)} is published, not live</a>
          </small>
        )}
      </td>
      <td data-label="Live for">
        {since !== '' && (
          <>
            {howLong(at - Date.parse(since))}
            <small>
              <Time iso={since} />
            </small>
          </>
        )}
      </td>
      <td data-label="LCP, p75">
        <Vital remote={remote} name="lcp" />
      </td>
      <td data-label="INP, p75">
        <Vital remote={remote} name="inp" />
      </td>
      <td data-label="Failed">
        <Failed remote={remote} />
      </td>
      <td>
        <Limits remote={remote} />
      </td>
      <td>
        <TakeBack remote={remote} />
      </td>
    </tr>
  );
}

interface OfRemote {
  remote: RoomRemote;
}

/** The counts of the guard for the live release, which are the sum of all servers. */
function Failed({ remote: { verdict } }: OfRemote) {
  const { views = 0, failures = 0 } = verdict?.live.health ?? {};
  if (views === 0) return '–';
  return (
    <>
      {writeShare({ views, failures })}
      <small>
        {writeCount(failures)} of {writeCount(views)} since live
      </small>
    </>
  );
}

function Limits({ remote: { state, freeze, nextStep } }: OfRemote) {
  return (
    <>
      {state?.canary && (
        <p>
          {state.canary.percent} %: <code>{state.canary.id}</code>
        </p>
      )}
      {state?.canary && nextStep && (
        <small>
          {nextStep.percent === null ? 'live' : `${nextStep.percent} %`} at <Time iso={nextStep.at} />
        </small>
      )}
      {freeze && (
        <p>
          {freeze.isOfSite ? 'Site frozen' : 'Frozen'}
          {freeze.until && (
            <small>
              until <Time iso={freeze.until} />
            </small>
          )}
        </p>
      )}
    </>
  );
}

/** Ends a canary, unless the live release fails: a rollback would take a good release from everybody. */
function TakeBack({ remote }: OfRemote) {
  const { role } = useSession();
  const { name, state } = remote;
  if (!state || !mayChange(role, [name])) return null;
  const endsCanary = state.canary !== undefined && !isLiveFailing(remote);
  if (!endsCanary && !state.previous) return null;
  return (
    <ActLink name={endsCanary ? 'abort' : 'rollback'} remote={name} of={name} isMain={statusOf(remote).kind === 'bad'}>
      {endsCanary ? 'End canary' : 'Roll back'}
    </ActLink>
  );
}
