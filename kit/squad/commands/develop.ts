import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { CommandError } from '../../server/command-error.ts';
import { wholeNumber } from '../../server/command-line.ts';
import { buildRemote } from '../build/build-remote.ts';
import { apiModes } from '../dev/development-site.ts';
import { startDevelopment } from '../dev/start-development.ts';
import { createRepository } from '../new/create-repository.ts';
import { assembleRelease } from '../release/assemble-release.ts';
import { siteAddress } from '../site/site-address.ts';
import { makeSquadKey, readSquadKey } from '../site-client/squad-key.ts';
import { printOutcome } from './squad-command.ts';

// Commands that make and develop a remote. They change nothing on a site.

export function addNewCommand(program: CommandUnknownOpts): void {
  program
    .command('new')
    .description('Make a repository for a new remote: two pages, a form, tests, CI')
    .argument('<name>', 'mf- and lower case words, for example mf-careers')
    .requiredOption('--site <url>', 'the site that it is for; its packages come from there')
    .option('--folder <folder>', 'where to, if not a folder of the name here')
    .action(async (name, { site, folder = name }, command) => {
      const outcome = await createRepository({ name, site: siteAddress(site, '.'), folder: path.resolve(folder) });
      printOutcome(command, outcome);
    });
}

export function addKeyCommand(program: CommandUnknownOpts): void {
  program
    .command('key')
    .description('Make the private key of the squad in a file, and show its public half for the staff of the site')
    .argument('<file>', 'where, outside of the repository; it must not exist')
    .action(async (file, _options, command) => {
      const pem = makeSquadKey();
      await writeFile(file, pem, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') throw new CommandError(`${file} exists already: keys are never written over.`);
        throw new CommandError(`${file} cannot be written: ${error.message}`, 1);
      });
      const { publicKey, keyId } = readSquadKey(pem);
      const place = path.resolve(file);
      const publicFile = `${place.replace(/\.(?:key|pem)$/, '')}.pub`;
      // An older public key may be overwritten, since it can be derived from its private key again.
      await writeFile(publicFile, publicKey).catch((error: NodeJS.ErrnoException) => {
        throw new CommandError(`${publicFile} cannot be written: ${error.message}`, 1);
      });
      printOutcome(command, {
        text: `Made the private key ${place}; it stays with the squad. Its public half, for the staff of the site, is ${publicFile}:\n\n${publicKey}`,
        json: { file: place, publicFile, keyId, publicKey },
      });
    });
}

export function addDevCommand(program: CommandUnknownOpts): void {
  program
    .command('dev')
    .description('Serve the pages of the remote from its source, inside the shell of the site')
    .option('--site <url>', 'the site, if not the one in package.json')
    .option('--port <n>', 'port (default: 4300)', wholeNumber(1), 4300)
    .addOption(
      new Option(
        '--api <mode>',
        'who answers calls: the real API, recorded answers, or the real one while it is recorded',
      )
        .choices(apiModes)
        .default('real' as const),
    )
    .option(
      '--real-forms',
      'send forms to the office; without it they are tests, which the API checks and keeps, but delivers to nobody',
      false,
    )
    .action(async ({ site: option, port, api, realForms }) => {
      const folder = process.cwd();
      const site = siteAddress(option, folder);
      const { remote, pages, stop } = await startDevelopment({ folder, site, port, api, realForms });
      console.log(`\n${remote} in development:\n${pages.map((page) => `  ${page}`).join('\n')}`);
      if (realForms && api !== 'recorded') console.log(`Forms that you send reach the office of ${site}.`);
      for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop().then(() => process.exit(0)));
    });
}

export function addBuildCommand(program: CommandUnknownOpts): void {
  program
    .command('build')
    .description('Build the remote into dist: the same source gives the same release on every machine')
    .action(async (_options, command) => {
      const { record } = await assembleRelease(await buildRemote(process.cwd()));
      const files = Object.keys(record.files).length;
      printOutcome(command, {
        text: `${record.remote} ${record.id}: ${record.routes.length} pages, ${files} files in dist`,
        json: { remote: record.remote, id: record.id, commit: record.commit, files },
      });
    });
}
