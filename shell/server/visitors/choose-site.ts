import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { shellName } from 'kit/contracts/shell-name';
import type { SiteConfig } from 'kit/contracts/site-config';
import { html } from 'kit/server/html';
import { type Live, Site, type SiteFollower } from '../../platform/index.ts';
import { parsePreviewToken } from '../../settings/preview-token.ts';
import { buildCookie, readCookies } from '../http/read-request.ts';
import { type Answer, redirect, respond } from '../http/respond.ts';
import { buildNoticePage } from '../pages/notice-pages.ts';

const previewCookie = 'preview';
const visitorCookie = 'visitor';
const visitorDays = 30;

export interface ChosenSite {
  site: Live.LiveSite;
  /**
   * `shared` is the same for everybody, `sticky` is this visitor's variant of a canary, `preview` is for holders of a link.
   */
  kind: 'shared' | 'sticky' | 'preview';
  cookies: string[];
}

interface ChooserParts {
  follower: SiteFollower;
  previewKey: Buffer;
  /** Whether the site uses https, so that cookies must not go over plain http. */
  secure: boolean;
}

/** Chooses between the live site, a canary's variant and a preview. */
export class SiteChooser {
  readonly #parts: ChooserParts;

  constructor(parts: ChooserParts) {
    this.#parts = parts;
  }

  /** The live site if everybody gets the same and this visitor has no preview; null if there is a choice. */
  siteForAll(request: IncomingMessage): Live.LiveSite | null {
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
    const cookies = isKnown ? [] : [this.#buildCookie(visitorCookie, visitor, visitorDays * 86_400)];
    return { site, kind: 'sticky', cookies };
  }

  /** The releases that this visitor's preview shows; null without a valid token. */
  previewOf(request: IncomingMessage): Live.ReleaseSet['overrides'] | null {
    const token = readCookies(request).get(previewCookie);
    return token ? (parsePreviewToken(this.#parts.previewKey, token)?.releases ?? null) : null;
  }

  /** The cookie that starts a preview; null if the token is forged or expired. */
  startPreview(token: string): string | null {
    const preview = parsePreviewToken(this.#parts.previewKey, token);
    return preview && this.#buildCookie(previewCookie, token, (preview.expires - Date.now()) / 1000);
  }

  endPreview(): string {
    return this.#buildCookie(previewCookie, '', 0);
  }

  #buildCookie(name: string, value: string, maxAge: number): string {
    return buildCookie({ name, value, path: '/', sameSite: 'Lax', maxAge, secure: this.#parts.secure });
  }
}

function drawnReleases({ remotes, shell }: Live.LiveSite, visitor: string): Live.ReleaseSet['overrides'] {
  const parts = [...remotes, ...(shell ? [{ ...shell, name: shellName }] : [])];
  const drawn = parts.flatMap(({ name, live, canary }) => {
    const id = Site.releaseFor(name, { live: live.record.id, canary }, visitor);
    return id === live.record.id ? [] : [[name, id] as const];
  });
  return Object.fromEntries(drawn);
}

/** The query parameter of preview links. Its value is a token or one of the two words below. */
const parameter = 'preview';
const off = 'off';
/** A preview link redirects here with its cookie, which shows whether the browser keeps cookies. */
const started = 'started';

/** Starts and ends previews. A preview lasts as long as its cookie. */
export class PreviewSwitch {
  readonly #chooser: SiteChooser;
  readonly #refusal: Answer;

  constructor(chooser: SiteChooser, config: Pick<SiteConfig, 'brand'>) {
    this.#chooser = chooser;
    this.#refusal = buildNoticePage(config, {
      status: 403,
      title: 'The preview cannot be shown',
      text: html`This browser kept no cookie of the preview. Allow cookies for this site and open the link again. If they are
allowed already, the link has run out. Without a preview there is the <a href="/">live site</a>.`,
    });
  }

  /** Returns false if the address does neither, or has a forged or expired token. */
  answer(request: IncomingMessage, response: ServerResponse, { pathname, searchParams }: URL): boolean {
    const value = searchParams.get(parameter);
    if (value === null) return false;
    const isEnd = value === off;
    const search = new URLSearchParams(searchParams);
    if (isEnd || value === started) search.delete(parameter);
    else search.set(parameter, started);
    const location = search.size === 0 ? pathname : `${pathname}?${search}`;
    if (value !== started) {
      const cookie = isEnd ? this.#chooser.endPreview() : this.#chooser.startPreview(value);
      if (cookie === null) return false;
      redirect(request, response, 303, location, { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' });
    } else if (this.#chooser.previewOf(request)) {
      redirect(request, response, 303, location, { 'Cache-Control': 'no-store' });
    } else respond(request, response, this.#refusal);
    return true;
  }
}
