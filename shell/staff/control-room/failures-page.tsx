import { shellName } from 'kit/contracts/shell-name';
import {
  type Acts,
  type FailureCounts,
  Live,
  ReleaseFiles,
  type ReleasePlatform,
  samplePathsOf,
} from '../../platform/index.ts';
import { createPreviewToken } from '../../settings/preview-token.ts';
import { Button, ButtonLink, countOf, Empty, Items, Joined, Nav, Select, Time, useSession, Words } from '../parts.tsx';
import { writeCount } from './figures.tsx';
import { mostSeenIn } from './load-room.ts';
import { ActLink, mayChange, type Room, RoomPage, type RoomRemote, remoteHref, roomHref, Status } from './room.tsx';

/** A failure with the address that opens its page as the visitor saw it; null without the releases. */
interface ShownFailure extends FailureCounts.FailureGroup {
  href: string | null;
}

interface FailuresPageProps {
  room: Room;
  failures: readonly ShownFailure[];
  count: number;
  remote: string;
  problem: string | null;
}

export function FailuresPage({ room, failures, count, remote, problem }: FailuresPageProps) {
  return (
    <RoomPage title="Failures" current="Failures" room={room} problem={problem}>
      <Choice remotes={room.remotes} chosen={remote} />
      <h2>Failures of the last seven days</h2>
      {failures.length === 0 && <Empty>No failures{remote !== '' && ` of ${remote}`} in the last seven days.</Empty>}
      {count > failures.length && (
        <p>
          The {failures.length} failures that most networks saw, of {count}.
        </p>
      )}
      {failures.length > 0 && (
        <ul className="cards">
          {failures.map((failure) => (
            <li key={failure.id}>
              <Failure failure={failure} state={room.remotes.find(({ name }) => name === failure.remote)?.state} />
            </li>
          ))}
        </ul>
      )}
    </RoomPage>
  );
}

/** This many links fit into a few lines of a phone. With more remotes, a select takes their place. */
const maxLinks = 10;

function Choice({ remotes, chosen }: { remotes: readonly RoomRemote[]; chosen: string }) {
  const names = remotes.map(({ name }) => name);
  if (remotes.length > maxLinks) {
    return (
      <form className="fields filter" method="get" action={roomHref('/failures')}>
        <Select name="remote" label="Remote" options={[['', 'All remotes'], ...names]} chosen={chosen} />
        <Button look="quiet">Show</Button>
      </form>
    );
  }
  const links = ['', ...names].map((name) => {
    return { words: name || 'All remotes', href: roomHref('/failures', { remote: name }), isCurrent: name === chosen };
  });
  return <Nav label="Remote" links={links} look="choices" current="true" />;
}

/** The text for a failure without a message, and the mark beside every failure. */
const kinds: Readonly<Record<FailureCounts.FailureGroup['kind'], { mark: string; words: string }>> = {
  load: { mark: 'did not load', words: 'The page did not load: a file of it is missing or threw an error' },
  timeout: { mark: 'timed out', words: 'The page did not load in time' },
  render: { mark: 'threw', words: 'The page threw an error, and the browser gave no message' },
  'server rendering': { mark: 'on the server', words: 'The page could not be rendered on the server' },
  uncaught: { mark: 'uncaught', words: 'An error without a message' },
};

interface FailureProps {
  failure: ShownFailure;
  state: RoomRemote['state'];
}

function Failure({ failure, state }: FailureProps) {
  const { id, remote, message, stack, releases, browsers, pages, firstSeen, lastSeen, count, networks } = failure;
  const { mark, words } = kinds[failure.kind];
  return (
    <section className="card" aria-labelledby={`failure-${id}`}>
      <div className="head">
        <h3 id={`failure-${id}`} dir="auto">
          {message || words}
        </h3>
        <Status look="calm">{mark}</Status>
      </div>
      <p className="facts">
        <strong>
          {countOf(count, 'time')} in seven days, on all servers, in about {countOf(networks, 'network')}
        </strong>
        , last <Time iso={lastSeen} />, first <Time iso={firstSeen} />
      </p>
      <p className="facts">
        <a href={remoteHref(remote)}>{remote}</a> <Counts of={releases} />; in <Counts of={browsers} />; on{' '}
        <Counts of={pages} />
      </p>
      <small>
        release set <bdi>{failure.set}</bdi>
      </small>
      <Stack frames={stack} />
      <FailureActs failure={failure} state={state} />
    </section>
  );
}

const maxCounts = 4;

