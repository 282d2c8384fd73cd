import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { CommandError } from '../../server/command-error.ts';
import { makeSquadKey, readSquadKey } from '../site-client/squad-key.ts';
import { say } from './answer.ts';

export function addKeyCommand(program: CommandUnknownOpts): void {
  program
    .command('key')
    .description('Make the private key of the squad in a file, and show its public half for the staff of the site')
    .argument('<file>', 'where, outside of the repository; it must not exist')
    .option('--json', 'answer for machines')
    .action(async (file, _options, command) => {
      const pem = makeSquadKey();
      await writeFile(file, pem, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') throw new CommandError(`${file} exists already: keys are never written over.`);
        throw new CommandError(`${file} cannot be written: ${error.message}`, 1);
      });
      const { publicKey, keyId } = readSquadKey(pem);
      const place = path.resolve(file);
      const publicFile = `${place.replace(/\.(?:key|pem)$/, '')}.pub`;
      // Whoever loses it can have it made of the private key again, so an older file is none to keep.
      await writeFile(publicFile, publicKey).catch((error: NodeJS.ErrnoException) => {
        throw new CommandError(`${publicFile} cannot be written: ${error.message}`, 1);
      });
      say(command, {
        text: `Made the private key ${place}; it stays with the squad. Its public half, for the staff of the site, is ${publicFile}:\n\n${publicKey}`,
        json: { file: place, publicFile, keyId, publicKey },
      });
    });
}
