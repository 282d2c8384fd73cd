import { pathToFileURL } from 'node:url';
import type { HostPages } from '../browsing/host-pages.ts';
import type { StoredShell } from '../live/stored-shell.ts';

/** The host's pages, of the module that its policy names, with a release of the host where there is one. */
export async function loadHostPages(module: string, shell?: StoredShell | null): Promise<HostPages> {
  const { hostPages }: { hostPages: HostPages } = await import(pathToFileURL(module).href);
  return shell ? hostPages.withShell(shell) : hostPages;
}
