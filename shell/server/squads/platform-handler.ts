import type { IncomingMessage, ServerResponse } from 'node:http';
import { squadCallsBase } from 'kit/contracts/squad/calls';
import { type SiteContract, siteContractPath } from 'kit/contracts/squad/contract';
import { releaseLimits } from 'kit/contracts/squad/limits';
import { Gate, type ReleasePlatform } from '../../platform/index.ts';
import { EncodedBody } from '../files/encoded-body.ts';
import { sendFile } from '../files/file-set.ts';
import { respondWithProblem } from '../http/respond.ts';
import type { PageShell } from '../shells/page-shell.ts';
import type { SquadHandler } from './squad-handler.ts';
import { siteIdOf } from './verify-request.ts';

/**
 * Creates the handler of `/_platform`: the contract of this site with squads, and their calls. It gives false for other
 * addresses.
 *
 * @param squads null if the site only accepts releases from its own machine
 */
export function createPlatformHandler(contract: ContractParts, squads: SquadHandler | null) {
  return async (request: IncomingMessage, response: ServerResponse, address: URL): Promise<boolean> => {
    const { pathname } = address;
    if (pathname === siteContractPath && (request.method === 'GET' || request.method === 'HEAD')) {
      await sendContract(request, response, contract);
      return true;
    }
    if (!pathname.startsWith(`${squadCallsBase}/`)) return false;
    if (squads) await squads.handle(request, response, address);
    else {
      const message = 'This site takes releases from its own machine alone (SQUAD_ACCESS is off): ask its staff.';
      respondWithProblem(request, response, { status: 403, message });
    }
    return true;
  };
}

interface ContractParts {
  platform: Pick<ReleasePlatform, 'policy' | 'chain'>;
  site: { brand: string; publicOrigin: string };
  shell: () => Pick<PageShell, 'version' | 'id' | 'sharedModules'>;
  access: 'on' | 'off';
}

const packagesPath = '/_platform/packages/';

function buildContract({ platform: { policy, chain }, site, access, ...parts }: ContractParts): SiteContract {
  const shell = parts.shell();
  const { rights } = chain;
  const { budgets = {}, budget = { registered: 0, page: 0 } } = rights.content ?? {};
  return {
    contract: 1,
    site: { name: site.brand, origin: site.publicOrigin, id: siteIdOf(rights) },
    shell: { version: shell.version, id: shell.id },
    sharedModules: { ...shell.sharedModules },
    namespaces: rights.namespaces.map(({ path, remote }) => ({ path, remote })),
    reserved: [...policy.reserved],
    budgets: { remote: budget, remotes: { ...budgets }, record: policy.recordBudget, release: { ...releaseLimits } },
    offeredData: [...policy.offeredData],
    gate: Gate.gateRules.map(({ id, says }) => ({ id, says })),
    packages: packagesPath,
    calls: { base: squadCallsBase, access },
    recordedAnswers: null,
  };
}

/** Anybody may read it, including pages of other sites, because it holds no secrets. */
function sendContract(request: IncomingMessage, response: ServerResponse, parts: ContractParts): Promise<void> {
  const body = Buffer.from(`${JSON.stringify(buildContract(parts), null, 2)}\n`);
  response.setHeader('Access-Control-Allow-Origin', '*');
  const contract = new EncodedBody(body, 'application/json; charset=utf-8');
  return sendFile(request, response, contract, 'public, max-age=10');
}
