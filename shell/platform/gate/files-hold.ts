import { releaseIdOf } from 'kit/squad/release/content-id';
import { messageOf } from '../message-of.ts';
import { readReleaseFile } from '../release/release-files.ts';
import { isPublicFile } from '../store/release-store.ts';
import type { GateContext, GateProblem, GateRule } from './gate-rule.ts';

/** Every file is the one that was published, none is missing and none was added. */
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
    return problems.map(asProblem);
  },
};

function asProblem(problem: string): GateProblem {
  return { problem, remedy: 'Remove the damaged folder from the store and publish the release again.' };
}
