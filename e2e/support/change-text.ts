import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A text of one page, as written in the page's chunk and in the server bundle, and its replacement. */
export interface TextChange {
  from: string;
  to: string;
}

/**
 * Changes a text in a remote's build output, like a build of the changed source: in the page's chunk, in the server bundle,
 * and in the chunk's hash that the container checks. It takes milliseconds; a build takes seconds.
 */
export async function changeText(
  folder: string,
  { entry, serverEntry }: { entry: string; serverEntry: string },
  { from, to }: TextChange,
): Promise<void> {
  await replaceIn(path.join(folder, serverEntry), from, to);
  let changed = 0;
  const scripts = (await readdir(path.join(folder, 'browser'))).filter((name) => name.endsWith('.js'));
  for (const name of scripts) {
    const file = path.join(folder, 'browser', name);
    const content = await readFile(file, 'utf8');
    if (!content.includes(from)) continue;
    await replaceIn(file, from, to);
    await replaceIn(path.join(folder, entry), integrityOf(content), integrityOf(await readFile(file, 'utf8')));
    changed += 1;
  }
  if (changed === 0) throw new Error(`No browser chunk of ${folder} holds the text "${from}"`);
}

async function replaceIn(file: string, text: string, replacement: string): Promise<void> {
  const content = await readFile(file, 'utf8');
  if (!content.includes(text)) throw new Error(`${file} does not hold "${text}"`);
  await writeFile(file, content.replaceAll(text, replacement));
}

function integrityOf(content: string): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}
