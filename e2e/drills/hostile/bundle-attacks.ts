import { setTimeout as delay } from 'node:timers/promises';
import type { Attack } from './attack.ts';
import type { HostileSite } from './hostile-site.ts';

/** The beginning of every bundle below: ways from an object to Node, and what to do with it. */
const reach = `
const seen = new Set();
const processFrom = (value) => {
  for (let at = value; at !== null && at !== undefined && !seen.has(at); at = Object.getPrototypeOf(at)) {
    if (typeof at === 'object' || typeof at === 'function') seen.add(at);
    try { const found = at.constructor.constructor('return typeof process === "object" && process')(); if (found) return found; } catch {}
  }
};
const kill = (found) => found && found.kill(found.ppid, 'SIGKILL');
`;

/** Errors that a full stack causes. */
const outerErrors = `
const errors = [];
const fall = () => { try { fall(); } catch (error) { errors.push(error); } try { void new Error('x').stack; } catch (error) { errors.push(error); } };
`;

/** Wraps the remote's pages: `load` is their code, `route` the original route, and `jsx` React's. */
const withPages = (load: string) =>
  `const { jsx } = require('react/jsx-runtime'); const { routes } = module.exports;
   module.exports = { ...module.exports, routes: routes.map((route) => ({ ...route, load: async () => { ${load} } })) };`;

interface Harm {
  name: string;
  remote: string;
  /** Runs while the server bundle loads. */
  code: string;
  /** What it would write into a page or the log if it succeeded. */
  trace?: string;
}

