#!/usr/bin/env -S node --no-warnings
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { findFirefox } from './find-firefox.ts';

// A WebDriver BiDi proxy between Playwright and the system's Firefox. Playwright starts with commands that an ESR Firefox
// does not support. The proxy answers those that no test needs with an empty success.

/**
 * Playwright inserts text by setting the field's value with a synthetic event. A script that tracks its last value ignores
 * that. The browser's own insertText command fires real input events, as typing and pasting do.
 */
const insertion = /window\.__pw_bidiInsertText = \(text\) => bidiInsertText\(window, text\)/;
const typedInsertion = `window.__pw_bidiInsertText = (text) => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (element?.localName === 'iframe') return element;
  document.execCommand('insertText', false, text);
}`.replaceAll(/\s+/g, ' ');

/** Sent at the start of every context for options that stay at their defaults. */
const emulation = /^emulation\./;

interface Command {
  id: number;
  method: string;
  params?: { contexts?: unknown };
}

/**
 * Playwright disables the cache of the whole browser once a context intercepts requests, and leaves it disabled after the
 * context has ended. It also disables the cache for each page, which is enough.
 */
const forgetsTheCache = ({ method, params }: Command) => method === 'network.setCacheBehavior' && !params?.contexts;

/** The cast is safe: both programs follow the BiDi schema. */
function parse<Shape>(data: RawData): Shape {
  return JSON.parse(data.toString()) as Shape;
}

/** Adapts a command for Firefox. */
function adapt(data: RawData, { method, ...command }: Command): string {
  // Playwright opens each page in a window of its own. A tab does the same without a second interface of the browser.
  if (method === 'browsingContext.create')
    return JSON.stringify({ ...command, method, params: { ...command.params, type: 'tab' } });
  return data.toString().replace(insertion, typedInsertion);
}

function relay(client: WebSocket, address: string): void {
  const browser = new WebSocket(address, { perMessageDeflate: false, maxPayload: 0 });
  const emulations = new Set<number>();
  const early: string[] = [];
  client.on('message', (data) => {
    const command = parse<Command>(data);
    const { id, method } = command;
    if (forgetsTheCache(command)) return client.send(JSON.stringify({ type: 'success', id, result: {} }));
    if (emulation.test(method)) emulations.add(id);
    const adapted = adapt(data, command);
    if (browser.readyState === WebSocket.OPEN) browser.send(adapted);
    else early.push(adapted);
  });
  browser.on('open', () => {
    for (const adapted of early) browser.send(adapted);
  });
  browser.on('message', (data) => {
    const { id, error } = parse<{ id?: number; error?: string }>(data);
    const isEmulation = id !== undefined && emulations.delete(id);
    if (isEmulation && error === 'unknown command') client.send(JSON.stringify({ type: 'success', id, result: {} }));
    else client.send(data, { binary: false });
  });
  browser.on('close', () => client.close());
  client.on('close', () => browser.close());
}

const program = findFirefox();
if (!program) throw new Error('Firefox is not installed.');
const firefox = spawn(program, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] });
firefox.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => firefox.kill(signal));

createInterface({ input: firefox.stderr }).on('line', (line) => {
  const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
  if (!address) {
    console.error(line);
    return;
  }
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  server.on('connection', (client) => relay(client, `${address}/session`));
  server.on('listening', () => {
    const place = server.address();
    if (typeof place === 'object' && place) {
      console.error(`WebDriver BiDi listening on ws://127.0.0.1:${place.port}`);
    }
  });
});
