import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const readme = path.resolve(import.meta.dirname, '../../../README.md');

/**
 * Puts a benchmark's figures into the README, between the two comments that name it.
 *
 * @throws Error when the README holds no such place.
 */
export async function writeIntoReadme(name: string, figures: string): Promise<void> {
  const [start, end] = [`<!-- ${name}: written by the benchmark -->`, `<!-- end of ${name} -->`];
  const text = await readFile(readme, 'utf8');
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The README has no place for figures between "${start}" and "${end}".`);
  await writeFile(readme, `${text.slice(0, from + start.length)}\n\n${figures}\n\n${text.slice(to)}`);
}
