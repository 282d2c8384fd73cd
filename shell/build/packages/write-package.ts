import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { kitPackage } from 'kit/squad/package-names';
import { repositoryRoot } from '../../settings/places.ts';
import { type Compiled, kitFolder } from './compile-kit.ts';
import type { PackagePlan } from './package-plan.ts';
import { importedFiles, importedPackages, rewriteImports } from './rewrite-imports.ts';

interface KitManifest {
  version: string;
  license: string;
  exports: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

type EntryPoints = Record<string, { types: string; default: string }>;

/** What squads run the tool and the tests with: the oldest line of Node that is maintained. */
const engines = { node: '>=22.18' };

/**
 * Writes the folder of one package: compiled files, its `package.json`, README, changelog and licence.
 *
 * @throws Error naming the file and what it imports, when `kit/package.json` names no such package, or the plan no such file.
 */
export async function writePackage(plan: PackagePlan, compiled: Compiled, folder: string): Promise<void> {
  const kit = await readManifest('kit');
  // What tests in browsers need is no matter of the kit.
  const { devDependencies } = await readManifest('e2e');
  const withTests = { ...kit, devDependencies: { ...devDependencies, ...kit.devDependencies } };
  const isOwn = (file: string) => plan.files.test(file);
  const files = [...compiled].filter(([file]) => isOwn(file));
  const imported = new Map(plan.also.map((name) => [name, 'the plan of the package']));
  for (const [file, text] of files) {
    const rewritten = rewriteImports(text, { file, isOwn });
    for (const name of importedPackages(rewritten)) imported.set(name, file);
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), rewritten);
  }
  for (const file of plan.plain) await copyPlain(file, folder, imported);
  await refuseMissing(plan, folder);
  const manifest = {
    name: plan.name,
    version: kit.version,
    description: plan.description,
    license: kit.license,
    type: 'module',
    sideEffects: false,
    engines,
    exports: { './package.json': './package.json', ...entryPointsOf(plan, kit, compiled) },
    ...(plan.bin && { bin: plan.bin }),
    ...requirements(plan, kit, imported),
    ...(plan.startsWith && { startsWith: versionsOf(plan.startsWith, withTests) }),
  };
  for (const file of Object.values(plan.bin ?? {})) await chmod(path.join(folder, file), 0o755);
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await cp(path.join(repositoryRoot, 'LICENSE'), path.join(folder, 'LICENSE'));
  await cp(path.join(kitFolder, 'CHANGELOG.md'), path.join(folder, 'CHANGELOG.md'));
  const readme = `squad/readme/${plan.name.split('/').at(-1)}.md`;
  await cp(path.join(kitFolder, readme), path.join(folder, 'README.md'));
}

async function readManifest(workspace: string): Promise<KitManifest> {
  return JSON.parse(await readFile(path.join(repositoryRoot, workspace, 'package.json'), 'utf8'));
}

/** A file that no compiler reads; imports of the site's own names are those of packages all the same. */
async function copyPlain(file: string, folder: string, imported: Map<string, string>): Promise<void> {
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
  if (!/\.m?js$/.test(file)) return cp(path.join(kitFolder, file), path.join(folder, file), { recursive: true });
  const text = rewriteImports(await readFile(path.join(kitFolder, file), 'utf8'), { file, isOwn: () => true });
  for (const name of importedPackages(text)) imported.set(name, file);
  await writeFile(path.join(folder, file), text);
}

/** What a file that no compiler reads imports is in the package only where the plan names it. */
async function refuseMissing(plan: PackagePlan, folder: string): Promise<void> {
  for (const file of plan.plain.filter((name) => /\.m?js$/.test(name))) {
    for (const wanted of importedFiles(await readFile(path.join(folder, file), 'utf8'), file)) {
      if (existsSync(path.join(folder, wanted))) continue;
      throw new Error(`${file} imports ${wanted}, which ${plan.name} lacks: name it in package-plan.ts.`);
    }
  }
}

/** Every entry point by its name: a pattern would open files that nobody meant to be imported. */
function entryPointsOf(plan: PackagePlan, kit: KitManifest, compiled: Compiled): EntryPoints {
  if (!(plan.entryPoints instanceof RegExp)) {
    return Object.fromEntries(
      Object.entries(plan.entryPoints).map(([entryPoint, file]) => [
        entryPoint,
        { types: `${file}.d.ts`, default: `${file}.js` },
      ]),
    );
  }
  const wanted = plan.entryPoints;
  const names = [...compiled.keys()].filter((file) => file.endsWith('.js')).map((file) => `./${file.slice(0, -3)}`);
  const entryPoints = Object.entries(kit.exports).flatMap(([entryPoint, file]) => {
    const base = file.replace(/\.tsx?$/, '');
    if (!entryPoint.includes('*')) return [[entryPoint, base] as const];
    const start = base.slice(0, base.indexOf('*'));
    return names.filter((name) => name.startsWith(start)).map((name) => [name, name] as const);
  });
  return Object.fromEntries(
    entryPoints
      .filter(([entryPoint, base]) => wanted.test(entryPoint) && names.includes(base))
      .map(([entryPoint, base]) => [entryPoint, { types: `${base}.d.ts`, default: `${base}.js` }]),
  );
}

function requirements(plan: PackagePlan, kit: KitManifest, imported: ReadonlyMap<string, string>) {
  const peers = new Set([...plan.peers, ...plan.optionalPeers]);
  const own = [...imported.keys()].filter((name) => name !== plan.name && !peers.has(name));
  return {
    dependencies: versionsOf(own, kit, imported),
    peerDependencies: versionsOf(peers, kit, imported),
    ...(plan.optionalPeers.length > 0 && {
      peerDependenciesMeta: Object.fromEntries(plan.optionalPeers.map((name) => [name, { optional: true }])),
    }),
  };
}

function versionsOf(names: Iterable<string>, kit: KitManifest, imported?: ReadonlyMap<string, string>) {
  const versionOf = (name: string) => {
    if (name === kitPackage) return `^${kit.version}`;
    const version = kit.dependencies[name] ?? kit.devDependencies[name];
    if (version) return version;
    throw new Error(`${imported?.get(name) ?? 'The plan'} names ${name}, which kit/package.json does not.`);
  };
  return Object.fromEntries([...names].sort().map((name) => [name, versionOf(name)]));
}
