import { setTimeout as sleep } from 'node:timers/promises';
import { shellName } from 'kit/contracts/shell-name';
import { publicSiteOf, type SiteConfig } from 'kit/contracts/site-config';
import type { PageData } from '../../app/page-data.ts';
import type { Live } from '../../platform/index.ts';
import { EncodedBody } from '../files/encoded-body.ts';
import { type PageShell, scriptsOfPage, shellOf, stylesOfPage } from '../shells/page-shell.ts';
import type { NamedShell, ShellRenderers } from '../shells/shell-renderers.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { buildDocument } from './document.ts';
import { PageRenderer, previewMark, releaseName } from './page-renderer.ts';
import type { KnownAnswer } from './route-answers.ts';

/** A complete page, which can be sent any number of times. */
export interface ComposedPage {
  status: number;
  /** False if only browsers can render the page, because its remote failed on the server. */
  isRendered: boolean;
  /** The release failed by its own fault, which the machine's load does not explain. */
  isReleaseAtFault: boolean;
  length: number;
  body: EncodedBody;
  contentSecurityPolicy: string;
}

interface PageRequest {
  site: Live.LiveSite;
  /** Path and allow-listed query. */
  url: string;
  /** Null for the not-found page. */
  page: Live.LivePage | null;
  /** The API's answer for the route's data, if it arrived in time. */
  answer?: KnownAnswer | null;
  /** A preview has a banner. */
  isPreview: boolean;
  hasScripts?: boolean;
}

interface PageComposerParts {
  /** The shell of release sets that have none. */
  shell: PageShell;
  config: SiteConfig;
  renderers: ShellRenderers;
}

/** Composes pages of any release set, with the set's shell and one site configuration. */
export class PageComposer {
  readonly #shell: PageShell;
  readonly #config: SiteConfig;
  readonly #renderers: ShellRenderers;
  readonly #pageRenderer: PageRenderer;
  readonly #switch = new SwitchTimer();

  constructor({ shell, config, renderers }: PageComposerParts) {
    this.#shell = shell;
    this.#config = config;
    this.#renderers = renderers;
    this.#pageRenderer = new PageRenderer(renderers);
  }

  /** From now on also caches pages of a site that is about to go live. */
  expect(site: Live.LiveSite): void {
    this.#pageRenderer.cache.expect(this.#ownersOf(site));
  }

  /**
   * Adapts cache and renderers to what is live. Pages and renderers of releases that visitors no longer get are removed, so
   * that nothing that such a release did to its own pages outlives it. The renderers of live releases start before their
   * first page is requested.
   */
  follow(site: Live.LiveSite): void {
    this.#pageRenderer.cache.follow(this.#ownersOf(site));
    this.#switch.follow(site.revision);
    this.#renderers.follow(site, this.#shellOf(site, false), releasesOf(site));
  }

  /** Releases and shells that visitors of a site may get. */
  #ownersOf(site: Live.LiveSite): string[] {
    const canary = site.shell?.canary;
    return [...releasesOf(site), this.#shellOf(site, false).name, ...(canary ? [canary.id] : [])];
  }

  /** A previewed shell has renderers for its previews alone, like a previewed release. */
  #shellOf(site: Live.LiveSite, isPreview: boolean): NamedShell {
    const shell = shellOf(site, this.#shell);
    const isPreviewed = isPreview && Object.hasOwn(site.overrides, shellName);
    return { name: shell.id + (isPreviewed ? previewMark : ''), shell, isPreviewed };
  }

  async compose(request: PageRequest): Promise<ComposedPage> {
    const { site, url, page, answer: known = null, isPreview, hasScripts = true } = request;
    const isPreviewed = isPreview && page !== null && Object.hasOwn(site.overrides, page.remote.name);
    const host = this.#shellOf(site, isPreview);
    const { shell } = host;
    const publicSite = { ...publicSiteOf(this.#config), ...(site.slots && { slots: site.slots }) };
    const content = await this.#pageRenderer.render({ host, site: publicSite, url, page, known, isPreviewed });
    const { rendered, frame, isReleaseAtFault } = content;
    const data: PageData = {
      set: site.set,
      ...(site.shell && { shell: shell.id }),
      site: publicSite,
      remote: page && {
        name: page.remote.name,
        live: page.remote.live.browser,
        previous: page.remote.previous?.browser ?? null,
      },
      route: page?.meta ?? null,
      ...(page && hasOwnAddress(page, url, known) && { url }),
      ...(known && { answer: known.answer }),
      ...(frame && { isFrame: true }),
      ...(isPreview && { isPinned: true }),
    };
    const scripts = {
      entry: hasScripts ? shell.entry : [],
      preload: page ? scriptsOfPage(page.remote.live.record, page.meta, shell) : [],
      // A page that the server could not render has no content until its scripts run, and scripts request data again that
      // the server did not get in time.
      atOnce:
        rendered === null ||
        page?.meta.startsAtOnce === true ||
        (page?.meta.data !== undefined && known?.answer.status !== 200),
      atOnceWith: page?.meta.startsAtOnceWith,
    };
    const html = buildDocument({
      rendered: rendered ?? frame,
      data,
      scripts,
      styleSheets: page ? stylesOfPage(page.remote.live.record, page.meta) : [],
      boot: hasScripts ? shell.boot : null,
      previewed: isPreview ? site.overrides : null,
    });
    const body = Buffer.from(html);
    return {
      status: page && known?.answer.status !== 404 ? 200 : 404,
      isRendered: rendered !== null,
      isReleaseAtFault,
      length: body.length,
      body: new EncodedBody(body, 'text/html; charset=utf-8', {
        isWorthwhile: () => this.#switch.untilSettled(site.revision),
      }),
      contentSecurityPolicy: contentSecurityPolicy(this.#config, shell.boot, data.remote?.live.policy),
    };
  }
}

/** Whether the page differs by address. All addresses of a route whose data is missing or unknown share one page. */
function hasOwnAddress({ meta }: Live.LivePage, url: string, known: PageRequest['answer']): boolean {
  return url !== meta.path && (meta.data === undefined || known?.answer.status === 200);
}

/** Names of the live releases first, then of canaries. */
function releasesOf({ remotes }: Live.LiveSite): string[] {
  const live = remotes.map((remote) => releaseName(remote.name, remote.live.record.id));
  const canaries = remotes.flatMap(({ name, canary }) => (canary ? [releaseName(name, canary.id)] : []));
  return [...new Set([...live, ...canaries])];
}

/** In milliseconds. Another switch often follows within this time. */
const settledAfter = 3000;

/**
 * Delays work on the smallest form of pages until the last switch has settled, because another switch would make it useless.
 */
class SwitchTimer {
  /** When the live revision took effect, on the clock of `performance.now()`. */
  #live = { revision: 0, since: Number.NEGATIVE_INFINITY };

  /** The first revision of the process counts as settled. */
  follow(revision: number): void {
    const isFirst = this.#live.revision === 0;
    const since = isFirst ? Number.NEGATIVE_INFINITY : performance.now();
    if (revision !== this.#live.revision) this.#live = { revision, since };
  }

  /** Resolves to true once a revision is live and settled, and to false when another one has replaced it. */
  async untilSettled(revision: number): Promise<boolean> {
    for (;;) {
      const { revision: live, since } = this.#live;
      if (revision < live) return false;
      const left = since + settledAfter - performance.now();
      // A revision that is about to go live waits until it does.
      const isLive = revision === live || live === 0;
      if (isLive && left <= 0) return true;
      await sleep(isLive ? left : settledAfter, undefined, { ref: false });
    }
  }
}