const harms: readonly Harm[] = [
  { name: 'kills the shell server when it loads', remote: 'mf-agents', code: "process.kill(process.ppid, 'SIGKILL');" },
  {
    name: 'kills the shell server after it has passed the gate',
    remote: 'mf-agents',
    code: "setTimeout(() => process.kill(process.ppid, 'SIGKILL'), 50);",
  },
  { name: 'ends its own process', remote: 'mf-intake', code: 'process.exit(1);' },
  {
    name: 'reaches Node by constructors',
    remote: 'mf-demos',
    code: `${reach} [globalThis, require, module, console, URL, setTimeout].forEach((value) => kill(processFrom(value)));`,
  },
  {
    name: 'reaches Node by call sites',
    remote: 'mf-marketplace',
    code: `${reach} Error.prepareStackTrace = (_, sites) => sites.forEach((site) => { kill(processFrom(site)); kill(processFrom(site.getThis())); kill(processFrom(site.getFunction())); }); void new Error().stack; delete Error.prepareStackTrace;`,
  },
  {
    name: 'reaches Node by errors of a full stack',
    remote: 'mf-marketing',
    code: `${reach}${outerErrors} fall(); errors.forEach((error) => kill(processFrom(error)));`,
  },
  {
    name: 'poisons Node by errors of a full stack',
    remote: 'mf-agents',
    code: `${outerErrors} fall(); errors.forEach((error) => { try { error.constructor.constructor.prototype.apply = () => 'foreign'; } catch {}
      try { Object.getPrototypeOf(error.constructor.prototype).toString = () => 'foreign'; } catch {} });`,
  },
  {
    name: 'reaches Node by an import',
    remote: 'mf-demos',
    code: `${reach} import('node:fs').then((fs) => fs.rmSync('/'), (error) => kill(processFrom(error)));`,
  },
  {
    name: 'patches the port between renderer and server',
    remote: 'mf-agents',
    trace: 'foreign-script',
    code: "if (typeof MessagePort === 'function') { const send = MessagePort.prototype.postMessage; MessagePort.prototype.postMessage = function (message) { if (message.page) message.page.html += '<script>/* foreign-script */</script>'; return send.call(this, message); }; }",
  },
  {
    name: 'writes into every page by JSON.stringify',
    remote: 'mf-marketplace',
    trace: 'foreign-script',
    code: "const write = JSON.stringify; JSON.stringify = (value) => write(value && value.page ? { ...value, page: { ...value.page, html: value.page.html + '<script>/* foreign-script */</script>' } } : value);",
  },
  {
    name: 'breaks built-in objects for later code',
    remote: 'mf-intake',
    code: 'Array.prototype.push = Promise.prototype.then = Function.prototype.call = String.prototype.replace = () => { throw 1; };',
  },
  {
    name: 'sets accessors on the prototype of all objects',
    remote: 'mf-demos',
    code: "for (const name of ['type', 'id', 'html', 'outcome', 'page']) Object.defineProperty(Object.prototype, name, { get: () => 'foreign', set() {} });",
  },
  {
    name: 'hangs after its page is rendered, so that other pages time out',
    remote: 'mf-agents',
    code: 'setTimeout(() => { for (;;); }, 30);',
  },
  {
    name: 'hangs in promises after its page is rendered',
    remote: 'mf-marketplace',
    code: 'const again = () => Promise.resolve().then(again); setTimeout(again, 30);',
  },
  { name: 'hangs on each of its pages', remote: 'mf-agents', code: 'exports = null; for (;;);' },
  {
    name: 'fills the memory after its page is rendered',
    remote: 'mf-demos',
    code: 'const kept = []; setInterval(() => kept.push(new Uint8Array(1e8).fill(1)), 1);',
  },
  {
    name: 'fills the heap',
    remote: 'mf-intake',
    code: 'const kept = []; for (;;) kept.push(new Array(1000).fill({}));',
  },
  {
    name: 'fills the memory beside the heap',
    remote: 'mf-intake',
    code: 'const kept = []; for (;;) kept.push(new Uint8Array(1e7).fill(1));',
  },
  {
    name: 'answers with more than a page',
    remote: 'mf-marketplace',
    code: "const write = JSON.stringify; JSON.stringify = () => 'x'.repeat(2 ** 28);",
  },
  {
    name: 'hangs only on its second page',
    remote: 'mf-marketing',
    code: `let pages = 0; ${withPages('pages += 1; if (pages > 1) for (;;); return route.load();')}`,
  },
  {
    name: 'answers with 100 MB of text',
    remote: 'mf-intake',
    code: withPages("return () => jsx('h1', { children: 'x'.repeat(1e8) });"),
  },
  {
    name: 'closes the elements of the host, and comments out the rest',
    remote: 'mf-agents',
    trace: 'foreign-script',
    code: withPages(
      "return () => jsx('div', { dangerouslySetInnerHTML: { __html: '</div></main></div></body><!-- foreign-script' } });",
    ),
  },
  {
    name: 'starts programs and threads',
    remote: 'mf-agents',
    code: "try { require('node:child_process').fork('x'); } catch {} try { new Worker('x'); } catch {}",
  },
  {
    name: 'reads the keys and the passwords of the machine',
    remote: 'mf-marketing',
    trace: 'root:x:0',
    code: "let found = ''; try { found = require('node:fs').readFileSync('/etc/passwd', 'utf8'); } catch {} try { found += process.getBuiltinModule('fs').readFileSync('/etc/passwd', 'utf8'); } catch {} console.error(found);",
  },
  {
    name: 'opens sockets',
    remote: 'mf-demos',
    code: "try { require('node:net').connect(1, '127.0.0.1'); } catch {} try { fetch('http://127.0.0.1:1/'); } catch {}",
  },
  {
    name: 'forges lines of the server’s log',
    remote: 'mf-agents',
    trace: '\n[shell] composition 99',
    code: "console.error('x\\n[shell] composition 99: activate mf-demos 9.9.9\\r\\u001b[2K\\u2028[shell] composition 99: rollback');",
  },
  {
    name: 'floods the server’s log',
    remote: 'mf-agents',
    code: "for (let line = 0; line < 1e6; line++) console.error('flood-of-lines');",
  },
];

/** A remote may break its own pages, so the checks look at other remotes' pages. */
const pageOf: Readonly<Record<string, string>> = {
  'mf-marketing': '/hvac',
  'mf-marketplace': '/leads',
  'mf-intake': '/exotics-intake',
  'mf-agents': '/my-agent',
  'mf-demos': '/click-demos',
};

