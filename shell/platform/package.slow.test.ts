import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const run = promisify(execFile);
const repository = path.resolve(import.meta.dirname, '../..');

/** What the package takes of the kit: contracts of releases, and what squads assemble and check a release with. */
const ofKit = [
  'contracts/release.ts',
  'contracts/composition.ts',
  'contracts/canary-plan.ts',
  'contracts/match-path.ts',
  'contracts/origins.ts',
  'contracts/shell-name.ts',
  'contracts/slots.ts',
  'contracts/squad',
  'squad/release',
  'squad/rules',
  'server/content-type.ts',
  'server/make-folder.ts',
  'server/seeded-random.ts',
  'server/text.ts',
];

/** One of its own tests, which needs no built host. */
const ownTest = 'state/apply';

let folder: string;
let copy: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'platform-copy-'));
  copy = path.join(folder, 'platform');
  await cp(import.meta.dirname, copy, { recursive: true });
  for (const file of ofKit) {
    await cp(path.join(repository, 'kit', file), path.join(folder, 'kit', file), { recursive: true });
  }
  const kit = { name: 'kit', type: 'module', exports: { './*': './*.ts' } };
  await writeFile(path.join(folder, 'kit/package.json'), JSON.stringify(kit));
  await install();
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Gives the copy every package that its own package.json names, and no other, from what is installed here. */
async function install(): Promise<void> {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    await readFile(path.join(copy, 'package.json'), 'utf8'),
  );
  for (const name of Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
    const places = ['shell/node_modules', 'node_modules'].map((place) => path.join(repository, place, name));
    const place = path.join(folder, 'node_modules', name);
    await mkdir(path.dirname(place), { recursive: true });
    await symlink(name === 'kit' ? path.join(folder, 'kit') : (places.find((one) => existsSync(one)) ?? ''), place);
  }
}

/** Runs a program of an installed package, or a file, with Node in the copy, and gives all that it wrote. */
async function runInCopy(file: string, words: readonly string[] = [], nodeOptions = ''): Promise<string> {
  const { stdout, stderr } = await run(process.execPath, ['--no-warnings', file, ...words], {
    cwd: copy,
    env: { ...process.env, NODE_OPTIONS: nodeOptions },
  }).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${error.stdout}${error.stderr}`);
  });
  return `${stdout}${stderr}`;
}

describe('the package in a folder of its own, with what its package.json names', () => {
  it('has right types', async () => {
    // The compiler that checks the whole repository: it needs a third of the time that the one of the package needs.
    expect(await runInCopy(path.join(repository, 'node_modules/typescript-native/bin/tsc'), ['-p', '.'])).toBe('');
  }, 120_000);

  it('runs its example: two releases, a rollback, each rendered as it is followed, as its README shows', async () => {
    const page = (revision: number, version: string) =>
      `${revision} <main>Corner shop: <h1>Version ${version}</h1></main>\n`;
    const output = await runInCopy('example.ts');
    expect(output).toBe(page(1, '1.0.0') + page(2, '1.1.0') + page(3, '1.0.0'));
    expect(await readFile(path.join(copy, 'README.md'), 'utf8')).toContain(output);
  });

  it('runs its own tests', async () => {
    const words = await runInCopy(
      '../node_modules/jest/bin/jest.js',
      [ownTest, '--runInBand'],
      '--experimental-vm-modules',
    );
    expect(words).toContain(' passed');
  }, 180_000);
});
