import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HostPages } from '../serve/release-policy.ts';

const module = resolve(import.meta.dirname, '../../server/host-pages.ts');

/** The pages of this very site: by a path, as the platform imports nothing of the site that it lies in. */
export async function loadPages(): Promise<HostPages> {
  const { hostPages }: { hostPages: HostPages } = await import(pathToFileURL(module).href);
  return hostPages;
}
