import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { shellName } from 'kit/contracts/shell-name';
import {
  type LiveSite,
  parsePreviewToken,
  type ReleaseSet,
  releaseFor,
  type SiteFollower,
} from '../../platform/index.ts';
import { buildCookie, readCookies } from '../http/cookies.ts';

export const previewCookie = 'preview';
const visitorCookie = 'visitor';
const visitorDays = 30;

/** The site that one visitor gets. */
export interface ChosenSite {
  site: LiveSite;
  /** `shared`: the same for everybody. `sticky`: this visitor's part in a canary. `preview`: for holders of a link. */
  kind: 'shared' | 'sticky' | 'preview';
  cookies: string[];
}

interface ChooserParts {
  follower: SiteFollower;
  previewKey: Buffer;
  /** The site is reached by https: cookies are kept from plain http. */
  secure: boolean;
}

/** Chooses between the live site, a canary's variant and a preview. */
export class SiteChooser {
  readonly #parts: ChooserParts;

  constructor(parts: ChooserParts) {
    this.#parts = parts;
  }

  /** The live site, when everybody gets the same and this visitor looks at no preview; null when there is a choice. */
  siteForAll(request: IncomingMessage): LiveSite | null {
    const live = this.#parts.follower.current;
    return live.hasCanary || readCookies(request).has(previewCookie) ? null : live;
  }

  async choose(request: IncomingMessage): Promise<ChosenSite> {
    const { follower } = this.#parts;
    const live = follower.current;
    const previewed = this.previewOf(request);
    if (previewed) {
      const site = await follower.vary(live, previewed).catch(() => null);
      if (site) return { site, kind: 'preview', cookies: [] };
    }
    if (!live.hasCanary) return { site: live, kind: 'shared', cookies: [] };
    const known = readCookies(request).get(visitorCookie) ?? '';
    const isKnown = /^[\w-]{22}$/.test(known);
    const visitor = isKnown ? known : randomBytes(16).toString('base64url');
    const site = await follower.vary(live, drawnReleases(live, visitor)).catch(() => live);
    return { site, kind: 'sticky', cookies: isKnown ? [] : [this.#buildVisitorCookie(visitor)] };
  }

  /** The releases that this visitor's preview link shows; null for everybody without a good one. */
  previewOf(request: IncomingMessage): ReleaseSet['overrides'] | null {
    const token = readCookies(request).get(previewCookie);
    return token ? (parsePreviewToken(this.#parts.previewKey, token)?.releases ?? null) : null;
  }

  /** The cookie that starts a preview, or null when the token is forged or expired. */
  startPreview(token: string): string | null {
    const preview = parsePreviewToken(this.#parts.previewKey, token);
    return preview && this.#buildPreviewCookie(token, (preview.expires - Date.now()) / 1000);
  }

  endPreview(): string {
    return this.#buildPreviewCookie('', 0);
  }

  #buildPreviewCookie(value: string, maxAge: number): string {
    const { secure } = this.#parts;
    return buildCookie({ name: previewCookie, value, path: '/', sameSite: 'Lax', maxAge, secure });
  }

  #buildVisitorCookie(value: string): string {
    const { secure } = this.#parts;
    return buildCookie({
      name: visitorCookie,
      value,
      path: '/',
      sameSite: 'Lax',
      maxAge: visitorDays * 86_400,
      secure,
    });
  }
}

function drawnReleases({ remotes, shell }: LiveSite, visitor: string): ReleaseSet['overrides'] {
  const parts = [...remotes, ...(shell ? [{ ...shell, name: shellName }] : [])];
  const drawn = parts.flatMap(({ name, live, canary }) => {
    const id = releaseFor(name, { live: live.record.id, canary }, visitor);
    return id === live.record.id ? [] : [[name, id] as const];
  });
  return Object.fromEntries(drawn);
}
