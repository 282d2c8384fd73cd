import { runGate } from '../gate/gate.ts';
import { integrityRules } from '../gate/record-rules.ts';
import { messageOf } from '../message-of.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { loadRelease } from '../release/release-files.ts';
import { namedReleases } from './named-releases.ts';

export interface StoreReport {
  /** How many releases were looked at. */
  releases: number;
  /** How many switches count. */
  revisions: number;
  problems: string[];
}

type Platform = Pick<ReleasePlatform, 'store' | 'chain'>;

/** Checks every byte of the store: signatures, rights, files, the composition's history, and that what it names is there. */
export async function verifyStore(platform: Platform): Promise<StoreReport> {
  const { store, chain } = platform;
  await chain.refresh({ whole: true });
  const entries = chain.history;
  const problems = [...chain.problems];
  const held = new Set<string>();
  for (const remote of await store.listRemotes()) {
    for (const id of await store.listReleases(remote)) {
      held.add(`${remote} ${id}`);
      problems.push(...(await checkRelease(platform, remote, id)));
    }
  }
  for (const [name, role] of namedReleases(entries.at(-1) ?? null)) {
    if (!held.has(name)) problems.push(`${name} is ${role}, but the store does not hold it.`);
  }
  return { releases: held.size, revisions: entries.length, problems: [...new Set(problems)] };
}

async function checkRelease({ store, chain }: Platform, remote: string, id: string): Promise<string[]> {
  try {
    const release = await loadRelease(store, remote, id);
    const findings = await runGate({ store, rights: chain.rights, isRollback: true, release }, integrityRules);
    return findings.map(({ problem }) => problem);
  } catch (error) {
    return [messageOf(error)];
  }
}
