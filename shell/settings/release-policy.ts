import path from 'node:path';
import { documentKind } from 'kit/contracts/document-kind';
import { publicSiteOf } from 'kit/contracts/site-config';
import { sharedModuleIds, sharedModuleVersion } from 'kit/federation/shared-modules';
import { readVariables } from 'kit/server/settings/variables';
import type { Host, ReleasePolicy } from '../platform/index.ts';
import { reservedPaths } from './namespaces.ts';
import { repositoryRoot } from './places.ts';
import { firstAnswerBudget, firstPageBudget, recordBudget } from './script-budgets.ts';
import { loadSiteConfig, siteConfigFile } from './site-config.ts';

/** The output of the shell's build for the server. */
const hostBundle = path.join(repositoryRoot, 'shell/dist/server/render.cjs');

/** Loads the pages of the site, with which the gate tries releases in a browser. */
export type LoadPages = Host.HostBrowsing['loadPages'];

/**
 * All that the release platform is told of this site. SITE_CONFIG is read when a page is rendered with it, not before.
 *
 * @param loadPages null for a program that asks the gate for no rule about pages
 */
export function buildReleasePolicy(environment: NodeJS.ProcessEnv, loadPages: LoadPages | null): ReleasePolicy {
  return {
    reserved: reservedPaths,
    offeredData,
    recordBudget,
    firstAnswerBudget,
    sharedModules: Object.fromEntries(sharedModuleIds.map((id) => [id, sharedModuleVersion(id)])),
    rendering: {
      bundle: hostBundle,
      buildCommand: 'npm run build -w shell',
      readSite: () => publicSiteOf(loadSiteConfig(siteConfigFile(environment))),
    },
    shell: { documents: documentKind, firstPageBudget },
    browsing: loadPages && { loadPages, browser: readVariables(environment, ['GATE_BROWSER']).GATE_BROWSER },
  };
}

/**
 * API paths that routes may name as their data. The shell server requests and caches them for all visitors, so only public
 * data that is the same for everybody may be listed.
 */
const offeredData = ['/api/ai-agents/by-name/:agentName'];
