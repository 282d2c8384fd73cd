import { cephPackages, isCephThere, missingOfCeph } from '../../shell/platform/testing/object-store/ceph-settings.ts';
import { canInstallPackages, installPackages } from './install.ts';

/**
 * Finds Ceph, the object store for tests of the release store, or installs it from Debian packages.
 * @returns a sentence if this run leaves its tests out; `TEST_OBJECT_STORE=none` asks for that
 * @throws Error if `TEST_OBJECT_STORE=ceph` requires it and it is not available
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
