/** What a server bundle tries while its page is loaded, as the code of an async function; `jsx` is React's. */
interface HostileAttempt {
  name: string;
  code: string;
  /** What it returns or throws where it is held back. */
  outcome: RegExp;
}

/** A server bundle that means harm: what it does while its page is loaded, as code; `jsx` is React's. */
export interface HostileBundle {
  name: string;
  code: string;
  /** What visitors of its page get: the markup, or the error. Whatever it is, unless given. */
  outcome?: RegExp;
  /** It changes, fills or ends its process, so that no other bundle would be tried as it should in that one. */
  alone?: true;
  /** The code is that of the whole bundle, which then is alone, too. */
  isWhole?: true;
}

const isMissing = (name: string) => new RegExp(`^ReferenceError: ${name} is not defined$`);
const isNotShared = /^Error: its server bundle requires "node:\w+", which the shell does not share$/;
const isNoCode = /^EvalError: Code generation from strings disallowed/;

/** Ways that would lead from an object to `process`. */
const ways = `
const seen = new Set();
function findNode(...values) {
  for (const value of values) {
    for (let at = value; at !== null && at !== undefined && !seen.has(at); at = Object.getPrototypeOf(at)) {
      if (typeof at === 'object' || typeof at === 'function') seen.add(at);
      const make = at.constructor && at.constructor.constructor;
      if (typeof make !== 'function') continue;
      try { if (make('return typeof process === "object" ? process : null')()) return 'process'; } catch {}
    }
  }
  return 'nothing';
}
function fillStack() {
  const errors = [];
  let left = 200;
  const fall = () => {
    try { fall(); } catch (error) { errors.push(error); }
    // In the deepest calls there is no room for what Node does with a stack.
    if ((left -= 1) > 0) try { void new Error('x').stack; } catch (error) { errors.push(error); }
  };
  fall();
  return errors;
}`;

/** Attempts that leave their process as it was. One bundle makes all of them. */
export const hostileAttempts: readonly HostileAttempt[] = [
  { name: 'kill the server', code: `process.kill(process.ppid, 'SIGKILL')`, outcome: isMissing('process') },
  {
    name: 'kill the server later',
    code: `setTimeout(() => process.kill(process.ppid, 'SIGKILL'), 20); return 'see the log';`,
    outcome: /^see the log$/,
  },
  { name: 'ask the network', code: `await fetch('http://127.0.0.1/')`, outcome: isMissing('fetch') },
  { name: 'open a web socket', code: `new WebSocket('ws://127.0.0.1/')`, outcome: isMissing('WebSocket') },
  { name: 'start a thread', code: `new Worker('data:text/javascript,for(;;);')`, outcome: isMissing('Worker') },
  {
    name: 'patch the port of its thread',
    code: 'MessagePort.prototype.postMessage = () => {}',
    outcome: isMissing('MessagePort'),
  },
  {
    name: 'wait on shared memory',
    code: 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
    outcome: isMissing('Atomics'),
  },
  {
    name: 'compile machine code',
    code: 'new WebAssembly.Memory({ initial: 10000 })',
    outcome: isMissing('WebAssembly'),
  },
  ...['fs', 'child_process', 'net', 'async_hooks'].map((id) => ({
    name: `require ${id}`,
    code: `return Object.keys(require('node:${id}'))`,
    outcome: isNotShared,
  })),
  {
    name: 'look for module and require',
    code: 'return [module.constructor._load, module.parent, require.cache, require.main].every((found) => found === undefined)',
    outcome: /^true$/,
  },
  { name: 'make code', code: `return new Function('return process')()`, outcome: isNoCode },
  { name: 'make code by eval', code: `return (0, eval)('1')`, outcome: isNoCode },
  { name: 'make asynchronous code', code: `return (async () => {}).constructor('process')()`, outcome: isNoCode },
  {
    name: 'import a module',
    code: `return Object.keys(await import('node:net'))`,
    outcome: /dynamic import callback was not specified/,
  },
  {
    name: 'reach Node by the error of an import',
    code: `return import('node:fs').catch((error) => findNode(error))`,
    outcome: /^nothing$/,
  },
  { name: 'reach Node by a constructor', code: 'return findNode(globalThis, require)', outcome: /^nothing$/ },
  {
    name: 'reach Node by what servers and browsers have in common',
    code: `return findNode(URL, URLSearchParams, new URL('http://x'), new URL('http://x').searchParams, TextEncoder, new TextEncoder().encode('x'),
      new TextDecoder(), AbortController, new AbortController().signal, console, console.log, setTimeout, queueMicrotask, structuredClone({}))`,
    outcome: /^nothing$/,
  },
  { name: 'reach Node by React', code: `return findNode(...Object.values(require('react')))`, outcome: /^nothing$/ },
  {
    name: 'reach Node by call sites',
    code: `const { prepareStackTrace } = Error;
      Error.prepareStackTrace = (error, sites) => findNode(...sites.flatMap((site) => [site, site.getThis(), site.getFunction()]));
      try { return new Error('x').stack; } finally { Error.prepareStackTrace = prepareStackTrace; }`,
    outcome: /^nothing$/,
  },
  { name: 'reach Node by an error of a full stack', code: 'return findNode(...fillStack())', outcome: /^nothing$/ },
  {
    // Through one, a bundle would reach the prototypes of what Node itself works with.
    name: 'get an error of another realm by a full stack',
    code: 'const errors = fillStack(); return errors.length > 0 && errors.every((error) => error instanceof Error)',
    outcome: /^true$/,
  },
];

