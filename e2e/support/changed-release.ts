import { createHash } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseRecord } from 'kit/contracts/release';

/** The part of a release record that the build of a remote leaves in `build.json`. */
const builtKeys = ['remote', 'version', 'entry', 'globalName', 'serverEntry', 'routes', 'chunks', 'needs'] as const;

interface Change {
  /** Folder of a release in the store. */
  from: string;
  /** Empty folder for the changed build output, ready for `release publish --from`. */
  to: string;
  /** A text of one page, as it stands in the page's chunk and in the server bundle. */
  text: string;
  replacement: string;
}

/**
 * Makes the build output that a changed text would have given: in the page's chunk, in the server bundle, and, as the
 * container checks the integrity of its chunks, in the hash that it holds of the chunk. Takes milliseconds where a build
 * takes seconds.
 */
export async function writeChangedBuild({ from, to, text, replacement }: Change): Promise<void> {
  await cp(from, to, { recursive: true, filter: (file) => !path.basename(file).startsWith('release.') });
  // Written by our own release command.
  const record = JSON.parse(await readFile(path.join(from, 'release.json'), 'utf8')) as ReleaseRecord;
  const chunks = Object.keys(record.files).filter((file) => file.startsWith('browser/') && file !== record.entry);

  await replaceIn(path.join(to, record.serverEntry), text, replacement);
  let changed = 0;
  for (const chunk of chunks) {
    const file = path.join(to, chunk);
    const content = await readFile(file, 'utf8');
    if (!content.includes(text)) continue;
    await replaceIn(file, text, replacement);
    await replaceIn(path.join(to, record.entry), integrityOf(content), integrityOf(await readFile(file, 'utf8')));
    changed += 1;
  }
  if (changed === 0) throw new Error(`No browser chunk of ${from} holds the text "${text}"`);

  const build = Object.fromEntries(builtKeys.map((key) => [key, record[key]]));
  await writeFile(path.join(to, 'build.json'), JSON.stringify(build));
}

async function replaceIn(file: string, text: string, replacement: string): Promise<void> {
  const content = await readFile(file, 'utf8');
  if (!content.includes(text)) throw new Error(`${file} does not hold "${text}"`);
  await writeFile(file, content.replaceAll(text, replacement));
}

function integrityOf(content: string): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}
