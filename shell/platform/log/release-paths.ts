import path from 'node:path';
import type { BrowserRelease } from 'kit/contracts/composition';
import { partNamePattern, type ReleaseRecord, releaseIdPattern } from 'kit/contracts/release';
import { shellName } from 'kit/contracts/shell-name';
import { ReleaseError } from '../storage/release-error.ts';

/** The path that browsers ask for a file of a release under. */
export function addressOfFile({ remote, id }: Pick<ReleaseRecord, 'remote' | 'id'>, file: string): string {
  return remote === shellName ? `/${shellName}/${id}/${file}` : `/remotes/${remote}/${id}/${file}`;
}

/** @throws ReleaseError for a file that the record does not name. */
export function integrityOfFile({ remote, id, files }: ReleaseRecord, file: string): string {
  const entry = Object.hasOwn(files, file) ? files[file] : undefined;
  if (entry) return entry.integrity;
  throw new ReleaseError('release-damaged', `${remote} ${id} has no file ${file}.`);
}

/** What a browser needs to load a release, whose record names its own entry. */
export function describeForBrowser(record: ReleaseRecord): BrowserRelease {
  const { id, entry, globalName, routes } = record;
  const integrity = record.files[entry]?.integrity ?? '';
  return { id, entry: addressOfFile(record, entry), globalName, integrity, routes };
}

const contentTypes: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

/** Content type by file ending; unknown endings are bytes, which browsers download rather than run. */
export function contentTypeOf(file: string): string {
  return contentTypes[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
}

/** Names become folder names, so both are checked before they meet the file system. */
export function checkReleaseName(remote: string, id: string): void {
  checkRemoteName(remote);
  if (!releaseIdPattern.test(id)) {
    throw new ReleaseError('bad-name', `"${printable(id)}" is not a release id; one looks like 1.4.0-0a1b2c3d.`);
  }
}

export function checkRemoteName(remote: string): void {
  if (!partNamePattern.test(remote)) {
    throw new ReleaseError('bad-name', `"${printable(remote)}" is not the name of a remote; one looks like mf-agents.`);
  }
}

function printable(text: string): string {
  return JSON.stringify(text.slice(0, 80)).slice(1, -1);
}

/** Folder of a release with the source maps of its scripts: for staff alone, like the server bundle. */
const folder = 'maps/';

export function isSourceMap(file: string): boolean {
  return file.startsWith(folder);
}

/** `browser/page-portal.js` -> `maps/page-portal.js.map`. */
export function sourceMapOf(script: string): string {
  return `${folder}${script.replace(/^browser\//, '')}.map`;
}
