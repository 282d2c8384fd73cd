import { messageOf } from 'kit/server/text';
import { checkNamedFiles } from 'kit/squad/release/assemble-release';
import { releaseIdOf } from 'kit/squad/release/content-id';
import {
  checkData,
  checkNamespace,
  checkRecord,
  checkRequirements,
  checkSize,
  measureScripts,
} from 'kit/squad/rules/check-release';
import { isPublicFile, loadRelease, readReleaseFile, signatureOf } from '../log/release-files.ts';
import type { GateContext, GateProblem, GateRule } from './gate-rule.ts';

// Rules that read the record and the files of a release without running it.

const signatureIsTrusted: GateRule<Pick<GateContext, 'store' | 'rights' | 'isRollback' | 'release'>> = {
  id: 'signature',
  says: 'Its record is signed by a key that may publish this remote.',
  onRollback: true,
  stopsGate: true,
  async check({ store, rights, isRollback, release }) {
    const { remote, id } = release.record;
    const at = isRollback ? null : new Date().toISOString();
    const { problem } = await signatureOf({ store, rights, at }, release);
    if (problem === null) return [];
    return [
      {
        problem: `${remote} ${id} cannot be trusted: ${problem}.`,
        remedy: `Have it signed by a key that may: npm run release -- resign ${remote} ${id} --reason "..."`,
      },
    ];
  },
};

export const filesHold: GateRule<Pick<GateContext, 'release'>> = {
  id: 'files',
  says: 'Every file is the one that was published; none is missing, none was added.',
  onRollback: true,
  stopsGate: true,
  async check({ release }) {
    const { record, store } = release;
    const problems: string[] = [];
    for (const path of Object.keys(record.files)) {
      await readReleaseFile(release, path).catch((error: Error) => problems.push(error.message));
    }
    try {
      const files = await store.listFiles(record.remote, record.id);
      const isOwn = (path: string, isPublic: boolean) =>
        Object.hasOwn(record.files, path) && isPublicFile(record, path) === isPublic;
      const added = files.filter(({ path, isPublic }) => !isOwn(path, isPublic));
      problems.push(
        ...added.map(({ path }) => `The file ${path} of ${record.remote} ${record.id} is not in its record.`),
      );
    } catch (error) {
      problems.push(messageOf(error));
    }
    const id = releaseIdOf(record.version, record.files);
    if (id !== record.id) problems.push(`The record's files make the id ${id}, not ${record.id}.`);
    const remedy = 'Remove the damaged folder from the store and publish the release again.';
    return problems.map((problem) => ({ problem, remedy }));
  },
};

const namedFilesExist: GateRule<Pick<GateContext, 'release'>> = {
  id: 'record',
  says: 'The files that the record names are there, and every page has a chunk.',
  stopsGate: true,
  async check({ release }) {
    try {
      checkNamedFiles(release.record);
      return [];
    } catch (error) {
      const cause = messageOf(error);
      return [{ problem: `The record cannot be right: ${cause}.`, remedy: 'Build and publish the remote again.' }];
    }
  },
};

/** The record stays small, because every page of the remote and every composition contain its routes. */
const recordIsWithinBudget: GateRule<Pick<GateContext, 'policy' | 'release'>> = {
  id: 'record-budget',
  says: 'The record with its routes stays within its budget.',
  stopsGate: true,
  async check({ policy: { recordBudget }, release: { record, text } }) {
    return checkRecord(record, text, recordBudget);
  },
};

/**
 * The host provides every shared module that the release needs, in a compatible version. The host is the live release of the
 * shell, otherwise the shells of all running servers, otherwise the shell of this checkout.
 */
export const requirementsAreMet: GateRule<Pick<GateContext, 'store' | 'policy' | 'release' | 'shell'>> = {
  id: 'needs',
  says: 'The live shell provides every shared module that it takes, in a version that it was built for.',
  onRollback: true,
  async check({ store, shell: released, release: { record }, policy: { sharedModules } }) {
    if (released) return checkRequirements(record, released.parts.sharedModules);
    const heartbeats = await store.readHeartbeats(store.pace.heartbeatMaxAge);
    const live = heartbeats.map((heartbeat) => heartbeat.sharedModules);
    const problems = (live.length > 0 ? live : [sharedModules]).flatMap((shell) => checkRequirements(record, shell));
    return [...new Map(problems.map((one) => [one.problem, one])).values()];
  },
};

