/** Ways to the network, to other programs and around what this process may read. */
const functions = ['fetch', 'WebSocket', 'EventSource'];
const waysIn = ['getBuiltinModule', 'binding', '_linkedBinding', 'dlopen'];

/**
 * Takes from the code of releases in this process what no page needs. Node's permissions keep them from the disk
 * and from other programs, but not from the network.
 */
export function confine(): void {
  for (const name of functions) replace(globalThis, name);
  for (const name of waysIn) replace(process, name);
}

function replace(target: object, name: string): void {
  // No arrow function: some of these are called with `new`.
  const value = function refuse(what?: unknown): never {
    const detail = typeof what === 'string' ? ` ("${what.slice(0, 80)}")` : '';
    throw new Error(`it uses ${name}${detail}, which is restricted: pages come alive by their code alone`);
  };
  Object.defineProperty(target, name, { value, writable: false, configurable: false });
}
