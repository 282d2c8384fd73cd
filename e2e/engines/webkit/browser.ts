#!/usr/bin/env -S node --no-warnings
import { Socket } from 'node:net';
import { Context } from './context.ts';
import { type Display, startDisplay } from './display.ts';
import { answer, type Message, type Params, parseMessage } from './messages.ts';
import type { PageProxy } from './page-proxy.ts';

// An adapter in place of Playwright's own build of WebKit. Playwright starts this program and talks to it on the file
// descriptors 3 and 4. The adapter drives the system's WebKitGTK through its inspector and its WebDriver. It has what the
// tests with WebKit use. A second page of a context, frames, a lost connection, the mouse wheel, and `goto` to an anchor of the
// page that is open are missing: tests that need these have the tag `@not-webkit`.

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

function pageOf(id: unknown): PageProxy | undefined {
  return [...contexts.values()].map(({ page }) => page).find((page) => page?.id === id);
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
  'Playwright.navigate': async ({ pageProxyId, url }) => pageOf(pageProxyId)?.navigate(String(url)),
  'Playwright.getAllCookies': async (params) => contextOf(params).page?.cookies() ?? { cookies: [] },
  'Playwright.close': () => end(),
};

/** Commands of Playwright's build that no test needs. */
const unneeded = new Set([
  'Playwright.enable',
  'Playwright.setDownloadBehavior',
  'Playwright.setLanguages',
  'Playwright.grantFileReadAccess',
]);

async function take(message: Message): Promise<void> {
  const { method = '', params = {}, pageProxyId } = message;
  if (pageProxyId !== undefined) return pageOf(pageProxyId)?.take(message);
  return answer(tell, message, async () => {
    if (unneeded.has(method)) return;
    const command = commands[method];
    if (!command) throw new Error(`Stock WebKit cannot do ${method}.`);
    return command(params);
  });
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
