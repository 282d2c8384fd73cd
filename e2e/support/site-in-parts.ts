import { makeDataDir, startApi, startDatabase, stop } from './api-processes.ts';
import { type ShellSite, startShellSite } from './shell-site.ts';
import { fillFromTemplate } from './site-template.ts';

/** The built site with its real database and its real API. */
export interface SiteInParts extends ShellSite {
  databaseUrl: string;
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
  const database = await startDatabase(dataDir);
  const { url: databaseUrl } = database;
  const api = await startApi(databaseUrl, dataDir, environment, { delivers: true });
  const shell = await startShellSite((dataFolder) => ({
    ...environment,
    ...ofShell(dataFolder),
    API_URL: `http://127.0.0.1:${api.port}`,
  }));
  return {
    ...shell,
    databaseUrl,
    stop: async () => {
      await shell.stop();
      await stop(api);
      await stop(database);
      remove();
    },
  };
}
