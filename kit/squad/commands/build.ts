import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { buildRemote } from '../build/build-remote.ts';
import { assembleRelease } from '../release/assemble-release.ts';
import { say } from './answer.ts';

export function addBuildCommand(program: CommandUnknownOpts): void {
  program
    .command('build')
    .description('Build the remote into dist: the same source gives the same release on every machine')
    .option('--json', 'answer for machines')
    .action(async (_options, command) => {
      const { record } = await assembleRelease(await buildRemote(process.cwd()));
      const files = Object.keys(record.files).length;
      say(command, {
        text: `${record.remote} ${record.id}: ${record.routes.length} pages, ${files} files in dist`,
        json: { remote: record.remote, id: record.id, commit: record.commit, files },
      });
    });
}
