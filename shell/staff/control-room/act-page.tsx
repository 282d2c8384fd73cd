import type { Composition } from 'kit/contracts/composition';
import { Acts, Site } from '../../platform/index.ts';
import {
  Button,
  ButtonLink,
  Check,
  Empty,
  Line,
  LineField,
  Message,
  minute,
  type Options,
  PostForm,
  Select,
  TextField,
  Time,
  useSession,
} from '../parts.tsx';
import type { ListedRelease } from './load-room.ts';
import { longestReason } from './read-act.ts';
import { Facts, Freeze } from './remote-status.tsx';
import {
  ActLink,
  mayChange,
  nameOfAction,
  type Room,
  RoomPage,
  type RoomRemote,
  remoteHref,
  revisionHref,
  roomHref,
  wasLive,
} from './room.tsx';

export interface ActPageProps {
  name: string;
  act: Acts.Act;
  title: string;
  /** What the act does, as far as the form says it. */
  lead: string;
  room: Room;
  remote: RoomRemote | null;
  /** The releases of each remote that the form offers, newest first. */
  releases: ReadonlyMap<string, readonly ListedRelease[]>;
  filled: URLSearchParams;
  /** The release that the form has chosen when it opens; empty for none. */
  chosen: string;
  message: string | null;
  /** The reason why the signing key may not do this; null when it may. */
  objection: string | null;
  last: Composition | null;
  /** The differences between the named release and the live one; null when the form names none. */
  change: { from: string; to: string; differences: readonly string[] } | null;
  /** The reason why the chosen release was taken back before; null when it never was. */
  left: string | null;
  /** The reason why the gate has no browser; null when it has one, or does not run. */
  noBrowser: string | null;
}