function Counts({ of: counts }: { of: Readonly<Record<string, number>> }) {
  const sorted = Object.entries(counts).sort(([, one], [, other]) => other - one);
  const shown = sorted.slice(0, maxCounts).map(([name, times]) => (
    <>
      <bdi>{name}</bdi> ({writeCount(times)})
    </>
  ));
  return (
    <>
      <Joined parts={shown} />
      {sorted.length > maxCounts && ` and ${sorted.length - maxCounts} more`}
    </>
  );
}

function Stack({ frames }: { frames: readonly FailureCounts.MappedFrame[] }) {
  if (frames.length === 0) return null;
  const [first, ...rest] = frames.map(renderFrame);
  return (
    <>
      <Items look="stack">{[first]}</Items>
      {rest.length > 0 && (
        <details>
          <summary>{rest.length === 1 ? 'One more stack frame' : `${rest.length} more stack frames`}</summary>
          <Items look="stack">{rest}</Items>
        </details>
      )}
    </>
  );
}

function renderFrame({ source, script, line, column, function: name }: FailureCounts.MappedFrame) {
  return (
    <>
      <code>{source ? `${source.file}:${source.line}` : `${script}:${line}:${column}`}</code>
      <Words after=" in " text={name} />
      {source && source.text.trim() !== '' && (
        <pre>
          <code>{source.text}</code>
        </pre>
      )}
    </>
  );
}

function FailureActs({ failure: { remote, releases, href, pages }, state }: FailureProps) {
  const { role } = useSession();
  const has = (id: string | null | undefined) => id != null && Object.hasOwn(releases, id);
  const [isLive, isCanary, isPrevious] = [has(state?.live), has(state?.canary?.id), has(state?.previous)];
  const act = (words: string, name: Acts.ActName) => (
    <ActLink isMain name={name} remote={remote}>
      {words}
    </ActLink>
  );
  const mayAct = state && mayChange(role, [remote]);
  return (
    <p className="row">
      {mayAct && isLive && state.previous && act(`Roll back ${remote}`, 'rollback')}
      {mayAct && isCanary && act(`End the canary of ${remote}`, 'abort')}
      {href !== null && (
        <ButtonLink href={href} target="_blank" rel="noopener">
          {/* One element, because each child of a button would be a column of its own. */}
          <span>
            Open <bdi>{mostSeenIn(pages)}</bdi> as they saw it
          </span>
        </ButtonLink>
      )}
      {isLive && isPrevious && (
        <strong>The previous release has this failure, too: rolling back does not end it.</strong>
      )}
      {isLive && !isPrevious && isCanary && (
        <strong>The live release has this failure, too: ending the canary does not end it.</strong>
      )}
      {state && !isLive && !isCanary && <span>No visitor gets a release with this failure any more.</span>}
    </p>
  );
}

/** Long enough to examine a failure and to send the link to a colleague, in milliseconds. */
const linkLasts = 24 * 3_600_000;

/**
 * Gives the address that opens a page with the releases that a visitor saw. It is null when the store no longer has
 * them, or when the release has no such page. Only paths that the release itself declares are used, because
 * browser reports can be forged.
 */
export async function previewFailure(
  { store, chain }: Pick<ReleasePlatform, 'store' | 'chain'>,
  previewKey: Buffer,
  { remote, release, pages, set: setName }: FailureCounts.FailureGroup,
): Promise<string | null> {
  try {
    const set = Live.parseReleaseSet(setName);
    const composition = set && chain.read(set.revision);
    if (!set || !composition) return null;
    const lived = Object.entries(composition.remotes).map(([name, { live }]) => [name, live] as const);
    const seen = { ...Object.fromEntries(lived), ...set.overrides, [remote]: release };
    const path = await findAddress(store, remote === shellName ? seen : { [remote]: release }, mostSeenIn(pages));
    if (!path) return null;
    const now = chain.current?.composition.remotes ?? {};
    const releases = Object.fromEntries(Object.entries(seen).filter(([name, id]) => now[name]?.live !== id));
    if (Object.keys(releases).length === 0) return path;
    const token = createPreviewToken(previewKey, { releases, expires: Date.now() + linkLasts });
    return `${path}?${new URLSearchParams({ preview: token })}`;
  } catch {
    return null;
  }
}

/** Gives an address of the page as one of these releases declares it. The shell has no pages of its own. */
async function findAddress(
  store: ReleasePlatform['store'],
  releases: Readonly<Record<string, string>>,
  page: string,
): Promise<string | null> {
  for (const [name, id] of Object.entries(releases)) {
    if (name === shellName) continue;
    const { record } = await ReleaseFiles.loadRelease(store, name, id);
    const meta = record.routes.find(({ path }) => path === page);
    const [path] = meta ? samplePathsOf(meta) : [];
    if (path) return path;
  }
  return null;
}
