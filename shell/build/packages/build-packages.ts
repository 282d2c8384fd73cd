import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { packageIndexFile, packagesFolder, type ServedPackage } from '../../settings/packages.ts';
import { compileKit } from './compile-kit.ts';
import { buildDevelopmentShell } from './development-shell.ts';
import { type PackagePlan, packagePlans } from './package-plan.ts';
import { writePackage } from './write-package.ts';

/** Makes the packages of squads as archives for a registry, and the list that the site serves them by. Gives the archives. */
export async function buildPackages(): Promise<ServedPackage[]> {
  await mkdir(path.dirname(packagesFolder), { recursive: true });
  const work = await mkdtemp(`${packagesFolder}-`);
  try {
    const compiled = compileKit();
    const served: ServedPackage[] = [];
    for (const plan of packagePlans) {
      const folder = path.join(work, 'made', plan.name);
      await mkdir(folder, { recursive: true });
      await writePackage(plan, compiled, folder);
      if (plan.bin) await buildDevelopmentShell(path.join(folder, 'development-shell'));
      served.push(await pack(plan, folder, work));
    }
    await rm(path.join(work, 'made'), { recursive: true });
    await writeFile(path.join(work, packageIndexFile), `${JSON.stringify(served, null, 2)}\n`);
    // mkdtemp makes folders for their owner alone, and the site may run as somebody else.
    await chmod(work, 0o755);
    // Whoever asks meanwhile gets the packages of before, whole.
    await takePlace(work);
    return served;
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    throw error;
  }
}

async function takePlace(work: string): Promise<void> {
  await rm(packagesFolder, { recursive: true, force: true });
  await rename(work, packagesFolder).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    // Somebody else made them at the same time, of the same source.
    await rm(work, { recursive: true });
  });
}

async function pack({ name }: PackagePlan, folder: string, destination: string): Promise<ServedPackage> {
  const npm = process.env.npm_execpath;
  const [command, ...words] = npm ? [process.execPath, npm] : ['npm'];
  const args = [...words, 'pack', '--silent', '--pack-destination', destination];
  const { stdout } = await promisify(execFile)(command ?? 'npm', args, { cwd: folder });
  const packed = path.join(destination, stdout.trim());
  const bytes = await readFile(packed);
  const shasum = createHash('sha1').update(bytes).digest('hex');
  // Its content is in its name: what was fetched once can be kept for good.
  const file = `${path.basename(packed, '.tgz')}-${shasum.slice(0, 8)}.tgz`;
  await rename(packed, path.join(destination, file));
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  return { name, version: manifest.version, file, bytes: bytes.length, integrity, shasum, manifest };
}
