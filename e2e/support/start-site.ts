import { fillCompileCache, makeCompileCache } from './compile-cache.ts';
import { startSite } from './site.ts';
import { makeSiteTemplate } from './site-template.ts';

/**
 * Global setup of all tests. It prepares the initial data of tests' sites and starts the built site on a free port with its
 * own data, unless BASE_URL names a running site. It returns the teardown.
 */
// biome-ignore lint/style/noDefaultExport: Playwright takes the default export of a global setup
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.BASE_URL) return async () => {};
  const removeCompileCache = await makeCompileCache();
  const removeTemplate = await makeSiteTemplate();
  await fillCompileCache();
  const site = await startSite();
  process.env.BASE_URL = site.address;
  process.env.SITE_DATA_DIR = site.dataFolder;
  process.env.SITE_DATABASE_URL = site.databaseUrl;
  return async () => {
    await site.stop();
    await removeTemplate();
    await removeCompileCache();
  };
}
