import { cephPackages, isCephThere, missingOfCeph } from '../../shell/platform/testing/object-store/ceph-settings.ts';
import { canInstallPackages, installPackages } from './install.ts';

/**
 * Finds Ceph, the object store that the release store is tried against, or installs it from Debian's packages. Returns a
 * sentence where these tests are left out of this run; `TEST_OBJECT_STORE=none` asks for that.
 *
 * @throws Error when `TEST_OBJECT_STORE=ceph` insists on it and it cannot be had.
 */
export function findOrInstallObjectStore(): string[] {
  if (process.env.TEST_OBJECT_STORE === 'none') {
    return ['The release store in a bucket is not tried: TEST_OBJECT_STORE is none.'];
  }
  if (missingOfCeph().length > 0 && canInstallPackages()) {
    console.log('Installing Ceph ...');
    installPackages(cephPackages);
  }
  if (isCephThere()) return [];
  const packages = cephPackages.join(' ');
  return [
    `The release store in a bucket is not tried: ${missingOfCeph().join(', ')} of Ceph is not installed and could not be (Debian: apt-get install ${packages}).`,
  ];
}
