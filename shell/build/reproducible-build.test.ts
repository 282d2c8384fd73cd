import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { repositoryRoot } from '../settings/places.ts';

/** The remote with the most pages, and so with the most ways to put them in another order. */
const remote = 'mf-marketing';
const names = ['a', 'a folder/kit/of another name', 'node_modules-and-more/deep/er'];
const own = ['kit', remote, 'package.json', 'package-lock.json', 'tsconfig.base.json'];

let root = '';

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'reproducible-'));
});

afterAll(() => rm(root, { recursive: true, force: true }));

it('gives the same bytes in every folder, with and without what an earlier build left', async () => {
  const builds = await Promise.all(
    names.map(async (name) => {
      const folder = path.join(root, name);
      await copySource(folder);
      return build(folder);
    }),
  );
  const [first, ...others] = builds;
  for (const other of others) expect(other).toEqual(first);
  expect(Object.keys(first ?? {})).toContain('server/remote.cjs');
  expect(await build(path.join(root, 'a'))).toEqual(first);
});

/** The source is the copy's own, the packages are ours; so even what lies elsewhere beside it leaves no trace. */
async function copySource(folder: string): Promise<void> {
  const filter = (file: string) => !/[\\/](dist|node_modules)$/.test(file);
  for (const name of own)
    await cp(path.join(repositoryRoot, name), path.join(folder, name), { recursive: true, filter });
  const packages = path.join(repositoryRoot, 'node_modules');
  await mkdir(path.join(folder, 'node_modules'));
  for (const name of await readdir(packages)) {
    await symlink(path.join(name === 'kit' ? folder : packages, name), path.join(folder, 'node_modules', name));
  }
}

async function build(folder: string): Promise<Record<string, string>> {
  const tool = path.join(folder, 'kit/squad/main.ts');
  const options = { cwd: path.join(folder, remote), env: { ...process.env, NODE_ENV: 'production' } };
  await promisify(execFile)(process.execPath, ['--no-warnings', tool, 'build'], options).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${stdout}${stderr}`);
    },
  );
  const dist = path.join(folder, remote, 'dist');
  const files = (await readdir(dist, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const sums = files.map(async ({ parentPath, name }) => {
    const file = path.join(parentPath, name);
    const sum = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    return [path.relative(dist, file), sum] as const;
  });
  return Object.fromEntries((await Promise.all(sums)).sort(([one], [other]) => (one < other ? -1 : 1)));
}
