import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buildWorkspace, packagesForSquads } from '../../shell/build/build-workspace.ts';
import { contentProblems, readContents } from '../../shell/build/packages/package-contents.ts';
import { packageIndexFile, packagesFolder, type ServedPackage } from '../../shell/settings/packages.ts';

// Part of npm run check: what squads are given under a version stays what it is. npm and npx keep what they fetched once, so a
// tool that changed under the same version is met by nobody who has the old one.

await buildWorkspace(packagesForSquads);
const packages: ServedPackage[] = JSON.parse(await readFile(path.join(packagesFolder, packageIndexFile), 'utf8'));
const problems = contentProblems(packages, await readContents());
for (const problem of problems) console.error(problem);
if (problems.length === 0) {
  console.log(packages.map(({ name, version }) => `${name} ${version} holds what it held`).join('\n'));
}
process.exitCode = problems.length === 0 ? 0 : 1;
