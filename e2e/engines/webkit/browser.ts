#!/usr/bin/env -S node --no-warnings
import { Socket } from 'node:net';
import { Context } from './context.ts';
import { type Display, startDisplay } from './display.ts';
import { type Message, type Params, parseMessage } from './messages.ts';

// An adapter in place of Playwright's own build of WebKit. Playwright starts this program and talks to it on the file
// descriptors 3 and 4. The adapter drives the system's WebKitGTK through its inspector and its WebDriver.

// Sockets instead of file streams: a pending read of a file would block the exit of the process.
const input = new Socket({ fd: 3, readable: true, writable: false });
const output = new Socket({ fd: 4, readable: false, writable: true });
const contexts = new Map<string, Context>();
let display: Promise<Display> | undefined;
let lastContext = 0;

function tell(message: Message): void {
  output.write(`${JSON.stringify(message)}\0`);
}

function contextOf(params: Params): Context {
  const context = contexts.get(String(params.browserContextId));
  if (!context) throw new Error('There is no such context.');
  return context;
}

function contextOfPage(page: string): Context | undefined {
  return [...contexts.values()].find(({ pages }) => pages.has(page));
}

const commands: Readonly<Record<string, (params: Params) => Promise<Params | undefined>>> = {
  'Playwright.createContext': async () => {
    display ??= startDisplay();
    const { name } = await display;
    lastContext += 1;
    const id = `context-${lastContext}`;
    contexts.set(id, new Context(id, name, tell));
    return { browserContextId: id };
  },
  'Playwright.deleteContext': async (params) => {
    const context = contextOf(params);
    contexts.delete(context.id);
    await context.close();
  },
  'Playwright.createPage': (params) => contextOf(params).createPage(),
  'Playwright.closePage': async ({ pageProxyId }) => {
    await contextOfPage(String(pageProxyId))?.closePage(String(pageProxyId));
  },
  'Playwright.navigate': async ({ pageProxyId, url }) => {
    const page = contextOfPage(String(pageProxyId))?.pages.get(String(pageProxyId));
    return page?.navigate(String(url));
  },
  'Playwright.getAllCookies': async (params) => {
    const [page] = contextOf(params).pages.values();
    return page ? page.cookies() : { cookies: [] };
  },
  'Playwright.close': () => end(),
};

/** Commands of Playwright's build that no test needs. */
const unneeded = new Set([
  'Playwright.enable',
  'Playwright.setDownloadBehavior',
  'Playwright.setLanguages',
  'Playwright.grantFileReadAccess',
]);

async function take({ id = 0, method = '', params = {}, pageProxyId }: Message): Promise<void> {
  if (pageProxyId !== undefined) {
    await contextOfPage(pageProxyId)?.pages.get(pageProxyId)?.take({ id, method, params });
    return;
  }
  try {
    const command = commands[method];
    if (!command && !unneeded.has(method)) throw new Error(`Stock WebKit cannot do ${method}.`);
    tell({ id, result: (await command?.(params)) ?? {} });
  } catch (error) {
    tell({ id, error: { message: error instanceof Error ? error.message : String(error) } });
  }
}

async function end(): Promise<never> {
  await Promise.allSettled([...contexts.values()].map((context) => context.close()));
  (await display)?.process.kill();
  process.exit(0);
}

let received = '';
input.setEncoding('utf8');
input.on('data', (text) => {
  const messages = (received + text).split('\0');
  received = messages.pop() ?? '';
  for (const message of messages) void take(parseMessage(message));
});
// Playwright has ended.
input.on('close', end);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
