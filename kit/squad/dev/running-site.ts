import type { BrowserComposition } from '../../contracts/composition.ts';
import { causeOf } from '../site-client/cause-of.ts';
import type { PageData } from './development-release.ts';

/** What a page of the site is made of, for a shell of development. */
export interface SitePage {
  data: PageData;
  /** Fonts and icons, as the site names them. */
  head: string;
}

const dataPattern = /<script type="application\/json" id="page-data">(?<json>.*?)<\/script>/s;
const headPattern = /<link rel="(?:preload|icon|apple-touch-icon|manifest)"[^>]*>|<style>.*?<\/style>/gs;

/** The site that a remote is developed in. */
export class RunningSite {
  readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  /**
   * A page of the site; the first page's surroundings where the site has none at this path.
   *
   * @throws Error with one sentence when no site runs at this address.
   */
  async page(path: string): Promise<SitePage> {
    const html = await this.#text(path);
    const json = dataPattern.exec(html)?.groups?.json;
    if (!json && path !== '/') return this.page('/');
    if (!json) throw new Error(`${this.origin} answers, but it is not such a site: name another one with --site.`);
    // Written by the server of the site.
    return { data: JSON.parse(json) as PageData, head: (html.match(headPattern) ?? []).join('') };
  }

  async composition(path: string): Promise<BrowserComposition> {
    // Written by the server of the site.
    return JSON.parse(await this.#text(path)) as BrowserComposition;
  }

  async #text(path: string): Promise<string> {
    const options = { headers: { Accept: 'text/html,*/*' }, signal: AbortSignal.timeout(15_000) };
    const answer = await fetch(new URL(path, this.origin), options).catch((error: unknown) => {
      throw new Error(
        `No site answers at ${this.origin} (${causeOf(error)}): start it, or name another one with --site.`,
        { cause: error },
      );
    });
    return answer.text();
  }
}