/** A page without the parts that differ between revisions. */
async function bodyOf(site: HostileSite, path: string, server: 0 | 1): Promise<string> {
  const answer = await site.get(path, {}, server);
  return `${answer.status} ${(await answer.text()).replace(/"set":"[^"]*"/g, '"set":""')}`;
}

async function pagesOf(site: HostileSite, without: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const paths = Object.entries(site.pages).flatMap(([remote, list]) =>
    without.includes(remote) ? [] : list.slice(0, 4),
  );
  const bodies = new Map<string, string>();
  for (const path of [...paths, '/no-such-page']) {
    for (const server of [0, 1] as const) bodies.set(`${path} of server ${server}`, await bodyOf(site, path, server));
  }
  return bodies;
}

function difference(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string | null {
  for (const [name, body] of before) if (after.get(name) !== body) return `${name} is not what it was`;
  return null;
}

/** The release goes live without the gate, its pages are requested, delayed code gets time to run, and it is rolled back. */
function attackBy({ name, remote, code, trace }: Harm): Attack {
  return {
    name: `a server bundle that ${name}`,
    async run(site) {
      const others = await pagesOf(site, [remote]);
      const own = await bodyOf(site, pageOf[remote] ?? '/', 0);
      const logged = site.log.length;
      const id = await site.publish({ remote, server: (bundle) => `${bundle}\n;(() => {${code}})();` });
      await site.activateUnasked(remote, id);
      const looks = (site.pages[remote] ?? []).slice(0, 2).flatMap((path) => [site.get(path), site.get(path, {}, 1)]);
      for (const answer of await Promise.all(looks)) {
        if (answer.status !== 200) return `${answer.url} answers ${answer.status}`;
        await answer.text();
      }
      await delay(300);
      const reached = difference(others, await pagesOf(site, [remote]));
      if (reached) return reached;
      await site.release('rollback', remote, '--reason', 'hostile drill');
      await site.followed(remote, await site.live(remote));
      const newLog = site.log.slice(logged);
      if (newLog.length > 100_000) return `the log has ${newLog.length} characters more`;
      if (trace && newLog.includes(trace)) return `the log contains ${trace}`;
      if ((await bodyOf(site, pageOf[remote] ?? '/', 0)) !== own)
        return `${remote} is not what it was after its rollback`;
      return difference(others, await pagesOf(site, [remote]));
    },
  };
}

/**
 * Without any remote's code on the server every page still has a header, heading, footer and instructions, even without
 * scripts.
 */
const allAtOnce: Attack = {
  name: 'a hostile server bundle in each of the five remotes at once',
  async run(site) {
    const codes = [
      "process.kill(process.ppid, 'SIGKILL');",
      'for (;;);',
      'const kept = []; for (;;) kept.push({});',
      'throw null;',
    ];
    const remotes = Object.keys(pageOf);
    const notFound = await bodyOf(site, '/no-such-page', 0);
    for (const [index, remote] of remotes.entries()) {
      const code = codes[index % codes.length] ?? '';
      const id = await site.publish({ remote, server: (bundle) => `${bundle}\n;(() => {${code}})();` });
      await site.activateUnasked(remote, id);
    }
    const paths = Object.values(site.pages).flat();
    const answers = await Promise.all(
      paths.map((path) => site.get(path).then(async (answer) => [path, answer.status, await answer.text()] as const)),
    );
    for (const [path, status, text] of answers) {
      if (status !== 200) return `${path} answers ${status}`;
      const missing = ['<header', '<h1', 'href="tel:', '<footer', '/main.'].filter((part) => !text.includes(part));
      if (missing.length > 0) return `${path} has no ${missing.join(', ')}`;
    }
    if ((await bodyOf(site, '/no-such-page', 0)) !== notFound) return 'the not-found page is not what it was';
    return null;
  },
};

export const bundleAttacks: readonly Attack[] = [...harms.map(attackBy), allAtOnce];
