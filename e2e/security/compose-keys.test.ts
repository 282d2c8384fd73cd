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

/** As `docker compose` reads it: merged, in YAML 1.2. */
const { services, volumes }: ComposeFile = parse(
  await readFile(path.resolve(import.meta.dirname, '../../compose.yaml'), 'utf8'),
  { merge: true },
);

/** Who signs: the one that fills the store, and the commands of staff. */
const signers = ['releases', 'release'];
const privateKeys = ['SIGNING_KEY', 'ROOT_SIGNING_KEY'];

/** Where a volume stands in a service; undefined where it does not. */
function mountOf({ volumes: mounts = [] }: Service, volume: string): string | undefined {
  return mounts.map((mount) => mount.split(':')).find(([source]) => source === volume)?.[1];
}

const withMount = (volume: string) =>
  Object.keys(services).filter((name) => mountOf(services[name] ?? {}, volume) !== undefined);

describe('the containers of compose.yaml', () => {
  it('that see the private keys are those that sign, and no other', () => {
    expect(Object.keys(volumes)).toContain('keys');
    expect(withMount('keys').toSorted()).toEqual(signers.toSorted());
  });

  it('that sign have every private key there, and none where servers could read it', () => {
    for (const name of signers) {
      const service = services[name] ?? {};
      const place = mountOf(service, 'keys') ?? 'nowhere';
      for (const key of privateKeys) expect(service.environment?.[key]).toMatch(new RegExp(`^${place}/[\\w.]+$`));
    }
  });

  it('that sign are reached by nobody', () => {
    for (const name of signers) expect(services[name]).toMatchObject({ network_mode: 'none' });
    for (const name of signers) expect(services[name]?.ports).toBeUndefined();
  });

  it('that serve are told of no private key, nor given a folder of this machine that may hold one', () => {
    for (const [name, { environment = {}, volumes: mounts = [] }] of Object.entries(services)) {
      if (signers.includes(name)) continue;
      expect(Object.keys(environment).filter((variable) => privateKeys.includes(variable))).toEqual([]);
      // Files of this machine come one at a time, to be read alone.
      const ofMachine = mounts.filter((mount) => /^[./~$]/.test(mount));
      expect(ofMachine.filter((mount) => !/\.(?:conf|json)\}?:[^:]+:ro$/.test(mount))).toEqual([]);
    }
  });

  it('of the API see nothing of the release store', () => {
    expect(withMount('data').toSorted()).toEqual([...signers, 'shell'].toSorted());
  });
});
