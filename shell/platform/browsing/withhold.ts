/** Ways to the network, to other programs and around what this process may read. */
const functions = ['fetch', 'WebSocket', 'EventSource'];
const waysOut = ['getBuiltinModule', 'binding', '_linkedBinding', 'dlopen', 'kill', '_kill', 'execve'];

/** Takes from the process of jsdom what no page needs; jsdom itself, unlike a renderer, needs the rest of Node's realm. */
export function withhold(): void {
  for (const name of functions) refuse(globalThis, name);
  for (const name of waysOut) refuse(process, name);
}

function refuse(target: object, name: string): void {
  // No arrow function: some of these are called with `new`.
  const value = function refused(): never {
    throw new Error(`${name} is restricted`);
  };
  Object.defineProperty(target, name, { value, writable: false, configurable: false });
}
