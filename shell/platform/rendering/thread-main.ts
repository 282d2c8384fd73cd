import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { confine } from './confine.ts';
import type { HostBundle, RemoteBundle } from './host-bundle.ts';
import type { RenderAnswer, RenderMessage } from './messages.ts';
import { loadServerBundle } from './server-bundle.ts';

// The thread that runs the server bundles of remotes: nothing of them is ever run in the shell server itself.

/** The host's bundle, whose file the process was started with. */
const { hostBundle: host }: { hostBundle: HostBundle } = createRequire(import.meta.url)(workerData);

// Behind the host's bundle, which may ask Node for whatever it uses.
confine();

const modules = new Map<string, RemoteBundle>();

async function answer({ url, site, page, code }: RenderMessage): Promise<RenderAnswer> {
  try {
    if (!page) return { type: 'page', page: await host.renderPage({ url, site, page: null }) };
    const { meta, release } = page;
    const module = modules.get(release) ?? loadServerBundle(code ?? '', release, host.sharedInstances);
    modules.set(release, module);
    const route = module.routes.find((candidate) => candidate.path === meta.path);
    if (!route) throw new Error(`its server bundle has no route ${meta.path}`);
    const Component = await route.load();
    if (!Component) throw new Error(`its route ${meta.path} gives no component`);
    return { type: 'page', page: await host.renderPage({ url, site, page: { meta, Component } }) };
  } catch (error) {
    return { type: 'fault', message: inWords(error) };
  }
}

/** Bundles may throw anything, also what cannot be turned into text. */
function inWords(error: unknown): string {
  try {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  } catch {
    return 'it threw something that is no error';
  }
}

parentPort?.on('message', async (message: RenderMessage) => parentPort?.postMessage(await answer(message)));
parentPort?.postMessage({ type: 'ready' } satisfies RenderAnswer);
