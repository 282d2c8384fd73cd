import { filesHold } from '../gate/files-hold.ts';
import { runGate } from '../gate/gate.ts';
import type { GateContext, GateRule } from '../gate/gate-rule.ts';
import { namedFilesExist } from '../gate/named-files-exist.ts';
import { signatureIsTrusted } from '../gate/signature-is-trusted.ts';
import { messageOf } from '../message-of.ts';
import { loadRelease } from '../release/release-files.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { namedReleases } from './named-releases.ts';

const integrityRules: readonly GateRule<Pick<GateContext, 'store' | 'release'>>[] = [
  signatureIsTrusted,
  filesHold,
  namedFilesExist,
];

export interface StoreReport {
  /** How many releases were looked at. */
  releases: number;
  /** How many revisions of the composition could be read. */
  revisions: number;
  problems: string[];
}

/** Checks every byte of the store: signatures, files, the composition's history, and that what it names is there. */
export async function verifyStore(store: ReleaseStore): Promise<StoreReport> {
  const compositions = await store.compositions.readAll();
  const [budgets, changes] = await Promise.all([store.budgets.readAll(), store.changes.readAll()]);
  const problems = [...compositions.damaged, ...budgets.damaged, ...changes.damaged];
  const held = new Set<string>();
  for (const remote of await store.listRemotes()) {
    for (const id of await store.listReleases(remote)) {
      held.add(`${remote} ${id}`);
      problems.push(...(await checkRelease(store, remote, id)));
    }
  }
  for (const [name, role] of namedReleases(compositions.entries.at(-1) ?? null)) {
    if (!held.has(name)) problems.push(`${name} is ${role}, but the store does not hold it.`);
  }
  return { releases: held.size, revisions: compositions.entries.length, problems };
}

async function checkRelease(store: ReleaseStore, remote: string, id: string): Promise<string[]> {
  try {
    const release = await loadRelease(store, remote, id);
    const findings = await runGate({ store, release }, integrityRules);
    return findings.map(({ problem }) => problem);
  } catch (error) {
    return [messageOf(error)];
  }
}
