import { setTimeout as sleep } from 'node:timers/promises';
import { shellName } from 'kit/contracts/shell-name';
import { publicSiteOf, type SiteConfig } from 'kit/contracts/site-config';
import type { PageData } from '../../app/page-data.ts';
import type { Live, SiteFollower } from '../../platform/index.ts';
import { EncodedBody } from '../files/encoded-body.ts';
import { type PageShell, scriptsOfPage, shellOf } from '../shells/page-shell.ts';
import type { NamedShell, ShellRenderers } from '../shells/shell-renderers.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { buildDocument } from './document.ts';
import { PageRenderer, previewMark, releaseName } from './page-renderer.ts';
import type { KnownAnswer } from './route-answers.ts';

/** A whole page, which can be sent any number of times. */
export interface ComposedPage {
  status: number;
  /** False when only browsers can render the page, because its remote failed on the server. */
  isRendered: boolean;
  /** The release failed by a fault of its own, which the load of the machine does not explain. */
  isReleaseAtFault: boolean;
  /** Of the body, in bytes. */
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
  /** What the API answered for the data of the route, if it did in time. */
  answer?: KnownAnswer | null;
  /** A preview has a banner that says so. */
  isPreview: boolean;
}

interface PageComposerParts {
  /** The shell of release sets that have none. */
  shell: PageShell;
  config: SiteConfig;
  renderers: ShellRenderers;
}

/** Composes pages of any release set, with the shell of that set and one site configuration. */
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
    this.#pageRenderer = new PageRenderer(config, renderers);
  }

  /** Keeps what is rendered from now on for a site that is about to be live. */
  expect(site: Live.LiveSite): void {
    this.#pageRenderer.cache.expect(this.#ownersOf(site));
  }

  /**
   * Adapts cache and renderers to what is live. Pages and renderers of releases that visitors get no more end here, so that nothing
   * that such a release did to its own pages outlives it. The renderer of the previous release stays for a while, since a rollback
   * needs it at once, unless the release was rolled back itself: `withdrawn` names those as `remote/id`. The renderers of live
   * releases start before their first page is requested.
   */
  follow(site: Live.LiveSite, withdrawn: SiteFollower['withdrawn'] = {}): void {
    this.#pageRenderer.cache.follow(this.#ownersOf(site));
    this.#switch.follow(site.revision);
    const previous = site.remotes.flatMap((remote) => {
      const { name } = remote;
      const id = remote.previous?.record.id;
      return id === undefined || Object.hasOwn(withdrawn, `${name}/${id}`) ? [] : [releaseName(name, id)];
    });
    this.#renderers.follow(site, this.#shellOf(site, false), { releases: releasesOf(site), previous });
  }

  /** Releases and shells that visitors of a site may get. */
  #ownersOf(site: Live.LiveSite): string[] {
    const canary = site.shell?.canary;
    return [...releasesOf(site), this.#shellOf(site, false).name, ...(canary ? [canary.id] : [])];
  }

  /** A previewed shell has renderers for its previews alone, as a previewed release has. */
  #shellOf(site: Live.LiveSite, isPreview: boolean): NamedShell {
    const shell = shellOf(site, this.#shell);
    const isPreviewed = isPreview && Object.hasOwn(site.overrides, shellName);
    return { name: shell.id + (isPreviewed ? previewMark : ''), shell, isPreviewed };
  }

  async compose({ site, url, page, answer: known = null, isPreview }: PageRequest): Promise<ComposedPage> {
    const isPreviewed = isPreview && page !== null && Object.hasOwn(site.overrides, page.remote.name);
    const host = this.#shellOf(site, isPreview);
    const { shell } = host;
    const content = await this.#pageRenderer.render({ host, url, page, known, isPreviewed });
    const { rendered, frame, isReleaseAtFault } = content;
    const data: PageData = {
      set: site.set,
      ...(site.shell && { shell: shell.id }),
      site: publicSiteOf(this.#config),
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
      entry: shell.entry,
      preload: page ? scriptsOfPage(page.remote.live.record, page.meta, shell) : [],
      // A page that the server could not render has no content until its scripts run, and what the server did not find in time, the
      // scripts request again.
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
      boot: shell.boot,
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
      contentSecurityPolicy: contentSecurityPolicy(this.#config, shell.boot),
    };
  }
}

/** Whether the page differs by address. All addresses of a route whose data is missing, or not known yet, have the same page. */
function hasOwnAddress({ meta }: Live.LivePage, url: string, known: PageRequest['answer']): boolean {
  return url !== meta.path && (meta.data === undefined || known?.answer.status === 200);
}

/** Names of the live releases first, then of canaries. */
function releasesOf({ remotes }: Live.LiveSite): string[] {
  const live = remotes.map((remote) => releaseName(remote.name, remote.live.record.id));
  const canaries = remotes.flatMap(({ name, canary }) => (canary ? [releaseName(name, canary.id)] : []));
  return [...new Set([...live, ...canaries])];
}

/** A switch has settled after this time, in milliseconds. Another one often follows within it. */
const settledAfter = 3000;

/** Delays work on the smallest form of pages until the last switch has settled, since the next switch would make it useless. */
class SwitchTimer {
  /** When the live revision took effect, by the clock of `performance.now()`. */
  #live = { revision: 0, since: Number.NEGATIVE_INFINITY };

  /** The first revision of the process counts as settled. */
  follow(revision: number): void {
    const isFirst = this.#live.revision === 0;
    const since = isFirst ? Number.NEGATIVE_INFINITY : performance.now();
    if (revision !== this.#live.revision) this.#live = { revision, since };
  }

  /** Resolves to true once a revision is live and has settled, to false when another one has taken its place. */
  async untilSettled(revision: number): Promise<boolean> {
    for (;;) {
      const { revision: live, since } = this.#live;
      if (revision < live) return false;
      const left = since + settledAfter - performance.now();
      // A revision that is about to be live waits until it is.
      const isLive = revision === live || live === 0;
      if (isLive && left <= 0) return true;
      await sleep(isLive ? left : settledAfter, undefined, { ref: false });
    }
  }
}
