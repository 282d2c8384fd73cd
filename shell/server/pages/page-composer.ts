import { shellName } from 'kit/contracts/shell-name';
import type { SiteConfig } from 'kit/contracts/site-config';
import { publicSiteOf } from 'kit/contracts/site-config';
import { LRUCache } from 'lru-cache';
import type { PageData } from '../../app/page-data.ts';
import {
  type LivePage,
  type LiveRemote,
  type LiveSite,
  messageOf,
  RenderBreakdown,
  type RenderedPage,
  type RenderJob,
  type SiteFollower,
} from '../../platform/index.ts';
import { EncodedBody } from '../files/encoded-body.ts';
import { type PageShell, shellOf } from '../shells/page-shell.ts';
import type { NamedShell, ShellRenderers } from '../shells/shell-renderers.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { buildDocument } from './document.ts';
import { scriptsOf } from './page-files.ts';
import { previewMark, RenderCache } from './render-cache.ts';
import type { KnownAnswer } from './route-answers.ts';
import { SettledSwitch } from './settled-switch.ts';

/** A page as a whole, ready to be sent any number of times. */
export interface ComposedPage {
  status: number;
  /** False when only browsers can render it: its remote failed on the server. */
  isRendered: boolean;
  /** It failed by a fault of its own, which no load of the machine explains. */
  isReleaseAtFault: boolean;
  /** Of the body, in bytes. */
  length: number;
  body: EncodedBody;
  contentSecurityPolicy: string;
}

interface PageRequest {
  site: LiveSite;
  /** Path and allow-listed query. */
  url: string;
  /** Null for the not-found page. */
  page: LivePage | null;
  /** What the API said of what the page's route names as its data, if it did in time. */
  answer?: KnownAnswer | null;
  /** True puts a banner on the page that says so. */
  isPreview: boolean;
}

interface PageComposerParts {
  /** For release sets that have none. */
  shell: PageShell;
  config: SiteConfig;
  renderers: ShellRenderers;
  /** Tabs leave releases that are taken back. */
  movesTabs: boolean;
}

/** Composes pages of any release set, with the shell of that set and one site configuration. */
export class PageComposer {
  readonly #shell: PageShell;
  readonly #config: SiteConfig;
  readonly #renderers: ShellRenderers;
  readonly #movesTabs: boolean;
  readonly #cache = new RenderCache();
  readonly #switch = new SettledSwitch();
  readonly #saidLately = new LRUCache<string, true>({ max: 100, ttl: 1000 });

  constructor({ shell, config, renderers, movesTabs }: PageComposerParts) {
    this.#movesTabs = movesTabs;
    this.#shell = shell;
    this.#config = config;
    this.#renderers = renderers;
  }

  /** Hears of what is about to be live: what is rendered for it from now on is kept. */
  expect(site: LiveSite): void {
    this.#cache.expect(this.#ownersOf(site));
  }

  /**
   * Hears of every change of what is live. Finished pages of releases that visitors get no more end here, and their renderers
   * with them: what such a release did to its own pages does not outlive it. The renderer of the one before the live one stays
   * a while, since a rollback needs it at once and on a machine in trouble, but never that of a release that was taken back,
   * which `withdrawn` names as `remote/id`. Those of the live ones start ahead.
   */
  follow(site: LiveSite, withdrawn: SiteFollower['withdrawn'] = {}): void {
    this.#cache.follow(this.#ownersOf(site));
    this.#switch.follow(site.revision);
    const wayBack = site.remotes.flatMap(({ name, previous }) => {
      const id = previous?.record.id;
      return id === undefined || Object.hasOwn(withdrawn, `${name}/${id}`) ? [] : [nameOf(name, id)];
    });
    this.#renderers.follow(site, this.#shellOf(site, false), { releases: releasesOf(site), wayBack });
  }

  /** Releases and shells that visitors of a site may get. */
  #ownersOf(site: LiveSite): string[] {
    const canary = site.shell?.canary;
    return [...releasesOf(site), this.#shellOf(site, false).name, ...(canary ? [canary.id] : [])];
  }

  /** A shell that is previewed has renderers for its previews alone, as a release has. */
  #shellOf(site: LiveSite, isPreview: boolean): NamedShell {
    const shell = shellOf(site, this.#shell);
    const isPreviewed = isPreview && Object.hasOwn(site.overrides, shellName);
    return { name: shell.id + (isPreviewed ? previewMark : ''), shell, isPreviewed };
  }

