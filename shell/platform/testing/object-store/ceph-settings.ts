import { isOnPath } from './is-on-path.ts';

/** Debian's packages with a real object store: Ceph's monitor, its storage and its S3 gateway. */
export const cephPackages = ['ceph-mon', 'ceph-osd', 'radosgw'] as const;

const programs = ['ceph', 'ceph-authtool', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin'];

/** The programs of Ceph that are not installed here. */
export function missingOfCeph(): string[] {
  return programs.filter((program) => !isOnPath(program));
}

/**
 * Whether tests run against Ceph: where it is installed. `TEST_OBJECT_STORE=ceph` insists on it, `none` leaves it out.
 *
 * @throws Error when it is insisted on and not installed.
 */
export function isCephThere(): boolean {
  if (process.env.TEST_OBJECT_STORE === 'none') return false;
  const missing = missingOfCeph();
  if (missing.length === 0) return true;
  if (process.env.TEST_OBJECT_STORE === 'ceph') {
    throw new Error(
      `TEST_OBJECT_STORE names ceph, but ${missing.join(', ')} is not installed (Debian: apt-get install ${cephPackages.join(' ')}).`,
    );
  }
  return false;
}

interface CephPlaces {
  folder: string;
  /** Of the cluster, a UUID. */
  id: string;
  monitorPort: number;
}

/**
 * One monitor and one storage process in memory, on loopback alone. The short times of the monitor make it start in a second
 * instead of fourteen; without a manager process only statistics are missing.
 */
export function writeCephSettings({ folder, id, monitorPort }: CephPlaces): string {
  return `[global]
fsid = ${id}
mon host = [v2:127.0.0.1:${monitorPort}/0]
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind ipv6 = false
keyring = ${folder}/keyring
auth allow insecure global id reclaim = false
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
mon allow pool size one = true
mon data avail crit = 1
mon data avail warn = 2
paxos propose interval = 0.02
paxos min wait = 0.01
mon tick interval = 1
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 1073741824
osd memory target = 939524096
run dir = ${folder}/run
admin socket = ${folder}/run/$name.$pid.asok
log file = ${folder}/log/$name.log
pid file =
[mon]
mon data = ${folder}/mon
[osd]
osd data = ${folder}/osd
[client.rgw]
rgw data = ${folder}/rgw
rgw thread pool size = 64
`;
}
