import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { rspack } from '@rspack/core';
import { withFastRefresh } from 'kit/federation/development';
import { baseConfig } from 'kit/federation/rspack-base';
import { shellBrowserConfig, shellServerConfig } from '../../rspack.shell.ts';
import { packageIndexFile, packagesFolder, type ServedPackage } from '../../settings/packages.ts';
import { repositoryRoot } from '../../settings/places.ts';
import { checkPackages } from './check-packages.ts';
import { compileKit } from './compile-kit.ts';
import { type PackagePlan, packagePlans } from './package-plan.ts';
import { writePackage } from './write-package.ts';

// npm run packages builds the kit and the squads' tool as archives, which the site serves and `npm publish <file>` accepts.
// With `-- --check`, publint and Are the Types Wrong check them.

try {
  const packages = await buildPackages();
  if (process.argv.includes('--check')) await checkPackages(packages);
  for (const { file, bytes } of packages) {
    console.log(`${path.relative(repositoryRoot, path.join(packagesFolder, file))}  ${Math.ceil(bytes / 1000)} kB`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Builds the packages for squads as archives, with the index for the site, and returns the packages. */
async function buildPackages(): Promise<ServedPackage[]> {
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
    // mkdtemp creates folders that only their owner can read, and the site may run as another user.
    await chmod(work, 0o755);
    // The folder is replaced as a whole, so that nobody gets a mixture of two builds.
    await replacePackages(work);
    return served;
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    throw error;
  }
}

async function replacePackages(work: string): Promise<void> {
  await rm(packagesFolder, { recursive: true, force: true });
  await rename(work, packagesFolder).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    // Another process built the same packages at the same time.
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
  // The hash in the name lets caches keep the file forever.
  const file = `${path.basename(packed, '.tgz')}-${shasum.slice(0, 8)}.tgz`;
  await rename(packed, path.join(destination, file));
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  return { name, version: manifest.version, file, bytes: bytes.length, integrity, shasum, manifest };
}

/**
 * Builds the shell for the development of remotes, with React's development build, which Fast Refresh needs, and the renderer of the
 * site. They are part of the tool, so that a squad develops in the site's shell without its source.
 */
async function buildDevelopmentShell(folder: string): Promise<void> {
  const browser = withFastRefresh(shellBrowserConfig('development'), 'shell');
  const server = path.join(folder, 'server');
  const host = shellServerConfig();
  const shell = path.join(repositoryRoot, 'shell');
  const renderer = baseConfig({ name: 'development-renderer', folder: shell, platform: 'server', mode: 'production' });
  const compiler = rspack([
    { ...browser, devtool: false, output: { ...browser.output, path: folder } },
    { ...host, output: { ...host.output, path: server, clean: false } },
    {
      ...renderer,
      entry: { renderer: './platform/gate/development-renderer.ts' },
      output: { ...renderer.output, path: server, clean: false, filename: '[name].mjs', library: { type: 'module' } },
    },
  ]);
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (stats?.hasErrors()) throw new Error(`The development shell cannot be built:\n${stats.toString('errors-only')}`);
  // The programs that it starts as processes.
  await cp(path.join(shell, 'platform/serve/rendering/renderer'), path.join(server, 'renderer'), { recursive: true });
}
