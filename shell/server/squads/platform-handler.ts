import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { squadCallsBase } from 'kit/contracts/squad/calls';
import { type SiteContract, siteContractPath } from 'kit/contracts/squad/contract';
import { releaseLimits } from 'kit/contracts/squad/limits';
import { Gate, type ReleasePlatform } from '../../platform/index.ts';
import { isUnchanged, respond, respondWithProblem } from '../http/respond.ts';
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
      sendContract(request, response, contract);
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

/** What this server shares with remotes and requires of them now. */
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
function sendContract(request: IncomingMessage, response: ServerResponse, parts: ContractParts): void {
  const body = Buffer.from(`${JSON.stringify(buildContract(parts), null, 2)}\n`);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'public, max-age=10',
    'Access-Control-Allow-Origin': '*',
    ETag: etag,
  };
  if (isUnchanged(request, etag)) response.writeHead(304, headers).end();
  else respond(request, response, { status: 200, headers, body });
}
