/** @jest-environment node */
import { Command } from '@commander-js/extra-typings';
import { expect, it } from '@jest/globals';
import { addRollbackCommand } from './switches.ts';

it('a revision that is no number is refused before anything is asked of the site', async () => {
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  addRollbackCommand(program);
  for (const command of program.commands) command.exitOverride().configureOutput({ writeErr: () => {} });
  const words = ['rollback', '--expect', 'two', '--reason', 'late'];
  await expect(program.parseAsync(words, { from: 'user' })).rejects.toThrow(
    "argument 'two' is invalid. It takes a whole number from 0 up.",
  );
});
