import { pathToFileURL } from 'node:url';
import type { HostPages } from '../browsing/host-pages.ts';

/** The host's pages, of the module that its policy names. */
export async function loadHostPages(module: string): Promise<HostPages> {
  const { hostPages }: { hostPages: HostPages } = await import(pathToFileURL(module).href);
  return hostPages;
}
