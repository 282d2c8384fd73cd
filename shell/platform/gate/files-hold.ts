import { releaseIdOf } from 'kit/squad/release/content-id';
import { listFiles } from 'kit/squad/release/list-files';
import { messageOf } from '../message-of.ts';
import { readReleaseFile, recordFile, signatureFile } from '../release/release-files.ts';
import type { GateContext, GateProblem, GateRule } from './gate-rule.ts';

/** Every file is the one that was published, none is missing and none was added. */
export const filesHold: GateRule<Pick<GateContext, 'release'>> = {
  id: 'files',
  says: 'Every file is the one that was published; none is missing, none was added.',
  onRollback: true,
  stopsGate: true,
  async check({ release }) {
    const { record, folder } = release;
    const problems: string[] = [];
    for (const path of Object.keys(record.files)) {
      await readReleaseFile(release, path).catch((error: Error) => problems.push(error.message));
    }
    const known = new Set([recordFile, signatureFile, ...Object.keys(record.files)]);
    try {
      const added = (await listFiles(folder)).filter((path) => !known.has(path));
      problems.push(...added.map((path) => `The file ${path} is not in the record.`));
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
