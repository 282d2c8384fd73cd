/** @jest-environment node */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { ownCommand } from '../commands/publish.ts';

const template = path.join(import.meta.dirname, 'template/repository');
const read = (file: string) => readFile(path.join(template, file), 'utf8');

async function scripts(): Promise<Record<string, string>> {
  return JSON.parse(await read('package.json.template')).scripts;
}

/** Finds `npm test` and `npm run publish` as CI and README write them. */
function scriptsNamedIn(text: string): string[] {
  return [...text.matchAll(/\bnpm (?:run (?<script>[a-z]+)|(?<own>test))\b/g)].map(
    ({ groups }) => groups?.script ?? groups?.own ?? '',
  );
}

it.each(['dot-github/workflows/ci.yml.template', 'dot-gitlab-ci.yml.template', 'README.md.template'])(
  'the scripts that %s names are there',
  async (file) => {
    const named = scriptsNamedIn(await read(file));
    expect(named).toEqual(expect.arrayContaining(['test', 'publish']));
    expect(Object.keys(await scripts())).toEqual(expect.arrayContaining(named));
  },
);

async function commandNames(): Promise<string[]> {
  const folder = path.join(import.meta.dirname, '../commands');
  const files = (await readdir(folder)).filter((file) => !file.endsWith('.test.ts'));
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  return texts.flatMap((text) =>
    [...text.matchAll(/(?:\.command\(|siteCommand\(program, )'([a-z]+)'/g)].map(([, name = '']) => name),
  );
}

it('every command of the tool that a squad needs day by day is a script', async () => {
  const commands = await commandNames();
  const inPlace = [
    'activate',
    'build',
    'canary',
    'check',
    'dev',
    'preview',
    'promote',
    'publish',
    'rollback',
    'status',
  ];
  expect(commands).toEqual(expect.arrayContaining(inPlace));
  const all = await scripts();
  for (const name of [...inPlace, 'abort', 'test']) expect(all[name]).toBe(`remote ${name}`);
});

it('the next command is said as the folder has it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'own-command-'));
  try {
    expect(ownCommand(folder, 'activate', '1.0.0-0a1b2c3d')).toBe('npx remote activate 1.0.0-0a1b2c3d');
    const manifest = (own: object) => writeFile(path.join(folder, 'package.json'), JSON.stringify({ scripts: own }));
    await manifest({ remote: 'node main.ts' });
    expect(ownCommand(folder, 'activate', '1.0.0-0a1b2c3d')).toBe('npm run remote -- activate 1.0.0-0a1b2c3d');
    await manifest(await scripts());
    expect(ownCommand(folder, 'activate', '1.0.0-0a1b2c3d')).toBe('npm run activate -- 1.0.0-0a1b2c3d');
  } finally {
    await rm(folder, { recursive: true });
  }
});
