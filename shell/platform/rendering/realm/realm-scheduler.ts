/** Timers and tasks of a realm: they run when Node asks for a turn, which it does during a render alone. */
export interface RealmScheduler {
  /** Runs what is due. Gives milliseconds until more is due: 0 at once, -1 when nothing is left. */
  turn: () => number;
  /** Forgets whatever has not run. */
  clear: () => void;
}

interface Timer {
  id: number;
  due: number;
  /** Milliseconds between two runs; null for one that runs once. */
  every: number | null;
  run: () => void;
}

/**
 * Gives the realm `setTimeout` and the like. Its text is run inside of the realm: it refers to nothing outside of itself,
 * and what it needs of the language it takes before any bundle has run.
 */
export function installScheduler(): RealmScheduler {
  const { now } = Date;
  const { max, min } = Math;
  const resolved = Promise.resolve();
  const longest = 2 ** 31 - 1;
  let timers: Timer[] = [];
  let lastId = 0;

  function add(handler: unknown, delay: unknown, parameters: readonly unknown[], repeats: boolean): number {
    if (typeof handler !== 'function') throw new TypeError('a timer needs a function');
    const milliseconds = min(max(Number(delay) || 0, 0), longest);
    const id = ++lastId;
    const run = () => void Reflect.apply(handler, undefined, parameters);
    timers.push({ id, due: now() + milliseconds, every: repeats ? max(milliseconds, 1) : null, run });
    return id;
  }

  function remove(id: unknown): void {
    timers = timers.filter((timer) => timer.id !== Number(id));
  }

  const globals = {
    setTimeout: (handler: unknown, delay?: unknown, ...parameters: unknown[]) => add(handler, delay, parameters, false),
    setInterval: (handler: unknown, delay?: unknown, ...parameters: unknown[]) => add(handler, delay, parameters, true),
    setImmediate: (handler: unknown, ...parameters: unknown[]) => add(handler, 0, parameters, false),
    clearTimeout: remove,
    clearInterval: remove,
    clearImmediate: remove,
    queueMicrotask: (task: () => unknown) => void resolved.then(() => void task()),
  };
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  }

  return {
    turn() {
      let next: Timer | undefined;
      for (const timer of timers) if (!next || timer.due < next.due) next = timer;
      if (!next) return -1;
      const wait = next.due - now();
      if (wait > 0) return wait;
      if (next.every === null) remove(next.id);
      else next.due = now() + next.every;
      next.run();
      return 0;
    },
    clear() {
      timers = [];
    },
  };
}
