import path from 'node:path';
import { documentKind } from 'kit/contracts/document-kind';
import { publicSiteOf } from 'kit/contracts/site-config';
import { federationRuntime, sharedModuleIds, sharedModuleVersion } from 'kit/federation/shared-modules';
import { readVariables } from 'kit/server/settings/variables';
import type { ReleasePolicy } from '../platform/index.ts';
import { reservedPaths } from './namespaces.ts';
import { offeredData } from './offered-data.ts';
import { repositoryRoot } from './places.ts';
import { firstAnswerBudget, firstPageBudget, recordBudget } from './script-budgets.ts';
import { loadSiteConfig, siteConfigFile } from './site-config.ts';

/** The output of the shell's build for the server. */
export const hostBundle = path.join(repositoryRoot, 'shell/dist/server/render.cjs');

/** Everything that the release platform knows of this site. SITE_CONFIG is only read when a page is rendered with it. */
export function buildReleasePolicy(environment: NodeJS.ProcessEnv): ReleasePolicy {
  const provided = [...sharedModuleIds, federationRuntime];
  return {
    reserved: reservedPaths,
    offeredData,
    recordBudget,
    firstAnswerBudget,
    sharedModules: Object.fromEntries(provided.map((id) => [id, sharedModuleVersion(id)])),
    rendering: {
      bundle: hostBundle,
      buildCommand: 'npm run build -w shell',
      readSite: () => publicSiteOf(loadSiteConfig(siteConfigFile(environment))),
    },
    shell: { documents: documentKind, firstPageBudget },
    browsing: {
      loadPages: async () => (await import('../server/host-pages.ts')).hostPages,
      browser: readVariables(environment, ['GATE_BROWSER']).GATE_BROWSER,
    },
  };
}
