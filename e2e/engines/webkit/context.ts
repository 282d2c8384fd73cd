import type { Message, Params } from './messages.ts';
import { type MiniBrowser, startMiniBrowser } from './mini-browser.ts';
import { PageProxy } from './page-proxy.ts';

/** The interval at which new windows are looked for, in ms. WebDriver has no event for them. */
const windowsEveryMs = 250;

/** A browser context: one process of WebKitGTK's browser and its pages. */
export class Context {
  readonly id: string;
  readonly #browser: Promise<MiniBrowser>;
  readonly #tell: (message: Message) => void;
  readonly pages = new Map<string, PageProxy>();
  #entered = '';
  /** X window ids by WebDriver handle. */
  readonly #windows = new Map<string, string>();
  /** The inspector numbers pages from 1. The automation session is number 2. */
  #nextPage = 1n;
  #lock: Promise<unknown> = Promise.resolve();
  #watch: NodeJS.Timeout | undefined;

  constructor(id: string, display: string, tell: (message: Message) => void) {
    this.id = id;
    this.#tell = tell;
    this.#browser = startMiniBrowser(display);
    this.#browser.catch(() => {});
  }

  /** Opens a page. Resolves with its id once it reports. */
  createPage(): Promise<Params> {
    return this.#alone(async () => {
      const { driver } = await this.#browser;
      const handle = this.#nextPage === 1n ? await driver.window() : await driver.openWindow();
      const page = await this.#addPage(handle);
      this.#watch ??= setInterval(() => this.#findWindows(), windowsEveryMs);
      return { pageProxyId: page.id };
    });
  }

  async closePage(id: string): Promise<void> {
    const page = this.pages.get(id);
    if (!page) return;
    await this.#alone(async () => {
      this.pages.delete(id);
      page.stop();
      const { driver } = await this.#browser;
      await driver.switchTo(page.handle);
      // Closing the last window would end the browser.
      if ((await driver.windows()).length > 1) await driver.closeWindow();
      this.#entered = '';
    });
    this.#tell({ method: 'Playwright.pageProxyDestroyed', params: { pageProxyId: id } });
  }

  async close(): Promise<void> {
    clearInterval(this.#watch);
    for (const pageProxyId of this.pages.keys()) {
      this.#tell({ method: 'Playwright.pageProxyDestroyed', params: { pageProxyId } });
    }
    this.pages.clear();
    await (await this.#browser).stop();
  }

  async #addPage(handle: string, openerId?: string): Promise<PageProxy> {
    const browser = await this.#browser;
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const page = this.#nextPage;
      this.#nextPage += page === 1n ? 2n : 1n;
      const id = `${this.id}-page-${page}`;
      const held: Message[] = [];
      let isKnown = false;
      const proxy: PageProxy = new PageProxy({ id, handle, page }, browser, {
        // Playwright must receive the page's announcement first.
        tell: (message) => (isKnown ? this.#tell(message) : held.push(message)),
        drive: (work) =>
          this.#alone(async () => {
            await this.#enter(proxy);
            await work?.();
          }),
      });
      if (!(await proxy.inspect())) continue;
      this.pages.set(id, proxy);
      const opener = openerId ? { openerId } : {};
      const params = { pageProxyId: id, browserContextId: this.id, ...opener };
      this.#tell({ method: 'Playwright.pageProxyCreated', params });
      isKnown = true;
      for (const message of held) this.#tell(message);
      await this.#enter(proxy);
      return proxy;
    }
    throw new Error('The inspector does not know the new page.');
  }

  /** Makes the page's window the current one of WebDriver and gives it the keyboard focus. */
  async #enter({ handle }: PageProxy): Promise<void> {
    if (this.#entered === handle) return;
    const { driver, takeFocus, listWindows } = await this.#browser;
    await driver.switchTo(handle);
    // A window that is not shown yet cannot take the focus.
    for (let attempt = 0; attempt < 50; attempt += 1) {
      const taken = [...this.#windows.values()];
      const window = this.#windows.get(handle) ?? (await listWindows()).find((one) => !taken.includes(one));
      if (window) {
        this.#windows.set(handle, window);
        await takeFocus(window);
        if (await driver.hasFocus()) break;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    this.#entered = handle;
  }

  #findWindows(): void {
    this.#alone(async () => {
      const { driver } = await this.#browser;
      const known = new Set([...this.pages.values()].map(({ handle }) => handle));
      const opener = [...this.pages.keys()].at(-1);
      if (known.size === 0) return;
      for (const handle of await driver.windows()) if (!known.has(handle)) await this.#addPage(handle, opener);
      // The browser may be shutting down.
    }).catch(() => {});
  }

  /** Runs work one after the other, because the driver handles one command in one window at a time. */
  #alone<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#lock.then(work);
    this.#lock = done.catch(() => {});
    return done;
  }
}
