import { startDevelopmentServer } from './development-server.ts';
import { startSite } from './site.ts';

/**
 * Global setup of the visual tests: starts a site, and the development server that shows the kit in it. It returns the
 * teardown.
 */
// biome-ignore lint/style/noDefaultExport: Playwright takes the default export of a global setup
export default async function globalSetup(): Promise<() => Promise<void>> {
  const site = await startSite();
  const kit = await startDevelopmentServer('kit/showcase', site.address);
  process.env.BASE_URL = kit.address;
  return async () => {
    await kit.stop();
    await site.stop();
  };
}
