import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findBrowser, startBrowser, type TrialReport } from './browser.ts';

// What a hostile page tries from inside of the browser that the gate tries pages in. A page says itself what it reached, by
// asking its own site for it; what it asks of this machine, a server on this machine would hear.

let machine: Server;
let port: number;
/** What reached a server of this machine. */
let heard: string[];
/** Two releases, each in the browser of its own that it always has. */
let release: HostileRelease;
let another: HostileRelease;

beforeAll(async () => {
  machine = createServer((request, response) => {
    heard.push(request.url ?? '');
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('a secret of this machine');
  });
  machine.on('upgrade', (request, socket) => {
    heard.push(`socket ${request.url}`);
    socket.end();
  });
  await new Promise<void>((resolve) => machine.listen(0, '127.0.0.1', resolve));
  port = (machine.address() as AddressInfo).port;
  release = await startRelease();
  another = await startRelease();
});

beforeEach(() => {
  heard = [];
});

afterAll(async () => {
  await Promise.all([release.close(), another.close()]);
  machine.close();
  machine.closeAllConnections();
});

/** A page that runs the body of a function and asks for what that gives. */
const pageThat = (attempt: string, index: string) => `<!doctype html><html><head></head><body><h1>A page</h1><script>
(async () => {
  const said = await (async () => { ${attempt} })().catch((error) => 'nothing: ' + error);
  await fetch('/reached/${index}/' + encodeURIComponent(said || 'nothing'));
  document.documentElement.dataset.done = '';
})();
</script></body></html>`;

/** A browser of one release, as the gate starts it, with pages of hostile code. */
interface HostileRelease {
  /** Tries a page that runs this code; gives what it said, too. */
  tryPage(attempt: string, timeLimit?: number): Promise<TrialReport & { said: string[] }>;
  close(): Promise<void>;
}

async function startRelease(): Promise<HostileRelease> {
  const pages: { attempt: string; said: string[] }[] = [];
  const missing = { status: 404, headers: {}, body: Buffer.alloc(0) };
  const browser = await startBrowser(findBrowser() ?? '', {
    async answer(path) {
      const [, reached, index = '', words = ''] = path.split('/');
      if (reached === 'worker.js') return { ...missing, status: 200, headers: { 'content-type': 'text/javascript' } };
      const page = pages[Number(index)];
      if (!page) return missing;
      if (reached === 'reached') page.said.push(decodeURIComponent(words));
      if (reached !== 'a-page') return missing;
      const body = Buffer.from(pageThat(page.attempt, index));
      return { status: 200, headers: { 'content-type': 'text/html' }, body };
    },
    isAlive: "'done' in document.documentElement.dataset",
    frame: "''",
    complaint: '[none]',
    // A fault would end the trial a moment later, and hostile code makes many before it is done.
    noise: /^(?!opens|starts|ends|breaks)/,
  });
  if (!browser) throw new Error('There is no Chromium here, or it does not start.');
  return {
    async tryPage(attempt, timeLimit = 20_000) {
      const said: string[] = [];
      const index = pages.push({ attempt, said }) - 1;
      return { ...(await browser.tryPage(`/a-page/${index}`, timeLimit)), said };
    },
    close: () => browser.close(),
  };
}

/** The page goes on until the browser has named what it did, however late: the trial of a page ends soon after a fault. */
const untilNamed = 'await new Promise(() => {});';

const everyWay = (hosts: readonly string[]) => `
  const waysTo = (host) => ({
    fetch: () => fetch('http://' + host + '/fetch').then((answer) => answer.text()),
    opaque: () => fetch('http://' + host + '/opaque', { mode: 'no-cors' }).then(() => ''),
    xhr: () => new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.onload = () => resolve(request.responseText);
      request.onerror = reject;
      request.open('GET', 'http://' + host + '/xhr');
      request.send();
    }),
    socket: () => new Promise((resolve, reject) => {
      const socket = new WebSocket('ws://' + host + '/socket');
      socket.onopen = () => resolve('open');
      socket.onerror = reject;
    }),
    events: () => new Promise((resolve, reject) => {
      const events = new EventSource('http://' + host + '/events');
      events.onopen = () => resolve('open');
      events.onerror = () => { events.close(); reject(); };
    }),
    beacon: async () => void navigator.sendBeacon('http://' + host + '/beacon', 'x'),
    ...Object.fromEntries([['img', 'src'], ['script', 'src'], ['iframe', 'src'], ['embed', 'src'], ['video', 'src']].map(([tag, name]) => [tag, async () => {
      const element = document.createElement(tag);
      element[name] = 'http://' + host + '/' + tag;
      document.body.append(element);
    }])),
    link: async () => {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'stylesheet', href: 'http://' + host + '/link' });
      document.head.append(link);
    },
    form: async () => {
      const frame = document.createElement('iframe');
      frame.name = host;
      const form = document.createElement('form');
      Object.assign(form, { action: 'http://' + host + '/form', method: 'post', target: host });
      document.body.append(frame, form);
      form.submit();
    },
  });
  const ways = ${JSON.stringify(hosts)}.flatMap((host) => Object.entries(waysTo(host)).map(([name, go]) => [name + ' of ' + host, go]));
  const found = [];
  const late = new Promise((resolve) => setTimeout(resolve, 3000, ''));
  await Promise.all(ways.map(async ([name, go]) => {
    const said = await Promise.race([late, new Promise((resolve) => resolve(go())).catch(() => '')]);
    if (said) found.push(name);
  }));
  await new Promise((resolve) => setTimeout(resolve, 500));
  return found.join();`;