  async compose({ site, url, page, answer: known = null, isPreview }: PageRequest): Promise<ComposedPage> {
    const isPreviewed = isPreview && page !== null && Object.hasOwn(site.overrides, page.remote.name);
    const job = page && jobOf(page, { isPreviewed, known });
    const host = this.#shellOf(site, isPreview);
    const { shell } = host;
    const { rendered, isReleaseAtFault } = await this.#render(host, url, job, page?.remote);
    // Without the remote's content a page still has its header, its footer, and words that say what to do.
    const frame = rendered || !page ? null : await this.#renderFrame(host, page);
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
      ...(page && isOwnAddress(page, url, known) && { url }),
      ...(known && { answer: known.answer }),
      ...(frame && { isFrame: true }),
      ...((isPreview || !this.#movesTabs) && { isPinned: true }),
    };
    const scripts = {
      entry: shell.entry,
      preload: page ? scriptsOf(page.remote.live.record, page.meta, shell) : [],
      // A page that the server could not render, or not finish, has no content until its scripts run; what it did not find,
      // they look for once more.
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
        isWorthwhile: () => this.#switch.hasSettled(site.revision),
      }),
      contentSecurityPolicy: contentSecurityPolicy(this.#config, shell.boot),
    };
  }

  /** Nothing when a remote's server bundle fails: the browser renders the page then. */
  async #render(host: NamedShell, url: string, page: PageJob | null, remote?: LiveRemote): Promise<RenderResult> {
    const site = publicSiteOf(this.#config);
    try {
      const rendered = await this.#renderOnce(host, { url, site, page });
      return { rendered, isReleaseAtFault: false };
    } catch (error) {
      const problem = messageOf(error);
      const isOfRelease = !(error instanceof RenderBreakdown) || error.isOfRelease;
      const name = remote ? nameOf(remote.name, remote.live.record.id) : 'the shell';
      this.#say(
        isOfRelease ? name : 'the server',
        `${url} of ${name} cannot be rendered on the server; browsers render it: ${problem}`,
      );
      return { rendered: null, isReleaseAtFault: page !== null && isOwnFault(error) };
    }
  }

  /**
   * What stands around a page, by the host's own renderer, in which no release's code ever runs; null when not even that
   * works. The same under every address of a route, so that nobody's made-up addresses cost anything.
   */
  #renderFrame(host: NamedShell, { remote, meta }: LivePage): Promise<RenderedPage | null> {
    const release = nameOf(remote.name, remote.live.record.id);
    const job = { url: meta.path, site: publicSiteOf(this.#config), page: null, frameOf: meta };
    return this.#renderCached({ host, release }, `frame of ${release} ${meta.path}`, job).catch((error: unknown) => {
      this.#say('the frame', `not even the frame of ${meta.path} can be rendered: ${messageOf(error)}`);
      return null;
    });
  }

  /** Once in a while for each cause: whoever makes up addresses must not fill the log. */
  #say(cause: string, sentence: string): void {
    if (this.#saidLately.has(cause)) return;
    this.#saidLately.set(cause, true);
    console.error(`[shell] ${sentence}`);
  }

  #renderOnce(host: NamedShell, job: RenderJob & { page: PageJob | null }): Promise<RenderedPage> {
    const { release = '', shown = '' } = job.page ?? {};
    return this.#renderCached({ host, release }, `${release} ${job.url} ${shown}`, job);
  }

  #renderCached({ host, release }: Owners, name: string, job: RenderJob): Promise<RenderedPage> {
    return this.#cache.remember({ release, shell: host.name }, name, () => this.#renderers.of(host).render(job));
  }
}

interface RenderResult {
  rendered: RenderedPage | null;
  isReleaseAtFault: boolean;
}

/** A render that takes too long may be the doing of whoever asks for many pages at once: that tells nothing of a release. */
function isOwnFault(error: unknown): boolean {
  return !(error instanceof RenderBreakdown) || error.kind === 'memory' || error.kind === 'crash';
}

/** Whose code renders a page. */
interface Owners {
  host: NamedShell;
  release: string;
}

interface JobParts {
  isPreviewed: boolean;
  known: KnownAnswer | null;
}

/** With the name of the answer that it shows: another answer is another page. */
type PageJob = NonNullable<RenderJob['page']> & { shown: string };

/** Whether the page is one of this address: all of what is not there, or not known yet, have the same, whatever was asked for. */
function isOwnAddress({ meta }: LivePage, url: string, known: PageRequest['answer']): boolean {
  return url !== meta.path && (meta.data === undefined || known?.answer.status === 200);
}

/** The live ones first, then those of canaries. */
function releasesOf({ remotes }: LiveSite): string[] {
  const live = remotes.map((remote) => nameOf(remote.name, remote.live.record.id));
  const canaries = remotes.flatMap(({ name, canary }) => (canary ? [nameOf(name, canary.id)] : []));
  return [...new Set([...live, ...canaries])];
}

function nameOf(remote: string, id: string): string {
  return `${remote} ${id}`;
}

/** A release that is previewed has a renderer for its previews alone: what it does there reaches no visitor's page. */
function jobOf({ remote: { name, live }, meta }: LivePage, { isPreviewed, known }: JobParts): PageJob {
  const release = nameOf(name, live.record.id) + (isPreviewed ? previewMark : '');
  return { release, meta, answer: known?.answer, shown: known?.name ?? '', loadCode: () => live.serverCode() };
}
