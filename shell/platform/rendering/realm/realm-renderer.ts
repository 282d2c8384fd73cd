import type { HostBundle, RemoteBundle } from '../host-bundle.ts';
import type { RenderTask } from '../render-task.ts';
import type { RealmScheduler } from './realm-scheduler.ts';

/** The code of a CommonJS module, compiled in the realm. */
export type ModuleCode = (module: object, exports: object, require: (id: string) => unknown) => void;

/** What Node calls in a realm. Whatever it gives or throws is the bundle's word: texts and numbers are taken, no more. */
export interface RealmRenderer {
  loadHost: (code: ModuleCode) => void;
  /** Begins to render the task, a `RenderTask` as JSON; the code of the release comes until it has loaded once. */
  begin: (task: string, code: ModuleCode | null) => void;
  turn: () => number;
  /** The `RenderOutcome` as JSON, once; null while it is not there yet. */
  takeOutcome: () => string | null;
  /** Whether the release's code has been run to its end. */
  hasLoaded: () => boolean;
}

/**
 * Renders pages in the realm, one at a time. Its text is run inside of the realm: it refers to nothing outside of itself.
 */
export function installRenderer(scheduler: RealmScheduler): RealmRenderer {
  const { parse, stringify } = JSON;
  const hasOwn = Object.hasOwn;
  let host: HostBundle | undefined;
  let remote: RemoteBundle | undefined;
  let outcome: string | null = null;
  /** What a render before this one still answers is nobody's page. */
  let current = 0;

  /** Bundles may throw anything, also what cannot be turned into text. */
  function inWords(error: unknown): string {
    try {
      const words = error instanceof Error ? (error.stack ?? error.message) : error;
      return String(words).slice(0, 4000);
    } catch {
      return 'it threw something that is no error';
    }
  }

  function settle(render: number, result: object): void {
    if (render !== current || outcome !== null) return;
    try {
      outcome = stringify(result);
    } catch (error) {
      outcome = stringify({ type: 'fault', message: inWords(error) });
    }
  }

  function load(code: ModuleCode, require: (id: string) => unknown): Record<string, unknown> {
    const module: { exports: Record<string, unknown> } = { exports: {} };
    code(module, module.exports, require);
    return module.exports;
  }

  function loadRemote(code: ModuleCode, shared: HostBundle['sharedInstances']): RemoteBundle {
    const exports = load(code, (id) => {
      if (hasOwn(shared, id)) return shared[id];
      throw new Error(`its server bundle requires "${id}", which the shell does not share`);
    });
    if (!exports.routes) throw new Error('its server bundle exports no routes');
    // What it says of itself; a page is made of it or it is not.
    return { routes: exports.routes as RemoteBundle['routes'] };
  }

  async function render({ url, site, page, frameOf }: RenderTask, code: ModuleCode | null): Promise<unknown> {
    if (!host) throw new Error('the bundle of the host exports no hostBundle');
    if (!page) return host.renderPage({ url, site, page: frameOf ? { meta: frameOf, Component: null } : null });
    if (code) remote ??= loadRemote(code, host.sharedInstances);
    const { meta, answer } = page;
    const route = remote?.routes.find((candidate) => candidate.path === meta.path);
    if (!route) throw new Error(`its server bundle has no route ${meta.path}`);
    const Component = await route.load();
    if (!Component) throw new Error(`its route ${meta.path} gives no component`);
    return host.renderPage({ url, site, page: { meta, Component, answer } });
  }

  return {
    loadHost(code) {
      const exports = load(code, (id) => {
        throw new Error(`the bundle of the host requires "${id}", but renderers have no modules of Node`);
      });
      // Written by the host, as the platform's documents tell it to.
      host = exports.hostBundle as HostBundle | undefined;
    },
    begin(task, code) {
      const number = ++current;
      outcome = null;
      scheduler.clear();
      render(parse(task) as RenderTask, code).then(
        (page) => settle(number, { type: 'page', page }),
        (error: unknown) => settle(number, { type: 'fault', message: inWords(error) }),
      );
    },
    turn() {
      try {
        return scheduler.turn();
      } catch (error) {
        settle(current, { type: 'fault', message: `what it left for later threw: ${inWords(error)}` });
        return 0;
      }
    },
    takeOutcome() {
      if (outcome === null) return null;
      const taken = outcome;
      outcome = null;
      current += 1;
      scheduler.clear();
      return taken;
    },
    hasLoaded: () => remote !== undefined,
  };
}
