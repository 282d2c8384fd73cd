import { answer, type Message, type Params, parseMessage } from './messages.ts';
import type { MiniBrowser } from './mini-browser.ts';
import { inputCommands } from './page-input.ts';
import { PageTarget } from './page-target.ts';

/** Commands of Playwright's build that no test needs. */
const unneeded = new Set([
  'Dialog.enable',
  'Emulation.grantPermissions',
  'Emulation.resetPermissions',
  'Emulation.setActiveAndFocused',
  'Emulation.setAuthCredentials',
  'Emulation.setOrientationOverride',
  'Target.activate',
]);

/** The page of WebKitGTK's browser for Playwright. The inspector reports its target; WebDriver drives window, keys and mouse. */
export class PageProxy {
  readonly id: string;
  readonly #browser: MiniBrowser;
  readonly #tell: (message: Message) => void;
  /** Runs work with WebDriver. */
  readonly #drive: (work: () => Promise<void>) => Promise<void>;
  #target: PageTarget | undefined;

  constructor(
    id: string,
    browser: MiniBrowser,
    actions: { tell: (message: Message) => void; drive: (work: () => Promise<void>) => Promise<void> },
  ) {
    this.id = id;
    this.#browser = browser;
    this.#tell = (message) => actions.tell({ ...message, pageProxyId: id });
    this.#drive = actions.drive;
  }

  /** Starts to report events of the page. Resolves with its first one. */
  inspect(): Promise<void> {
    return new Promise((resolve) => {
      this.#browser.inspector.inspect((text) => {
        resolve();
        this.#report(parseMessage(text));
      });
    });
  }

  /** Handles a command of Playwright for this page. */
  async take(message: Message): Promise<void> {
    const { id = 0, method = '', params = {} } = message;
    if (method === 'Target.sendMessageToTarget') {
      this.#tell({ id, result: {} });
      return this.#target?.take(parseMessage(String(params.message)));
    }
    return answer(this.#tell, message, async () => {
      if (unneeded.has(method)) return undefined;
      const command = inputCommands[method];
      if (!command) throw new Error(`Stock WebKit cannot do ${method}.`);
      await this.#drive(() => command(this.#browser.driver, params));
    });
  }

  /** Navigates to a URL. Resolves with the loader of the new document. */
  async navigate(url: string): Promise<Params> {
    const target = this.#target;
    if (!target) throw new Error('The page is not there yet.');
    const loader = new Promise<Params>((resolve) => {
      target.onDocument = resolve;
    });
    await target.call('Page.navigate', { url });
    return loader;
  }

  /** The cookies for the page's URL. */
  async cookies(): Promise<Params> {
    const { cookies = [] } = (await this.#target?.call('Page.getCookies')) ?? {};
    // The cast is safe: stock WebKit reports session cookies in this shape.
    const all = cookies as { session: boolean; expires: number }[];
    return { cookies: all.map((cookie) => ({ ...cookie, expires: cookie.session ? -1 : cookie.expires })) };
  }

  #report(message: Message): void {
    const { method, params = {} } = message;
    if (method === 'Target.dispatchMessageFromTarget') {
      this.#target?.report(parseMessage(String(params.message)));
      return;
    }
    if (method === 'Target.targetCreated') this.#addTarget(params.targetInfo as { targetId: string });
    // Responses to the messages that are sent below.
    if (message.id !== 0) this.#tell(message);
  }

  #addTarget({ targetId }: { targetId: string }): void {
    const inTarget = (inner: Message) => ({ targetId, message: JSON.stringify(inner) });
    this.#target = new PageTarget(
      (inner) => {
        const params = inTarget(inner);
        this.#browser.inspector.send(JSON.stringify({ id: 0, method: 'Target.sendMessageToTarget', params }));
      },
      (inner) => this.#tell({ method: 'Target.dispatchMessageFromTarget', params: inTarget(inner) }),
    );
  }
}
