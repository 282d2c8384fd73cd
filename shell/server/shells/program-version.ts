import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../..');
/** What the server program is made of, besides installed packages. */
const sources = [
  'shell/server',
  'shell/platform',
  'shell/settings',
  'kit/contracts',
  'kit/server',
  'package-lock.json',
];
const isTest = /\.test\.tsx?$|[\\/]testing[\\/]/;

/** The version of this server program, by the content of its files: two programs that say the same are the same. */
export function programVersion(): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesOf).filter((name) => !isTest.test(name))) {
    hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  }
  // Our own manifest.
  const { version } = JSON.parse(readFileSync(path.join(root, 'shell/package.json'), 'utf8')) as { version: string };
  return `${version}-${hash.digest('hex').slice(0, 8)}`;
}

function filesOf(source: string): string[] {
  if (path.extname(source) !== '') return [source];
  const entries = readdirSync(path.join(root, source), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}
