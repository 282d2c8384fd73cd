import { partNamePattern, releaseIdPattern } from 'kit/contracts/release';
import { ReleaseError } from '../release-error.ts';

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
