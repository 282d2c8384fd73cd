import { type Message, type Params, parseMessage } from './messages.ts';
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
]);

/** A page of WebKitGTK's browser for Playwright. The inspector reports its targets; WebDriver drives window, keys and mouse. */
export class PageProxy {
  readonly id: string;
  readonly handle: string;
  readonly #page: bigint;
  readonly #browser: MiniBrowser;
  readonly #tell: (message: Message) => void;
  /** Runs work with WebDriver in this page's window. */
  readonly #drive: (work?: () => Promise<void>) => Promise<void>;
  readonly #targets = new Map<string, PageTarget>();
  #current = '';
  #address = 'about:blank';
  #onDocument: (loader: Params) => void = () => {};

  constructor(
    place: { id: string; handle: string; page: bigint },
    browser: MiniBrowser,
    actions: { tell: (message: Message) => void; drive: (work?: () => Promise<void>) => Promise<void> },
  ) {
    this.id = place.id;
    this.handle = place.handle;
    this.#page = place.page;
    this.#browser = browser;
    this.#tell = (message) => actions.tell({ ...message, pageProxyId: place.id });
    this.#drive = actions.drive;
  }

  /** Starts to report events of the page. Resolves with whether the inspector knows it. */
  inspect(): Promise<boolean> {
    return new Promise((resolve) => {
      const unknown = setTimeout(() => resolve(false), 1000);
      this.#browser.inspector.inspect(this.#page, (text) => {
        clearTimeout(unknown);
        resolve(true);
        this.#report(parseMessage(text));
      });
    });
  }

  stop(): void {
    this.#browser.inspector.stopInspecting(this.#page);
  }

  /** Handles a command of Playwright for this page. */
  async take(message: Message): Promise<void> {
    const { id = 0, method = '', params = {} } = message;
    if (method === 'Target.sendMessageToTarget') {
      this.#tell({ id, result: {} });
      await this.#targets.get(String(params.targetId))?.take(parseMessage(String(params.message)));
      return;
    }
    if (method.startsWith('Target.') && method !== 'Target.activate') {
      this.#send({ id, method, params });
      return;
    }
    try {
      await this.#do(method, params);
      this.#tell({ id, result: {} });
    } catch (error) {
      this.#tell({ id, error: { message: error instanceof Error ? error.message : String(error) } });
    }
  }

  async #do(method: string, params: Params): Promise<void> {
    if (unneeded.has(method)) return;
    if (method === 'Target.activate') return this.#drive();
    const command = inputCommands[method];
    if (!command) throw new Error(`Stock WebKit cannot do ${method}.`);
    await this.#drive(() => command(this.#browser.driver, params));
  }

  /** Navigates to a URL. Resolves with the loader of the new document, or nothing for an anchor of the same document. */
  async navigate(url: string): Promise<Params> {
    const target = this.#targets.get(this.#current);
    if (!target) throw new Error('The page is not there yet.');
    if (url.includes('#') && withoutAnchor(url) === withoutAnchor(this.#address)) {
      await target.call('Page.navigate', { url });
      // There is no event for a URL that stays the same.
      target.announceAddress(url);
      return {};
    }
    const loader = new Promise<Params>((resolve) => {
      this.#onDocument = resolve;
    });
    await target.call('Page.navigate', { url });
    return loader;
  }

  /** The cookies for the page's URL. */
  async cookies(): Promise<Params> {
    const { cookies = [] } = (await this.#targets.get(this.#current)?.call('Page.getCookies')) ?? {};
    // The cast is safe: stock WebKit reports session cookies in this shape.
    const all = cookies as { session: boolean; expires: number }[];
    return { cookies: all.map((cookie) => ({ ...cookie, expires: cookie.session ? -1 : cookie.expires })) };
  }

  #send(message: Message): void {
    this.#browser.inspector.send(this.#page, JSON.stringify(message));
  }

  #report(message: Message): void {
    const { method, params = {} } = message;
    if (method === 'Target.dispatchMessageFromTarget') {
      const inner = parseMessage(String(params.message));
      this.#learnAddress(inner);
      this.#targets.get(String(params.targetId))?.report(inner);
      return;
    }
    if (method === 'Target.targetCreated') this.#addTarget(params.targetInfo as TargetInfo);
    if (method === 'Target.didCommitProvisionalTarget') this.#current = String(params.newTargetId);
    if (method === 'Target.targetDestroyed') this.#targets.delete(String(params.targetId));
    // Responses to `setPauseOnStart` below.
    if (message.id === 0) return;
    this.#tell(message);
  }

  #addTarget({ targetId, isProvisional }: TargetInfo): void {
    if (!isProvisional) this.#current = targetId;
    // A page in a new process is paused until everything is set up in it.
    if (this.#targets.size === 0)
      this.#send({ id: 0, method: 'Target.setPauseOnStart', params: { pauseOnStart: true } });
    const target = new PageTarget(
      (inner) => {
        const params = { targetId, message: JSON.stringify(inner) };
        this.#send({ id: 0, method: 'Target.sendMessageToTarget', params });
      },
      (inner) => {
        const params = { targetId, message: JSON.stringify(inner) };
        this.#tell({ method: 'Target.dispatchMessageFromTarget', params });
      },
    );
    target.onDocument = (loader) => this.#onDocument(loader);
    this.#targets.set(targetId, target);
  }

  #learnAddress({ method, params = {} }: Message): void {
    if (method !== 'Page.frameNavigated') return;
    const { url, parentId } = params.frame as { url: string; parentId?: string };
    if (!parentId) this.#address = url;
  }
}

interface TargetInfo {
  targetId: string;
  isProvisional?: boolean;
}

function withoutAnchor(url: string): string {
  return url.split('#')[0] ?? url;
}
