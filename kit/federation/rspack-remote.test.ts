/** @jest-environment node */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { withAdditions } from './rspack-remote.ts';

async function folderWith(additions: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'remote-'));
  await writeFile(path.join(folder, 'rspack.config.ts'), `export default ${additions};`);
  return folder;
}

it('refuses all members but module.rules and plugins, and names them', async () => {
  const folder = await folderWith('{ output: {}, module: { rules: [], noParse: /x/ }, plugins: [] }');
  await expect(withAdditions(folder, {})).rejects.toThrow(
    'rspack.config.ts sets output, module.noParse: it may only add module.rules and plugins. Remove the others.',
  );
});

it('adds loaders after those of the kit', async () => {
  const folder = await folderWith('{ module: { rules: [{ test: /a/ }] } }');
  const { module } = await withAdditions(folder, { module: { rules: [{ test: /b/ }] } });
  expect(module.rules).toEqual([{ test: /b/ }, { test: /a/ }]);
});
