import { shellName } from 'kit/contracts/shell-name';
import { messageOf } from 'kit/server/text';
import { ReleaseFiles, type ReleasePlatform, samplePathsOf, Writing } from '../../../platform/index.ts';
import { createPreviewToken } from '../../../settings/preview-token.ts';
import { html, type Markup } from '../../http/html.ts';
import type { Refusals } from '../refusals.ts';
import { minute, renderCsrf } from '../staff-document.ts';
import { nameRole } from '../staff-members.ts';
import type { StaffSession } from '../staff-session.ts';
import { typedOf } from './read-act.ts';
import { mayChange, type Room, releaseIn, remoteHref, remoteIn, roomHref } from './room.ts';
import { renderRoomPage } from './room-frame.ts';
import { answer, type FormVisit, type RoomVisit, refuse, refuseRole, type ShownForm, whoIs } from './room-visit.ts';

interface RoomPreviewsParts {
  platform: ReleasePlatform;
  previewKey: Buffer;
  load: () => Promise<Room>;
  refusals: Refusals;
}

/** Makes links that show a release which is not live, for roles that may change its remote. */
export class RoomPreviews {
  readonly #parts: RoomPreviewsParts;

  constructor(parts: RoomPreviewsParts) {
    this.#parts = parts;
  }

  async show(visit: RoomVisit, room: Room, { filled, status, message }: ShownForm): Promise<void> {
    const [remote, id] = [remoteIn(filled) ?? '', releaseIn(filled, 'id') ?? ''];
    if (!mayChange(visit.session.role, [remote]))
      return refuseRole(visit, this.#parts.refusals, denialOf(visit.session, remote));
    if (id === '') return refuse(visit, 404, 'There is no such release.');
    const hours = filled.get('hours') ?? '24';
    answer(visit, renderPreviewPage(visit.session, { room, remote, id, hours, message, made: null }), status);
  }

  async make(visit: FormVisit): Promise<void> {
    const { session, form } = visit;
    const [remote, id] = [remoteIn(form) ?? '', releaseIn(form, 'id') ?? ''];
    if (!mayChange(session.role, [remote])) return refuseRole(visit, this.#parts.refusals, denialOf(session, remote));
    const room = await this.#parts.load();
    const showAgain = (status: number, message: string) =>
      this.show(visit, room, { filled: typedOf(form), status, message });
    const hours = Number(form.get('hours'));
    if (!(hours >= 1 && hours <= 168)) return showAgain(422, 'Choose for how long the link works.');
    try {
      const made = await this.#makeLinks(remote, id, hours);
      console.log(`[shell] staff page: ${whoIs(session)} made a preview of ${remote} ${id}`);
      answer(visit, renderPreviewPage(session, { room, remote, id, hours: String(hours), message: null, made }));
    } catch (error) {
      await showAgain(409, messageOf(error));
    }
  }

  async #makeLinks(remote: string, id: string, hours: number): Promise<PreviewPageParts['made']> {
    const { platform, previewKey } = this.#parts;
    // The gate checks what it checks for a rollback: a preview may exceed its budget, but its files must be intact.
    await Writing.passGate(platform, null, { remote, id, rollback: true });
    const ends = Math.round(Date.now() + hours * 3_600_000);
    const preview = createPreviewToken(previewKey, { releases: { [remote]: id }, expires: ends });
    const paths = remote === shellName ? await this.#pathsInShell() : await this.#pathsOf(remote, id);
    const links = paths.map((path) => ({ path, href: `${path}?${new URLSearchParams({ preview })}` }));
    return { links, ends };
  }

  /** Gives one address for each page of a release. */
  async #pathsOf(remote: string, id: string): Promise<string[]> {
    const { record } = await ReleaseFiles.loadRelease(this.#parts.platform.store, remote, id);
    return record.routes.map((meta) => samplePathsOf(meta)[0] ?? '/');
  }

  /** Gives the first page of each live remote, because the shell has no pages of its own. */
  async #pathsInShell(): Promise<string[]> {
    const live = Object.entries(this.#parts.platform.chain.current?.composition.remotes ?? {});
    const paths = live.map(async ([name, state]) => {
      if (name === shellName || state.withdrawn) return [];
      return (await this.#pathsOf(name, state.live).catch(() => [])).slice(0, 1);
    });
    return (await Promise.all(paths)).flat().sort();
  }
}

function denialOf({ name, role }: StaffSession, remote: string): string {
  return `Nothing was done: ${name} (${nameRole(role)}) may not preview releases of ${remote || 'what is no remote'}.`;
}

interface PreviewPageParts {
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

/** The form that makes preview links, and the links that it made. */
function renderPreviewPage(
  session: StaffSession,
  { room, remote, id, hours, message, made }: PreviewPageParts,
): string {
  const title = `Preview: ${remote}`;
  const links = made
    ? html`<p class="done" role="status">These links show <code>${id}</code> to anybody who has them, until ${minute(new Date(made.ends).toISOString())}.</p><ul class="others">${made.links.map(({ path, href }) => html`<li><a href="${href}" target="_blank" rel="noopener">${path}</a></li>`)}</ul>`
    : html``;
  const body: Markup = html`${links}<form class="act" method="post" action="${roomHref('/act/preview')}">${renderCsrf(session)}<input type="hidden" name="remote" value="${remote}"><input type="hidden" name="id" value="${id}">
<p>Shows <code>${id}</code> instead of the live release to anybody who has the link. Nothing goes live, and its page views are not counted.</p>
<div><label for="hours">The link works for</label><select id="hours" name="hours">${lengths.map(([value, words]) => html`<option value="${value}"${value === hours ? html` selected` : html``}>${words}</option>`)}</select></div>
<p class="row"><button>Make the links</button><a class="button" href="${remoteHref(remote)}">Back to ${remote}</a></p></form>`;
  return renderRoomPage(session, { title, current: null, room, message, body });
}
