import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { packagesFolder, type ServedPackage } from '../../settings/packages.ts';

/** Checks packages with publint and Are the Types Wrong. @throws Error with all findings. */
export async function checkPackages(packages: readonly ServedPackage[]): Promise<void> {
  const found: string[] = [];
  for (const { name, file, manifest } of packages) {
    const bytes = await readFile(path.join(packagesFolder, file));
    // A copy is needed, because Node may have put the bytes into a larger pool.
    const tarball = new Uint8Array(bytes).buffer;
    const { messages } = await publint({ pack: { tarball }, strict: true });
    found.push(...messages.map((message) => `${name}, publint: ${formatMessage(message, manifest, { color: false })}`));
    const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
    if (!analysis.types) found.push(`${name}: there are no types.`);
    else found.push(...analysis.problems.filter(isOurs).map((problem) => `${name}, types: ${JSON.stringify(problem)}`));
  }
  if (found.length > 0) throw new Error(found.join('\n'));
}

/** The packages are ES modules, so findings about `require`, or about Node 10, which has no exports, do not matter. */
function isOurs(problem: { kind: string; resolutionKind?: string }): boolean {
  if (problem.kind === 'CJSResolvesToESM') return false;
  return problem.resolutionKind !== 'node10' && problem.resolutionKind !== 'node16-cjs';
}
