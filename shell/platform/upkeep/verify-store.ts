import { runGate } from '../gate/gate.ts';
import { integrityRules } from '../gate/record-rules.ts';
import { messageOf } from '../message-of.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { loadRelease } from '../release/release-files.ts';
import { readHistory } from '../trust/read-history.ts';
import type { Rights } from '../trust/rights.ts';
import { isSignedBy } from '../trust/signed-entry.ts';
import { namedReleases } from './named-releases.ts';

export interface StoreReport {
  /** How many releases were looked at. */
  releases: number;
  /** How many revisions of the composition count. */
  revisions: number;
  problems: string[];
}

type Platform = Pick<ReleasePlatform, 'store' | 'chain'>;

/** Checks every byte of the store: signatures, rights, files, the composition's history, and that what it names is there. */
export async function verifyStore(platform: Platform): Promise<StoreReport> {
  const { store, chain } = platform;
  await chain.refresh({ whole: true });
  const { entries, damaged } = await readHistory(platform);
  const problems = [...damaged, ...(await checkChanges(platform))];
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

/** Entries of the log of changes that nobody signed who could have; those before the first signed one are older than signatures. */
async function checkChanges({ store, chain: { rights } }: Platform): Promise<string[]> {
  const problems: string[] = [];
  let previous = 0;
  let areSigned = false;
  for (const revision of await store.changes.list()) {
    try {
      const signed = await store.changes.readSigned(revision);
      if (revision !== previous + 1) problems.push(`Entry ${previous + 1} of the log of changes is missing.`);
      previous = revision;
      areSigned ||= (signed?.signatures.length ?? 0) > 0;
      if (signed && areSigned && !isOfListedKey(rights, signed)) {
        problems.push(`Entry ${revision} of the log of changes is signed by no key of the list.`);
      }
    } catch (error) {
      problems.push(messageOf(error));
    }
  }
  return problems;
}

function isOfListedKey(rights: Rights, signed: Parameters<typeof isSignedBy>[1]): boolean {
  return rights.keys.some((key) => isSignedBy('change', signed, key));
}
