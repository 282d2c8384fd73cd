import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { cruise, type IReporterOutput } from 'dependency-cruiser';
import { repositoryRoot } from './run-command.ts';

// Part of npm run check: the images hold every file of the kit that their programs import. They copy only some folders
// of it, and nothing but a container would notice that one is missing.

const programs: Record<string, string> = { api: 'api/src/main.ts', shell: 'shell/server/main.ts' };

/** The folders and files that a stage of the Dockerfile copies from the checkout. */
function listCopied(dockerfile: string, target: string): string[] {
  const stage = dockerfile.split(/^FROM /m).find((text) => new RegExp(`^.* AS ${target}\n`).test(text));
  if (!stage) throw new Error(`The Dockerfile has no stage named ${target}.`);
  return [...stage.matchAll(/^COPY (?!--from)(\S+) /gm)].map(([, source = '']) => source.replace(/\/$/, ''));
}

/** The files of the kit that a program imports when it runs, by paths from the repository's root. */
async function listKitImports(program: string): Promise<string[]> {
  const { output } = await cruise([program], {
    baseDir: repositoryRoot,
    doNotFollow: { path: 'node_modules/(?!kit/)' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  });
  return modulesOf(output)
    .map(({ source }) => source.replace(/^node_modules\/kit\//, 'kit/'))
    .filter((source) => source.startsWith('kit/'));
}

function modulesOf(output: IReporterOutput['output']) {
  if (typeof output === 'string') throw new Error(output);
  return output.modules;
}

const dockerfile = await readFile(path.join(repositoryRoot, 'Dockerfile'), 'utf8');
const missing: string[] = [];
for (const [target, program] of Object.entries(programs)) {
  const copied = listCopied(dockerfile, target);
  const imports = await listKitImports(program);
  if (imports.length === 0) throw new Error(`${program} imports nothing of the kit: this check no longer sees it.`);
  console.log(`${target}: ${imports.length} files of the kit`);
  for (const file of imports) {
    if (!copied.some((folder) => file.startsWith(`${folder}/`))) missing.push(`${target} imports ${file}`);
  }
}
for (const line of missing) console.log(`The Dockerfile does not copy what ${line}.`);
process.exitCode = missing.length === 0 ? 0 : 1;
