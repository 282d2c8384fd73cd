/** Puts in the place of a method, for good, one that says that it is not to be had here. */
export function refuseMethod(target: object, name: string): void {
  // No arrow function: some of these are called with `new`.
  const value = function refused(): never {
    throw new Error(`${name} is restricted`);
  };
  Object.defineProperty(target, name, { value, writable: false, configurable: false });
}
