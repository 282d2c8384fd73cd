import { releaseIdPattern, remoteNamePattern } from 'kit/contracts/release';

/** Which release a script is of, by its address. */
export interface ScriptOfRelease {
  /** `shell` for one of the shell's own. */
  remote: string;
  /** Empty for a script of the shell whose address names none. */
  release: string;
  /** Within the release, or the shell's build. */
  file: string;
}

const fileName = /^(?!.*\.\.)[\w.@-]+(?:\/[\w.@-]+)*\.js$/;

/** Reads `/remotes/<remote>/<id>/<file>`, `/shell/<id>/<file>` and `/shell/<file>`; null for a script of somebody else. */
export function scriptOf(path: string): ScriptOfRelease | null {
  const [, area, ...parts] = path.split('/');
  if (area === 'shell') {
    const isReleased = releaseIdPattern.test(parts[0] ?? '');
    const file = parts.slice(isReleased ? 1 : 0).join('/');
    return fileName.test(file) ? { remote: 'shell', release: isReleased ? (parts[0] ?? '') : '', file } : null;
  }
  const [remote = '', address = '', ...rest] = parts;
  // `<id>~27` is the same release under the address of a retry.
  const release = address.replace(/~\d{1,4}$/, '');
  const file = rest.join('/');
  const isOurs = area === 'remotes' && remoteNamePattern.test(remote) && releaseIdPattern.test(release);
  return isOurs && fileName.test(file) ? { remote, release, file } : null;
}
