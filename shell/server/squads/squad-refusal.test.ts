import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { toSquadWording } from './squad-refusal.ts';

const platform = join(import.meta.dirname, '../../platform');

/** Files whose sentences only staff read, on their own machine or in a server's log. */
const forStaffAlone = [
  // How rights are changed and created: no call of a squad reaches these, or the server has the rights already.
  'acts/change-rights.ts',
  'state/apply-rights.ts',
  'state/release-chain.ts',
  'acts/write-revision.ts',
  // The output of `release store check`.
  'acts/upkeep.ts',
  // These go to the server's log.
  'serve/live-site.ts',
];

/** Every sentence of the platform that names a staff command, with its variables filled in. */
async function sentencesWithCommands(): Promise<{ file: string; sentence: string }[]> {
  const names = (await readdir(platform, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const found = names.map(async (file) => {
    const text = await readFile(join(platform, file), 'utf8');
    const literals = text.matchAll(/[`'](?<literal>[^`'\n]*npm run release --[^`\n]*?)[`'][,;]?\n/g);
    return [...literals].map(({ groups }) => ({ file, sentence: fill(groups?.literal ?? '') }));
  });
  return (await Promise.all(found)).flat();
}

function fill(literal: string): string {
  return literal
    .replaceAll(/\$\{remedy\}/g, 'unfreeze mf-agents')
    .replaceAll(/\$\{[^}]*(?:remote|name)[^}]*\}/g, 'mf-agents')
    .replaceAll(/\$\{[^}]*\}/g, '7');
}

it('names no command of staff to a squad but as one of the staff, in any sentence of the platform', async () => {
  const all = await sentencesWithCommands();
  const told = all.filter(({ file }) => !forStaffAlone.includes(file));
  expect(told.length).toBeGreaterThan(5);
  for (const { sentence } of told) {
    const words = toSquadWording(sentence);
    if (/npm run release --/.test(words)) expect(words).toMatch(/staff\b.*npm run release --/);
  }
});

it('names what a squad has in place of it', () => {
  expect(
    toSquadWording(
      'The store holds no release 1 of mf-agents; "npm run release -- list mf-agents" shows those it holds.',
    ),
  ).toBe('The store holds no release 1 of mf-agents; "npx remote status" shows those it holds.');
  expect(toSquadWording('"rollback mf-agents --to <id>" or a mended release ends this.')).toBe(
    '"npx remote rollback --to <id> --reason ..." or a mended release ends this.',
  );
});