/** The form of an action: the present state, what will happen, and the reason. Nothing changes before it is sent. */
export function ActPage(props: ActPageProps) {
  const { name, act, title, lead, room, remote, filled, chosen, message, objection, last, change, left, noBrowser } =
    props;
  const away = remote ? remoteHref(remote.name) : roomHref('');
  if (isNowhere(props)) {
    return (
      <RoomPage title={title} room={room}>
        <Empty>There is no earlier release to roll back to.</Empty>
        <p className="row">
          <ButtonLink href={away}>{remote ? `Releases of ${remote.name}` : 'Overview'}</ButtonLink>
        </p>
      </RoomPage>
    );
  }
  const ofRemote = remote ? [['remote', remote.name] as const] : [];
  const reason = filled.get('reason') ?? '';
  return (
    <RoomPage title={title} room={room} message={message}>
      {objection !== null && (
        <Message>{`${objection} Set ROOM_KEY to a key that has this right, or use the command line.`}</Message>
      )}
      {act.takesRelease && remote?.freeze && <Hindrance remote={remote.name} freeze={remote.freeze} />}
      {left !== null && <Message>{`${chosen} was taken back before. ${left}`}</Message>}
      <p className="lead">{lead}</p>
      {noBrowser !== null && (
        <p>
          The gate cannot open its pages in a browser, because {noBrowser}. Install Chromium, Chrome or Edge on the
          server, or try the release by its preview first.
        </p>
      )}
      {remote && (
        <div className="card">
          <p>
            <strong>Now</strong>
          </p>
          {remote.state ? <Facts remote={remote} /> : <p>No release is live.</p>}
        </div>
      )}
      {change && (
        <div className="card">
          <p>
            <strong>What differs</strong>, <code>{change.from}</code> → <code>{change.to}</code>
          </p>
          <ul>
            {change.differences.map((line) => (
              <li key={line}>
                <bdi>{line}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      {act.about === 'last' && last && <Last last={last} />}
      <PostForm
        action={roomHref(`/act/${name}`)}
        look="act"
        hidden={[['expect', room.revision], ...ofRemote, ['told', chosen]]}
      >
        {act.takes.map((field) => (
          <Field key={field} field={field} {...props} />
        ))}
        <div>
          <TextField
            name="reason"
            label="Why"
            rows={3}
            maxLength={longestReason}
            required
            defaultValue={reason}
            isMissing={message !== null && reason.trim() === ''}
            aria-describedby="reason-note"
          />
          <small id="reason-note">Shown in the log with your name.</small>
        </div>
        <p className="row">
          <Button>{remote ? `${act.title} ${remote.name}` : act.title}</Button>
          <ButtonLink href={away}>Cancel</ButtonLink>
        </p>
      </PostForm>
    </RoomPage>
  );
}

/** Whether there is no release to roll back to. A form that was refused is shown in any case, with its text. */
function isNowhere({ act, room, remote, releases, filled, message }: ActPageProps): boolean {
  const goesBack = act.takes.includes('former');
  if (!goesBack || !remote || message !== null || room.knownSince !== null || filled.has('id')) return false;
  return !remote.state?.previous && !(releases.get(remote.name) ?? []).some(wasLive);
}

/** The freeze that prevents the action, with a link to end it for roles that may. */
function Hindrance({ remote, freeze }: { remote: string; freeze: Site.Freeze }) {
  const { role } = useSession();
  const endOfSite = mayChange(role, []) && <ActLink name="unfreeze-site">{Acts.acts['unfreeze-site'].title}</ActLink>;
  const endOfRemote = mayChange(role, [remote]) && (
    <ActLink name="unfreeze" remote={remote}>
      End the freeze of {remote}
    </ActLink>
  );
  return (
    <div className="message">
      <Freeze freeze={freeze} />
      <p>{(freeze.isOfSite ? endOfSite : endOfRemote) || 'Your role cannot end this freeze.'}</p>
    </div>
  );
}

function Last({ last }: { last: Composition }) {
  const { revision, action, at, by, reason } = last;
  return (
    <div className="card">
      <p>
        <strong>
          <a href={revisionHref(revision)}>Revision {revision}</a>, {nameOfAction(action)}
        </strong>
        , <Time iso={at} />, by <bdi>{by}</bdi>
      </p>
      {Site.movesOf(last).map(({ remote, from, to }) => (
        <p key={remote}>
          {remote}: {from === to ? to : `${from ?? 'nothing'} → ${to}`}
        </p>
      ))}
      <Line text={reason} />
    </div>
  );
}

/** Gives the release that the form has chosen when it opens; empty for none. */
export function chosenOf({ act, remote, filled }: Pick<ActPageProps, 'act' | 'remote' | 'filled'>): string {
  const fields = act.takes;
  if (fields.includes('former')) return filled.get('id') || (remote?.state?.previous ?? '');
  if (!fields.includes('release')) return '';
  return filled.get('id') ?? (fields.includes('share') ? (remote?.state?.canary?.id ?? '') : '');
}

const ends = [
  ['60', 'in one hour'],
  ['240', 'in four hours'],
  ['1440', 'in one day'],
  ['4320', 'in three days'],
  ['10080', 'in a week'],
  ['', 'when somebody ends it'],
] as const;

function Field({ field, ...props }: ActPageProps & { field: Acts.ActArgument }) {
  const { remote, releases, filled, chosen } = props;
  const own = remote ? (releases.get(remote.name) ?? []) : [];
  if (field === 'former') {
    const options = formerOf(own, remote?.state?.previous, chosen);
    return <Select name="id" label="Roll back to" options={options} chosen={chosen} />;
  }
  if (field === 'release') {
    const others = own.filter(({ is }) => is !== 'live');
    return <Select name="id" label="Release" options={optionsOf(others, chosen)} chosen={chosen} />;
  }
  if (field === 'several') return <Several {...props} />;
  if (field === 'share') return <Share text={filled.get('share') ?? ''} />;
  if (field === 'end') return <Select name="end" label="It ends" options={ends} chosen={filled.get('end') ?? '240'} />;
  return (
    <p>
      <Check name="guard" value="off" defaultChecked={filled.get('guard') === 'off'}>
        Never roll this release back automatically
      </Check>
    </p>
  );
}

/** The options of one select. The page of a remote links here with an older release chosen. */
const maxOptions = 60;

/** The options of a select of releases. The chosen one is always among them. */
function optionsOf(
  releases: readonly ListedRelease[],
  chosen: string,
  first: readonly [string, string] = ['', 'choose one'],
): Options {
  const shown = releases.slice(0, maxOptions);
  const isListed = first[0] === chosen || shown.some(({ id }) => id === chosen);
  const listed = shown.map(({ id, publishedAt, is }) => {
    return [id, `${id}${publishedAt === '' ? '' : `, ${minute(publishedAt)}`} (${is})`] as const;
  });
  return [first, ...(isListed ? [] : [chosen]), ...listed];
}

function formerOf(releases: readonly ListedRelease[], previous: string | null | undefined, chosen: string): Options {
  const others = releases.filter((release) => wasLive(release) && release.id !== previous);
  return optionsOf(others, chosen, previous ? [previous, `the previous release, ${previous}`] : undefined);
}

function Several({ room, releases, filled }: ActPageProps) {
  const chosen = filled.getAll('remote');
  const rows = room.remotes.flatMap(({ name, state }) => {
    const own = releases.get(name) ?? [];
    if (!state || !own.some(wasLive)) return [];
    const to = filled.get(`to ${name}`) ?? state.previous ?? '';
    const label = (
      <>
        Roll back to<span className="hidden">, {name}</span>
      </>
    );
    const options = formerOf(own, state.previous, to);
    return [
      <div key={name} className="card">
        <Check name="remote" value={name} defaultChecked={chosen.includes(name)}>
          <strong>{name}</strong>
        </Check>
        <p>live: {state.live}</p>
        <Select name={`to ${name}`} id={`to-${name}`} label={label} options={options} chosen={to} />
      </div>,
    ];
  });
  if (rows.length === 0) return <Empty>No remote has an earlier release to roll back to.</Empty>;
  return (
    <fieldset>
      <legend>Remotes</legend>
      {rows}
    </fieldset>
  );
}

function Share({ text }: { text: string }) {
  return (
    <LineField
      type="text"
      name="share"
      label="Percent of the visitors"
      defaultValue={text}
      required
      maxLength={400}
      autoComplete="off"
      aria-describedby="share-note"
    >
      <small id="share-note">
        <b>10</b> gives the release 10 % until somebody changes that. <b>1, 5, 25</b> is a plan with ten minutes a step;{' '}
        <b>1:10m, 5:1h, 25:1d</b> sets the time of each step. A plan stops when the canary is worse than the live
        release. It goes live by itself only if it ends with the word “live”: <b>1, 5, 25, 100, live</b>. The next page
        shows it in words before it starts.
      </small>
    </LineField>
  );
}
