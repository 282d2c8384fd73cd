import type { BrowserComposition } from 'kit/contracts/composition';
import { type PageData, pageDataElementId } from '../../app/page-data.ts';

/** The site that a remote is developed in. */
export class RunningSite {
  readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  /**
   * The data block of a page as the site serves it.
   *
   * @throws Error with one sentence when no site runs at this address.
   */
  async pageData(path: string): Promise<PageData> {
    const html = await (await this.#fetch(path)).text();
    const block = new RegExp(`id="${pageDataElementId}">(?<json>.*?)</script>`, 's').exec(html)?.groups?.json;
    if (!block) throw new Error(`${this.origin} answers, but it is not this site: stop that program or set PORT.`);
    // Written by our own server.
    return JSON.parse(block) as PageData;
  }

  async composition(path: string): Promise<BrowserComposition> {
    const composition: unknown = await (await this.#fetch(path)).json();
    // Written by our own server.
    return composition as BrowserComposition;
  }

  #fetch(path: string): Promise<Response> {
    return fetch(new URL(path, this.origin)).catch((error: unknown) => {
      throw new Error(`No site answers at ${this.origin}: start it with "npm start" in another terminal first.`, {
        cause: error,
      });
    });
  }
}
