import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startKitServer } from './kit-server.ts';
import { startSite } from './site.ts';

/**
 * Global setup of the visual tests: starts a site, and the development server that shows the kit in it. It returns the
 * teardown.
 */
// biome-ignore lint/style/noDefaultExport: Playwright takes the default export of a global setup
export default async function globalSetup(): Promise<() => Promise<void>> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'site-visual-'));
  const site = await startSite({ dataFolder });
  const kit = await startKitServer(site.address);
  process.env.BASE_URL = kit.address;
  return async () => {
    await kit.stop();
    await site.stop();
    await rm(dataFolder, { recursive: true, force: true });
  };
}
