import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page, Route } from '@playwright/test';

const repositoryRoot = path.resolve(import.meta.dirname, '../..');

/** Faults of a remote's files on the network. */
export const faults = {
  404: (route: Route) => route.fulfill({ status: 404, body: 'not here' }),
  500: (route: Route) => route.fulfill({ status: 500, body: 'broken' }),
  hang: async () => {},
  tampered: async (route: Route) => {
    const [, , remote = '', , ...file] = new URL(route.request().url()).pathname.split('/');
    const code = await readFile(path.join(repositoryRoot, remote, 'dist', ...file), 'utf8');
    await route.fulfill({ contentType: 'text/javascript', body: `globalThis.tampered = true;${code}` });
  },
} as const satisfies Record<string, (route: Route) => Promise<void>>;

export type Fault = keyof typeof faults;

/** Applies a fault to every file of a remote, or of one release of it. @returns a function that ends the fault */
export async function breakRemote(
  page: Page,
  fault: Fault,
  remote: string,
  release = '',
): Promise<() => Promise<void>> {
  const files = new RegExp(`/remotes/${remote}/${release}`);
  await page.route(files, faults[fault]);
  return () => page.unroute(files, faults[fault]);
}

/** When the remote's code throws in a browser. */
export type Throwing = 'at load' | 'at render';

/** The fault only appears in visitors' browsers, after the gate. */
const isBroken = "(!globalThis.repaired && location.hostname !== 'gate.localhost')";

/** Changes a container so that it throws until `globalThis.repaired` is set. The server bundle is unchanged. */
export function sabotage(container: string, globalName: string, throwing: Throwing): string {
  if (throwing === 'at load') return `if (${isBroken}) throw new Error('throws at load');\n${container}`;
  return `${container}
;${globalName} = ((container) => ({
  init: container.init,
  get: async (name) => {
    const factory = await container.get(name);
    return () => {
      const { routes } = factory();
      const broken = () => {
        throw new Error('throws at render');
      };
      return { routes: routes.map((route) => ({ ...route, load: async () => (${isBroken} ? broken : route.load()) })) };
    };
  },
}))(${globalName});`;
}

/** Navigates within the tab, like a link of the site. */
export async function navigateInTab(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}
