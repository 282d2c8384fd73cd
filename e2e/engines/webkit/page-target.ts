import { answer, type Message, type Params } from './messages.ts';
import { addressTag, contentQuads, goInHistory, insertText, scrollIntoView, watchAddress } from './page-functions.ts';

/** The isolated world in which Playwright reads a page. Stock WebKit has none, so the page's own world is used. */
const utilityWorld = '__playwright_utility_world__';
const utilityOffset = 1_000_000;

/** The first id of our own commands. Playwright counts from 1. */
const firstOwnId = 1_000_000_000;

/** Commands of Playwright's build that no test needs. */
const unneeded = new Set([
  'Network.setEmulateOfflineState',
  'Page.createUserWorld',
  'Page.setForcedColors',
  'Page.setInterceptFileChooserDialog',
  'Page.setTouchEmulationEnabled',
  'Page.updateScrollingState',
  'Page.setDefaultBackgroundColorOverride',
]);

/** Settings of Playwright that stock WebKit does not have. */
const unknownSettings =
  /^(FullScreenEnabled|NotificationsEnabled|PointerLockEnabled|InputType\w+Enabled|FixedBackgrounds\w+|PushAPIEnabled)$/;

/**
 * The target of the inspector protocol: the process that shows the page. Translates between stock WebKit and Playwright's
 * build: known commands pass unchanged, the others are carried out in the page.
 */
export class PageTarget {
  readonly #send: (message: Message) => void;
  readonly #tell: (message: Message) => void;
  readonly #answers = new Map<number, (answer: Message) => void>();
  #mainFrame = '';
  #lastId = firstOwnId;
  /** Intercepted requests that wait for a decision. WebKit's process hangs if one that was cancelled meanwhile is continued. */
  readonly #waiting = new Set<unknown>();
  /** Receives the loader of the next document. */
  onDocument: (loader: Params) => void = () => {};

  constructor(send: (message: Message) => void, tell: (message: Message) => void) {
    this.#send = send;
    this.#tell = tell;
  }

