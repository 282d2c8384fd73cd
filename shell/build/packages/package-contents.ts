import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { listFiles } from 'kit/squad/release/list-files';
import type { ServedPackage } from '../../settings/packages.ts';
import { repositoryRoot } from '../../settings/places.ts';

/** What each version of each package held: `{ "2.1.0": { "@beaconfield/kit": "<hash>" } }`. */
type PackageContents = Readonly<Record<string, Readonly<Record<string, string>>>>;

type Known = Pick<ServedPackage, 'name' | 'version' | 'content'>;

/** Not among what a squad's machine builds a package from, so that recording builds nothing anew. */
const contentsFile = path.join(repositoryRoot, 'shell/settings/package-contents.json');

/** What changes without the package being another one: words about it, and the site's shell, which goes with each site. */
const besides = /^(?:CHANGELOG\.md|README\.md|LICENSE|development-shell\/.*)$/;

/** A hash of what squads are given in a package's folder. */
export async function contentOf(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await listFiles(folder)).filter((name) => !besides.test(name)).sort()) {
    hash.update(`${file}\0`).update(
      createHash('sha256')
        .update(await readFile(path.join(folder, file)))
        .digest(),
    );
  }
  return hash.digest('hex').slice(0, 32);
}

export async function readContents(): Promise<PackageContents> {
  // Our own file, written below.
  return JSON.parse(await readFile(contentsFile, 'utf8')) as PackageContents;
}

/** What is wrong with packages: their content is not that of their version. Machines of squads keep a version for good. */
export function contentProblems(packages: readonly Known[], contents: PackageContents): string[] {
  return packages.flatMap(({ name, version, content }) => {
    const recorded = contents[version]?.[name];
    if (recorded === content) return [];
    if (recorded === undefined) {
      return [`${name} ${version} is not recorded: run "npm run packages -- --record", and commit what it writes.`];
    }
    return [
      `${name} ${version} holds something else than it did, and who has it already would go on with that: raise "version" in kit/package.json, say in kit/CHANGELOG.md what is new, and run "npm run packages -- --record".`,
    ];
  });
}

/**
 * Notes what the packages hold. A version that was given away keeps its content: with other content it is noted again only
 * as `unserved`, one that no site has served yet.
 *
 * @throws Error with the problem.
 */
export async function recordContents(packages: readonly Known[], { unserved }: { unserved: boolean }): Promise<void> {
  const contents = await readContents();
  const changed = packages.filter(({ name, version, content }) => (contents[version]?.[name] ?? content) !== content);
  const [problem] = contentProblems(changed, contents);
  if (problem && !unserved) {
    throw new Error(`${problem}\nIf no site has served that version yet: npm run packages -- --record --unserved`);
  }
  const next = structuredClone(contents) as Record<string, Record<string, string>>;
  for (const { name, version, content } of packages) next[version] = { ...next[version], [name]: content };
  await writeFile(contentsFile, `${JSON.stringify(next, null, 2)}\n`);
}
