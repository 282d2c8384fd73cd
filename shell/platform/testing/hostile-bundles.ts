/** A server bundle that means harm: what it does while its page is loaded, as code; `jsx` is React's. */
export interface HostileBundle {
  name: string;
  code: string;
  /** It changes, fills or ends its process, so that no other bundle would be tried as it should in that one. */
  alone?: true;
}

/** What every bundle that means harm begins with: ways that would lead from one object to `process`. */
const ways = `
const seen = new Set();
function constructorsFrom(value) {
  for (let at = value; at !== null && at !== undefined && !seen.has(at); at = Object.getPrototypeOf(at)) {
    if (typeof at === 'object' || typeof at === 'function') seen.add(at);
    const make = at.constructor && at.constructor.constructor;
    if (typeof make !== 'function') continue;
    try { const found = make('return typeof process === "object" ? process : null')(); if (found) return found; } catch {}
  }
  return null;
}
function kill(found) { if (found) { found.kill(found.ppid, 'SIGKILL'); found.exit(1); } }`;

const page = 'return () => jsx("h1", { children: "harm" });';

/**
 * Each ends a server, reaches beyond its page, or takes more than its share, where nothing keeps it from that. Bundles that hang,
 * fill the memory, or are refused with a sentence are those of render-pool.slow.test.ts.
 */
