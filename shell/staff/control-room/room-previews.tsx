import { shellName } from 'kit/contracts/shell-name';
import { ReleaseFiles, type ReleasePlatform, samplePathsOf, Writing } from '../../platform/index.ts';
import { createPreviewToken } from '../../settings/preview-token.ts';
import { Button, ButtonLink, PostForm, Select, Time } from '../parts.tsx';
import { StaffRefusal, sendPage } from '../staff-http.ts';
import { whoIs } from '../staff-members.ts';
import type { StaffSession } from '../staff-session.ts';
import { mistake } from './read-act.ts';
import {
  mayChange,
  type Room,
  type RoomForm,
  RoomPage,
  type RoomVisit,
  refusalOfRole,
  releaseIn,
  remoteHref,
  remoteIn,
  roomHref,
} from './room.tsx';

export const previewForm: RoomForm = {
  show(visit, room, { filled, status, message }) {
    const hours = filled.get('hours') ?? '24';
    const shown = { room, ...readSubject(visit.session, filled), hours, message, made: null };
    sendPage(visit, status, <PreviewPage {...shown} />);
  },

  async act(visit) {
    const { session, form } = visit;
    const { remote, id } = readSubject(session, form);
    const hours = Number(form.get('hours'));
    if (!(hours >= 1 && hours <= 168)) throw mistake('Choose for how long the link works.');
    const made = await makeLinks(visit, { remote, id, hours });
    console.log(`[shell] staff page: ${whoIs(session)} made a preview of ${remote} ${id}`);
    const shown = { room: await visit.load(), remote, id, hours: String(hours), message: null, made };
    sendPage(visit, 200, <PreviewPage {...shown} />);
  },
};

async function makeLinks(
  { platform, previewKey }: RoomVisit,
  { remote, id, hours }: { remote: string; id: string; hours: number },
): Promise<PreviewPageProps['made']> {
  // The gate checks what it checks for a rollback: a preview may exceed its budget, but its files must be intact.
  await Writing.passGate(platform, null, { remote, id, rollback: true });
  const ends = Math.round(Date.now() + hours * 3_600_000);
  const preview = createPreviewToken(previewKey, { releases: { [remote]: id }, expires: ends });
  const paths = remote === shellName ? await pathsInShell(platform) : await pathsOf(platform, remote, id);
  const links = paths.map((path) => ({ path, href: `${path}?${new URLSearchParams({ preview })}` }));
  return { links, ends };
}

async function pathsOf({ store }: ReleasePlatform, remote: string, id: string): Promise<string[]> {
  const { record } = await ReleaseFiles.loadRelease(store, remote, id);
  return record.routes.map((meta) => samplePathsOf(meta)[0] ?? '/');
}

/** Gives the first page of each live remote, because the shell has no pages of its own. */
async function pathsInShell(platform: ReleasePlatform): Promise<string[]> {
  const live = Object.entries(platform.chain.current?.composition.remotes ?? {});
  const paths = live.map(async ([name, state]) => {
    if (name === shellName || state.withdrawn) return [];
    return (await pathsOf(platform, name, state.live).catch(() => [])).slice(0, 1);
  });
  return (await Promise.all(paths)).flat().sort();
}

function readSubject(session: StaffSession, fields: URLSearchParams): { remote: string; id: string } {
  const [remote, id] = [remoteIn(fields), releaseIn(fields)];
  if (!mayChange(session.role, [remote]))
    throw refusalOfRole(session, `preview releases of ${remote || 'what is no remote'}`);
  if (id === null) throw new StaffRefusal(404, 'There is no such release.');
  return { remote, id };
}

interface PreviewPageProps {
  room: Room;
  remote: string;
  id: string;
  hours: string;
  message: string | null;
  /** The links once they were made, and when they end, in milliseconds since 1970. */
  made: { links: readonly { path: string; href: string }[]; ends: number } | null;
}

const lengths = [
  ['1', 'one hour'],
  ['8', 'eight hours'],
  ['24', 'one day'],
  ['168', 'one week'],
] as const;

function PreviewPage({ room, remote, id, hours, message, made }: PreviewPageProps) {
  const done = made && (
    <>
      These links show <code>{id}</code> to anybody who has them, until <Time iso={made.ends} />.
    </>
  );
  return (
    <RoomPage title={`Preview: ${remote}`} room={room} message={message} done={done}>
      {made && (
        <ul className="others">
          {made.links.map(({ path, href }) => (
            <li key={path}>
              <a href={href} target="_blank" rel="noopener">
                {path}
              </a>
            </li>
          ))}
        </ul>
      )}
      <PostForm action={roomHref('/act/preview')} look="act" hidden={Object.entries({ remote, id })}>
        <p>
          Shows <code>{id}</code> instead of the live release to anybody who has the link. Nothing goes live, and its
          page views are not counted.
        </p>
        <Select name="hours" label="The link works for" options={lengths} chosen={hours} />
        <p className="row">
          <Button>Make the links</Button>
          <ButtonLink href={remoteHref(remote)}>Back to {remote}</ButtonLink>
        </p>
      </PostForm>
    </RoomPage>
  );
}
