import { shellName } from 'kit/contracts/shell-name';
import type { SiteConfig } from 'kit/contracts/site-config';
import { publicSiteOf } from 'kit/contracts/site-config';
import type { PageData } from '../../app/page-data.ts';
import type { LivePage, LiveSite, SiteFollower } from '../../platform/index.ts';
import { EncodedBody } from '../files/encoded-body.ts';
import { type PageShell, shellOf } from '../shells/page-shell.ts';
import type { NamedShell, ShellRenderers } from '../shells/shell-renderers.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { buildDocument } from './document.ts';
import { PageContents, releaseName } from './page-contents.ts';
import { scriptsOf } from './page-files.ts';
import { previewMark } from './render-cache.ts';
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
}

/** Composes pages of any release set, with the shell of that set and one site configuration. */
export class PageComposer {
  readonly #shell: PageShell;
  readonly #config: SiteConfig;
  readonly #renderers: ShellRenderers;
  readonly #contents: PageContents;
  readonly #switch = new SettledSwitch();

  constructor({ shell, config, renderers }: PageComposerParts) {
    this.#shell = shell;
    this.#config = config;
    this.#renderers = renderers;
    this.#contents = new PageContents(config, renderers);
  }

  /** Hears of what is about to be live: what is rendered for it from now on is kept. */
  expect(site: LiveSite): void {
    this.#contents.cache.expect(this.#ownersOf(site));
  }

  /**
   * Hears of every change of what is live. Finished pages of releases that visitors get no more end here, and their renderers
   * with them: what such a release did to its own pages does not outlive it. The renderer of the one before the live one stays
   * a while, since a rollback needs it at once and on a machine in trouble, but never that of a release that was taken back,
   * which `withdrawn` names as `remote/id`. Those of the live ones start ahead.
   */
  follow(site: LiveSite, withdrawn: SiteFollower['withdrawn'] = {}): void {
    this.#contents.cache.follow(this.#ownersOf(site));
    this.#switch.follow(site.revision);
    const wayBack = site.remotes.flatMap(({ name, previous }) => {
      const id = previous?.record.id;
      return id === undefined || Object.hasOwn(withdrawn, `${name}/${id}`) ? [] : [releaseName(name, id)];
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
    const host = this.#shellOf(site, isPreview);
    const { shell } = host;
    const content = await this.#contents.render({ host, url, page, known, isPreviewed });
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
      ...(page && isOwnAddress(page, url, known) && { url }),
      ...(known && { answer: known.answer }),
      ...(frame && { isFrame: true }),
      ...(isPreview && { isPinned: true }),
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
}

/** Whether the page is one of this address: all of what is not there, or not known yet, have the same, whatever was asked for. */
function isOwnAddress({ meta }: LivePage, url: string, known: PageRequest['answer']): boolean {
  return url !== meta.path && (meta.data === undefined || known?.answer.status === 200);
}

/** The live ones first, then those of canaries. */
function releasesOf({ remotes }: LiveSite): string[] {
  const live = remotes.map((remote) => releaseName(remote.name, remote.live.record.id));
  const canaries = remotes.flatMap(({ name, canary }) => (canary ? [releaseName(name, canary.id)] : []));
  return [...new Set([...live, ...canaries])];
}