const routesLieInNamespace: GateRule = {
  id: 'namespace',
  says: 'Every page lies in a path that was given to the remote.',
  async check({ release: { record }, rights: { namespaces }, policy: { reserved } }) {
    return checkNamespace(record, { namespaces, reserved });
  },
};

const routesDoNotClash: GateRule = {
  id: 'clash',
  says: 'No page is declared twice, neither here nor by the live release of another remote.',
  async check(context) {
    const { record } = context.release;
    const taken = await routesOfOthers(context);
    const problems: GateProblem[] = [];
    for (const { path } of record.routes) {
      const shape = path.replaceAll(/:[A-Za-z]+/g, ':');
      const owner = taken.get(shape);
      if (owner) {
        const where = owner === record.remote ? 'twice in this release' : `by the live release of ${owner} too`;
        problems.push({
          problem: `The route ${path} is declared ${where}.`,
          remedy: 'Give one of the two pages another path.',
        });
      }
      taken.set(shape, record.remote);
    }
    return problems;
  },
};

/**
 * Returns the remote of each live path. Parameters have no names, because `/agents/:agentName` and `/agents/:id` match the same
 * paths. It skips unreadable releases, because damage elsewhere must not block a good release.
 */
async function routesOfOthers({ store, release, composition }: GateContext): Promise<Map<string, string>> {
  const taken = new Map<string, string>();
  for (const [remote, { live }] of Object.entries(composition?.remotes ?? {})) {
    if (remote === release.record.remote) continue;
    const other = await loadRelease(store, remote, live).catch(() => null);
    for (const { path } of other?.record.routes ?? []) taken.set(path.replaceAll(/:[A-Za-z]+/g, ':'), remote);
  }
  return taken;
}

/**
 * What a page shows is asked for by the host's own server: only what the host offers, and back ends that the release declares. A
 * rollback is not held up by it: what is offered no longer is not asked for either, and browsers ask.
 */
const namedDataIsOffered: GateRule = {
  id: 'data',
  says: 'What pages name as their data is what the site offers, or of an origin that the release declares.',
  async check({ release: { record }, policy }) {
    return checkData(record, policy.offeredData);
  },
};

/** Staff grant each slot to the key. A rollback is not held up by it: servers do not show what is not granted. */
const slotsAreGranted: GateRule = {
  id: 'slots',
  says: 'What it offers to pages of others was granted to its key.',
  async check({ store, rights, release }) {
    const { widgets = {}, ...links } = release.record.slots ?? {};
    const offered = [...Object.keys(links), ...Object.keys(widgets)];
    const { key } = await signatureOf({ store, rights, at: null }, release);
    const objection = rights.slotObjection(key, offered);
    if (!objection) return [];
    return [
      {
        problem: `It offers something in the slots ${objection.missing}, which the key ${key} was not granted.`,
        remedy: `Take it out of "slots" in the package.json, or ask: ${objection.grant}`,
      },
    ];
  },
};

const sizeIsWithinBudget: GateRule = {
  id: 'budget',
  says: 'What visitors have to load stays within the budget of the remote.',
  async check({ rights, release }) {
    const size = await measureScripts(release.record, (file) => readReleaseFile(release, file));
    return checkSize(release.record.remote, size, rights.budgetOf(release.record.remote));
  },
};

/** The rules for every release, including the shell's. The verification of a store uses them, too. */
export const integrityRules: readonly GateRule<Pick<GateContext, 'store' | 'rights' | 'isRollback' | 'release'>>[] = [
  signatureIsTrusted,
  filesHold,
  namedFilesExist,
];

export const recordRules: readonly GateRule[] = [
  recordIsWithinBudget,
  requirementsAreMet,
  routesLieInNamespace,
  routesDoNotClash,
  namedDataIsOffered,
  slotsAreGranted,
  sizeIsWithinBudget,
];
