import type { Message, Params } from './messages.ts';
import { type MiniBrowser, startMiniBrowser } from './mini-browser.ts';
import { PageProxy } from './page-proxy.ts';

/** A browser context: one process of WebKitGTK's browser with its only page. */
export class Context {
  readonly id: string;
  readonly #browser: Promise<MiniBrowser>;
  readonly #tell: (message: Message) => void;
  page: PageProxy | undefined;
  #lock: Promise<unknown> = Promise.resolve();

  constructor(id: string, display: string, tell: (message: Message) => void) {
    this.id = id;
    this.#tell = tell;
    this.#browser = startMiniBrowser(display);
    this.#browser.catch(() => {});
  }

  /** Opens the page. Resolves with its id once it reports. */
  async createPage(): Promise<Params> {
    if (this.page) throw new Error('A context has one page in stock WebKit: give this test the tag @not-webkit.');
    const browser = await this.#browser;
    const id = `${this.id}-page`;
    const held: Message[] = [];
    let isKnown = false;
    this.page = new PageProxy(id, browser, {
      // Playwright must receive the page's announcement first.
      tell: (message) => (isKnown ? this.#tell(message) : held.push(message)),
      drive: (work) => this.#alone(work),
    });
    await this.page.inspect();
    this.#tell({ method: 'Playwright.pageProxyCreated', params: { pageProxyId: id, browserContextId: this.id } });
    isKnown = true;
    for (const message of held) this.#tell(message);
    await this.#alone(() => focus(browser));
    return { pageProxyId: id };
  }

  async close(): Promise<void> {
    if (this.page) this.#tell({ method: 'Playwright.pageProxyDestroyed', params: { pageProxyId: this.page.id } });
    this.page = undefined;
    await (await this.#browser).stop();
  }

  /** Runs work one after the other, because the driver handles one command at a time. */
  #alone<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#lock.then(work);
    this.#lock = done.catch(() => {});
    return done;
  }
}

/** Gives the window the keyboard focus. One that is not shown yet cannot take it. */
async function focus({ driver, takeFocus }: MiniBrowser): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    await takeFocus();
    if (await driver.hasFocus()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
