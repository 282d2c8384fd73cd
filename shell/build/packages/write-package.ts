import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { kitPackage } from 'kit/squad/package-names';
import { repositoryRoot } from '../../settings/places.ts';
import { type Compiled, kitFolder } from './compile-kit.ts';
import type { PackagePlan } from './package-plan.ts';

interface KitManifest {
  version: string;
  license: string;
  exports: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

type EntryPoints = Record<string, { types: string; default: string }>;

/** The oldest maintained Node version that runs the tool and the tests. */
const engines = { node: '>=22.22' };

/**
 * Writes the folder of one package: compiled files, `package.json`, README, changelog and license.
 * @throws Error that names a file and its import, if `kit/package.json` lacks the package or the plan lacks the file.
 */
export async function writePackage(plan: PackagePlan, compiled: Compiled, folder: string): Promise<void> {
  const kit = await readManifest('kit');
  // Only e2e depends on the packages for browser tests.
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

/** Copies a file that is not compiled. Imports of the site's own names are replaced here, too. */
async function copyPlain(file: string, folder: string, imported: Map<string, string>): Promise<void> {
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
  if (!/\.m?js$/.test(file)) return cp(path.join(kitFolder, file), path.join(folder, file), { recursive: true });
  const text = rewriteImports(await readFile(path.join(kitFolder, file), 'utf8'), { file, isOwn: () => true });
  for (const name of importedPackages(text)) imported.set(name, file);
  await writeFile(path.join(folder, file), text);
}

/** Throws if a file that is not compiled imports a file that the plan does not name. */
async function refuseMissing(plan: PackagePlan, folder: string): Promise<void> {
  for (const file of plan.plain.filter((name) => /\.m?js$/.test(name))) {
    for (const wanted of importedFiles(await readFile(path.join(folder, file), 'utf8'), file)) {
      if (existsSync(path.join(folder, wanted))) continue;
      throw new Error(`${file} imports ${wanted}, which ${plan.name} lacks: name it in package-plan.ts.`);
    }
  }
}

/** Lists every entry point by name, because a pattern would also export internal files. */
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

const specifiers = /(?<before>\bfrom\s*|\bimport\s*\(?\s*|\bresolve\(\s*)(?<quote>['"])(?<name>[^'"\n]+)\k<quote>/g;

interface Rewriting {
  /** Path of the file within the kit. */
  file: string;
  /** True if a path within the kit is part of the same package. */
  isOwn: (file: string) => boolean;
}

/**
 * Replaces imports with their names in a package: `kit/ui` becomes an entry point, `./x.ts` becomes `./x.js`, and a file of
 * the other package becomes an entry point of that package.
 */
export function rewriteImports(text: string, { file, isOwn }: Rewriting): string {
  return text.replace(specifiers, (...found) => {
    const { before, quote, name } = found.at(-1) as { before: string; quote: string; name: string };
    return `${before}${quote}${rename(name)}${quote}`;
  });

  function rename(name: string): string {
    if (name.startsWith('kit/')) return `${kitPackage}${name.slice('kit'.length)}`;
    if (!name.startsWith('.')) return name;
    const target = path.posix.join(path.posix.dirname(file), name);
    if (isOwn(target)) return name.replace(/\.tsx?$/, '.js');
    return `${kitPackage}/${target.replace(/\.[jt]sx?$/, '').replace(/\/index$/, '')}`;
  }
}

/** The names of the packages that a file imports. */
export function importedPackages(text: string): string[] {
  const names = importedNames(text).filter((name) => /^[a-z@]/i.test(name) && !name.startsWith('node:'));
  return [...new Set(names.map(packageOf))];
}

/** The files of the same package that a file imports, as paths within the package. */
export function importedFiles(text: string, file: string): string[] {
  const names = importedNames(text).filter((name) => name.startsWith('.'));
  return names.map((name) => path.posix.join(path.posix.dirname(file), name));
}

function importedNames(text: string): string[] {
  return [...text.matchAll(specifiers)].map(({ groups }) => groups?.name ?? '');
}

function packageOf(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}
