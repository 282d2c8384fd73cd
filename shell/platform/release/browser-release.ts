import type { BrowserRelease } from 'kit/contracts/composition';
import type { ReleaseRecord } from 'kit/contracts/release';
import { shellName } from 'kit/contracts/shell-name';
import { ReleaseError } from '../release-error.ts';

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