describe('a page in the browser of the gate', () => {
  it('finds nothing of Node, and reads no file of the machine', async () => {
    const attempt = `
      const found = ['process', 'require', 'module', 'Buffer', 'global', 'setImmediate', '__dirname'].filter((name) => name in window);
      if (await import('node:fs').catch(() => null)) found.push('a module');
      const frame = document.createElement('iframe');
      frame.src = 'file:///etc/passwd';
      document.body.append(frame);
      await new Promise((resolve) => setTimeout(resolve, 300));
      if (/root:/.test(frame.contentDocument?.documentElement?.textContent ?? '')) found.push('a file by a frame');
      const text = await fetch('file:///etc/passwd').then((answer) => answer.text(), () => '');
      if (text) found.push('a file');
      return found.join();`;
    expect((await release.tryPage(attempt)).said).toEqual(['nothing']);
  });

  it('reaches no server of this machine, whatever it asks by, and by whatever name', async () => {
    const names = ['127.0.0.1', 'localhost', '0.0.0.0', '127.1', 'name.localhost'];
    expect((await release.tryPage(everyWay(names.map((name) => `${name}:${port}`)))).said).toEqual(['nothing']);
    expect(heard).toEqual([]);
  });

  it('is waited for while it has no root element, as in its first moment', async () => {
    const attempt = `
      const root = document.documentElement;
      root.remove();
      await new Promise((resolve) => setTimeout(resolve, 300));
      document.append(root);
      return 'there again';`;
    expect(await release.tryPage(attempt)).toMatchObject({ isAlive: true, said: ['there again'], problems: [] });
  });

  it('is ended when it takes the memory of the machine', async () => {
    const attempt = `
      const kept = [];
      for (let turn = 0; turn < 60; turn += 1) {
        kept.push(new Uint8Array(50_000_000).fill(turn));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return kept.length + ' times fifty megabytes';`;
    const greedy = await startRelease();
    const report = await greedy.tryPage(attempt);
    await greedy.close();
    expect(report.isAlive).toBe(false);
    expect(report.problems.join()).toMatch(/ends its browser|ends the process|breaks the browser/);
    expect(report.said).toEqual([]);
  });

  it('finds nothing that a page of another release has left behind', async () => {
    const name = `left${randomUUID().slice(0, 8)}`;
    const leave = `
      localStorage.setItem('${name}', 'mine');
      document.cookie = '${name}=mine; max-age=9999';
      await globalThis.caches?.open('${name}');
      await new Promise((resolve) => {
        const opening = globalThis.indexedDB?.open('${name}');
        if (opening) opening.onsuccess = opening.onerror = resolve; else resolve();
      });
      return localStorage.getItem('${name}');`;
    const look = `
      const bases = (await globalThis.indexedDB?.databases?.()) ?? [];
      const caches = (await globalThis.caches?.keys()) ?? [];
      return [localStorage.getItem('${name}'), document.cookie, ...caches, ...bases.map((one) => one.name)].filter(Boolean).join();`;
    expect(await release.tryPage(leave)).toMatchObject({ said: ['mine'], problems: [] });
    expect((await another.tryPage(look)).said).toEqual(['nothing']);
  });

  it('is named when it opens a window, by whatever', async () => {
    const byLink = `
      const link = document.createElement('a');
      Object.assign(link, { href: '/a-page/0', target: '_blank' });
      document.body.append(link);
      link.click();
      ${untilNamed}`;
    expect((await release.tryPage("window.open('/a-page/0');")).problems).toContain('calls window.open');
    expect((await release.tryPage(byLink)).problems).toContain('opens a window');
  });

  it('is named when it starts a download, which is not taken', async () => {
    const attempt = `
      const link = document.createElement('a');
      Object.assign(link, { href: URL.createObjectURL(new Blob(['x'.repeat(1e6)])), download: 'a-file' });
      link.click();
      ${untilNamed}`;
    expect((await release.tryPage(attempt)).problems).toContain('starts a download');
  });

  it('has what pages with https have', async () => {
    expect((await release.tryPage('return isSecureContext && crypto.randomUUID().length')).said).toEqual(['36']);
  });

  it('registers no worker, not even by a frame whose methods it has not touched', async () => {
    const attempt = `
      const frame = document.createElement('iframe');
      document.body.append(frame);
      const { register } = frame.contentWindow.ServiceWorkerContainer.prototype;
      await register.call(navigator.serviceWorker, '/worker.js');
      return (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope).join();`;
    expect((await release.tryPage(attempt)).said).toEqual(['nothing']);
  });

  it('ends with its own browser when it hangs, and the trial of another release goes on', async () => {
    const hanging = await startRelease();
    expect((await hanging.tryPage('for (;;);', 500)).isAlive).toBe(false);
    await hanging.close();
    expect(await another.tryPage("return 'fine';")).toMatchObject({ isAlive: true, said: ['fine'], problems: [] });
  });
});
