import net from 'node:net';
import { Script } from 'node:vm';
import type { ResourceLoader, VirtualConsole } from 'jsdom';
import { loadConfinedJsdom } from './confined-jsdom.ts';
import type { TrialAnswer } from './host-pages.ts';
import type { JsdomAnswer, JsdomRequest } from './jsdom-messages.ts';
import { Patience } from './patience.ts';
import type { TrialReport } from './trial-browser.ts';
import { addWhatIsMissing } from './what-jsdom-lacks.ts';
import { withhold } from './withhold.ts';

// The process that pages run in where there is no Chromium. jsdom is no wall: Node's permissions and the lines below are.

const jsdom = await loadConfinedJsdom();

type PageRequest = Extract<JsdomRequest, { type: 'page' }>;

Object.defineProperty(net.Socket.prototype, 'connect', {
  value: () => {
    throw new Error('no page has a way to the network here');
  },
});
withhold();
hideFunctionConstructors();

const asked = new Map<number, (answer: TrialAnswer) => void>();
let lastId = 0;
/** The page that is tried. */
let current: Patience | undefined;

/**
 * Pages hold functions of this realm, and the constructor of any would make code that sees the process. jsdom itself
 * needs the global one alone, which pages do not see.
 */
function hideFunctionConstructors(): void {
  for (const example of [() => {}, async () => {}, function* () {}, async function* () {}]) {
    Object.defineProperty(Object.getPrototypeOf(example), 'constructor', {
      value: () => {
        throw new Error('no code is made of text here');
      },
    });
  }
}

function say(answer: JsdomAnswer): void {
  process.send?.(answer);
}

function ask(path: string): Promise<TrialAnswer> {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve) => {
    asked.set(id, resolve);
    say({ type: 'request', id, path });
  });
}

/** Files that jsdom loads: scripts, and nothing of another host. */
class SiteFiles extends jsdom.ResourceLoader {
  readonly #origin: string;

  constructor(origin: string) {
    super();
    this.#origin = origin;
  }

  override fetch(url: string, { element }: { element?: Element | undefined } = {}) {
    const isScript = element?.localName === 'script';
    if (!isScript || !url.startsWith(`${this.#origin}/`)) return null;
    const loading = ask(url.slice(this.#origin.length)).then(({ status, body }) => {
      if (status !== 200) throw new Error(`${url} answers ${status}`);
      return Buffer.from(body);
    });
    // jsdom aborts what a closed page still waits for.
    return Object.assign(loading, { abort: () => {} }) as ReturnType<ResourceLoader['fetch']>;
  }
}

async function tryPage({ path, origin, observer, ask: question, complaint, noise }: PageRequest): Promise<TrialReport> {
  const trial = new Patience(noise);
  current = trial;
  const { body } = await ask(path);
  // In its own document: what evaluates text is taken from this process.
  const html = Buffer.from(body)
    .toString('utf8')
    .replace('<head>', () => `<head><script>${observer}</script>`);
  const page = new jsdom.JSDOM(html, {
    url: origin + path,
    runScripts: 'dangerously',
    pretendToBeVisual: true,
    resources: new SiteFiles(origin),
    virtualConsole: listen(complaint, trial),
    beforeParse(window) {
      addWhatIsMissing(window, ask, origin);
    },
  });
  try {
    const answer = await trial.waitFor<string>(new Script(question).runInContext(page.getInternalVMContext()));
    if (answer === null) return { isAlive: false, problems: [...trial.faults], changes: [], shown: [] };
    // The observer's own words; a page that forges them fools nobody but itself.
    const report = JSON.parse(answer) as TrialReport;
    return { ...report, problems: [...new Set([...trial.faults, ...report.problems])] };
  } finally {
    page.window.close();
  }
}

function listen(complaint: string, trial: Patience): VirtualConsole {
  const words = (all: unknown[]) => all.map((word) => firstLine(word)).join(' ');
  const listener = new jsdom.VirtualConsole();
  listener.on('error', (...all) => trial.note(`says on the console: ${words(all)}`));
  for (const type of ['warn', 'info', 'log'] as const) {
    listener.on(type, (...all) => {
      if (String(all[0]).startsWith(complaint)) trial.note(`says on the console: ${words(all)}`);
    });
  }
  listener.on('jsdomError', (error: Error & { type?: string; cause?: unknown; detail?: unknown }) => {
    if (/navigation/.test(error.message)) trial.note('leads away to another page');
    // Scripts that threw; what jsdom does not know (layout, canvas) is no fault of a page.
    else if (error.type === 'unhandled exception' || error.type === 'unhandled-exception')
      trial.note(`throws: ${firstLine(error.cause ?? error.detail ?? error.message)}`);
  });
  return listener;
}

function firstLine(value: unknown): string {
  try {
    return String(value).split('\n')[0]?.slice(0, 300) ?? '';
  } catch {
    return 'something that cannot be read';
  }
}

process.on('message', (message: JsdomRequest) => {
  if (message.type === 'answer') {
    asked.get(message.id)?.(message.answer);
    asked.delete(message.id);
    return;
  }
  void tryPage(message)
    .catch(
      (error: unknown): TrialReport => ({
        isAlive: false,
        problems: [`throws: ${firstLine(error)}`],
        changes: [],
        shown: [],
      }),
    )
    .then((report) => say({ type: 'report', path: message.path, report }));
});
// jsdom tells pages of neither.
process.on('unhandledRejection', (reason) => current?.note(`leaves a promise rejected: ${firstLine(reason)}`));
process.on('uncaughtException', (error) => current?.note(`throws: ${firstLine(error)}`));
process.on('disconnect', () => process.exit(0));
say({ type: 'ready' });
