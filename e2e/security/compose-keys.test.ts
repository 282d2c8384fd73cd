import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

interface Service {
  volumes?: string[];
  environment?: Record<string, string>;
  network_mode?: string;
  ports?: string[];
}

interface ComposeFile {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
}

/** compose.yaml as `docker compose` reads it: merged, in YAML 1.2. */
const { services, volumes }: ComposeFile = parse(
  await readFile(path.resolve(import.meta.dirname, '../../compose.yaml'), 'utf8'),
  { merge: true },
);

/** The services that sign: one fills the store, the other runs the commands of staff. */
const signers = ['releases', 'release'];
const privateKeys = ['SIGNING_KEY', 'ROOT_SIGNING_KEY'];

/** The path where a service mounts a volume, or undefined if it does not. */
function mountOf({ volumes: mounts = [] }: Service, volume: string): string | undefined {
  return mounts.map((mount) => mount.split(':')).find(([source]) => source === volume)?.[1];
}

const withMount = (volume: string) =>
  Object.keys(services).filter((name) => mountOf(services[name] ?? {}, volume) !== undefined);

describe('the containers of compose.yaml', () => {
  it('that see the private keys are exactly those that sign', () => {
    expect(Object.keys(volumes)).toContain('keys');
    expect(withMount('keys').toSorted()).toEqual(signers.toSorted());
  });

  it('that sign have every private key in a place that servers cannot read', () => {
    for (const name of signers) {
      const service = services[name] ?? {};
      const place = mountOf(service, 'keys') ?? 'nowhere';
      for (const key of privateKeys) expect(service.environment?.[key]).toMatch(new RegExp(`^${place}/[\\w.]+$`));
    }
  });

  it('that sign publish no port', () => {
    for (const name of signers) expect(services[name]).toMatchObject({ network_mode: 'none' });
    for (const name of signers) expect(services[name]?.ports).toBeUndefined();
  });

  it('that serve get no private key and no folder of this machine that may contain one', () => {
    for (const [name, { environment = {}, volumes: mounts = [] }] of Object.entries(services)) {
      if (signers.includes(name)) continue;
      expect(Object.keys(environment).filter((variable) => privateKeys.includes(variable))).toEqual([]);
      // Only single files of this machine are mounted, read-only.
      const ofMachine = mounts.filter((mount) => /^[./~$]/.test(mount));
      expect(ofMachine.filter((mount) => !/\.(?:conf|json)\}?:[^:]+:ro$/.test(mount))).toEqual([]);
    }
  });

  it('of the API do not mount the release store', () => {
    expect(withMount('data').toSorted()).toEqual([...signers, 'shell'].toSorted());
  });
});
