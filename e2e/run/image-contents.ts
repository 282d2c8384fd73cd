import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { cruise, type IReporterOutput } from 'dependency-cruiser';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { sharedModuleIds, versionedPackageOf } from 'kit/federation/shared-modules';
import { repositoryRoot } from './run-command.ts';

// Part of npm run check: the images hold every kit file and every package that their programs import. They copy only some
// folders of the kit and leave packages out, and otherwise a missing one would only be noticed in a container.

/** The programs of each image: the server, what it starts, and the commands of staff and office. */
const programsOf: Record<string, string> = {
  api: 'api/src/{main.ts,office/main.ts}',
  shell: 'shell/{{server,cli,platform}/**/{,*-}main,staff/index}.ts',
};

/** Modules whose version a shell server reads without importing them. */
const versionsOf = sharedModuleIds.filter((id) => !id.startsWith('kit/')).map(versionedPackageOf);

/** Files that no image runs, because images build nothing. */
const buildsOnly = '^shell/(start|build)/|/rspack[.-][^/]*$';

function readStage(dockerfile: string, target: string): string {
  const stage = dockerfile.split(/^FROM /m).find((text) => new RegExp(`^.* AS ${target}\n`).test(text));
  if (!stage) throw new Error(`The Dockerfile has no stage named ${target}.`);
  return stage;
}

/** The folders and files that a stage of the Dockerfile copies from the checkout. */
function listCopied(dockerfile: string, target: string): string[] {
  const stage = readStage(dockerfile, target);
  return [...stage.matchAll(/^COPY (?!--from)(\S+) /gm)].map(([, source = '']) => source.replace(/\/$/, ''));
}

/** The packages of a workspace that its image installs. Those of the kit are left out of every image. */
async function listInstalled(dockerfile: string, target: string): Promise<string[]> {
  const manifest = await readFile(path.join(repositoryRoot, target, 'package.json'), 'utf8');
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(manifest);
  const stage = readStage(dockerfile, `${target}-packages`);
  const deleted = [...stage.matchAll(/\bdependencies(?:\[([^\]]+)\]|\.([\w-]+))/g)].map(([, a, b]) => a ?? b);
  return Object.keys(dependencies).filter((name) => !deleted.includes(name));
}

/** The modules that programs import at run time, by paths from the repository's root. */
async function listImports(programs: readonly string[]): Promise<string[]> {
  const { output } = await cruise(
    [...programs],
    {
      baseDir: repositoryRoot,
      doNotFollow: { path: 'node_modules/(?!kit/)' },
      exclude: { path: `^(api|shell)/dist/|${buildsOnly}` },
      enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
    },
    undefined,
    // Nest imports the type of a decorated parameter.
    { tsConfig: extractTsConfig(path.join(repositoryRoot, 'api/tsconfig.json')) },
  );
  return modulesOf(output).map(({ source }) => source.replace(/^node_modules\/kit\//, 'kit/'));
}

function modulesOf(output: IReporterOutput['output']) {
  if (typeof output === 'string') throw new Error(output);
  return output.modules;
}

function packageOf(id: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(id.replace(/^.*node_modules\//, ''))?.[0] ?? id;
}

/** Programs work without these if they are not installed, as in every image. */
const optional = ['playwright-core'];

const dockerfile = await readFile(path.join(repositoryRoot, 'Dockerfile'), 'utf8');
const missing: string[] = [];
for (const [target, programs] of Object.entries(programsOf)) {
  const imports = await listImports(globSync(programs, { cwd: repositoryRoot }));
  const files = imports.filter((source) => source.startsWith('kit/'));
  const outside = imports.filter((source) => source.includes('node_modules/'));
  const packages = [...new Set([...outside, ...(target === 'shell' ? versionsOf : [])].map(packageOf))].filter(
    (name) => !optional.includes(name),
  );
  if (files.length === 0) throw new Error(`${target} imports nothing of the kit: this check no longer sees it.`);
  if (outside.length === 0) throw new Error(`${target} imports no package: this check no longer sees any.`);
  console.log(`${target}: ${files.length} files of the kit, ${packages.length} packages`);
  const copied = listCopied(dockerfile, target);
  for (const file of files) {
    if (!copied.some((source) => `${file}/`.startsWith(`${source}/`)))
      missing.push(`does not copy ${file} into ${target}`);
  }
  const installed = await listInstalled(dockerfile, target);
  for (const name of packages) if (!installed.includes(name)) missing.push(`does not install ${name} into ${target}`);
}
for (const line of missing) console.log(`The Dockerfile ${line}, where a program needs it.`);
process.exitCode = missing.length === 0 ? 0 : 1;
