import { Acts, type Failures, type ReleasePlatform } from '../../../platform/index.ts';
import type { SiteMetrics } from '../../health/site-metrics.ts';
import { hideText, showText } from '../private-text.ts';
import type { Refusals } from '../refusals.ts';
import { renderIncidentsPage } from './incident-page.ts';
import { LastKnownValues } from './last-known-values.ts';
import { loadRoom } from './load-room.ts';
import { logFilterOf, renderLogPage } from './log-page.ts';
import { renderOverview } from './overview-page.ts';
import { typedOf } from './read-act.ts';
import type { Room } from './room.ts';
import { roomHref } from './room-address.ts';
import { RoomForms } from './room-forms.ts';
import { RoomIncidents } from './room-incidents.ts';
import { RoomPreviews } from './room-previews.ts';
import { RoomViews } from './room-views.ts';
import { answer, type FormVisit, type RoomVisit, type ShownForm } from './room-visit.ts';

export interface RoomHandlerParts {
  platform: ReleasePlatform;
  /** The platform with the key of the control room, or with the key of the guard, which can only roll back. */
  acting: ReleasePlatform;
  previewKey: Buffer;
  stackMapper: Failures.StackMapper;
  metrics: Pick<SiteMetrics, 'readFigures' | 'since'>;
  refusals: Refusals;
  /** The names of those who may enter the control room. */
  people: readonly string[];
  /** Encrypts typed text in an address until the person has logged in again. */
  key: Buffer;
}

const pages =
  /^(?:|\/failures|\/log|\/incidents|\/incidents\/[\w-]{1,160}|\/remotes\/[a-z0-9-]{1,80}|\/revisions\/[1-9]\d{0,9})$/;
const previewPath = '/act/preview';
const incidentPath = '/act/incident';

/**
 * Handles the pages and forms of the control room. They need the release store alone, neither the API nor its database.
 */
export class RoomHandler {
  readonly #parts: RoomHandlerParts;
  readonly #lastKnown = new LastKnownValues();
  readonly #views: RoomViews;
  readonly #forms: RoomForms;
  readonly #previews: RoomPreviews;
  readonly #incidents: RoomIncidents;

  constructor(parts: RoomHandlerParts) {
    this.#parts = parts;
    const load = () => this.#load();
    this.#views = new RoomViews({ ...parts, lastKnown: this.#lastKnown });
    this.#forms = new RoomForms({ ...parts, load });
    this.#previews = new RoomPreviews({ ...parts, load });
    this.#incidents = new RoomIncidents({ ...parts, load });
  }

  /** Whether an address below `/_ops` belongs to the control room. */
  knows(path: string): boolean {
    if (!path.startsWith('/act/')) return pages.test(path);
    return path === previewPath || path === incidentPath || Acts.actNamed(path.slice(5)) !== null;
  }

  /** Gives the address to return to after a login, with what was typed. */
  addressWith(path: string, form: URLSearchParams): string {
    return roomHref(path, { kept: hideText(this.#parts.key, typedOf(form).toString()) });
  }

  async show(visit: RoomVisit): Promise<void> {
    const { session, path, query } = visit;
    const room = await this.#load();
    const [, area = '', name = ''] = path.split('/');
    if (area === '')
      return answer(visit, renderOverview(session, room, { isRefreshed: query.get('refresh') !== 'off' }));
    if (area === 'log')
      return answer(visit, renderLogPage(session, room, logFilterOf(query), this.#parts.refusals.lately));
    if (area === 'failures') return this.#views.showFailures(visit, room);
    if (area === 'remotes') return this.#views.showRemote(visit, room, name);
    if (area === 'revisions') return this.#views.showRevision(visit, room, Number(name));
    if (area === 'incidents') {
      if (name === '') return answer(visit, renderIncidentsPage(session, room));
      return this.#incidents.show(visit, room, name, { filled: new URLSearchParams(), status: 200, message: null });
    }
    const kept = showText(this.#parts.key, query.get('kept') ?? '');
    const filled = kept === null ? query : new URLSearchParams(kept);
    const again =
      kept === null ? null : 'You are logged in again, and the form is as you left it. Nothing has changed yet.';
    return this.#showForm(visit, room, { filled, status: 200, message: again });
  }

  /** Shows a form again that was refused, with all that was typed. */
  async showAgain(visit: FormVisit, status: number, message: string): Promise<void> {
    return this.#showForm(visit, await this.#load(), { filled: typedOf(visit.form), status, message });
  }

  /** Carries out a form of this session. */
  async act(visit: FormVisit): Promise<void> {
    if (visit.path === previewPath) return this.#previews.make(visit);
    return visit.path === incidentPath ? this.#incidents.act(visit) : this.#forms.act(visit);
  }

  async #showForm(visit: RoomVisit, room: Room, form: ShownForm): Promise<void> {
    if (visit.path === previewPath) return this.#previews.show(visit, room, form);
    if (visit.path === incidentPath) return this.#incidents.show(visit, room, form.filled.get('incident') ?? '', form);
    return this.#forms.show(visit, room, form);
  }

  #load(): Promise<Room> {
    return loadRoom({ ...this.#parts, lastKnown: this.#lastKnown });
  }
}