export const hostileBundles: readonly HostileBundle[] = [
  { name: 'kills the server', code: `process.kill(process.ppid, 'SIGKILL'); ${page}` },
  { name: 'kills the server later', code: `setTimeout(() => process.kill(process.ppid, 'SIGKILL'), 20); ${page}` },
  { name: 'aborts its process', code: 'process.abort()' },
  {
    name: 'reaches Node by a constructor',
    code: `${ways} kill(constructorsFrom(globalThis)); kill(constructorsFrom(require)); ${page}`,
  },
  {
    name: 'reaches Node by what servers and browsers have in common',
    code: `${ways} for (const value of [URL, URLSearchParams, new URL('http://x'), new URL('http://x').searchParams, TextEncoder, new TextEncoder().encode('x'),
      new TextDecoder(), AbortController, new AbortController().signal, console, console.log, setTimeout, queueMicrotask, structuredClone({})]) kill(constructorsFrom(value)); ${page}`,
  },
  {
    name: 'reaches Node by React',
    code: `${ways} const react = require('react'); for (const key in react) kill(constructorsFrom(react[key])); ${page}`,
  },
  {
    name: 'reaches Node by call sites',
    alone: true,
    code: `${ways} Error.prepareStackTrace = (error, sites) => { for (const site of sites) { kill(constructorsFrom(site)); kill(constructorsFrom(site.getThis())); kill(constructorsFrom(site.getFunction())); } return ''; };
      void new Error('x').stack; ${page}`,
  },
  {
    name: 'reaches Node by an error of a full stack',
    alone: true,
    code: `${ways} const errors = []; const fall = () => { try { fall(); } catch (error) { if (!(error instanceof Error)) errors.push(error); } try { void new Error('x').stack; } catch (error) { errors.push(error); } };
      fall(); for (const error of errors) kill(constructorsFrom(error)); ${page}`,
  },
  {
    name: 'poisons Node by an error of a full stack',
    alone: true,
    code: `const errors = []; const fall = () => { try { fall(); } catch (error) { errors.push(error); } try { void new Error('x').stack; } catch (error) { errors.push(error); } };
      fall(); const outer = errors.find((error) => !(error instanceof Error));
      if (outer) { const top = Object.getPrototypeOf(Object.getPrototypeOf(Object.getPrototypeOf(outer)));
        try { top.outcome = 'x'; Object.defineProperty(top, 'type', { value: 'ready' }); } catch {}
        try { outer.constructor.constructor.prototype.call = () => { throw outer; }; } catch {}
        try { top.constructor.keys = () => { throw outer; }; } catch {} } ${page}`,
  },
  {
    name: 'reaches Node by an import',
    code: `${ways} import('node:fs').catch((error) => kill(constructorsFrom(error))); try { await import('node:child_process'); } catch (error) { kill(constructorsFrom(error)); } ${page}`,
  },
  {
    name: 'hangs in the promise of an import',
    alone: true,
    code: `import('node:fs').catch(() => { for (;;); }); ${page}`,
  },
  {
    name: 'looks for module and require',
    code: `kill(module.constructor._load('fs'), module.parent, require.cache, require.main); ${page}`,
  },
  { name: 'makes code', code: `(0, eval)('1'); new Function('return process')().exit(); ${page}` },
  { name: 'makes asynchronous code', code: `(async () => {}).constructor('process.exit()')(); ${page}` },
  { name: 'watches asynchronous work', code: `new (require('node:async_hooks').AsyncLocalStorage)(); ${page}` },
  {
    name: 'patches the port of its thread',
    alone: true,
    code: `MessagePort.prototype.postMessage = () => {}; ${page}`,
  },
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
    name: 'loops in promises when its page is done',
    alone: true,
    code: `const again = () => Promise.resolve().then(again); setTimeout(again, 1); ${page}`,
  },
  {
    name: 'loops when its memory is collected',
    alone: true,
    code: `new FinalizationRegistry(() => { for (;;); }).register({}, 0); ${page}`,
  },
  {
    name: 'grows when its page is done',
    alone: true,
    code: `const kept = []; setInterval(() => kept.push(new Uint8Array(1e8).fill(1)), 1); ${page}`,
  },
  { name: 'starts a program', code: `require('node:child_process').execSync('true'); ${page}` },
  { name: 'starts a thread', code: `new Worker('data:text/javascript,for(;;);'); ${page}` },
  {
    name: 'reads a file',
    code: `return () => jsx('h1', { children: require('node:fs').readFileSync('/etc/passwd', 'utf8') });`,
  },
  { name: 'opens a socket', code: `require('node:net').connect(80, '127.0.0.1'); ${page}` },
  { name: 'waits on shared memory', code: `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); ${page}` },
  { name: 'compiles machine code', code: `new WebAssembly.Memory({ initial: 10000 }); ${page}` },
  {
    name: 'writes lines in the name of others',
    code: `console.error('fine\\n[shell] composition 99: activate mf-demos\\r\\u001b[2J\\u2028[shell] x'); ${page}`,
  },
  {
    name: 'floods the log',
    alone: true,
    code: `for (let line = 0; line < 1e4; line++) console.log('x'.repeat(1000)); ${page}`,
  },
  {
    name: 'answers with 500 MB',
    alone: true,
    code: `const text = 'x'.repeat(2 ** 29 - 100); return () => jsx('h1', { children: [text, text] });`,
  },
  { name: 'answers with 20 MB', alone: true, code: `return () => jsx('h1', { children: 'x'.repeat(2e7) });` },
  {
    name: 'closes the elements of the host',
    code: `return () => jsx('h1', { dangerouslySetInnerHTML: { __html: '</h1></div></main></body><!-- ' } });`,
  },
  {
    name: 'hangs on its second page alone',
    alone: true,
    code: `globalThis.pages = (globalThis.pages ?? 0) + 1; if (globalThis.pages > 1) for (;;); ${page}`,
  },
  { name: 'throws null', code: 'throw null' },
  {
    name: 'throws a proxy',
    code: `const trap = () => { throw trap; }; throw new Proxy(new Error('x'), { get: trap, getPrototypeOf: trap, ownKeys: trap });`,
  },
  {
    name: 'throws an error whose words loop',
    alone: true,
    code: `throw Object.defineProperty(new Error('x'), 'stack', { get() { for (;;); } });`,
  },
  { name: 'leaves a rejection', code: `Promise.reject(new Proxy({}, { get() { throw 1; } })); ${page}` },
  {
    name: 'gives a component that is a proxy',
    code: `return new Proxy(() => null, { apply() { throw null; }, get() { throw null; } });`,
  },
  {
    name: 'exports what traps',
    code: `module.exports = new Proxy({}, { get() { throw null; } }); ${page}`,
  },
];

/** The whole server bundle, with one page. */
export const bundleOf = (load: string): string => bundleOfPages({ '/x': load });

/** A server bundle with a page for each path, by the code that loads it. */
export function bundleOfPages(loads: Readonly<Record<string, string>>): string {
  const routes = Object.entries(loads).map(([path, load]) => `{ path: '${path}', load: async () => { ${load} } }`);
  return `const { jsx } = require('react/jsx-runtime'); exports.routes = [${routes.join()}];`;
}
