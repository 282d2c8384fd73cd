import type { HostPages } from '../browsing/host-pages.ts';
import type { StoredShell } from '../live/stored-shell.ts';
import type { HostBrowsing } from '../policy/release-policy.ts';

/** The host's pages, with a release of the host where there is one. */
export async function loadHostPages({ loadPages }: HostBrowsing, shell?: StoredShell | null): Promise<HostPages> {
  const hostPages = await loadPages();
  return shell ? hostPages.withShell(shell) : hostPages;
}
