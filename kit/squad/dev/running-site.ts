import type { BrowserComposition } from '../../contracts/composition.ts';
import { type SiteContract, siteContractPath, siteContractSchema } from '../../contracts/squad/contract.ts';
import { causeOf } from '../site-client/site-error.ts';
import type { PageData } from './development-release.ts';

/** The parts of a page that a shell in development needs. */
export interface SitePage {
  data: PageData;
  /** Links to fonts and icons, as markup. */
  head: string;
  /** The Content-Security-Policy. */
  policy: string;
}

const dataPattern = /<script type="application\/json" id="page-data">(?<json>.*?)<\/script>/s;
const headPattern =
  /<link rel="(?:preload"[^>]* as="font|icon|apple-touch-icon|manifest)"[^>]*>|(?<!<noscript>)<style>.*?<\/style>/gs;

/** The live site around a remote in development. */
export class RunningSite {
  readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  /**
   * Reads a page of the site, or its home page if the path has none.
   * @throws Error with one sentence if no site answers at this address.
   */
  async page(path: string): Promise<SitePage> {
    const answer = await this.#get(path);
    const html = await answer.text();
    const json = dataPattern.exec(html)?.groups?.json;
    if (!json && path !== '/') return this.page('/');
    if (!json) throw new Error(`${this.origin} answers, but it is not such a site: name another one with --site.`);
    // The cast is safe: the site's server writes this block.
    const data = JSON.parse(json) as PageData;
    const policy = answer.headers.get('Content-Security-Policy') ?? '';
    return { data, head: (html.match(headPattern) ?? []).join(''), policy };
  }

  /** What the site shares with remotes and asks of them now. Rejects if the site does not say it. */
  async contract(): Promise<SiteContract> {
    return siteContractSchema.parse(await (await this.#get(siteContractPath)).json());
  }

  async composition(path: string): Promise<BrowserComposition> {
    // The cast is safe: the site's server writes this file.
    return (await (await this.#get(path)).json()) as BrowserComposition;
  }

  #get(path: string): Promise<Response> {
    const options = { headers: { Accept: 'text/html,*/*' }, signal: AbortSignal.timeout(15_000) };
    return fetch(new URL(path, this.origin), options).catch((error: unknown) => {
      throw new Error(
        `No site answers at ${this.origin} (${causeOf(error)}): start it, or name another one with --site.`,
        { cause: error },
      );
    });
  }
}
