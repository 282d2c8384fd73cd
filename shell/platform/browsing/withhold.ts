import { refuseMethod } from '../refuse-method.ts';

/** Ways to the network, to other programs and around what this process may read. */
const functions = ['fetch', 'WebSocket', 'EventSource'];
const waysOut = ['getBuiltinModule', 'binding', '_linkedBinding', 'dlopen', 'kill', '_kill', 'execve'];

/** Takes from the process of jsdom what no page needs; jsdom itself, unlike a renderer, needs the rest of Node's realm. */
export function withhold(): void {
  for (const name of functions) refuseMethod(globalThis, name);
  for (const name of waysOut) refuseMethod(process, name);
}
