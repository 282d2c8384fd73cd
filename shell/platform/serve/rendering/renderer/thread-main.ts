import { format } from 'node:util';
import { compileFunction } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import type { HostBundle, RemoteBundle, RenderRequest, RenderTask } from '../host-bundle.ts';

// The thread that runs the host's bundle and the server bundle of one release. Node's permission model keeps files and programs
// from it. What that model leaves is taken away here before a bundle runs: the network, modules of Node, and whatever of
// `process` ends or signals other processes. Code is made from texts by nobody, see start-renderer.ts.

export type ThreadRequest = Omit<RenderRequest, 'id'>;

export type ThreadMessage =
  | { type: 'ready' }
  | { type: 'log'; text: string }
  | { type: 'outcome'; outcome: string; hasLoaded: boolean };

const longestOutcome = 2_000_000;

/** Members of `process` that give access to files, the network or other programs, or that end processes. */
const waysOut = [
  'getBuiltinModule',
  'binding',
  '_linkedBinding',
  'dlopen',
  'kill',
  '_kill',
  'abort',
  'exit',
  'reallyExit',
  '_debugProcess',
  '_debugEnd',
  'execve',
  'chdir',
  'umask',
  'setuid',
  'setgid',
  'loadEnvFile',
];

/** The allowed globals: the language, and APIs that servers and browsers share. None of them reaches the network or a file. */
const language =
  /^(?:[A-Z]\w*Error|Object|Function|Array|Number|Boolean|String|Symbol|Date|Promise|RegExp|Error|JSON|Math|Intl|Proxy|Reflect|Map|Set|WeakMap|WeakSet|WeakRef|BigInt|Iterator|DataView|ArrayBuffer|\w+Array|globalThis|undefined|NaN|Infinity|parseInt|parseFloat|isNaN|isFinite|(?:de|en)codeURI(?:Component)?|(?:un)?escape|eval)$/;
const web =
  /^(?:URL|URLSearchParams|URLPattern|Text(?:En|De)coder|Abort(?:Controller|Signal)|Event|EventTarget|DOMException|(?:set|clear)(?:Timeout|Interval|Immediate)|queueMicrotask|structuredClone|atob|btoa|performance|crypto|\w*Stream|\w*QueuingStrategy|console)$/;

const port = parentPort;
const { parse, stringify } = JSON;
const say = (message: ThreadMessage) => port?.postMessage(message);
const log = (...values: unknown[]) => say({ type: 'log', text: format(...values).slice(0, 2000) });

function confine(): void {
  // Deferred code of a bundle may throw. The error is logged and does not end the thread.
  process.on('uncaughtException', (error) => log(inWords(error)));
  for (const name of waysOut) {
    // Not an arrow function, because some of these are called with `new`.
    const value = function refused(): never {
      throw new Error(`${name} is restricted`);
    };
    Object.defineProperty(process, name, { value, writable: false, configurable: false });
  }
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!language.test(name) && !web.test(name)) Reflect.deleteProperty(globalThis, name);
  }
  const quiet = () => {};
  const loud = ['log', 'info', 'warn', 'error'].map((name) => [name, log] as const);
  const silent = Object.keys(console).map((name) => [name, quiet] as const);
  Object.defineProperty(globalThis, 'console', {
    value: Object.fromEntries([...silent, ...loud]),
    writable: true,
    configurable: true,
  });
}

/** Runs the code of a CommonJS module and returns its exports. An `import()` in it fails. */
function load(code: string, filename: string, require: (id: string) => unknown): Record<string, unknown> {
  const module: { exports: Record<string, unknown> } = { exports: {} };
  compile(code, filename)(module, module.exports, require);
  return module.exports;
}

function compile(code: string, filename: string) {
  try {
    return compileFunction(code, ['module', 'exports', 'require'], { filename });
  } catch (error) {
    // V8 throws a SyntaxError for invalid code.
    throw new Error(`its server bundle cannot be read: ${(error as SyntaxError).message}`);
  }
}

function loadRemote(code: string, release: string, shared: HostBundle['sharedInstances']): RemoteBundle {
  const exports = load(code, release, (id) => {
    if (Object.hasOwn(shared, id)) return shared[id];
    throw new Error(`its server bundle requires "${id}", which the shell does not share`);
  });
  if (!exports.routes) throw new Error('its server bundle exports no routes');
  // The bundle's own claim. A wrong one only fails the page.
  return { routes: exports.routes as RemoteBundle['routes'] };
}

confine();
const { hostBundle } = load(String(workerData), 'host', (id) => {
  throw new Error(`the bundle of the host requires "${id}", but renderers have no modules of Node`);
});
// The host writes this bundle to the platform's documented contract.
const host = hostBundle as HostBundle | undefined;
let remote: RemoteBundle | undefined;

async function render({ task, code, release }: ThreadRequest): Promise<unknown> {
  if (!host) throw new Error('the bundle of the host exports no hostBundle');
  // The server writes this JSON.
  const { url, site, page, frameOf } = parse(task) as RenderTask;
  if (!page) return host.renderPage({ url, site, page: frameOf ? { meta: frameOf, Component: null } : null });
  if (code !== null) remote ??= loadRemote(code, release, host.sharedInstances);
  const { meta, answer } = page;
  const route = remote?.routes.find((candidate) => candidate.path === meta.path);
  if (!route) throw new Error(`its server bundle has no route ${meta.path}`);
  const Component = await route.load();
  if (!Component) throw new Error(`its route ${meta.path} gives no component`);
  return host.renderPage({ url, site, page: { meta, Component, answer } });
}

/** Returns a `RenderOutcome` as JSON, produced by the bundle. */
async function outcomeOf(request: ThreadRequest): Promise<string> {
  try {
    const outcome = stringify({ type: 'page', page: await render(request) });
    if (outcome.length <= longestOutcome) return outcome;
    return stringify({ type: 'fault', message: `its page is longer than ${longestOutcome / 1e6} MB` });
  } catch (error) {
    return stringify({ type: 'fault', message: inWords(error) });
  }
}

/** Bundles may throw any value, even one that cannot be converted to text. */
function inWords(error: unknown): string {
  try {
    return String(error instanceof Error ? (error.stack ?? error.message) : error).slice(0, 4000);
  } catch {
    return 'it threw something that is no error';
  }
}

port?.on('message', async (request: ThreadRequest) => {
  const outcome = await outcomeOf(request);
  say({ type: 'outcome', outcome, hasLoaded: remote !== undefined });
});
say({ type: 'ready' });