  /** Sends a command of our own. */
  call(method: string, params: Params = {}): Promise<Params> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#answers.set(id, ({ result, error }) => (error ? reject(new Error(error.message)) : resolve(result ?? {})));
      this.#send({ id, method, params });
    });
  }

  /** Evaluates an expression in the page. */
  async evaluate(expression: string): Promise<unknown> {
    const { result } = await this.call('Runtime.evaluate', { expression, returnByValue: true });
    return (result as { value?: unknown }).value;
  }

  async #callOn(objectId: unknown, functionDeclaration: string, ...values: unknown[]): Promise<unknown> {
    const { result } = await this.call('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration,
      arguments: values.map((value) => ({ value })),
      returnByValue: true,
    });
    return (result as { value?: unknown }).value;
  }

  /** Handles a command of Playwright. */
  async take(message: Message): Promise<void> {
    const { method = '', params = {} } = message;
    const own = this.#replacements[method];
    if (own || unneeded.has(method) || this.#isCancelled(method, params)) {
      return answer(this.#tell, message, async () => own?.(params));
    }
    const { contextId } = params;
    const isOfUtility = method === 'Runtime.evaluate' && Number(contextId) > utilityOffset;
    this.#send(
      isOfUtility ? { ...message, params: { ...params, contextId: Number(contextId) - utilityOffset } } : message,
    );
  }

  #isCancelled(method: string, { requestId }: Params): boolean {
    return /^Network\.intercept(With|Request)/.test(method) && !this.#waiting.delete(requestId);
  }

  readonly #replacements: Readonly<Record<string, (params: Params) => Promise<Params | undefined>>> = {
    'Page.setBootstrapScript': async ({ source }) => {
      await this.call('Page.setBootstrapScript', { source: `${watchAddress};\n${source}` });
      await this.evaluate(watchAddress);
    },
    'Page.overrideSetting': async (params) => {
      if (!unknownSettings.test(String(params.setting))) await this.call('Page.overrideSetting', params);
    },
    'Page.insertText': async ({ text }) => {
      await this.evaluate(insertText(String(text)));
    },
    'Page.goBack': () => this.#go(-1),
    'Page.goForward': () => this.#go(1),
    'DOM.getContentQuads': async ({ objectId }) => ({ quads: await this.#callOn(objectId, contentQuads) }),
    'DOM.scrollIntoViewIfNeeded': async ({ objectId, rect }) => {
      const fault = await this.#callOn(objectId, scrollIntoView, rect ?? null);
      if (fault) throw new Error(String(fault));
    },
    'DOM.resolveNode': async ({ objectId }) => {
      const { result } = await this.call('Runtime.callFunctionOn', {
        objectId,
        functionDeclaration: 'function () { return this; }',
      });
      return { object: result };
    },
    'Network.setInterceptionEnabled': async ({ enabled }) => {
      await this.call('Network.setInterceptionEnabled', { enabled });
      const everything = { url: '.*', stage: 'request', isRegex: true };
      // This fails if interception is already on.
      if (enabled) await this.call('Network.addInterception', everything).catch(() => {});
    },
    // The command above has done this already.
    'Network.addInterception': async () => {},
  };

  async #go(steps: number): Promise<Params> {
    if (!(await this.evaluate(goInHistory(steps)))) throw new Error('Failed to go');
    return {};
  }

  /** Handles a message of stock WebKit: a response, or an event that Playwright may expect in another shape. */
  report(message: Message): void {
    const { id, method = '', params = {} } = message;
    if (id !== undefined && id > firstOwnId) {
      this.#answers.get(id)?.(message);
      this.#answers.delete(id);
      return;
    }
    if (id !== undefined) {
      if (message.result?.frameTree) this.#mainFrame = (message.result.frameTree as { frame: Frame }).frame.id;
      this.#tell(message);
      return;
    }
    const event = this.#events[method];
    if (event) event(params);
    else this.#tell(message);
  }

  readonly #events: Readonly<Record<string, (params: Params) => void>> = {
    'Runtime.executionContextCreated': ({ context }) => this.#announceContext(context as ExecutionContext),
    'Console.messageAdded': (params) => {
      const { parameters = [] } = params.message as { parameters?: { value?: unknown }[] };
      if (parameters[0]?.value !== addressTag) this.#tell({ method: 'Console.messageAdded', params });
      else {
        const url = String(parameters[1]?.value);
        this.#tell({ method: 'Page.navigatedWithinDocument', params: { frameId: this.#mainFrame, url } });
      }
    },
    'Page.frameNavigated': (params) => {
      const { id, loaderId } = params.frame as Frame;
      this.#mainFrame = id;
      this.#tell({ method: 'Page.frameNavigated', params });
      this.onDocument({ loaderId });
    },
    'Page.loadEventFired': (params) => this.#tellOfMainFrame('Page.loadEventFired', params),
    'Page.domContentEventFired': (params) => this.#tellOfMainFrame('Page.domContentEventFired', params),
    'Network.requestWillBeSent': (params) => {
      const request = params.request as { postData?: string };
      const { postData } = request;
      // Playwright expects base64.
      const body = postData ? { postData: Buffer.from(postData).toString('base64') } : {};
      this.#tell({ method: 'Network.requestWillBeSent', params: { ...params, request: { ...request, ...body } } });
      if (params.type === 'Document') this.onDocument({ loaderId: params.loaderId });
    },
    'Network.requestIntercepted': (params) => {
      this.#waiting.add(params.requestId);
      this.#tell({ method: 'Network.requestIntercepted', params });
    },
    'Network.loadingFailed': (params) => {
      this.#waiting.delete(params.requestId);
      this.#tell({ method: 'Network.loadingFailed', params });
    },
  };

  #tellOfMainFrame(method: string, params: Params): void {
    this.#tell({ method, params: { ...params, frameId: this.#mainFrame } });
  }

  #announceContext(context: ExecutionContext): void {
    this.#tell({ method: 'Runtime.executionContextCreated', params: { context } });
    const utility = { ...context, id: context.id + utilityOffset, type: 'user', name: utilityWorld };
    this.#tell({ method: 'Runtime.executionContextCreated', params: { context: utility } });
  }
}

interface Frame {
  id: string;
  loaderId: string;
}

interface ExecutionContext {
  id: number;
}
