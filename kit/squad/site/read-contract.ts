import * as z from 'zod/mini';
import { type SiteContract, siteContractPath, siteContractSchema } from '../../contracts/squad/contract.ts';
import { CommandError } from '../../server/command-error.ts';

const patience = 15_000;

/**
 * What a site shares and asks, as it says itself.
 *
 * @throws CommandError with one sentence when it does not answer, or is no such site.
 */
export async function readContract(site: string): Promise<SiteContract> {
  const address = new URL(siteContractPath, site);
  const answer = await fetch(address, { signal: AbortSignal.timeout(patience) }).catch((error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new CommandError(`${site} does not answer (${cause}): check the address, or start the site.`, 1);
  });
  const parsed = z.safeParse(siteContractSchema, await answer.json().catch(() => null));
  if (answer.ok && parsed.success) return parsed.data;
  throw new CommandError(
    `${site} answers, but it has no ${siteContractPath} that this version of the tool can read: it is another site, or an older one.`,
    1,
  );
}

/** The remotes that are live on a site. Empty where it does not say. */
export async function liveRemotes(site: string): Promise<string[]> {
  try {
    const health = await (await fetch(new URL('/healthz', site))).json();
    const composition = await (await fetch(new URL(`/composition/${health.revision}.json`, site))).json();
    return Object.keys(composition.remotes);
  } catch {
    return [];
  }
}
