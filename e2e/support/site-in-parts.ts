import { makeDataDir, type Started, startApi, startDatabase, stop } from './api-processes.ts';
import { findQuietPort } from './quiet-port.ts';
import { type ShellSite, startShellSite } from './shell-site.ts';
import { fillFromTemplate } from './site-template.ts';

/** The built site with its real database and its real API, which a test can stop and restart. */
export interface SiteInParts extends ShellSite {
  databaseUrl: string;
  stopApi: () => Promise<void>;
  startApi: () => Promise<void>;
}

/**
 * Starts the site. The environment is for the API and the shell server; a function of the data folder is only for the shell
 * server.
 */
export async function startSiteInParts(
  environment: NodeJS.ProcessEnv = {},
  ofShell: (dataFolder: string) => NodeJS.ProcessEnv = () => ({}),
): Promise<SiteInParts> {
  const { dataDir, remove } = makeDataDir();
  await fillFromTemplate(dataDir);
  const apiPort = String(await findQuietPort());
  const database = await startDatabase(dataDir);
  const { url: databaseUrl } = database;
  const launchApi = () => startApi(databaseUrl, dataDir, { ...environment, PORT: apiPort }, { delivers: true });
  let api: Started = await launchApi();
  const shell = await startShellSite((dataFolder) => ({
    ...environment,
    ...ofShell(dataFolder),
    API_URL: `http://127.0.0.1:${apiPort}`,
  }));
  return {
    ...shell,
    databaseUrl,
    stopApi: () => stop(api),
    startApi: async () => {
      api = await launchApi();
    },
    stop: async () => {
      await shell.stop();
      await stop(api);
      await stop(database);
      remove();
    },
  };
}
