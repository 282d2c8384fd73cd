import type { IncomingMessage, ServerResponse } from 'node:http';
import { squadCallsBase } from 'kit/contracts/squad/calls';
import { siteContractPath } from 'kit/contracts/squad/contract';
import { respondWithProblem } from '../http/respond.ts';
import { type ContractParts, sendContract } from './contract-document.ts';
import type { SquadHandler } from './squad-handler.ts';

interface PlatformHandlerParts {
  contract: ContractParts;
  /** Null if the site only accepts releases from its own machine. */
  squads: SquadHandler | null;
}

const readable = new Set(['GET', 'HEAD']);

/** Serves `/_platform`: the contract of this site with squads, and their calls. */
export class PlatformHandler {
  readonly #parts: PlatformHandlerParts;

  constructor(parts: PlatformHandlerParts) {
    this.#parts = parts;
  }

  async handle(request: IncomingMessage, response: ServerResponse, address: URL): Promise<boolean> {
    const { contract, squads } = this.#parts;
    if (address.pathname === siteContractPath && readable.has(request.method ?? '')) {
      sendContract(request, response, contract);
      return true;
    }
    if (!address.pathname.startsWith(`${squadCallsBase}/`)) return false;
    if (squads) await squads.handle(request, response, address);
    else {
      const message = 'This site takes releases from its own machine alone (SQUAD_ACCESS is off): ask its staff.';
      respondWithProblem(request, response, { status: 403, title: 'Forbidden', message });
    }
    return true;
  }
}