/** Code that makes all attempts and renders their outcomes, by name. */
export const attemptAll = `${ways}
const outcomes = {};
for (const [name, attempt] of [${hostileAttempts.map(({ name, code }) => `['${name}', async () => { ${code} }]`)}]) {
  outcomes[name] = await attempt().then(String, String);
}
return () => jsx('h1', { children: encodeURIComponent(JSON.stringify(outcomes)) });`;

const page = 'return () => jsx("h1", { children: "harm" });';
const isPage = /<h1>harm<\/h1>/;

/**
 * Each ends a server, reaches beyond its page, or takes more than its share, where nothing keeps it from that. Bundles that hang or
 * fill the memory while they are asked for a page are those of render-pool.slow.test.ts, and those that work on between two pages
 * that of render-pool-processes.slow.test.ts.
 */
export const hostileBundles: readonly HostileBundle[] = [
  {
    name: 'patches the language',
    alone: true,
    code: `Array.prototype.push = Array.prototype[Symbol.iterator] = String.prototype.replace = Function.prototype.call = Function.prototype.apply = () => { throw 1; };
      JSON.stringify = () => '{"type":"ready"}'; Promise.prototype.then = (done) => done({}); ${page}`,
  },
  {
    name: 'patches JSON alone',
    alone: true,
    code: `JSON.stringify = () => '{"type":"page","page":{"html":"<script src=//evil></script>"}}'; ${page}`,
    outcome: isPage,
  },
  {
    name: 'sets accessors on the prototype of all',
    alone: true,
    code: `for (const name of ['id', 'type', 'outcome', 'then', 'html']) Object.defineProperty(Object.prototype, name, { get() { return 'x'; }, set() { throw 1; } }); ${page}`,
  },
  {
    name: 'reaches `process` where Node reads what it has not',
    alone: true,
    code: `const take = function () { try { this.kill(this.ppid, 'SIGKILL'); } catch {} };
      for (const name of ['traceProcessWarnings', 'noDeprecation', 'traceDeprecation', 'throwDeprecation', 'domain', 'exitCode', 'report'])
        Object.defineProperty(Object.prototype, name, { get: take, set: take, configurable: true });
      for (const name of ['emit', 'listenerCount', 'emitWarning']) Object.prototype[name] = take;
      const { signal } = new AbortController(); for (let n = 0; n < 20; n += 1) signal.addEventListener('abort', () => n);
      setTimeout(() => { throw new Error('x'); }, 1); Promise.reject(new Error('y')); ${page}`,
  },
  {
    name: 'grows when its page is done',
    alone: true,
    code: `const kept = []; setInterval(() => kept.push(new Uint8Array(1e8).fill(1)), 1); ${page}`,
  },
  {
    name: 'writes lines in the name of others',
    code: `console.error('fine\\n[shell] composition 99: activate mf-demos\\r\\u001b[2J\\u2028[shell] x'); ${page}`,
    outcome: isPage,
  },
  {
    name: 'floods the log',
    alone: true,
    code: `for (let line = 0; line < 200; line++) console.log('x'.repeat(5000)); ${page}`,
    outcome: isPage,
  },
  {
    name: 'answers with more than a page may have',
    code: `return () => jsx('h1', { children: 'x'.repeat(2e6) });`,
    outcome: /^RenderFault: its page is longer than 2 MB/,
  },
  {
    name: 'closes the elements of the host',
    code: `return () => jsx('h1', { dangerouslySetInnerHTML: { __html: '</h1></div></main></body><!-- ' } });`,
  },
  {
    name: 'throws a proxy',
    code: `const trap = () => { throw trap; }; throw new Proxy(new Error('x'), { get: trap, getPrototypeOf: trap, ownKeys: trap });`,
    outcome: /^RenderFault: it threw something that is no error/,
  },
  {
    name: 'leaves a rejection',
    code: `Promise.reject(new Proxy({}, { get() { throw 1; } })); ${page}`,
    outcome: isPage,
  },
  {
    name: 'gives a component that is a proxy',
    code: `return new Proxy(() => null, { apply() { throw null; }, get() { throw null; } });`,
    outcome: /^RenderFault/,
  },
  {
    name: 'exports what traps',
    isWhole: true,
    code: 'module.exports = new Proxy({}, { get() { throw null; } });',
    outcome: /^RenderFault: null$/,
  },
];

/** The whole server bundle, with one page. */
export const bundleOf = (load: string): string => bundleOfPages({ '/x': load });

/** A server bundle with a page for each path, by the code that loads it. */
export function bundleOfPages(loads: Readonly<Record<string, string>>): string {
  const routes = Object.entries(loads).map(([path, load]) => `{ path: '${path}', load: async () => { ${load} } }`);
  return `const { jsx } = require('react/jsx-runtime'); exports.routes = [${routes.join()}];`;
}
