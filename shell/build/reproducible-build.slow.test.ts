import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { repositoryRoot } from '../settings/places.ts';
import { buildWorkspace } from './build-workspace.ts';

/** The remote with the most files and pictures: one tool builds all remotes. */
const remote = 'mf-marketing';
const own = ['kit', 'shell', remote, 'package.json', 'package-lock.json', 'tsconfig.base.json'];

let root = '';
/** A copy of the source in another folder. */
let folder = '';

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'reproducible-'));
  folder = path.join(root, 'a folder/kit/of another name/node_modules-and-more');
  await copySource();
}, 60_000);

afterAll(() => rm(root, { recursive: true, force: true }));

it('happens once if two programs want it at the same time, as "npm start" and "npm test" in two terminals', async () => {
  await buildWorkspace(remote);
  await leaveOlderOutput(remote);
  const program = `import('./shell/build/build-workspace.ts').then((build) => build.buildWorkspace('${remote}')).then(console.log)`;
  const runs = [1, 2].map(() => runElsewhere(folder, `'${process.execPath}' --no-warnings -e "${program}"`));
  const said = (await Promise.all(runs)).map(({ stdout }) => stdout.trim());
  expect(said.sort()).toEqual(['false', 'true']);
}, 120_000);

it('gives the same bytes in another folder, as somebody else, at another place of the earth, with one processor, also over the output of an earlier build', async () => {
  await buildWorkspace('shell');
  const tool = `'${process.execPath}' --no-warnings ../node_modules/@rspack/cli/bin/rspack.js build`;
  await runElsewhere(path.join(folder, 'shell'), tool);
  // The test before has built the remote there.
  for (const workspace of ['shell', remote]) {
    const here = await sumsOf(path.join(repositoryRoot, workspace));
    expect(Object.keys(here).length).toBeGreaterThan(5);
    expect({ workspace, files: await sumsOf(path.join(folder, workspace)) }).toEqual({ workspace, files: here });
  }
}, 240_000);

/** Files that a build has to write anew, and one that it has to remove. */
async function leaveOlderOutput(workspace: string): Promise<void> {
  const dist = path.join(folder, workspace, 'dist');
  await cp(path.join(repositoryRoot, workspace, 'dist'), dist, { recursive: true });
  const files = (await readdir(dist, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  await Promise.all(files.map(({ parentPath, name }) => appendFile(path.join(parentPath, name), 'older')));
  await writeFile(path.join(dist, 'browser/older.js'), '');
}

/** Its packages are in the same relative place, because the location of packages affects the order of modules. */
async function copySource(): Promise<void> {
  const filter = (file: string) => !/[\\/](dist|node_modules)$/.test(file);
  for (const name of own)
    await cp(path.join(repositoryRoot, name), path.join(folder, name), { recursive: true, filter });
  for (const name of ['.', ...own]) {
    const packages = path.join(repositoryRoot, name, 'node_modules');
    if (!existsSync(packages)) continue;
    const linked = path.join(name, 'node_modules');
    await mkdir(path.join(folder, linked));
    // Other tests write into the cache while it would be copied.
    const entries = (await readdir(packages)).filter((entry) => entry !== '.cache');
    const from = entries.map((entry) => `'${path.join(packages, entry)}'`).join(' ');
    // Hard links are faster than copies.
    await runIn(folder, `cp -al ${from} '${linked}' || cp -af ${from} '${linked}'`);
  }
}

function runIn(cwd: string, command: string, environment: NodeJS.ProcessEnv = {}) {
  const options = { cwd, env: { ...process.env, ...environment } };
  return promisify(execFile)('sh', ['-c', command], options).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${stdout}${stderr}`);
    },
  );
}

/** As on another machine, of somebody else. */
function runElsewhere(cwd: string, command: string) {
  const elsewhere = { HOME: root, TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', RAYON_NUM_THREADS: '1' };
  return runIn(cwd, `umask 077; exec ${command}`, { NODE_ENV: 'production', ...elsewhere });
}

/** The SHA-256 of each built file by its name. */
async function sumsOf(folder: string): Promise<Record<string, string>> {
  const dist = path.join(folder, 'dist');
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
